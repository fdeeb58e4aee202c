"""Checkers for learners: planes of the 32 squares, turned so that the seat's own men always move to higher rows."""

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation
from parlour.core.kernel import kernel
from parlour.games.checkers.state import BLACK, SQUARES, WHITE
from parlour.pieces.colour_draw import NOBODY

NAMES = (
    "own men",
    "own kings",
    "enemy men",
    "enemy kings",
    "the checker in the middle of its jumps",
    "to move",
    "plays white",
    "quiet plies, as a part of the limit",
    "colours are being drawn",
)
PER_ROW = 4
SHAPE = (len(NAMES), SQUARES // PER_ROW, PER_ROW)


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    drawing = s.first == NOBODY
    side = BLACK if drawing else s.first ^ seat
    for i in range(SQUARES):
        bit = i + i // 8
        place = i if side == BLACK else SQUARES - 1 - i
        row, column = place // PER_ROW, place % PER_ROW
        king = s.kings >> bit & 1
        for plane, other in ((0, side), (2, 1 - side)):
            if s.pieces[other] >> bit & 1:
                out[plane + king, row, column] = 1.0
        out[4, row, column] = 1.0 if s.jumping == bit else 0.0
        out[5, row, column] = 1.0 if s.side == side and not drawing else 0.0
        out[6, row, column] = 1.0 if side == WHITE else 0.0
        out[7, row, column] = s.quiet / max(s.quiet_limit, 1)
        out[8, row, column] = 1.0 if drawing else 0.0


ENCODING = Encoding(SHAPE, encode, NAMES)
