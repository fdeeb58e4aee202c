"""Every game: recorded matches play out as they were recorded."""

import pytest

from parlour.core.game import Game
from tools.playthroughs import SEEDS, folder, record


@pytest.mark.parametrize("seed", SEEDS)
def test_a_recorded_match_is_unchanged(game: Game, seed: int) -> None:
    recorded = folder(game) / f"seed_{seed}.txt"

    assert record(game, seed) == recorded.read_text(), "if this change is meant, run `make record` and review the diff"
