"""The temper of a player: close actions are confused, blunders are rare."""

from collections import Counter

import numpy as np

from parlour.core.temper import choose
from parlour.core.thinking import ActionValue, Thought

CLOSE = Thought(0, [ActionValue(0, 0.6, 9), ActionValue(1, 0.57, 9), ActionValue(2, 0.1, 9)])


def drawn(thought: Thought, temper: float, times: int = 2000) -> Counter[int]:
    random = np.array([1], np.uint64)
    return Counter(choose(thought, temper, random) for _ in range(times))


def test_without_a_temper_the_best_action_is_played() -> None:
    assert drawn(CLOSE, 0.0) == {0: 2000}


def test_actions_are_drawn_by_a_softmax_of_their_log_odds() -> None:
    """0.6, 0.57 and 0.1 have the odds 3/2, 57/43 and 1/9: with the temper 1 these are the weights."""
    counts, weights = drawn(CLOSE, 1.0), np.array([3 / 2, 57 / 43, 1 / 9])

    assert np.abs([counts[action] / 2000 for action in range(3)] - weights / weights.sum()).max() < 0.04


def test_a_small_temper_confuses_what_is_close_and_makes_no_blunder() -> None:
    counts = drawn(CLOSE, 0.2)

    assert counts[1] > 400
    assert counts[2] == 0


def test_a_proven_win_is_played_and_a_certain_one_that_is_not_proven_may_be_missed() -> None:
    values = [ActionValue(0, 1.0, 9), ActionValue(1, 0.9, 9)]
    proven = [values[0]._replace(is_exact=True), values[1]]

    assert drawn(Thought(0, proven), 5.0) == {0: 2000}
    assert 0 < drawn(Thought(0, values), 5.0)[1] < 1000


def test_what_was_not_valued_is_not_played() -> None:
    assert drawn(Thought(7, []), 5.0) == {7: 2000}
