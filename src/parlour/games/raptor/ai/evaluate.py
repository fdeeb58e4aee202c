"""How good a Raptor position is for a side: its features, weighed."""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.features import FEATURES, SETS, Found, Sets, find_features
from parlour.games.raptor.ai.weights import SIMPLE_WEIGHTS, WEIGHTS
from parlour.games.raptor.state import DRAWN, OVER, RAPTOR, RAPTOR_WON

Weights = NDArray[np.float64]  # [FEATURES + 2 * CARDS], for the raptor: features, then cards in the hands

CERTAIN = 50.0  # the score of a win


@kernel
def score(s: Record, weights: Weights, found: Found, sets: Sets) -> float:
    """Return the logarithm of the raptor's odds; of what is hidden nothing is looked at.

    Args:
        found: `[FEATURES]`, scratch.
        sets: `[SETS, 2]`, scratch.
    """
    if s.phase == OVER:
        return 0.0 if s.over == DRAWN else CERTAIN if s.over == RAPTOR_WON else -CERTAIN
    find_features(s, found, sets)
    total = 0.0
    for i in range(FEATURES):
        total += weights[i] * found[i]
    return total


@kernel
def to_chance(odds: float) -> float:
    """Turn the logarithm of odds into a chance."""
    return 1.0 / (1.0 + math.exp(-odds))


@kernel
def value_fn(s: Record, seat: int) -> float:
    return judge_by(s, seat, WEIGHTS)


@kernel
def simple_value_fn(s: Record, seat: int) -> float:
    """Judge as a beginner does."""
    return judge_by(s, seat, SIMPLE_WEIGHTS)


@kernel
def judge_by(s: Record, seat: int, weights: Weights) -> float:
    found = np.empty(FEATURES, np.float64)
    sets = np.empty((SETS, 2), np.int64)
    odds = score(s, weights, found, sets)
    return to_chance(odds if seat ^ s.raptor_seat == RAPTOR else -odds)
