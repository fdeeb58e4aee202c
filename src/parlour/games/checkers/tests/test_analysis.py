"""What the analysis of a match says about bad moves."""

import pytest

from support.analysed import analysed, played


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        ("B:W16,18,26,32:B1,12,14", "12x19", "Misses a double jump: 14x23x30."),
        ("B:W22,25,29,30,31:B1,2,3,14,6", "14-18", "Lets Bea capture a man: 22x15."),
    ],
)
def test_a_blunder_is_found_and_named(position: str, action: str, reason: str) -> None:
    graded = analysed(played("checkers", action, position)).actions[0]

    assert graded.grade == "blunder"
    assert graded.reason.startswith(reason)
