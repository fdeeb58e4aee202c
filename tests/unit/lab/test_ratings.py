"""Ratings and sequential tests agree with examples worked out by hand."""

import math

import numpy as np
import pytest

from parlour.core.errors import BadOption
from parlour.lab.ratings import expected_score, rate, tables
from parlour.lab.sprt import Test, judge, log_likelihood_ratio


def test_three_quarters_of_the_points_are_191_elo() -> None:
    rated = rate(*tables(2, [(0, 1, 1.0)] * 300 + [(0, 1, 0.0)] * 100), prior=0)

    assert rated.ratings[0] - rated.ratings[1] == pytest.approx(400 * math.log10(3))
    # The deviation of the difference is 1 / sqrt(n p q) on the scale of logits; each rating has half of it.
    half = 1.96 * 400 / math.log(10) / math.sqrt(400 * 0.75 * 0.25) / 2
    assert rated.margins == pytest.approx([half, half])


def test_a_chain_of_players_is_rated_by_its_links() -> None:
    """A beats B 3:1 and B beats C 3:1; A and C never meet."""
    results = [(0, 1, 1.0)] * 3 + [(0, 1, 0.0)] + [(1, 2, 1.0)] * 3 + [(1, 2, 0.0)]
    ratings = rate(*tables(3, results), prior=0).ratings

    assert ratings == pytest.approx([190.85, 0.0, -190.85], abs=0.01)


def test_a_player_who_won_everything_has_a_finite_rating() -> None:
    rated = rate(*tables(2, [(0, 1, 1.0)] * 10))

    assert rated.ratings[0] - rated.ratings[1] == pytest.approx(400 * math.log10(10.5 / 0.5))
    assert all(np.isfinite(rated.margins))


def test_players_without_matches_are_rated_zero() -> None:
    assert rate(*tables(2, [])).ratings == [0.0, 0.0]


def test_the_bounds_of_a_test_are_walds() -> None:
    assert Test(0, 5).bounds == pytest.approx((-math.log(19), math.log(19)))


def test_the_ratio_of_pairs_that_are_won_or_lost_is_that_of_coin_tosses() -> None:
    """With two scores only, the mean decides their shares: 30 log(s1 / s0) + 10 log((1 - s1) / (1 - s0))."""
    s1 = expected_score(100)
    expected = 30 * math.log(s1 / 0.5) + 10 * math.log((1 - s1) / 0.5)

    assert s1 == pytest.approx(0.6401, abs=1e-4)
    assert log_likelihood_ratio(Test(0, 100), (10, 0, 0, 0, 30)) == pytest.approx(expected, abs=0.02)


def test_the_ratio_is_close_to_the_normal_one_for_small_differences() -> None:
    """With the mean m and the variance v of N pairs: N (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    counts, scores = (20, 60, 190, 112, 18), (0, 0.25, 0.5, 0.75, 1)
    mean = sum(n * x for n, x in zip(counts, scores, strict=True)) / 400
    variance = sum(n * (x - mean) ** 2 for n, x in zip(counts, scores, strict=True)) / 400
    s1 = expected_score(10)
    normal = 400 * (s1 - 0.5) * (2 * mean - 0.5 - s1) / (2 * variance)

    assert log_likelihood_ratio(Test(0, 10), counts) == pytest.approx(normal, rel=0.05)


def test_one_pair_decides_nothing() -> None:
    assert judge(Test(0, 200), [1.0]).verdict == "open"


def test_a_clear_difference_ends_a_test_and_later_pairs_do_not_count() -> None:
    pairs = [1.0, 0.5, 1.0, 0.75] * 50
    decided = judge(Test(0, 50), pairs)

    assert (decided.verdict, decided.llr >= decided.high) == ("elo1", True)
    assert decided.pairs < len(pairs)
    assert judge(Test(0, 50), pairs[: decided.pairs]) == decided
    assert judge(Test(0, 50), pairs[: decided.pairs - 1]).verdict == "open"


def test_equal_players_are_found_equal() -> None:
    assert judge(Test(0, 100), [0.5, 0.25, 0.75, 0.5] * 100).verdict == "elo0"


@pytest.mark.parametrize("test", [Test(5, 0), Test(0, 5, alpha=0), Test(0, 5, beta=0.5)])
def test_a_test_that_decides_nothing_is_refused(test: Test) -> None:
    with pytest.raises(BadOption, match="ELO0 below ELO1"):
        test.check()
