"""The record of a Checkers position.

A set of squares is a bitboard. Playable squares are numbered 1..32 as in PDN; square n has bit n - 1 + (n - 1) // 8.
The gap after every second row makes the four diagonal steps the same shift from every square, and a step over the edge
ends on a gap or off the board:

     1   2   3   4     bits  0  1  2  3      directions from a square, as shifts:
   5   6   7   8            4  5  6  7         up left -5   up right -4
     9  10  11  12           9 10 11 12      down left +4   down right +5
   ...                     ...
"""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR
from parlour.pieces.colour_draw import COLOUR_DRAW_FIELDS
from parlour.pieces.colour_draw_text import ColourDrawText

SQUARES = 32
CHECKERS = 24  # 12 black, 12 white
DIRECTIONS = 4
SHIFTS = (4, 5, -5, -4)  # by direction: down left, down right, up left, up right
CLAIM = SQUARES * DIRECTIONS  # codes: 4 * (square - 1) + direction steps or hops, CLAIM + i claims checker i of the bag
NUM_ACTIONS = CLAIM + CHECKERS

BLACK, WHITE = 0, 1  # sides; black begins, at the top, and moves down
COLOUR_DRAW = ColourDrawText(CHECKERS, CLAIM, "black", "white", "The men were laid out.")
RUNNING, BLACK_WON, WHITE_WON, DRAWN = 0, 1, 2, 3
NO_CHECKERS, NO_MOVE, REPETITION, QUIET = 1, 2, 3, 4

MAX_QUIET = 100  # the longest quiet_ply_limit that can be chosen


def square_to_bit(square: int) -> int:
    """Return the bit number of a square 1..32."""
    return square - 1 + (square - 1) // 8


def squares_to_bits(squares: "range | list[int]") -> int:
    """Return the bitboard of a set of squares."""
    return sum(1 << square_to_bit(square) for square in squares)


BOARD = squares_to_bits(range(1, 33))
CROWN_ROWS = (squares_to_bits(range(29, 33)), squares_to_bits(range(1, 5)))  # by side: where its men are crowned
START = (squares_to_bits(range(1, 13)), squares_to_bits(range(21, 33)))

State = record_type(
    [
        GENERATOR,
        ("pieces", np.int64, 2),  # by side
        ("kings", np.int64),  # of both sides
        ("plays", np.int16, 2),  # turns made, by side
        ("side", np.int8),  # to move
        ("jumping", np.int8),  # bit number of the checker in the middle of its jumps, or -1
        ("quiet", np.int8),  # plies since the last capture or man's move
        ("over", np.int8),  # RUNNING, BLACK_WON, WHITE_WON or DRAWN
        ("ending", np.int8),  # why it is over: NO_CHECKERS, NO_MOVE, REPETITION, QUIET
        ("repetition_limit", np.int8),  # 0: never
        ("quiet_limit", np.int8),
        # Where the kings stood at each ply since the last capture or man's move, by side, gaps squeezed out. The
        # men have not moved since then and the sides alternate, so that is the whole position, exactly.
        ("memory", np.uint32, (MAX_QUIET, 2)),
        *COLOUR_DRAW_FIELDS,
    ]
)
