"""What the analysis of a match says about bad drops."""

import pytest

from parlour.core.thinking import Stop
from parlour.games.connect_four import GAME, solver
from support.analysed import NAMES, analysed, played
from support.matches import positions


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        ("1111117777772233", "5", "Misses four in a row in column 4."),
        ("111111777777223", "5", "Lets {other} make four in a row in column 4."),
    ],
)
def test_a_blunder_is_found_and_named(position: str, action: str, reason: str) -> None:
    graded = analysed(played("connect_four", action, position)).actions[0]

    assert (graded.grade, graded.is_exact) == ("blunder", True)
    assert reason.format(other=NAMES[1 - graded.seat]) in graded.reason


def test_results_are_those_of_the_scores() -> None:
    for seed in range(5):
        for position in positions(GAME, seed, quick_colours=1)[:-1]:
            scores = solver.solve(position.state, Stop())

            assert solver.results(position.state, Stop()) == {
                column: (score > 0) + (score == 0) / 2 for column, score in scores.items()
            }


def test_a_solver_that_is_stopped_knows_only_what_ends_the_match() -> None:
    due = Stop()
    due.now()

    assert solver.results(played("connect_four", "", "444444").position.state, due) == {}
    assert solver.results(played("connect_four", "", "121212").position.state, due) == {0: 1.0}
