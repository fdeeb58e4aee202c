"""How well the empty cells of a quilt hang together, and so how well the patches still to come will fit.

Each empty cell counts by which of its eight neighbours are covered, looked up in a table; what lies outside the quilt
is covered. There can be a table for every ten empty cells. The fit of a quilt is the sum less the usual sum for its
number of empty cells, in points of the final score.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.ai.weights import PER_TABLE, Weights
from parlour.games.patchwork.patches import SHAPE_CELLS, SHAPE_SIZE, SIDE
from parlour.games.patchwork.rules.quilt import FIRST_CELLS, FIRST_WORD, SECOND_WORD
from parlour.games.patchwork.state import BONUS, CELLS, NOBODY

ROW = (1 << SIDE) - 1
BORDER = 1 | 1 << SIDE + 1  # left and right of a row; the cell in column c is bit c + 1
WALL = ROW << 1 | BORDER  # above the first row and below the last
MAX_ROWS = 5  # of a shape

Rows = NDArray[np.int64]  # [SIDE + 2], the covered cells and what lies around them
CellValues = NDArray[np.float32]  # [CELLS]
Table = NDArray[np.float32]  # [NEIGHBOURHOODS], 0 where the middle is covered


SEVEN = 7
SQUARES = [sum(0b1111111 << SIDE * (top + row) + left for row in range(SEVEN)) for top in range(3) for left in range(3)]
SQUARE_CELLS = np.array([(square & FIRST_WORD, square >> FIRST_CELLS) for square in SQUARES])  # the 7x7 squares
# The worth of the bonus by the empty cells of the best square. A search of 300 nodes that knows of the bonus scores
# 60 % against one that does not (100 matches): it is first to cover a square in 49 of the 50 matches in which one is
# covered.
BONUS_VALUES = BONUS * 0.9 ** np.arange(SEVEN * SEVEN + 1)


def _shape_rows() -> NDArray[np.int64]:
    """Make the rows of each shape as bits."""
    rows = np.zeros((len(SHAPE_SIZE), MAX_ROWS), np.int64)
    for shape, size in enumerate(SHAPE_SIZE):
        for cell in SHAPE_CELLS[shape, :size]:
            rows[shape, cell // SIDE] |= 1 << cell % SIDE
    return rows


SHAPE_ROWS = _shape_rows()
SHAPE_HEIGHT = np.count_nonzero(SHAPE_ROWS, axis=1)
SHAPE_WIDTH = np.array([int(np.bitwise_or.reduce(row)).bit_length() for row in SHAPE_ROWS])


@kernel
def empty_upper(s: Record, seat: int) -> int:
    """Return the empty cells of the rows A to G."""
    return ~s.quilts[seat, 0] & FIRST_WORD


@kernel
def empty_lower(s: Record, seat: int) -> int:
    """Return the empty cells of the rows H and I."""
    return ~s.quilts[seat, 1] & SECOND_WORD


@kernel
def spread_rows(first: int, second: int, rows: Rows) -> None:
    """Write the rows of a quilt with walls around them."""
    rows[0] = rows[SIDE + 1] = WALL
    for row in range(7):
        rows[row + 1] = (first >> SIDE * row & ROW) << 1 | BORDER
    rows[8] = (second & ROW) << 1 | BORDER
    rows[9] = (second >> SIDE & ROW) << 1 | BORDER


@kernel
def neighbourhood(rows: Rows, row: int, column: int) -> int:
    return rows[row] >> column & 7 | (rows[row + 1] >> column & 7) << 3 | (rows[row + 2] >> column & 7) << 6


@kernel
def value_cells(rows: Rows, table: Table, cells: CellValues) -> float:
    """Write what each empty cell counts, and return the sum."""
    total = 0.0
    for row in range(SIDE):
        empty = ~rows[row + 1] & WALL
        while empty:
            column = lowest_bit(empty) - 1
            empty &= empty - 1
            value = table[neighbourhood(rows, row, column)]
            cells[SIDE * row + column] = value
            total += value
    return total


@kernel
def turn_over(shape: int, top: int, left: int, rows: Rows) -> None:
    """Lay a shape, or take it away again."""
    for row in range(SHAPE_HEIGHT[shape]):
        rows[top + row + 1] ^= SHAPE_ROWS[shape, row] << left + 1


@kernel
def change_by(shape: int, corner: int, rows: Rows, table: Table, cells: CellValues) -> float:
    """Return by how much the sum changes when a shape is laid with its corner on a cell."""
    top, left, height = corner // SIDE, corner % SIDE, SHAPE_HEIGHT[shape]
    around = ((4 << SHAPE_WIDTH[shape]) - 1) << left & WALL & ~BORDER
    change = 0.0
    turn_over(shape, top, left, rows)
    for row in range(max(top - 1, 0), min(top + height + 1, SIDE)):
        laid = SHAPE_ROWS[shape, row - top] << left + 1 if top <= row < top + height else 0
        changed = (~rows[row + 1] | laid) & around
        while changed:
            bit = lowest_bit(changed)
            changed &= changed - 1
            change -= cells[SIDE * row + bit - 1]
            if laid >> bit & 1 == 0:
                change += table[neighbourhood(rows, row, bit - 1)]
    turn_over(shape, top, left, rows)
    return change


@kernel
def table_of(empty: int) -> int:
    return empty // PER_TABLE


@kernel
def sum_of(first: int, second: int, w: Weights, rows: Rows, cells: CellValues) -> float:
    """Return what the empty cells of a quilt count."""
    spread_rows(first, second, rows)
    return value_cells(rows, w.cells[table_of(CELLS - num_bits(first) - num_bits(second))], cells)


@kernel
def fit_of(first: int, second: int, w: Weights, rows: Rows, cells: CellValues) -> float:
    """Return the fit of a quilt."""
    usual = w.usual[CELLS - num_bits(first) - num_bits(second)]
    return sum_of(first, second, w, rows, cells) - usual


@kernel
def guess_fit(fit: float, patch: int, w: Weights) -> float:
    """Guess the fit of a quilt after a patch is laid in its best place."""
    return w.after[0] * fit + w.after[1 + patch]


@kernel
def is_seven_open(s: Record) -> bool:
    """Return whether the bonus can still be won."""
    return s.bonus_7x7 != 0 and s.seven == NOBODY


@kernel
def missing_of_seven(upper: int, lower: int) -> int:
    """Count the empty cells of the 7x7 square that has the fewest."""
    fewest = SEVEN * SEVEN
    for square in range(len(SQUARE_CELLS)):
        missing = num_bits(upper & SQUARE_CELLS[square, 0]) + num_bits(lower & SQUARE_CELLS[square, 1])
        fewest = min(fewest, missing)
    return fewest
