"""Every game: the counts of its `perft.txt`."""

import pytest

from parlour.core.game import Game
from parlour.core.playout import perft
from parlour.core.position import start
from tools.playthroughs import own_tests

MANY_NODES = 20_000_000  # which take a second or more


def rows(game: Game) -> list[tuple[str | None, int, int]]:
    """Read `position | depth | nodes` lines."""
    path = own_tests(game) / "perft.txt"
    if not path.is_file():
        return []
    lines = [line.split(" | ") for line in path.read_text().splitlines() if not line.startswith("#")]
    return [(None if text == "start" else text, int(depth), int(nodes)) for text, depth, nodes in lines]


@pytest.mark.slow
def test_the_counts_are_right(game: Game) -> None:
    if not rows(game):
        pytest.skip(f"{game.id} has no perft.txt: no counts of its trees are known")
    check(game, [row for row in rows(game) if row[2] <= MANY_NODES])


@pytest.mark.slow
@pytest.mark.long
def test_the_largest_counts_are_right(game: Game) -> None:
    check(game, [row for row in rows(game) if row[2] > MANY_NODES])


def check(game: Game, counts: list[tuple[str | None, int, int]]) -> None:
    for text, depth, nodes in counts:
        assert perft(start(game, 0, game.preset("perft"), text), depth) == nodes, f"{text} at depth {depth}"
