"""Sequential halving: which actions of the root a search with few simulations spends them on."""

import numpy as np
from numpy.typing import NDArray


def halving_schedule(considered: int, simulations: int) -> NDArray[np.int32]:
    """Return how many visits the action has that each simulation adds one to, `[considered + 1, simulations]`.

    Row c is for c actions. The simulations are divided evenly among about log2(c) rounds; after each the better half of
    the actions stays, down to two. An action takes part in a round exactly when it has as many visits as those that
    stayed, so the number of visits alone says which actions a simulation may choose from.
    """
    rows = [_visits(count, simulations) for count in range(considered + 1)]
    return np.array(rows, np.int32)


def _visits(count: int, simulations: int) -> list[int]:
    rounds = max(1, (count - 1).bit_length())
    visits: list[int] = []
    before, left = 0, max(1, count)
    while len(visits) < simulations:
        each = max(1, simulations // (rounds * left))
        for extra in range(each):
            visits += [before + extra] * left
        before, left = before + each, max(min(2, count), left // 2, 1)
    return visits[:simulations]
