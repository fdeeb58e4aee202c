"""The record of a Connect Four position.

The board is a pair of bitboards. Bit 7 * column + height stands for a slot, height 0 at the bottom; the seventh bit of
every column stays empty, so that a shifted line never reaches into the next column.
"""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR
from parlour.pieces.colour_draw import COLOUR_DRAW_FIELDS
from parlour.pieces.colour_draw_text import ColourDrawText

COLUMNS = 7
ROWS = 6
CHECKERS = COLUMNS * ROWS  # 21 red, 21 yellow
COLUMN_BITS = ROWS + 1
CLAIM = COLUMNS  # action codes: 0..6 drop into a column, CLAIM + i claims checker i of the bag
NUM_ACTIONS = COLUMNS + CHECKERS

RED, YELLOW = 0, 1  # sides; red begins
COLOUR_DRAW = ColourDrawText(CHECKERS, CLAIM, "red", "yellow", "Each player got 21 checkers.")
RUNNING, RED_WON, YELLOW_WON, DRAWN = 0, 1, 2, 3

State = record_type(
    [
        GENERATOR,
        ("stones", np.int64, 2),  # by side
        *COLOUR_DRAW_FIELDS,
        ("plies", np.int8),  # checkers on the board
        ("last", np.int8),  # bit number of the last one
        ("over", np.int8),  # RUNNING, RED_WON, YELLOW_WON or DRAWN
    ]
)
