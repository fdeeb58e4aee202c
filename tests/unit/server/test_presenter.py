"""What viewers are told: where a game has no secrets, all of them the same."""

import random

import pytest

import parlour
from parlour.core.contract import SEATS, SPECTATOR
from parlour.match import events as ev
from parlour.match.match import new_match
from parlour.match.seating import PERSON, Seat, Seating
from parlour.server.presenter import Views, names_of, present_event, secret_seats, told_as

VIEWERS = (*SEATS, SPECTATOR)


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in parlour.game_ids() if not parlour.load(game_id).facts.hidden]
)
def test_without_secrets_all_viewers_see_the_same(game_id: str) -> None:
    choose, position = random.Random(1), parlour.new(game_id, seed=1)
    while seats := position.to_act():
        assert position.seen_by(0).view() == position.seen_by(1).view() == position.seen_by(SPECTATOR).view()
        seat = choose.choice(seats)
        position = position.play(seat, choose.choice(position.legal_actions(seat)))
    assert position.seen_by(0).view() == position.seen_by(1).view() == position.seen_by(SPECTATOR).view()


def test_with_secrets_each_view_is_its_own_and_follows_the_position() -> None:
    views, position = Views(), parlour.new("matches_and_patches", seed=1)
    first = [views.of(position, viewer) for viewer in VIEWERS]
    seat = position.to_act()[0]
    after = position.play(seat, position.legal_actions(seat)[0])

    assert len({repr(view) for view in first}) == 3
    assert [views.of(position, viewer) for viewer in VIEWERS] == first
    assert views.of(after, seat) != first[seat]


def seating(first: str, second: str) -> Seating:
    return Seating((Seat(PERSON, first, "guest:a"), Seat(PERSON, second, "guest:b")), "x")


def test_players_with_one_name_are_called_by_their_numbers() -> None:
    assert names_of(seating("Ann", "{seat:0}")) == ("Ann", "{seat:0}")
    assert names_of(seating("Ann", "Ann")) == ("Player 1", "Player 2")


def test_messages_of_the_match_name_the_players_and_fill_no_name_twice() -> None:
    match = new_match(parlour.load("connect_four"), seed=1)
    offered = ev.DrawOffered(at_ms=1, seat=1)
    before = match.position
    match.apply(offered)
    told = present_event(before, offered, match, SPECTATOR, ("Ann", "{seat:0}"))

    assert [happening.message for happening in told.happenings] == ["{seat:0} offered a draw."]


def test_a_notice_calls_its_own_player_you() -> None:
    match = new_match(parlour.load("connect_four"), seed=1)
    asked = ev.UndoAsked(at_ms=1, seat=0)
    before = match.position
    match.apply(asked)
    told = [present_event(before, asked, match, viewer, ("Ann", "Bea")).happenings[0].message for viewer in (0, 1)]

    assert told == ["You asked to take back the last turn.", "Ann asked to take back the last turn."]


def test_a_move_of_the_clock_and_a_takeback_are_marked() -> None:
    match = new_match(parlour.load("connect_four"), seed=1, options={"quick_colours": 1})
    (seat,) = match.position.to_act()
    events: list[ev.AnyEvent] = [
        ev.Acted(at_ms=1, seat=seat, action="4", by_clock=True),
        ev.UndoAsked(at_ms=2, seat=seat),
        ev.UndoAnswered(at_ms=3, seat=1 - seat, accept=True, actions=1),
    ]
    told = []
    for event in events:
        before = match.position
        match.apply(event)
        told.append(present_event(before, event, match, SPECTATOR, ("Ann", "Bea")))

    assert [(each.by_clock, each.taken_back) for each in told] == [(True, 0), (False, 0), (False, 1)]


def test_on_one_device_nobody_is_you() -> None:
    alone = Seating((Seat(PERSON, "Ann", "guest:a"), Seat(PERSON, "Bea", "guest:a")), "x")

    assert [told_as(alone, viewer) for viewer in (0, 1)] == [SPECTATOR] * 2
    assert told_as(seating("Ann", "Bea"), 1) == 1


@pytest.mark.parametrize("game", ["whist", "raptor"])
def test_a_curtain_is_needed_only_where_a_seat_knows_more_than_a_spectator(game: str) -> None:
    position = parlour.new(game, seed=1)

    for _ in range(60):
        views = [position.seen_by(viewer).view() for viewer in (*SEATS, SPECTATOR)]
        differing = [seat for seat in SEATS if views[seat] != views[2]]
        assert set(differing) <= set(secret_seats(position))
        seat = position.to_act()[0]
        position = position.play(seat, position.legal_actions(seat)[-1])

    assert secret_seats(parlour.new("connect_four", seed=1)) == []
