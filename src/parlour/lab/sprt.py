"""A sequential test of two players: play until it is clear enough which of two differences is true.

The generalised sequential probability ratio test over pairs of matches on the same deal with the seats swapped: a pair
is worth 0, 1/2, 1, 3/2 or 2 points (the pentanomial model), so that what the deal gives to a side cancels out. Let m be
the mean and v the variance, over N pairs, of the points per match, and s0 and s1 the scores that the two differences
lead to; then the log likelihood ratio is approximately

    N (s1 - s0) (2 m - s0 - s1) / (2 v)

(Van den Bergh, "A practical introduction to the GSPRT"). The bounds are Wald's: ln(beta / (1 - alpha)) below and
ln((1 - beta) / alpha) above.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import numpy as np

from parlour.core.errors import BadOption
from parlour.lab.ratings import expected_score
from parlour.storage.lab_runs import LabTest

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a match, on average over its pair
UNSEEN = 1e-3  # counted for each score that did not come up: there is always a variance


class Test(msgspec.Struct, frozen=True):
    """What a sequential test decides between, and how often it may err."""

    __test__ = False  # it is not one of ours

    elo0: float
    elo1: float
    alpha: float = 0.05  # of taking `elo1` for true when `elo0` is
    beta: float = 0.05  # of taking `elo0` for true when `elo1` is

    def check(self) -> None:
        """Refuse what no test can decide.

        Raises:
            BadOption: with a sentence.
        """
        if not self.elo0 < self.elo1 or not all(0 < risk < 0.5 for risk in (self.alpha, self.beta)):
            raise BadOption("A sequential test needs ELO0 below ELO1, and both risks between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def log_likelihood_ratio(test: Test, counts: Sequence[int]) -> float:
    """Return the ratio, given how often each of the five scores of a pair came up."""
    weights, scores = np.array(counts) + UNSEEN, np.array(PAIR_SCORES)
    total = weights.sum()
    mean = (weights * scores).sum() / total
    variance = (weights * (scores - mean) ** 2).sum() / total
    s0, s1 = expected_score(test.elo0), expected_score(test.elo1)
    return float(total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance))


def judge(test: Test, pairs: Iterable[float]) -> LabTest:
    """Return how a test stands after pairs, each given by its points per match; those after its end do not count."""
    (low, high), counts, llr = test.bounds, [0] * len(PAIR_SCORES), 0.0
    verdict: Literal["open", "elo0", "elo1"] = "open"
    for score in pairs:
        counts[PAIR_SCORES.index(score)] += 1
        llr = log_likelihood_ratio(test, counts)
        verdict = "elo0" if llr <= low else "elo1" if llr >= high else "open"
        if verdict != "open":
            break
    return LabTest(test.elo0, test.elo1, llr, low, high, verdict, sum(counts))
