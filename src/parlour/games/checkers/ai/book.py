"""The opening book: what positions of the first turns are worth, by long searches of the program itself.

A position is seen from the side to move and has no kings. Its value is that of its best turn, as the positions after
it have it; where the book goes no further, it is that of a search. bench/build_checkers_book.py makes the book.
"""

import functools
from pathlib import Path

import numpy as np

from parlour.games.checkers.rules import squeezed
from parlour.games.checkers.state import SQUARES

FILE = Path(__file__).with_name("book.npz")
MARGIN = 6  # points by which a turn of the book may be worse than the best one

Book = dict[int, int]  # by key: points for the side to move


def key_at(own: int, enemy: int, side: int) -> int:
    """Return the key of a position without kings: both sets of squares, as the side to move sees the board."""
    sets = [int(squeezed(each)) for each in (own, enemy)]
    if side == 1:
        sets = [turned(each) for each in sets]
    return sets[0] | sets[1] << SQUARES


def turned(squares: int) -> int:
    """Turn a set of 32 squares by half a turn of the board."""
    return int(f"{squares:032b}"[::-1], 2)


def good_turns(book: Book, own: int, enemy: int, side: int, after: list[tuple[int, int, int]]) -> dict[int, int]:
    """Return the turns that the book holds for about the best, with their points; none where it knows nothing.

    Args:
        after: by turn, the checkers of the side that is to move then, those of the other, and the kings.
    """
    value = book.get(key_at(own, enemy, side))
    if value is None:
        return {}
    keys = {i: key_at(mine, theirs, 1 - side) for i, (mine, theirs, kings) in enumerate(after) if kings == 0}
    points = {i: -book[key] for i, key in keys.items() if key in book}
    return {i: each for i, each in points.items() if each >= value - MARGIN}


@functools.cache
def load() -> Book:
    """Return the book that comes with the game."""
    with np.load(FILE) as arrays:
        return dict(zip(arrays["keys"].tolist(), arrays["values"].tolist(), strict=True))


def save(book: Book, path: Path) -> None:
    keys = sorted(book)
    values = [book[key] for key in keys]
    part = path.with_name(f"part-{path.name}")
    np.savez_compressed(part, keys=np.array(keys, np.uint64), values=np.array(values, np.int16))
    part.replace(path)
