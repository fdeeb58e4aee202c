"""Simulations count by seat, share out their matches without changing them, and stop when told."""

import pytest

from parlour.core.registry import load
from parlour.core.thinking import Stop
from parlour.players import simulation
from parlour.players.player import UnknownPlayer
from parlour.players.simulation import Simulation, Tally, simulate

GAME = load("connect_four")


def test_a_tally_counts_a_draw_as_half_a_point() -> None:
    tally = Tally()
    for result in (1.0, 1.0, 0.5, 0.0):
        tally.add(result)

    assert (tally.wins, tally.draws, tally.matches, tally.rate) == ([2, 1], 1, 4, 0.625)
    assert tally.interval == simulation.wilson(0.625, 4)


@pytest.mark.parametrize("player", ["casual", "expert"])  # of which the second remembers what it has found
def test_the_same_matches_are_played_however_many_at_a_time(player: str) -> None:
    ticks: list[int] = []
    alone = simulate(GAME, player, {}, 5, seed=3, tick=lambda: ticks.append(1))

    assert alone.matches == len(ticks) == 5
    assert simulate(GAME, player, {}, 5, seed=3, jobs=3) == alone
    assert [sum(tally.wins[0] for tally in tallies) for tallies in ([alone], one_by_one(player))] == [alone.wins[0]] * 2


def one_by_one(player: str) -> list[Tally]:
    return [simulate(GAME, player, {}, 1, seed) for seed in range(3, 8)]


def test_a_simulation_is_played_in_slices_and_not_on_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "SLICE_S", 0.0)  # one action each
    playing = Simulation(GAME, "novice", {}, range(2))
    stopped = Stop()
    stopped.now()
    playing.step(stopped)
    assert playing.tally.matches == 0

    steps = 0
    while not playing.is_done:
        playing.step(Stop())
        steps += 1
    assert playing.tally.matches == 2
    assert steps >= 14  # four of one colour need seven actions
    assert playing.seconds > 0


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(UnknownPlayer):
        Simulation(GAME, "nobody", {}, range(2))
