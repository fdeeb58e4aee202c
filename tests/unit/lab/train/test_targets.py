"""Returns by hand: each seat looks from its own positions to its next one, or to the end of the match."""

import numpy as np
import pytest

from parlour.lab.train.targets import seat_returns


def returns(
    values: list[float], seats: list[int], ended: dict[int, float], last: float, trace: float,
    strays: list[int] | None = None,
) -> list[float]:  # fmt: skip
    """Return those of one row, where matches end at steps with a reward for seat 0."""
    rewards = np.zeros((len(values), 1, 2))
    over = np.zeros((len(values), 1), bool)
    for step, reward in ended.items():
        rewards[step, 0], over[step, 0] = (reward, -reward), True
    astray = np.isin(np.arange(len(values)), strays or [])[:, None]
    found = seat_returns(
        np, np.array(values)[:, None], np.array(seats)[:, None], rewards, over, astray, np.array([last]), trace
    )  # fmt: skip
    return [float(number) for number in found[:, 0]]


def test_a_whole_trace_is_the_result_for_the_seat_that_acts() -> None:
    assert returns([0.1] * 4, [0, 1, 0, 1], {2: 1.0}, last=0.3, trace=1.0) == [1.0, -1.0, 1.0, -0.3]


def test_without_a_trace_a_seat_looks_to_its_next_position() -> None:
    assert returns([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1], {}, last=0.5, trace=0.0) == [0.3, 0.4, 0.5, -0.5]


def test_a_trace_mixes_what_was_expected_and_what_came() -> None:
    found = returns([0.0, 0.2, 0.4], [0, 0, 0], {2: 1.0}, last=0.0, trace=0.5)

    assert found == pytest.approx([0.5 * 0.2 + 0.5 * (0.5 * 0.4 + 0.5), 0.5 * 0.4 + 0.5, 1.0])


def test_a_match_learns_nothing_from_the_next_one() -> None:
    found = returns([0.5, 0.5, 0.9, 0.9], [0, 1, 0, 1], {1: -1.0}, last=1.0, trace=0.7)

    assert found[:2] == pytest.approx([-1.0, 1.0])


def test_what_follows_a_stray_action_says_nothing_about_what_came_before() -> None:
    found = returns([0.1, 0.2, 0.3, 0.4], [0, 1, 0, 1], {3: -1.0}, last=0.0, trace=1.0, strays=[1])

    assert found == pytest.approx([-0.2, 0.2, -1.0, 1.0])
