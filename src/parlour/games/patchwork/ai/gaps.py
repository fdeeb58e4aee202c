"""How well the empty cells of a quilt hang together, and so how well the patches still to come will fit.

The empty cells are two sets of bits, cut as in the record: `upper` holds the rows A to G, `lower` the rows H and I.
"""

import numpy as np

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.patches import SIDE
from parlour.games.patchwork.rules.quilt import FIRST_CELLS, FIRST_WORD, SECOND_WORD

ROW = (1 << SIDE) - 1
NEXT_ROW = FIRST_CELLS - SIDE  # where row G begins
# Cells with a neighbour to the right, and with one to the left.
NOT_LAST_COLUMN = sum(ROW >> 1 << SIDE * row for row in range(SIDE))
NOT_FIRST_COLUMN = NOT_LAST_COLUMN << 1
UPPER_WITH_RIGHT, LOWER_WITH_RIGHT = NOT_LAST_COLUMN & FIRST_WORD, NOT_LAST_COLUMN >> FIRST_CELLS
UPPER_WITH_LEFT, LOWER_WITH_LEFT = NOT_FIRST_COLUMN & FIRST_WORD, NOT_FIRST_COLUMN >> FIRST_CELLS

SEVEN = 7
SQUARES = [sum(0b1111111 << SIDE * (top + row) + left for row in range(SEVEN)) for top in range(3) for left in range(3)]
SQUARE_CELLS = np.array([(square & FIRST_WORD, square >> FIRST_CELLS) for square in SQUARES])  # the 7x7 squares

# What a gap costs, in points of the final score; found together with the numbers of `evaluate`. Without lines the score
# is 40 %, without edges 47 %, lone cells 48 %, dead ends 50 % (300 matches each at depth 3, numbers of the first step).
# The corners of the outline and open squares of 2x2 cells were tried too and brought nothing.
ALONE = -0.208  # an empty cell without an empty neighbour: only a special patch fits
DEAD_END = -0.046  # one with a single empty neighbour
EDGE = -0.094  # a side of an empty cell that is not open to another
LINE = 0.052  # three empty cells in a line, lines may overlap


@kernel
def empty_upper(s: Record, seat: int) -> int:
    return ~s.quilts[seat, 0] & FIRST_WORD


@kernel
def empty_lower(s: Record, seat: int) -> int:
    return ~s.quilts[seat, 1] & SECOND_WORD


@kernel
def openness(cells: int, left: int, right: int, above: int, below: int) -> float:
    """Judge the empty cells of one word.

    Args:
        left, right, above, below: the cells whose neighbour on that side is empty.
    """
    beside, over = left | right, above | below
    any_side = beside | over
    two_sides = left & right | above & below | beside & over
    alone = num_bits(cells & ~any_side)
    dead_ends = num_bits(cells & any_side & ~two_sides)
    sides = num_bits(cells & left) + num_bits(cells & right) + num_bits(cells & above) + num_bits(cells & below)
    lines = num_bits(cells & left & right) + num_bits(cells & above & below)
    return ALONE * alone + DEAD_END * dead_ends + EDGE * (4 * num_bits(cells) - sides) + LINE * lines


@kernel
def quality(upper: int, lower: int) -> float:
    """Judge the empty cells of a quilt: the higher, the easier they are to cover."""
    return openness(
        upper,
        upper << 1 & UPPER_WITH_LEFT,
        upper >> 1 & UPPER_WITH_RIGHT,
        upper << SIDE & FIRST_WORD,
        upper >> SIDE | (lower & ROW) << NEXT_ROW,
    ) + openness(
        lower,
        lower << 1 & LOWER_WITH_LEFT,
        lower >> 1 & LOWER_WITH_RIGHT,
        (lower << SIDE | upper >> NEXT_ROW) & SECOND_WORD,
        lower >> SIDE,
    )


@kernel
def missing_of_seven(upper: int, lower: int) -> int:
    """Count the empty cells of the 7x7 square that has the fewest."""
    fewest = SEVEN * SEVEN
    for square in range(len(SQUARE_CELLS)):
        missing = num_bits(upper & SQUARE_CELLS[square, 0]) + num_bits(lower & SQUARE_CELLS[square, 1])
        fewest = min(fewest, missing)
    return fewest
