"""How unlikely a count is: chi-square tests for the tests of Whist."""

import math
from collections.abc import Sequence

LIMIT = 1e-4  # how rarely a fair deck fails a test; with fixed seeds the outcome never changes


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square with `freedom` degrees of freedom exceeds a value, by its finite sum."""
    half = value / 2
    is_odd = freedom % 2 == 1
    powers = [k - 0.5 for k in range(1, (freedom + 1) // 2)] if is_odd else [float(k) for k in range(freedom // 2)]
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return sum(terms) + (math.erfc(math.sqrt(half)) if is_odd else 0.0)


def assert_likely(counts: Sequence[float], expected: Sequence[float], freedom: int, scale: float = 1.0) -> None:
    """Fail when counts are farther from what is expected than chance allows once in 10,000 times."""
    assert min(expected) >= 5, "too few samples for a chi-square"
    assert tail(scale * chi_square(counts, expected), freedom) > LIMIT


def assert_uniform(counts: Sequence[int]) -> None:
    assert_likely(counts, [sum(counts) / len(counts)] * len(counts), len(counts) - 1)
