"""The board: as letters and lines for people, and as the solver sees it.

The solver's board is the checkers of the side to move and those of both sides, with the slots that they threaten.
"""

from typing import NamedTuple

from parlour.core.bits import lowest_bit
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS, DRAWN, RED_WON, ROWS, RUNNING
from parlour.pieces.colour_draw import NOBODY

BOTTOM = sum(1 << COLUMN_BITS * column for column in range(COLUMNS))
COLUMN = (1 << ROWS) - 1  # the slots of column 0
BOARD = BOTTOM * COLUMN
LINE_SHIFTS = (COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1)  # rows and both diagonals
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
LETTERS = ("r", "y")  # by side
DIGIT_TO_LETTER = str.maketrans("012", "." + "".join(LETTERS))
LINES = {
    1: "in a column",
    COLUMN_BITS: "in a row",
    COLUMN_BITS + 1: "on a rising diagonal",
    COLUMN_BITS - 1: "on a falling diagonal",
}  # by the distance between the bits of two neighbours


def board_rows(s: Record) -> list[str]:
    """Return the rows of the board as letters, top row first."""
    red, yellow = s.stones.tolist()
    # Of each slot a decimal digit, 1 for red and 2 for yellow: adding and translating them is done by compiled code.
    digits = str(int(f"{red:b}") + 2 * int(f"{yellow:b}")).zfill(COLUMNS * COLUMN_BITS)
    letters = digits.translate(DIGIT_TO_LETTER)[::-1]  # by bit
    return [letters[height::COLUMN_BITS] for height in reversed(range(ROWS))]


def slot(s: Record, column: int, height: int) -> str:
    """Return the letter of a slot, height counted from 0 at the bottom."""
    return board_rows(s)[ROWS - 1 - height][column]


def place(bit: int) -> list[int]:
    """Return the column and the row of a bit, counted from 1."""
    return [bit // COLUMN_BITS + 1, bit % COLUMN_BITS + 1]


def winning_lines(s: Record) -> list[tuple[str, list[int]]]:
    """List the lines of the winner: in words how they lie, and the bits of four or more checkers in a row."""
    if s.over in (RUNNING, DRAWN):
        return []
    stones = int(s.stones[s.over - RED_WON])
    lines = []
    for shift, words in LINES.items():
        starts = stones & stones >> shift & stones >> 2 * shift & stones >> 3 * shift
        if starts:
            bits = {bit + k * shift for bit in range(COLUMNS * COLUMN_BITS) if starts >> bit & 1 for k in range(4)}
            lines.append((words, sorted(bits)))
    return lines


class Board(NamedTuple):
    """A running position."""

    own: int  # the checkers of the side to move
    occupied: int  # the checkers of both sides
    plies: int


EMPTY = Board(0, 0, 0)


@kernel
def winning_slots(stones: int, occupied: int) -> int:
    """Return the empty slots, reachable now or not, that would complete four of these stones."""
    slots = stones << 1 & stones << 2 & stones << 3
    for shift in LINE_SHIFTS:
        pair = stones << shift & stones << 2 * shift
        slots |= pair & (stones << 3 * shift | stones >> shift)
        pair = stones >> shift & stones >> 2 * shift
        slots |= pair & (stones >> 3 * shift | stones << shift)
    return slots & BOARD & ~occupied


@kernel
def playable(occupied: int) -> int:
    """Return the slot that a checker would fall to in each column that is not full."""
    return occupied + BOTTOM & BOARD


@kernel
def safe_slots(own: int, occupied: int) -> int:
    """Return the playable slots after which the other side cannot win at once; none when it always can."""
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
    """Return the mirror image of a bitboard, or of a key of one."""
    image = 0
    for _ in range(COLUMNS):
        image = image << COLUMN_BITS | bits & (1 << COLUMN_BITS) - 1
        bits >>= COLUMN_BITS
    return image
