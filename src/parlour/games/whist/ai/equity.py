"""What the tricks of a round are worth: how likely the match is won with the scores that they lead to."""

import itertools

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.whist.state import HAND, PAR, TARGET

LOWEST = 1 - TARGET  # of a score before the end: the two add up to the number of rounds, and both are below the target

# How often a seat takes 0 to 6 tricks of a round, in percent; 7 to 13 are as frequent the other way round. Measured on
# 300 rounds between experts: bench/bench_whist.py fit --deals 300.
SHARES = (0.7, 2.7, 4.0, 6.8, 9.2, 13.0, 13.7)


def _scores_after(own: int, other: int, tricks: int, clamps: bool) -> tuple[int, int]:
    gains = tricks - PAR, HAND - tricks - PAR
    if clamps:
        gains = max(gains[0], 0), max(gains[1], 0)
    return own + gains[0], other + gains[1]


def _equity() -> NDArray[np.float64]:
    """Tabulate the chance to win by option `clamp_score`, own score, other score, and tricks of this round."""
    shares = np.array((*SHARES, *reversed(SHARES)))
    shares /= shares.sum()
    size = TARGET - LOWEST
    equity = np.zeros((2, size, size, HAND + 1))
    # Every round adds to the sum of the scores, so the table is filled from the highest sum down.
    for clamps, total in itertools.product(range(2), range(2 * (TARGET - 1), -1, -1)):
        for own in range(total - TARGET + 1, TARGET):
            row = equity[clamps, own - LOWEST, total - own - LOWEST]
            for tricks in range(HAND + 1):
                scores = _scores_after(own, total - own, tricks, clamps == 1)
                if max(scores) >= TARGET:
                    row[tricks] = scores[0] >= TARGET
                else:
                    row[tricks] = equity[clamps, scores[0] - LOWEST, scores[1] - LOWEST] @ shares
    return equity


EQUITY = _equity()


@kernel
def expected_result(s: Record, seat: int, tricks: int) -> float:
    """Return the chance of a seat to win the match when it takes `tricks` tricks in this round."""
    own, other = int(s.scores[seat]) - LOWEST, int(s.scores[1 - seat]) - LOWEST
    return EQUITY[1 if s.is_clamped else 0, own, other, tricks]
