"""What the tricks of a round are worth: how likely the match is won with the scores that they lead to."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.whist.state import HAND, PAR, TARGET

LOWEST = 1 - TARGET  # a score when nobody has won: the two add up to the number of rounds, and no one has the target

# How often a seat takes 0 to 6 tricks of a round, in percent; 7 to 13 are as frequent the other way round. Measured on
# 300 rounds between experts: bench/bench_whist.py fit --deals 300.
SHARES = (0.7, 2.7, 4.0, 6.8, 9.2, 13.0, 13.7)


def _equity() -> NDArray[np.float64]:
    """Tabulate the chance to win by option `clamp_score`, own score, other score, and tricks of this round."""
    shares = np.array((*SHARES, *reversed(SHARES)))
    shares /= shares.sum()
    size = TARGET - LOWEST
    # Scores that no match can have, from a text, are judged by the tricks alone.
    equity = np.tile(np.arange(HAND + 1) / HAND, (2, size, size, 1))
    for clamps in range(2):
        before = np.full((size, size), 0.5)  # a round begins
        for total in range(2 * (TARGET - 1), -1, -1):  # every round adds to the sum of the scores
            for own in range(max(LOWEST, total - TARGET + 1), min(TARGET - 1, total - LOWEST) + 1):
                for tricks in range(HAND + 1):
                    gains = tricks - PAR, HAND - tricks - PAR
                    after = [
                        score + (max(gain, 0) if clamps else gain)
                        for score, gain in zip((own, total - own), gains, strict=True)
                    ]
                    if max(after) >= TARGET:
                        value = float(after[0] >= TARGET)
                    else:
                        value = before[after[0] - LOWEST, after[1] - LOWEST]
                    equity[clamps, own - LOWEST, total - own - LOWEST, tricks] = value
                before[own - LOWEST, total - own - LOWEST] = equity[clamps, own - LOWEST, total - own - LOWEST] @ shares
    return equity


EQUITY = _equity()


@kernel
def expected_result(s: Record, seat: int, tricks: int) -> float:
    """Give the chance of a seat to win the match when it takes so many tricks in this round."""
    own, other = max(int(s.scores[seat]) - LOWEST, 0), max(int(s.scores[1 - seat]) - LOWEST, 0)
    return EQUITY[1 if s.is_clamped else 0, own, other, tricks]
