"""What Patchwork's evaluation has learned: the weights of a network, and tables of what empty cells count.

`bench/tune_patchwork.py` learns them; `weights.npy` holds one part after another.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.fast_record import record_type
from parlour.games.patchwork.state import CELLS, LAST, NUM_PATCHES, ON_OFFER

HIDDEN, SECOND = 32, 16  # units of the two layers
AHEAD = 12  # patches in the circle that are looked at
NO_PATCH = NUM_PATCHES  # where the circle has come to its end

# The rows, of which a position picks some: where those of each thing begin.
SQUARE = 0  # of the seat to act, then of the other
DISTANCE = SQUARE + 2 * (LAST + 1)  # between the two time tokens
LEFT = DISTANCE + LAST + 1  # patches in the circle
OFFER = LEFT + NUM_PATCHES + 1  # by place, affordable or not, and patch
LATER = OFFER + ON_OFFER * 2 * (NUM_PATCHES + 1)  # by patch, alike for three places in a row
NUM_ROWS = LATER + (AHEAD // ON_OFFER - 1) * (NUM_PATCHES + 1)
PICKED = 4 + AHEAD  # at once
# The amounts, each of which multiplies a row of its own; those of the seat to act, then those of the other.
BUTTONS, INCOME, TO_COME, EMPTY, TO_GO, FIT = range(6)
BOTH = 6
# What one of each is taken for, so that all amounts are about as large; `TO_COME` is income times incomes to come
UNIT = np.array([1 / 16, 1 / 8, 1 / 32, 1 / 32, 1 / 16, 1 / 2], np.float32)

NEIGHBOURHOODS = 1 << 9  # three by three cells, the upper left in the lowest bit
PER_TABLE = 10  # empty cells
TABLES = CELLS // PER_TABLE + 1

WEIGHT_FIELDS = [
    ("rows", np.float32, (NUM_ROWS, HIDDEN)),
    ("scales", np.float32, (2 * BOTH, HIDDEN)),
    ("bias", np.float32, (HIDDEN,)),
    ("mix", np.float32, (HIDDEN, SECOND)),
    ("second_bias", np.float32, (SECOND,)),
    ("out", np.float32, (SECOND,)),
    ("cells", np.float32, (TABLES, NEIGHBOURHOODS)),  # what an empty cell counts
    ("usual", np.float32, (CELLS + 1,)),  # the usual sum of that by the number of empty cells
    # What is left of a fit when any patch is laid as well as possible, and what each patch adds then
    ("after", np.float32, (NUM_PATCHES + 2,)),
]
WeightsType = record_type(WEIGHT_FIELDS)
Weights = Any  # a record of that type, or one that begins with the same fields


def weights_over(numbers: NDArray[np.float32]) -> Weights:
    """Return the weights that lie in an array, one part after another; both change together."""
    return numbers.view(WeightsType)[0]


WEIGHTS = weights_over(np.load(Path(__file__).with_name("weights.npy")).astype(np.float32))
