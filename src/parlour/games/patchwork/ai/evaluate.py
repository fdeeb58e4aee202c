"""What a Patchwork position is worth: the score that each seat can expect at the end."""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.ai.gaps import SEVEN, empty_lower, empty_upper, missing_of_seven, quality
from parlour.games.patchwork.rules.contract import INCOMES_UP_TO, score
from parlour.games.patchwork.state import BONUS, INCOME_SQUARES, LAST, NOBODY

# What things are worth in points of the final score, by the squares of the time track that are still to go; in between
# they are interpolated. At the end they are what the rules say.
#
# These numbers and those of `gaps` were found by an evolution strategy, CMA-ES, over about 250,000 matches between
# searches of depth 2, then 3, then 4, each step begun where the last ended. The first step scored 91 % against a
# guess by hand (300 matches at depth 2), the second 67 % against the first (160 matches, 500 nodes), the third 51 %
# and 1.0 points more than the second (240 matches, 500 nodes). The square of the empty cells, and being ahead as
# such, were tried too and brought nothing (52 % with them, 160 matches).
SQUARES_TO_GO = (0, 18, 36, 54)
TIME_VALUE = (0.0, 19.8, 56.6, 58.3)  # the squares themselves: patches that they leave time for
BUTTON_VALUE = (1.0, 0.95, 1.7, 3.08)
INCOME_VALUE = (1.0, 1.07, 1.09, 1.67)  # for each income still to come
EMPTY_VALUE = (-2.0, -1.53, -1.57, -1.23)
GAP_VALUE = (0.0, 0.5, 1.0, 0.55)  # of a point of `gaps.quality`
# Of being ahead on the track, for each special patch still there; 45 % without it (300 matches at depth 3).
AHEAD_VALUE = -0.69

# Points that turn even chances into 73 %. In 80 matches of searches of 300 nodes, judged at every action, the results
# were least surprising with 4: log loss 0.469, against 0.482 with 3 and with 6.
LEAD_SCALE = 4.0
SURE = 1000.0  # added to the lead at the end of a match: any win is better than any promise


def _by_square() -> NDArray[np.float64]:
    """Make the table of all these values by the square of the token, `[LAST + 1, 5]`."""
    to_go = LAST - np.arange(LAST + 1)
    values = (TIME_VALUE, BUTTON_VALUE, INCOME_VALUE, EMPTY_VALUE, GAP_VALUE)
    table = np.array([np.interp(to_go, SQUARES_TO_GO, value) for value in values])
    table[INCOME] *= len(INCOME_SQUARES) - INCOMES_UP_TO
    return np.ascontiguousarray(table.T)


TIME, BUTTON, INCOME, EMPTY, GAP = range(5)
VALUES = _by_square()
# The worth of the bonus by the empty cells of the best square. A search of 300 nodes that knows of the bonus scores
# 60 % against one that does not (100 matches): it is first to cover a square in 49 of the 50 matches in which one is
# covered.
BONUS_VALUES = BONUS * 0.9 ** np.arange(SEVEN * SEVEN + 1)


@kernel
def is_seven_open(s: Record) -> bool:
    """Return whether the bonus can still be won."""
    return s.bonus_7x7 != 0 and s.seven == NOBODY


@kernel
def worth(s: Record, seat: int) -> float:
    """Estimate the final score of a seat."""
    upper, lower, square = empty_upper(s, seat), empty_lower(s, seat), s.squares[seat]
    empty = num_bits(upper) + num_bits(lower)
    if s.pending and s.last == seat:
        empty -= 1  # the special patch will cover one
    value = (
        VALUES[square, TIME]
        + VALUES[square, BUTTON] * s.buttons[seat]
        + VALUES[square, INCOME] * s.income[seat]
        + VALUES[square, EMPTY] * empty
        + VALUES[square, GAP] * quality(upper, lower)
    )
    if square > s.squares[1 - seat]:
        value += AHEAD_VALUE * num_bits(s.specials)
    if is_seven_open(s):
        value += BONUS_VALUES[missing_of_seven(upper, lower)]
    elif s.seven == seat:
        value += BONUS
    return value


@kernel
def lead(s: Record, seat: int) -> float:
    """Estimate by how many points a seat will win; negative when it will lose."""
    return worth(s, seat) - worth(s, 1 - seat)


@kernel
def final_lead(s: Record, seat: int) -> float:
    """Return the lead of a seat when the game is over, with the certainty added."""
    points = float(score(s, seat) - score(s, 1 - seat))
    is_won = s.first_home == seat if points == 0.0 else points > 0.0
    return points + SURE if is_won else points - SURE


@kernel
def chance(points: float) -> float:
    """Turn a lead into an expected result."""
    return 1.0 / (1.0 + math.exp(-points / LEAD_SCALE))


@kernel
def value_fn(s: Record, seat: int) -> float:
    """Return the expected result of a seat."""
    return chance(lead(s, seat))
