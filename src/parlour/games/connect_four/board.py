"""The board as the solver sees it: the checkers of the side to move, all checkers, and what they threaten."""

from typing import NamedTuple

from parlour.core.bits import lowest_bit
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS, ROWS, RUNNING
from parlour.pieces.bag import NOBODY

BOTTOM = sum(1 << COLUMN_BITS * column for column in range(COLUMNS))
COLUMN = (1 << ROWS) - 1  # the slots of column 0
BOARD = BOTTOM * COLUMN
LINE_SHIFTS = (COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1)  # rows and both diagonals
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


class Board(NamedTuple):
    """A running position."""

    own: int  # the checkers of the side to move
    occupied: int  # those of both
    plies: int


EMPTY = Board(0, 0, 0)


@kernel
def winning_slots(stones: int, occupied: int) -> int:
    """Empty slots, reachable now or not, that would complete four of these stones."""
    slots = stones << 1 & stones << 2 & stones << 3
    for shift in LINE_SHIFTS:
        pair = stones << shift & stones << 2 * shift
        slots |= pair & (stones << 3 * shift | stones >> shift)
        pair = stones >> shift & stones >> 2 * shift
        slots |= pair & (stones >> 3 * shift | stones << shift)
    return slots & BOARD & ~occupied


@kernel
def playable(occupied: int) -> int:
    """The slot that a checker would fall to in each column that is not full."""
    return occupied + BOTTOM & BOARD


@kernel
def safe_slots(own: int, occupied: int) -> int:
    """Playable slots after which the other side cannot win at once; none when nothing helps."""
    slots = playable(occupied)
    threats = winning_slots(own ^ occupied, occupied)
    forced = slots & threats
    if forced:
        if forced & forced - 1:
            return 0
        slots = forced
    return slots & ~(threats >> 1)


def is_running(s: Record) -> bool:
    """Return whether a checker can be dropped: the colours are drawn and the game is not over."""
    return bool(s.first != NOBODY and s.over == RUNNING)


def board_of(s: Record) -> Board:
    plies = int(s.plies)
    return Board(int(s.stones[plies % 2]), int(s.stones[0] | s.stones[1]), plies)


def after_drop(board: Board, slot: int) -> Board:
    """Return the position after a drop that does not end the game."""
    return Board(board.own ^ board.occupied, board.occupied | slot, board.plies + 1)


def slot_of(board: Board, column: int) -> int:
    """Return the slot that a checker in a column would fall to; 0 when it is full."""
    return int(playable(board.occupied)) & COLUMN << COLUMN_BITS * column


def column_of(slot: int) -> int:
    return int(lowest_bit(slot)) // COLUMN_BITS


@kernel
def mirrored(bits: int) -> int:
    """Swap left and right of a bitboard, or of a key of one."""
    image = 0
    for _ in range(COLUMNS):
        image = image << COLUMN_BITS | bits & (1 << COLUMN_BITS) - 1
        bits >>= COLUMN_BITS
    return image
