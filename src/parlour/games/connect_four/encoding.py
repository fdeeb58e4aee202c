"""Connect Four for learners: planes of the board, and its mirror image."""

import numpy as np

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation, Symmetry
from parlour.core.kernel import kernel
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS, NUM_ACTIONS, ROWS
from parlour.pieces.colour_draw import NOBODY

NAMES = ("own checkers", "enemy checkers", "to move", "colours are being drawn")
SHAPE = (len(NAMES), ROWS, COLUMNS)  # row 0 at the bottom


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    drawing = s.first == NOBODY
    side = 0 if drawing else s.first ^ seat
    to_move = not drawing and s.plies & 1 == side
    for row in range(ROWS):
        for column in range(COLUMNS):
            bit = COLUMN_BITS * column + row
            out[0, row, column] = s.stones[side] >> bit & 1
            out[1, row, column] = s.stones[1 - side] >> bit & 1
            out[2, row, column] = 1.0 if to_move else 0.0
            out[3, row, column] = 1.0 if drawing else 0.0


MIRROR = Symmetry(
    "mirror",
    np.arange(np.prod(SHAPE)).reshape(SHAPE)[:, :, ::-1].ravel(),
    np.r_[np.arange(COLUMNS)[::-1], COLUMNS:NUM_ACTIONS],
)
ENCODING = Encoding(SHAPE, encode, NAMES, (MIRROR,))
