"""What is fair on a server: rated options, requests to the opponent, claims against absent players."""

import pytest

import parlour
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import DAY_MS
from parlour.match.decide import decide, handle
from parlour.match.errors import CannotAbort, CannotUndo, NotOffered, NotStandard, TooManyRequests
from parlour.match.fairness import CLAIM_AFTER_MS, MOST_REQUESTS, check_rated, check_request, claim_opens_ms, is_dealt
from parlour.match.file import verify, write
from parlour.match.match import Match, fold, new_match
from parlour.match.seating import OPEN, PERSON, Seat, Seating

ADA, BO = Seat(PERSON, "Ada", "account:1"), Seat(PERSON, "Bo", "account:2")
CASUAL, RATED = Seating((ADA, BO), "x"), Seating((ADA, BO), "x", is_rated=True)


def connect_four(pace: str = "none") -> Match:
    return new_match(parlour.load("connect_four"), seed=1, options={"quick_colours": 1}, pace=pace)


def ask(match: Match, command: co.Command) -> None:
    """Do what a server does with a command."""
    check_request(match, command)
    handle(match, command, 0)


# Rated matches


def test_a_rated_match_has_the_default_options_or_those_of_the_quick_preset() -> None:
    for game_id in parlour.game_ids():
        game = parlour.load(game_id)
        check_rated(game, {})
        check_rated(game, game.preset("quick"))


@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_a_rated_match_refuses_every_other_option_by_name(game_id: str) -> None:
    game = parlour.load(game_id)
    quick = game.options.read(game.preset("quick"))
    for option in game.options:
        values: list[int | str] = ["a text"] if option.is_text else list(range(option.low, option.high + 1))
        for value in set(values) - {option.default, quick[option.name]}:
            with pytest.raises(NotStandard, match=f'"{option.title}"') as refusal:
                check_rated(game, {**game.preset("quick"), option.name: value})
            assert refusal.value.code == "match/not_standard"


def test_a_rated_match_is_dealt_and_cannot_be_aborted_when_both_have_opened_it() -> None:
    match = connect_four("5+3")
    handle(match, co.Open(seat=1), 4_000)
    assert (is_dealt(match, RATED), is_dealt(match, CASUAL)) == (False, True)
    assert decide(match, co.Abort(seat=0), 4_000), "it costs nothing yet"

    handle(match, co.Open(seat=0), 9_000)
    assert is_dealt(match, RATED)
    assert match.clocks.since_ms[match.position.to_act()[0]] == 9_000, "nobody is charged for waiting"
    for seat in (0, 1):
        with pytest.raises(CannotAbort):
            decide(match, co.Abort(seat=seat), 9_000)
    with pytest.raises(NotOffered):
        decide(match, co.Open(seat=0), 9_000)
    handle(match, co.Resign(seat=0), 9_500)
    assert verify(write(match)).outcome == match.outcome


# Requests


def test_gifts_of_time_have_an_end_and_the_match_goes_on() -> None:
    match = connect_four("5+3")
    for _ in range(MOST_REQUESTS):
        ask(match, co.AddTime(seat=0))
    with pytest.raises(TooManyRequests):
        ask(match, co.AddTime(seat=0))

    assert match.version == MOST_REQUESTS + 1
    ask(match, co.AddTime(seat=1))
    ask(match, co.Play(seat=match.position.to_act()[0], action="4"))


def test_takebacks_have_an_end() -> None:
    match = connect_four()
    seat = match.position.to_act()[0]
    for _ in range(MOST_REQUESTS):
        ask(match, co.Play(seat=seat, action="4"))
        ask(match, co.AskUndo(seat=seat))
        ask(match, co.AnswerUndo(seat=1 - seat, accept=True))
    ask(match, co.Play(seat=seat, action="4"))
    with pytest.raises(TooManyRequests):
        ask(match, co.AskUndo(seat=seat))

    assert fold(match.events, match.seed).num_requests == match.num_requests


def test_a_takeback_is_asked_for_once_and_after_a_refusal_only_for_another_turn() -> None:
    match = connect_four()
    seat = match.position.to_act()[0]
    ask(match, co.Play(seat=seat, action="4"))
    ask(match, co.AskUndo(seat=seat))
    with pytest.raises(NotOffered, match="already asked for"):
        ask(match, co.AskUndo(seat=seat))
    ask(match, co.AnswerUndo(seat=1 - seat, accept=False))
    with pytest.raises(CannotUndo, match="was declined"):
        ask(match, co.AskUndo(seat=seat))
    for each in (1 - seat, seat):
        ask(match, co.Play(seat=each, action="4"))
    ask(match, co.AskUndo(seat=seat))

    assert match.undo_asked == seat


def test_a_log_with_a_takeback_that_is_refused_today_can_be_read() -> None:
    match = new_match(parlour.load("sanguine"), seed=3)
    seat = match.position.to_act()[0]
    first = match.position
    handle(match, co.Play(seat=seat, action=first.seen_by(seat).choices()[0].action), 0)
    match.apply(ev.UndoAnswered(seat=1 - seat, accept=True, actions=1, at_ms=0))

    assert match.position == first
    assert fold(match.events, match.seed).position == first


# Claims


def opens(
    match: Match, away_since_ms: int | None = 0, seating: Seating = CASUAL, seat: int | None = None
) -> int | None:
    """Return when a match can be claimed because of the seat that is to act, unless another is named."""
    awaited = match.position.to_act()[0] if seat is None else seat
    return claim_opens_ms(match, seating, awaited, away_since_ms)


@pytest.mark.parametrize(("pace", "after_ms"), [("table", 60_000), ("5+3", 60_000), ("none", 300_000), ("14d", None)])
def test_a_claim_opens_by_the_pace_and_never_with_days_per_turn(pace: str, after_ms: int | None) -> None:
    match = connect_four(pace)

    assert opens(match) == after_ms
    assert opens(match, away_since_ms=None) is None, "the player is here"
    assert opens(match, away_since_ms=20 * DAY_MS) == (None if after_ms is None else 20 * DAY_MS + after_ms)


def test_nobody_claims_in_their_own_turn_and_the_wait_begins_with_the_opponents_turn() -> None:
    match = connect_four()
    first = match.position.to_act()[0]
    assert opens(match, seat=1 - first) is None
    handle(match, co.Play(seat=first, action="4"), 70_000)

    assert opens(match, seat=first) is None
    assert opens(match, away_since_ms=1_000) == 70_000 + CLAIM_AFTER_MS["none"]


def test_nobody_claims_while_both_are_to_act() -> None:
    match = new_match(parlour.load("matches_and_patches"), seed=1)
    assert match.position.to_act() == (0, 1)
    assert [opens(match, seat=seat) for seat in (0, 1)] == [None, None]
    handle(match, co.Play(seat=0, action=match.position.seen_by(0).choices()[0].action), 5_000)

    assert [opens(match, seat=seat) for seat in (0, 1)] == [None, 5_000 + CLAIM_AFTER_MS["none"]]


def test_an_open_seat_one_device_or_an_undealt_match_cannot_be_claimed() -> None:
    match = connect_four()
    free = Seating((ADA, Seat(OPEN, "Somebody")), "x")

    assert opens(match, seating=free) is None
    assert opens(match, seating=Seating((ADA, ADA), "x")) is None
    assert opens(match, seating=RATED) is None
    for seat in (0, 1):
        handle(match, co.Open(seat=seat), 7_000)
    assert opens(match, seating=RATED) == 7_000 + CLAIM_AFTER_MS["none"]
