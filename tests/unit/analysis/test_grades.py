"""How actions are graded by what they lose, and players by their actions."""

import pytest

from parlour.analysis.grades import THRESHOLDS, accuracy, accuracy_of, grade_of
from parlour.analysis.report import Grade, Graded


def action(seat: int, grade: Grade, loss: float, version: int = 2) -> Graded:
    return Graded(version, seat, "4", "", grade, 1.0 - loss, 1.0, True, "", [])


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.0, "best"), (0.03, "good"), (0.07, "inaccuracy"), (0.15, "mistake"), (0.3, "blunder"), (1.0, "blunder")],
)
def test_the_more_an_action_loses_the_worse_its_grade(loss: float, grade: str) -> None:
    assert grade_of(loss) == grade


def test_the_thresholds_rise_and_the_last_one_takes_everything() -> None:
    limits = [threshold.most for threshold in THRESHOLDS]

    assert limits == sorted(limits)
    assert limits[-1] == 1.0


def test_a_choice_made_in_secret_is_graded_generously() -> None:
    assert (grade_of(0.1, in_secret=True), grade_of(0.1)) == ("best", "inaccuracy")
    assert grade_of(0.5, in_secret=True) == "blunder"
    assert accuracy_of(0.1, in_secret=True) == 100.0


def test_accuracy_is_the_mean_over_what_a_seat_decided() -> None:
    actions = [action(0, "best", 0.0), action(0, "blunder", 0.5), action(1, "forced", 0.0), action(0, "forced", 0.9)]

    assert accuracy(actions, 0) == pytest.approx((100 + accuracy_of(0.5)) / 2)
    assert accuracy(actions, 1) is None
    assert accuracy_of(0.5) == pytest.approx(13.5, abs=0.1)


def test_accuracy_knows_which_actions_were_secret() -> None:
    assert accuracy([action(0, "best", 0.1, version=7)], 0, frozenset({7})) == 100.0
