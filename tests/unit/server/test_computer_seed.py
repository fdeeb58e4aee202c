"""Computer actions can be computed again from the file of a match, and their seeds tell nothing of its seed."""

from pathlib import Path

import pytest

from parlour.match import commands as co
from parlour.match import file
from parlour.match.seating import COMPUTER, PERSON, Seat
from parlour.server.computer_seed import computer_seed, recompute
from support.fake_clock import Rooms, run

ADA = Seat(PERSON, "Ada", "guest:ada")
CLUB = Seat(COMPUTER, "Computer (club)", level="club")


async def play(data: Path, game_id: str, num_actions: int) -> bytes:
    """Play the first legal action against Club until some actions are made, and resign; returns the file."""
    rooms = Rooms(data)
    try:
        live = await rooms.hub.create(game_id, {}, "none", (ADA, CLUB))
        while len(live.match.actions) < num_actions and not live.match.is_over:
            await rooms.pass_s(1)
            if 0 in live.match.position.to_act():
                if len(live.match.actions) == num_actions // 2 and live.match.game.table.draw_offers:
                    await live.do(co.OfferDraw(seat=0))
                text = live.match.position.seen_by(0).choices()[0].action
                await live.do(co.Play(seat=0, action=text))
        await rooms.pass_s(1)
        if not live.match.is_over:
            await live.do(co.Resign(seat=0))
        return file.write(live.match)
    finally:
        await rooms.close()


@pytest.mark.parametrize("game_id", ["connect_four", "whist"])
def test_every_action_of_the_computer_is_chosen_again_from_the_file(game_id: str, tmp_path: Path) -> None:
    match = file.read(run(play(tmp_path, game_id, 14)))
    again = list(recompute(match, (None, "club")))

    assert len(again) >= 5
    assert [each.chosen for each in again] == [each.played for each in again]


def test_seeds_differ_by_match_seat_and_version() -> None:
    seeds = {computer_seed(seed, seat, version) for seed in (1, 2) for seat in (0, 1) for version in (1, 2)}

    assert len(seeds) == 8
