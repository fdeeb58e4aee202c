"""What a learner sees of a position of Matches and Patches."""

import numpy as np
import pytest

import parlour
from parlour.games.matches_and_patches.encoding import NAMES
from parlour.games.matches_and_patches.state import MAX_CELLS

PLAYABLE, BOARD, OWN_HAND = NAMES.index("may be played"), NAMES.index("board"), NAMES.index("tiles in own hand")
OWN_HALF, SNAKE, UNSEEN = NAMES.index("own half"), NAMES.index("plays Snake"), NAMES.index("tiles never seen")


def test_both_players_see_the_start_from_their_own_side() -> None:
    batch = parlour.batch("matches_and_patches", 1, seeds=1)
    eagle, snake = (batch.observe(seat)[0] for seat in (0, 1))

    assert np.argwhere(eagle[PLAYABLE]).tolist() == np.argwhere(snake[PLAYABLE]).tolist() == [[3, 3]]
    assert eagle[OWN_HALF].tolist() == snake[OWN_HALF].tolist()
    assert eagle[OWN_HALF, :4].all()
    assert (eagle[SNAKE].any(), snake[SNAKE].all()) == (False, True)
    assert eagle[UNSEEN].sum() == 60


@pytest.mark.parametrize(("board", "size"), [("large", 8), ("small", 4)])
def test_the_legal_actions_are_the_tiles_of_the_hand_on_the_cells_that_may_be_played(board: str, size: int) -> None:
    batch = parlour.batch("matches_and_patches", 1, seeds=4, options={"board": board})
    for _ in range(12):
        seen = batch.observe()[0]
        legal = np.flatnonzero(batch.legal_mask()[0])
        cells = np.flatnonzero(seen[PLAYABLE, :size, :size])
        if seen[SNAKE].any():
            cells = size * size - 1 - cells
        tiles = np.flatnonzero(seen[NAMES.index("own tile chosen in this round")])
        if not seen[NAMES.index("must place again")].any():
            tiles = np.flatnonzero(seen[OWN_HAND])

        assert sorted(MAX_CELLS * tile + cell for tile in tiles for cell in cells) == legal.tolist()
        assert seen[BOARD].sum() == size * size
        batch.play_random(1)
