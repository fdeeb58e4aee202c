"""How an action is graded by what it loses, and a player by all of their actions."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from parlour.analysis.report import Grade, Graded


class Threshold(NamedTuple):
    """An action that loses at most this much of the expected result gets this grade."""

    most: float
    grade: Grade


THRESHOLDS = (
    Threshold(0.01, "best"),  # as good as the best one, within what a search can tell
    Threshold(0.05, "good"),
    Threshold(0.10, "inaccuracy"),
    Threshold(0.20, "mistake"),
    Threshold(1.00, "blunder"),
)
# Where both choose in secret a good player mixes, and what was best depends on what the other one has chosen.
SECRET_MARGIN = 0.10
STEEPNESS = 4.0  # of the accuracy: an action that loses 0.05 counts as 82 %, 0.10 as 67 %, 0.50 as 14 %


def grade_of(loss: float, *, in_secret: bool = False) -> Grade:
    """Return the grade of an action that loses so much of the expected result."""
    loss = loss - SECRET_MARGIN if in_secret else loss
    return next((grade for most, grade in THRESHOLDS if loss <= most), "blunder")


def accuracy_of(loss: float, *, in_secret: bool = False) -> float:
    """Return how accurate an action was, in percent: 100 for one that loses nothing."""
    loss = max(0.0, loss - SECRET_MARGIN if in_secret else loss)
    return 100 * math.exp(-STEEPNESS * loss)


def accuracy(actions: Sequence[Graded], seat: int, secret: frozenset[int] = frozenset()) -> float | None:
    """Return the mean accuracy of a seat's actions; None when it had nothing to decide.

    Args:
        secret: the versions of actions that were chosen in secret by both seats at once.
    """
    counted = [
        accuracy_of(action.best_value - action.value, in_secret=action.version in secret)
        for action in actions
        if action.seat == seat and action.grade != "forced"
    ]
    return sum(counted) / len(counted) if counted else None
