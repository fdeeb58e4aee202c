"""A sequential test of two players: play until it is clear enough which of two differences is true.

The generalised sequential probability ratio test over pairs of matches on the same deal with the seats swapped: a pair
is worth 0, 1/2, 1, 3/2 or 2 points (the pentanomial model), so that what the deal gives to a side cancels out. For each
of the two differences, the likelihood is that of the most likely distribution over these five scores among all whose
mean is the score that the difference leads to; the log of their ratio is compared with Wald's bounds, ln(beta / (1 -
alpha)) below and ln((1 - beta) / alpha) above. (Van den Bergh, "A practical introduction to the GSPRT".)
"""

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from parlour.core.errors import BadOption
from parlour.lab.ratings import expected_score
from parlour.storage.lab_runs import LabTest

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a match, on average over its pair
UNSEEN = 1e-3  # added to each count, so that no score is impossible
HALVINGS = 60


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


@functools.cache  # asked for again with every pair that follows
def log_likelihood_ratio(test: Test, counts: tuple[int, ...]) -> float:
    """Return the ratio, given how often each of the five scores of a pair came up."""
    weights = [count + UNSEEN for count in counts]
    s0, s1 = expected_score(test.elo0), expected_score(test.elo1)
    tilt0, tilt1 = _tilt(weights, s0), _tilt(weights, s1)
    return sum(
        weight * math.log((1 + tilt0 * (score - s0)) / (1 + tilt1 * (score - s1)))
        for weight, score in zip(weights, PAIR_SCORES, strict=True)
    )


def _tilt(weights: Sequence[float], mean: float) -> float:
    """Return t such that the shares w / (1 + t (score - mean)) have this mean: the most likely ones that do."""
    low, high = -1 / (1 - mean), 1 / mean  # where all shares are positive
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        shares = (w * (x - mean) / (1 + tilt * (x - mean)) for w, x in zip(weights, PAIR_SCORES, strict=True))
        low, high = (tilt, high) if sum(shares) > 0 else (low, tilt)
    return (low + high) / 2


def judge(test: Test, pairs: Iterable[float]) -> LabTest:
    """Return how a test stands after pairs, each given by its points per match; those after its end do not count."""
    (low, high), counts, llr = test.bounds, [0] * len(PAIR_SCORES), 0.0
    verdict: Literal["open", "elo0", "elo1"] = "open"
    for score in pairs:
        counts[PAIR_SCORES.index(score)] += 1
        llr = log_likelihood_ratio(test, tuple(counts))
        verdict = "elo0" if llr <= low else "elo1" if llr >= high else "open"
        if verdict != "open":
            break
    return LabTest(test.elo0, test.elo1, llr, low, high, verdict, sum(counts))
