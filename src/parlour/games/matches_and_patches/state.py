"""The record of a Matches and Patches position.

A tile is a number below 64: two bits of colour, two of number, two of shape; `a ^ b` shows what two tiles share.
A cell is `size * (row - 1) + column - 1`, row 1 nearest to Eagle, column 1 at Eagle's left.
The tile that a marker has replaced stays in the record: both players have seen it.
"""

from typing import NamedTuple

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR

COLOURS = ("red", "blue", "yellow", "green")
NUMBERS = ("1", "2", "3", "4")
SHAPES = ("triangle", "square", "hexagon", "circle")
TILES = len(COLOURS) * len(NUMBERS) * len(SHAPES)
HAND = 4

SMALL, LARGE = 4, 8  # rows and columns
SIZES = (LARGE, SMALL)  # by the number of the option `board`
MAX_CELLS = LARGE * LARGE
MAX_ROUNDS = MAX_CELLS // 2
MAX_LENGTH = 3 * MAX_ROUNDS  # two choices and at most one re-placement in a round

# Action code MAX_CELLS * tile + cell: place the tile on the cell. A re-placement is the code of the tile that is kept.
NUM_ACTIONS = TILES * MAX_CELLS

EAGLE, SNAKE = 0, 1  # seats
NONE = -1  # no tile, no cell, no seat
SECRET = -2  # a chosen tile that may not be known

RUNNING, EAGLE_WON, SNAKE_WON, DRAWN = 0, 1, 2, 3
MORE_THAN_HALF, MORE_CELLS, MORE_POINTS, ALL_EQUAL = 1, 2, 3, 4  # endings

State = record_type(
    [
        GENERATOR,
        ("points", np.int16, 2),  # by seat: banked, in tenths
        ("tiles", np.int8, MAX_CELLS),  # by cell: the tile that lies there, or lay there when it was captured
        ("owners", np.int8, MAX_CELLS),  # by cell: the seat whose marker lies there, or NONE
        ("open", np.int8, MAX_CELLS),  # by cell: 1 when it is empty and touches an occupied one
        ("deck", np.int8, TILES),  # the last one is dealt next
        ("hands", np.int8, (2, HAND)),  # by seat, ascending, then NONE
        ("hand_sizes", np.int8, 2),
        ("deck_size", np.int8),
        ("width", np.int8),  # of the board: SMALL or LARGE
        ("placed", np.int8),  # tiles laid so far
        ("chosen_tile", np.int8, 2),  # by seat: chosen in this round, or NONE
        ("chosen_cell", np.int8, 2),
        ("clash", np.int8),  # the seat that must re-place its tile, or NONE
        ("last", np.int8, 2),  # by seat: the cell of its latest tile; NONE in a clash that it lost
        ("captured", np.int8, 2),  # by seat: cells
        ("over", np.int8),  # RUNNING, EAGLE_WON, SNAKE_WON or DRAWN
        ("ending", np.int8),
    ]
)


class Direction(NamedTuple):
    """A step from a cell to one that it touches."""

    rows: int
    columns: int


EDGES = (Direction(1, 0), Direction(0, 1), Direction(-1, 0), Direction(0, -1))
CORNERS = (Direction(1, 1), Direction(-1, 1), Direction(-1, -1), Direction(1, -1))
DIRECTIONS = EDGES + CORNERS


def neighbours_of(size: int, cell: int) -> list[int]:
    """List the cells around a cell, those over an edge first; NONE off the board."""
    row, column = divmod(cell, size)
    places = [(row + step.rows, column + step.columns) for step in DIRECTIONS]
    return [size * r + c if 0 <= r < size and 0 <= c < size else NONE for r, c in places]


def neighbour_table() -> "np.ndarray[tuple[int, ...], np.dtype[np.int8]]":
    """Return the neighbours by size // LARGE, cell and direction, `[2, MAX_CELLS, 8]`."""
    table = np.full((2, MAX_CELLS, len(DIRECTIONS)), NONE, np.int8)
    for size in SIZES:
        for cell in range(size * size):
            table[size // LARGE, cell] = neighbours_of(size, cell)
    return table


NEIGHBOURS = neighbour_table()
