"""The record of a Patchwork position.

A quilt is a set of its 81 cells, cell 9 * row + column, in two words: the rows A to G in the first (63 bits), H and I
in the second (18 bits).
"""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR
from parlour.games.patchwork.patches import ORIENTATIONS, SIDE, SPECIAL

CELLS = SIDE * SIDE
NUM_PATCHES = SPECIAL  # the ordinary ones, numbered below the special one
LAST = 53  # the last square of the time track; the first is 0
INCOME_SQUARES = (5, 11, 17, 23, 29, 35, 41, 47, 53)
SPECIAL_SQUARES = (20, 26, 32, 44, 50)
START_BUTTONS = 5
ON_OFFER = 3  # patches after the neutral token that can be bought
BONUS = 7  # points for the first 7x7

# Action codes: ADVANCE; BUY + (ORIENTATIONS * patch + orientation) * CELLS + cell buys a patch and lays the top left
# corner of its bounding box on a cell; PLACE_SPECIAL + cell lays a special patch.
ADVANCE = 0
BUY = 1
PLACE_SPECIAL = BUY + NUM_PATCHES * ORIENTATIONS * CELLS
NUM_ACTIONS = PLACE_SPECIAL + CELLS

MAX_LENGTH = 2 * LAST + len(SPECIAL_SQUARES)  # every other action moves a token by at least one square
NOBODY = -1

State = record_type(
    [
        GENERATOR,
        ("quilts", np.int64, (2, 2)),  # by seat: the covered cells, in two words
        ("specials", np.int64),  # bit per square of the time track with a special patch on it
        ("buttons", np.int16, 2),  # by seat
        ("moves", np.int16, MAX_LENGTH),  # the actions so far; those of seat 1 as their complement, ~action
        ("length", np.int8),  # their number
        ("circle", np.int8, NUM_PATCHES),  # the patches as they were laid out
        ("follower", np.int8, NUM_PATCHES),  # by patch: the one that follows it in the circle now
        ("behind", np.int8),  # the patch directly behind the neutral token
        ("left", np.int8),  # patches in the circle
        ("squares", np.int8, 2),  # by seat: where its time token stands
        ("income", np.int8, 2),  # by seat
        ("last", np.int8),  # the seat that moved last: on a shared square its token lies on top
        ("pending", np.int8),  # 1: that seat must place a special patch
        ("first_home", np.int8),  # the seat that reached the last square first, or NOBODY
        ("bonus_7x7", np.int8),  # 1: the first 7x7 counts
        ("seven", np.int8),  # the seat that covered a 7x7 first, or NOBODY; not looked for without the bonus
    ]
)
