"""Experience points and levels, with the numbers of the platform's rules."""

import pytest

import parlour
from parlour.core.contract import Outcome, Record
from parlour.match.experience import Level, level_of, points_for

COSTS = [10, 12, 15, 18, 22, 27, 33, 40, 48, 58, 70, 84, 101, 122, 147, 177, 213, 256, 308, 370]
TOTALS = [10, 22, 37, 55, 77, 104, 137, 177, 225, 283, 353, 437, 538, 660, 807, 984, 1197, 1453, 1761, 2131]


def test_levels_cost_and_add_up_as_listed() -> None:
    assert [level_of(total).needed for total in [0, *TOTALS[:-1]]] == COSTS
    assert [level_of(total) for total in TOTALS][:3] == [Level(1, 0, 12), Level(2, 0, 15), Level(3, 0, 18)]
    assert [level_of(total).level for total in TOTALS] == list(range(1, 21))
    assert [level_of(total - 1).level for total in TOTALS] == list(range(20))


@pytest.mark.parametrize(("points", "level", "rest"), [(9 + 1, 1, 0), (9 + 3, 1, 2), (40, 3, 3), (0, 0, 0)])
def test_surplus_points_carry_over_several_levels(points: int, level: int, rest: int) -> None:
    assert level_of(points)[:2] == (level, rest)


def connect_four_after(plies: int) -> Record:
    state = parlour.new("connect_four", position="").state
    state.plies = plies
    return state


@pytest.mark.parametrize(
    ("plies", "winner", "points"),
    [
        (9, 0, (3, 1)),  # quick: at most 9 checkers of both
        (10, 0, (2, 1)),
        (27, 1, (1, 2)),
        (28, 1, (2, 3)),  # long: at least 28
        (42, None, (2, 2)),
    ],
)
def test_connect_four_counts_the_checkers_of_both(plies: int, winner: int | None, points: tuple[int, int]) -> None:
    outcome = Outcome(winner, "line" if winner is not None else "full_board")

    assert points_for(parlour.load("connect_four"), connect_four_after(plies), outcome) == points


@pytest.mark.parametrize(
    ("plays", "winner", "reason", "points"),
    [
        ((10, 10), 0, "no_checkers", (3, 1)),
        ((11, 10), 0, "no_checkers", (2, 1)),
        ((32, 31), 1, "no_move", (2, 2)),  # each side counts its own turns
        ((32, 32), None, "repetition", (2, 2)),
        ((5, 5), None, "agreed", (1, 1)),
        ((3, 3), 0, "resigned", (2, 0)),  # no quick bonus, nothing for the seat that resigned
        ((40, 40), 1, "timed_out", (0, 2)),
    ],
)
def test_checkers_counts_own_turns(
    plays: tuple[int, int], winner: int | None, reason: str, points: tuple[int, int]
) -> None:
    state = parlour.new("checkers", position="B:W21-32:B1-12").state
    state.plays[:] = plays

    assert points_for(parlour.load("checkers"), state, Outcome(winner, reason)) == points
