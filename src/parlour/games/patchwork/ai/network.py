"""The network that judges a Patchwork position: what it looks at, and how it is computed.

It sees the position from the seat that buys next. Amounts, such as the buttons of either seat, multiply a row of
weights each; squares of the time track and patches in the circle pick rows, such as that of patch K on offer first and
affordable. The sum of these rows are the hidden units. A second, smaller layer follows, and then the lead in points.
The first hidden unit is also added to the lead as it is: the part of the network that is merely a sum.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.ai.vectors import add_picked, add_scaled_16, add_scaled_32
from parlour.games.patchwork.ai.weights import (
    AHEAD,
    BOTH,
    BUTTONS,
    DISTANCE,
    EMPTY,
    FIT,
    HIDDEN,
    INCOME,
    LATER,
    LEFT,
    NO_PATCH,
    OFFER,
    SECOND,
    SQUARE,
    TO_COME,
    TO_GO,
    UNIT,
    Weights,
)
from parlour.games.patchwork.patches import PRICE
from parlour.games.patchwork.rules.contract import INCOMES_UP_TO
from parlour.games.patchwork.state import INCOME_SQUARES, LAST, NUM_PATCHES, ON_OFFER

Picked = NDArray[np.int64]  # [PICKED], rows
Amounts = NDArray[np.float32]  # [2 * BOTH]
Units = NDArray[np.float32]  # [2, HIDDEN], scratch: those of the first layer, and of the second


@kernel
def next_to_buy(s: Record) -> int:
    """Return the seat to act as soon as no special patch waits to be placed."""
    if s.squares[0] == s.squares[1]:
        return s.last
    return 0 if s.squares[0] < s.squares[1] else 1


@kernel
def look(s: Record, seat: int, picked: Picked, amounts: Amounts) -> None:
    """Write the rows that a position picks, and its amounts; seen from the seat that buys next."""
    for side in range(2):
        who, first, square = seat ^ side, BOTH * side, int(s.squares[seat ^ side])
        empty = int(s.empty[who])
        if s.pending and who == s.last:
            empty -= 1  # the special patch will cover one
        amounts[first + BUTTONS] = s.buttons[who] * UNIT[BUTTONS]
        amounts[first + INCOME] = s.income[who] * UNIT[INCOME]
        amounts[first + TO_COME] = s.income[who] * (len(INCOME_SQUARES) - INCOMES_UP_TO[square]) * UNIT[TO_COME]
        amounts[first + EMPTY] = empty * UNIT[EMPTY]
        amounts[first + TO_GO] = (LAST - square) * UNIT[TO_GO]
        amounts[first + FIT] = s.fits[who] * UNIT[FIT]
        picked[side] = SQUARE + (LAST + 1) * side + square
    picked[2] = DISTANCE + abs(int(s.squares[0]) - int(s.squares[1]))
    picked[3] = LEFT + int(s.left)
    patch = int(s.behind)
    for place in range(AHEAD):
        seen = NO_PATCH
        if place < s.left:
            patch = int(s.follower[patch])
            seen = patch
        if place >= ON_OFFER:
            picked[4 + place] = LATER + (place // ON_OFFER - 1) * (NUM_PATCHES + 1) + seen
        else:
            affordable = 1 if seen != NO_PATCH and PRICE[seen] <= s.buttons[seat] else 0
            picked[4 + place] = OFFER + (2 * place + affordable) * (NUM_PATCHES + 1) + seen


@kernel
def run(w: Weights, picked: Picked, amounts: Amounts, units: Units) -> float:
    """Return the lead of the seat to act, in points."""
    first, second = units[0], units[1]
    for h in range(HIDDEN):
        first[h] = w.bias[h]
    add_scaled_32(w.scales, amounts, first)
    add_picked(w.rows, picked, first)
    lead = first[0]
    for h in range(HIDDEN):
        first[h] = max(first[h], np.float32(0.0))
    for j in range(SECOND):
        second[j] = w.second_bias[j]
    add_scaled_16(w.mix, first, second)
    for j in range(SECOND):
        lead += max(second[j], np.float32(0.0)) * w.out[j]
    return lead
