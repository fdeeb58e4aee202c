"""Kernels over a quilt: where a patch fits, what it covers, how much is empty."""

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.patches import SHAPE_BITS, SHAPE_CELLS, SHAPE_COLUMNS, SHAPE_SIZE, SIDE
from parlour.games.patchwork.state import CELLS

FIRST_CELLS = 63  # in the first word: the rows A to G
FIRST_WORD = (1 << FIRST_CELLS) - 1
SECOND_WORD = (1 << CELLS - FIRST_CELLS) - 1
# No patch has more than five rows: one whose corner is in the rows A to C lies in A to G.
FAR = 3 * SIDE  # the first cell of row D
NEAR_CORNERS = (1 << FAR) - 1


@kernel
def free_near(s: Record, seat: int) -> int:
    """Return the empty cells of the rows A to G."""
    return ~s.quilts[seat, 0] & FIRST_WORD


@kernel
def free_far(s: Record, seat: int) -> int:
    """Return the empty cells of the rows D to I, row D in the lowest bits."""
    return (~s.quilts[seat, 0] & FIRST_WORD) >> FAR | (~s.quilts[seat, 1] & SECOND_WORD) << FIRST_CELLS - FAR


@kernel
def num_empty(s: Record, seat: int) -> int:
    return CELLS - num_bits(s.quilts[seat, 0]) - num_bits(s.quilts[seat, 1])


@kernel
def corners(near: int, far: int, shape: int) -> tuple[int, int]:
    """Return where the corner of a shape can lie: in the rows A to C, and in D to I, row D in the lowest bits.

    Args:
        near, far: the empty cells, see above; shifted by each cell of the shape, they leave the corners that have it.
    """
    near_corners = SHAPE_COLUMNS[shape] & NEAR_CORNERS
    far_corners = SHAPE_COLUMNS[shape]
    for i in range(SHAPE_SIZE[shape]):
        near_corners &= near >> SHAPE_CELLS[shape, i]
        far_corners &= far >> SHAPE_CELLS[shape, i]
    return near_corners, far_corners


@kernel
def has_room(s: Record, seat: int, shape: int) -> bool:
    near_corners, far_corners = corners(free_near(s, seat), free_far(s, seat), shape)
    return (near_corners | far_corners) != 0


@kernel
def list_places(near: int, far: int, shape: int, code: int, out: Actions, n: int) -> int:
    """Write `code` plus each cell on which the corner of a shape can lie, ascending; return the new number of codes."""
    near_corners, far_corners = corners(near, far, shape)
    n = list_cells(near_corners, code, out, n)
    return list_cells(far_corners, code + FAR, out, n)


@kernel
def list_cells(cells: int, code: int, out: Actions, n: int) -> int:
    """Write `code` plus the number of each set bit, ascending; return the new number of codes."""
    while cells:
        out[n] = code + lowest_bit(cells)
        cells &= cells - 1
        n += 1
    return n


@kernel
def cover(s: Record, seat: int, shape: int, cell: int) -> None:
    """Lay a patch with the corner of its bounding box on a cell."""
    bits, cell = int(SHAPE_BITS[shape]), int(cell)
    if cell < FIRST_CELLS:
        s.quilts[seat, 0] |= bits << cell & FIRST_WORD
        s.quilts[seat, 1] |= bits >> FIRST_CELLS - cell
    else:
        s.quilts[seat, 1] |= bits << cell - FIRST_CELLS


@kernel
def has_seven(s: Record, seat: int) -> bool:
    """Return whether a square of 7x7 cells is completely covered."""
    for row in range(3):
        cells = s.quilts[seat, 0] >> SIDE * row | (s.quilts[seat, 1] << FIRST_CELLS - SIDE * row & FIRST_WORD)
        columns = cells
        for below in range(1, 7):
            columns &= cells >> SIDE * below
        corners = columns & 0b111
        for right in range(1, 7):
            corners &= columns >> right
        if corners:
            return True
    return False
