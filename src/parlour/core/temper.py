"""The temper of a player: how it errs as a person does, by taking an action for better than it is."""

import math

from parlour.core.generator import Words, random_below
from parlour.core.thinking import Thought

SURE = 0.998  # a value above is taken for this one, and one below for 1 - SURE: no log-odds are infinite
FINE = 1 << 30  # steps in which a chance is drawn


def choose(thought: Thought, temper: float, random: Words) -> int:
    """Return one of the actions of a thought, drawn by a softmax of the log-odds of their values.

    Close actions are often confused and gross blunders are rare. A proven win is always played.

    Args:
        temper: by how much an action is misjudged, in log-odds; with 0 the best action is played.
    """
    values = {entry.action: entry.value for entry in thought.values}
    is_won = any(entry.is_exact and entry.value == 1.0 for entry in thought.values if entry.action == thought.best)
    if temper == 0.0 or not values or is_won:
        return thought.best
    # The largest of numbers that are each off by a Gumbel number is drawn as by a softmax.
    return max(values, key=lambda action: _log_odds(values[action]) + temper * _gumbel(random))


def _log_odds(value: float) -> float:
    value = min(max(value, 1 - SURE), SURE)
    return math.log(value / (1 - value))


def _gumbel(random: Words) -> float:
    return -math.log(-math.log((random_below(random, FINE) + 0.5) / FINE))
