"""What a value network learns: returns of each seat, from what happened in a few steps of a batch.

Arrays are those of NumPy or of torch, whose module is given as `xp`.
"""

from typing import Any

Array = Any


def seat_returns(
    xp: Any, values: Array, seats: Array, rewards: Array, ended: Array, strays: Array, last: Array, trace: float
) -> Array:  # fmt: skip
    """Return what each position turned out to be worth to the seat that acted there, `[T, B]`.

    A return is the mean of what the seat expected when it acted next, and of the return from there, weighted by `trace`
    (TD(lambda) over the seat's own positions); or the reward where the match ended before. What the other seat expects
    is not used in between: where both choose in secret, it does not know yet what was chosen. A step that strays from
    what the seat would choose ends the trace: what was expected there stands for what would have come.

    Args:
        values: `[T, B]`: what the seat that acts expects.
        seats: `[T, B]`: that acts, 0 or 1.
        rewards: `[T, B, 2]`, by seat; ended: `[T, B]` bool: the match ended by this step, and a new one began.
        strays: `[T, B]` bool: the action was any one, only to explore.
        last: `[B]`: what seat 0 may expect after the last step.
    """
    nearest = later = xp.stack([last, -last], -1)  # by seat: what it expected when it acted next, and the return
    returns = xp.zeros_like(values)
    for t in reversed(range(len(values))):
        over = ended[t][:, None]
        nearest, later = xp.where(over, rewards[t], nearest), xp.where(over, rewards[t], later)
        is_second = seats[t] == 1
        expected = xp.where(is_second, -values[t], values[t])  # by seat 0
        instead = xp.stack([expected, -expected], -1)
        nearest, later = (xp.where(strays[t][:, None], instead, each) for each in (nearest, later))
        both = (1 - trace) * nearest + trace * later
        returns[t] = xp.where(is_second, both[:, 1], both[:, 0])
        acts = xp.stack([~is_second, is_second], -1)
        nearest = xp.where(acts, values[t][:, None], nearest)
        later = xp.where(acts, returns[t][:, None], later)
    return returns
