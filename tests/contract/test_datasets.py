"""Every game: a recorded match holds what was played, whichever way it was made."""

import pytest

from parlour.core.game import Game
from parlour.core.position import start
from parlour.core.thinking import Stop
from parlour.lab.dataset import random_match, steps_of
from parlour.lab.entrants import make_entrant
from parlour.lab.playing import steps


@pytest.mark.long  # its kernels are compiled for this alone
def test_a_random_match_of_a_kernel_equals_one_of_random_players(game: Game) -> None:
    for seed in range(3):
        found, result = random_match(game, seed, {}, (seed, 100 + seed))
        players = [make_entrant("random", game, each) for each in (seed, 100 + seed)]
        with Stop() as stop:
            played = list(steps(start(game, seed, {}), players, stop))

        actions = [(step.seat, step.action) for step in played]
        assert found[:, :2].tolist() == [list(each) for each in actions]
        assert (steps_of(game, seed, {}, actions) == found).all()
        assert result == game.rules.result(played[-1].after.state, 0)
