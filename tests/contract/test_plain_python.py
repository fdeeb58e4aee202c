"""Every game: its kernels do the same compiled and as plain Python."""

import hashlib
import sys

import pytest

from parlour.core.game import Game
from parlour.core.registry import load
from support.matches import guessed, positions, some_steps
from support.nojit import run_plain

SEEDS = (11, 12, 13)


def digest(game: Game) -> str:
    """Hash every byte of every position of some random matches, and of some guesses about them."""
    hasher = hashlib.sha256()
    for seed in SEEDS:
        for position in positions(game, seed):
            hasher.update(position.to_bytes())
        for position, seat, _ in some_steps(game, seed, most=5):
            hasher.update(guessed(position, seat, seed).to_bytes())
    return hasher.hexdigest()


@pytest.mark.slow
def test_compiled_and_plain_matches_are_equal_byte_by_byte(game: Game) -> None:
    assert run_plain(__file__, game.id) == digest(game)


if __name__ == "__main__":
    sys.stdout.write(digest(load(sys.argv[1])))
