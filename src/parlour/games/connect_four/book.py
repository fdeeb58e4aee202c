"""The opening book: exact scores that take the solver long, each with a drop that achieves it.

`book.txt` holds a line for each position, `4453 2 4`: the columns played so far, the score for the side to move, and
the column to play. Of two mirror images it holds one. `parlour connect_four book` writes it.
"""

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from parlour.games.connect_four.board import EMPTY, Board, after_drop, mirrored, slot_of
from parlour.games.connect_four.state import COLUMNS

FILE = Path(__file__).with_name("book.txt")


class Known(NamedTuple):
    """The entry of a position."""

    score: int
    column: int  # achieves the score


Book = Mapping[int, Known]  # by `key_of`


def board_after(columns: str) -> Board:
    """Return the position after these drops, none of which ends the game."""
    board = EMPTY
    for column in columns:
        board = after_drop(board, slot_of(board, int(column) - 1))
    return board


def key_of(board: Board) -> tuple[int, bool]:
    """Return the key that a position shares with its mirror image, and whether the key is that of the image."""
    key = board.own + board.occupied
    image = int(mirrored(key))
    return (image, True) if image < key else (key, False)


def turned(column: int, is_image: bool) -> int:
    """Return the number of a column in the mirror image, or the column itself."""
    return COLUMNS - 1 - column if is_image else column


def read(lines: Iterable[str]) -> dict[int, Known]:
    """Read the lines of a book."""
    known = {}
    for line in lines:
        columns, score, column = line.rstrip("\n").split(" ")
        key, is_image = key_of(board_after(columns))
        known[key] = Known(int(score), turned(int(column) - 1, is_image))
    return known


@functools.cache
def _book() -> tuple[Book, int]:
    """The book, and the number of checkers in its latest position."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    return read(lines), max((len(line.partition(" ")[0]) for line in lines), default=-1)


def last_plies() -> int:
    """Return the number of checkers in the latest position of the book."""
    return _book()[1]


def look_up(board: Board) -> Known | None:
    """Return the entry of a running position; None when the book does not hold it."""
    known, last = _book()
    if board.plies > last:
        return None
    key, is_image = key_of(board)
    entry = known.get(key)
    return entry and Known(entry.score, turned(entry.column, is_image))
