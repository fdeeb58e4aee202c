"""How good a Raptor position is for a side: its features, judged by a small network."""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.features import find_features
from parlour.games.raptor.ai.layout import FEATURES, SETS, Found, Sets
from parlour.games.raptor.ai.weights import BIAS, HIDDEN, OUT, WEIGHTS
from parlour.games.raptor.state import DRAWN, OVER, RAPTOR, RAPTOR_WON

Weights = NDArray[np.float32]  # see `weights`

CERTAIN = 50.0  # the score of a win
LIKELY = 20.0  # the highest score of a position that is not won yet


@kernel
def score(s: Record, weights: Weights, found: Found, sets: Sets) -> float:
    """Return the logarithm of the raptor's odds; of what is hidden nothing is looked at.

    Args:
        found: `[FEATURES + HIDDEN]`, scratch.
        sets: `[SETS, 2]`, scratch.
    """
    if s.phase == OVER:
        return 0.0 if s.over == DRAWN else CERTAIN if s.over == RAPTOR_WON else -CERTAIN
    find_features(s, found, sets)
    return odds_by(weights, found)


@kernel
def odds_by(weights: Weights, found: Found) -> float:
    """Run the network over the features: a layer of hidden units, each counted where it is above zero."""
    for h in range(HIDDEN):
        found[FEATURES + h] = weights[BIAS + h]
    for i in range(FEATURES):
        amount = found[i]  # read once: the loop over units writes to the same array, and would read it again for each
        if amount != 0.0:
            for h in range(HIDDEN):
                found[FEATURES + h] += amount * weights[i * HIDDEN + h]
    odds = float(weights[OUT + HIDDEN])
    for h in range(HIDDEN):
        odds += max(found[FEATURES + h], np.float32(0.0)) * weights[OUT + h]
    return max(-LIKELY, min(LIKELY, odds))


@kernel
def to_chance(odds: float) -> float:
    """Turn the logarithm of odds into a chance."""
    return 1.0 / (1.0 + math.exp(-odds))


@kernel
def value_fn(s: Record, seat: int) -> float:
    """Return the chance of a seat."""
    found = np.empty(FEATURES + HIDDEN, np.float32)
    sets = np.empty((SETS, 2), np.int64)
    odds = score(s, WEIGHTS, found, sets)
    return to_chance(odds if seat ^ s.raptor_seat == RAPTOR else -odds)
