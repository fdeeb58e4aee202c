"""Computer actions can be computed again from the file of a match, and their seeds tell nothing of its seed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core.position import Position
from parlour.core.registry import load
from parlour.lab.ladder import choose_once
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from parlour.match.seating import COMPUTER, PERSON, Seat
from parlour.players.pool import BUDGET_BYTES, PlayerPool
from parlour.server.computer_seed import computer_seed, history, recompute
from parlour.server.live_match import LiveMatch
from support.fake_clock import Rooms, run

ADA = Seat(PERSON, "Ada", "guest:ada")
CLUB = Seat(COMPUTER, "Computer (Club)", level="club")


def first(position: Position) -> str:
    return position.seen_by(0).choices()[0].action


def like_club(position: Position) -> str:
    return position.action_to_text(0, choose_once("club", position))


async def let_play(rooms: Rooms, live: LiveMatch, num_actions: int, choose: Callable[[Position], str]) -> None:
    """Play against the computer until some actions are made."""
    while len(live.match.actions) < num_actions and not live.match.is_over:
        await rooms.pass_s(1)
        if 0 in live.match.position.to_act():
            await live.do(co.Play(seat=0, action=choose(live.match.position)))
    await rooms.pass_s(1)


async def play(data: Path, game_id: str, num_actions: int) -> bytes:
    """Play, offer a draw in the middle, and resign; returns the file."""
    rooms = Rooms(data)
    try:
        live = await rooms.hub.create(game_id, {}, "none", (ADA, CLUB))
        await let_play(rooms, live, num_actions // 2, first)
        if live.match.game.table.draw_offers and not live.match.is_over:
            await live.do(co.OfferDraw(seat=0))
        await let_play(rooms, live, num_actions, first)
        if not live.match.is_over:
            await live.do(co.Resign(seat=0))
        return file.write(live.match)
    finally:
        await rooms.close()


async def take_back(rooms: Rooms, live: LiveMatch) -> None:
    """Take back once when the computer has answered, and once while it may still be thinking."""
    await live.do(co.AskUndo(seat=0))
    await rooms.pass_s(1)
    assert 0 in live.match.position.to_act()
    text = live.match.position.seen_by(0).choices()[-1].action
    await live.do(co.Play(seat=0, action=text))
    await live.do(co.AskUndo(seat=0))
    await rooms.pass_s(1)


async def play_in_parts(data: Path, game_id: str, level: str, budget_bytes: int) -> tuple[bytes, int]:
    """Play with takebacks and a restart of the server; returns the file, and the memory of players left."""
    match_id = ""
    for num_actions in (8, 14):
        rooms = Rooms(data)
        rooms.services.thinkers.players = PlayerPool(budget_bytes)
        try:
            if match_id:
                live = await rooms.hub.find(match_id)
            else:
                seats = (ADA, Seat(COMPUTER, "Computer", level=level))
                live = await rooms.hub.create(game_id, {"quick_colours": True}, "none", seats)
            match_id = live.id
            await let_play(rooms, live, num_actions, like_club)
            await take_back(rooms, live)
            await let_play(rooms, live, num_actions, like_club)
            if num_actions == 14:
                await live.do(co.Resign(seat=0))
                await rooms.pass_s(1)
            written, num_bytes = file.write(live.match), rooms.services.thinkers.players.num_bytes
        finally:
            await rooms.close()
    return written, num_bytes


def check_recomputed(match: Match, level: str) -> None:
    again = list(recompute(match, (None, level)))

    assert len(again) >= 5
    assert [each.chosen for each in again] == [each.played for each in again]


@pytest.mark.parametrize("game_id", ["connect_four", "whist"])
def test_every_action_of_the_computer_is_chosen_again_from_the_file(game_id: str, tmp_path: Path) -> None:
    check_recomputed(file.read(run(play(tmp_path, game_id, 14))), "club")


@pytest.mark.parametrize("budget_bytes", [BUDGET_BYTES, 1], ids=["kept", "evicted"])
@pytest.mark.parametrize(
    ("game_id", "level"), [("checkers", "club"), ("checkers", "expert"), ("connect_four", "expert")]
)
def test_a_player_survives_restarts_evictions_and_takebacks(
    game_id: str, level: str, budget_bytes: int, tmp_path: Path
) -> None:
    written, num_bytes = run(play_in_parts(tmp_path, game_id, level, budget_bytes))

    check_recomputed(file.read(written), level)
    assert num_bytes == 0  # the match is over


def test_a_player_was_asked_in_every_position_of_its_seat_also_in_those_taken_back() -> None:
    match = new_match(load("checkers"), seed=1, options={"quick_colours": True})
    first = match.position.to_act()[0]
    for action in ("11-15", "22-18"):
        handle(match, co.Play(seat=match.position.to_act()[0], action=action), 0)
    handle(match, co.AskUndo(seat=first), 0)
    handle(match, co.AnswerUndo(seat=1 - first, accept=True), 0)
    handle(match, co.Play(seat=first, action="9-13"), 0)

    asked = [history(match.events, match.seed, seat) for seat in (first, 1 - first)]
    assert [question.seed for question in asked[0]] == [computer_seed(match.seed, first, at) for at in (1, 3, 5)]
    assert [question.seed for question in asked[1]] == [computer_seed(match.seed, 1 - first, 2)]
    assert asked[0][0].known.tobytes() == asked[0][2].known.tobytes()


def test_seeds_differ_by_match_seat_and_version() -> None:
    seeds = {computer_seed(seed, seat, version) for seed in (1, 2) for seat in (0, 1) for version in (1, 2)}

    assert len(seeds) == 8
