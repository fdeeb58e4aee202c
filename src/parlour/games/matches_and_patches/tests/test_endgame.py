"""The last rounds of the large board: the solver is right, and nothing beats what Master draws from it."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import parlour
from parlour import Position
from parlour.core.contract import SEATS
from parlour.core.registry import load
from parlour.core.thinking import Stop, Thought
from parlour.games.matches_and_patches.ai.endgame import LOST, Solution, rounds_left, solution
from parlour.games.matches_and_patches.ai.levels import SOLVED
from parlour.games.matches_and_patches.ai.matrix_game import Payoffs, solve
from parlour.games.matches_and_patches.ai.round_search import RoundSearch
from parlour.games.matches_and_patches.tests.tables import EAGLE, GAME_ID, SNAKE
from support.matches import positions, seeds

Mixture = dict[int, float]

# Master, with fewer simulations where it does not solve.
MASTER = RoundSearch(candidates=24, simulations=100, rounds=(3, 1), solved=SOLVED)
# Two rounds are left, and Snake is ahead by a cell. Eagle wins by G1C on (1,3) or G4H on (6,8) or (8,7), unless Snake
# chooses the same cell.
TWO_ROUNDS = (
    "G1HsY1HsY4CR4HsB1HeY2He1B3Hs/R4CsG4TsB3CeR1SsG3HeG2HG4CsB2Ts/R4TeR2TeR3SeR1TsG2TsY2SsB4Ss1/"
    "R2SeB2SsR1CsY2TsB4TsY2CR2HsR4Ss/G2SeB2HsB1CsY3TsY4HeY4TeB4CsG2Cs/Y4SeB3SeY1SsB4HeG1SsG1TsR2CeY3Ce/"
    "B3TeR1HeG3SsB1TeY3SeG4SG3CeR3Te/Y3HeR3He2Y1CeR3CeB2CeG3T G1CG4H/B1SY1T - 200/225 -"
)
VALUE = 2 / 3
RIGHT = {"G1C@1,3": 1 / 3, "G4H@6,8": 1 / 3, "G4H@8,7": 1 / 3}


def two_rounds() -> Position:
    return parlour.new(GAME_ID, position=TWO_ROUNDS)


def solved(position: Position, seat: int) -> Solution:
    found = solution(position.seen_by(seat).known, seat, SOLVED, Stop())
    assert found is not None
    return found


def think(position: Position, seat: int, seed: int = 1, stop: Stop | None = None) -> Thought:
    return MASTER.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), stop or Stop())


# Matrix games


def solve_game(payoffs: Payoffs) -> tuple[float, list[float], list[float]]:
    rows, columns = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
    return solve(payoffs, rows, columns), rows.tolist(), columns.tolist()


@pytest.mark.parametrize(
    ("payoffs", "value", "rows", "columns"),
    [
        ([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]], 1 / 2, [1 / 3, 1 / 3, 1 / 3], [1 / 3, 1 / 3, 1 / 3]),
        ([[1, 0], [0, 0.5]], 1 / 3, [1 / 3, 2 / 3], [1 / 3, 2 / 3]),
        ([[0.3, 0.4], [0.2, 1]], 0.3, [1, 0], [1, 0]),
        ([[0, 1, 0.5]], 0, [1], [1, 0, 0]),
    ],
    ids=["rock, paper, scissors", "two by two", "saddle", "one row"],
)
def test_small_games_have_known_solutions(
    payoffs: list[list[float]], value: float, rows: list[float], columns: list[float]
) -> None:
    found = solve_game(np.array(payoffs))

    assert found[0] == pytest.approx(value)
    assert found[1] == pytest.approx(rows)
    assert found[2] == pytest.approx(columns)


PAYOFFS = st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1)


@given(arrays(np.float64, st.tuples(st.integers(1, 8), st.integers(1, 8)), elements=PAYOFFS))
@settings(max_examples=100, deadline=None)
def test_neither_side_can_do_better_in_a_solved_game(payoffs: Payoffs) -> None:
    value, rows, columns = solve_game(payoffs)

    assert (np.array(rows) @ payoffs).min() == pytest.approx(value, abs=1e-9)
    assert (payoffs @ np.array(columns)).max() == pytest.approx(value, abs=1e-9)
    assert min(rows) >= 0 <= min(columns)


# The solver


def children(position: Position) -> list[list[Position]]:
    """Return what follows from the actions of Eagle, by row, and of Snake; one row or column for a seat that waits."""
    if len(position.to_act()) == len(SEATS):
        after = [position.play(EAGLE, action) for action in position.legal_actions(EAGLE)]
        return [[each.play(SNAKE, action) for action in position.legal_actions(SNAKE)] for each in after]
    (seat,) = position.to_act()
    after = [position.play(seat, action) for action in position.legal_actions(seat)]
    return [after] if seat == SNAKE else [[each] for each in after]


def plain_value(position: Position) -> float:
    """Return what a position is worth to Eagle by all that can follow, with nothing left out."""
    if not position.to_act():
        return float(position.game.rules.result(position.state, EAGLE))
    return solve_game(np.array([[plain_value(child) for child in row] for row in children(position)]))[0]


def late(seed: int, rounds: int) -> Position | None:
    """Return the position of a random match in which this number of rounds is left and nobody has chosen."""
    late = (p for p in positions(load(GAME_ID), seed) if rounds_left(p.state) == rounds and len(p.to_act()) == 2)
    return next(late, None)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_the_solver_leaves_out_only_what_does_not_matter(seed: int) -> None:
    position = late(seed, 2)
    if position is None:
        return
    value = plain_value(position)

    assert solved(position, EAGLE).value == pytest.approx(value, abs=1e-9)
    assert solved(position, SNAKE).value == pytest.approx(1 - value, abs=1e-9)


def test_two_rounds_have_a_known_value_and_mixture() -> None:
    position = two_rounds()
    found = solved(position, EAGLE)
    texts = [position.action_to_text(EAGLE, int(action)) for action in found.actions]

    assert found.value == pytest.approx(VALUE)
    assert plain_value(position) == pytest.approx(VALUE)
    assert {text: p for text, p in zip(texts, found.mixture, strict=True) if p} == pytest.approx(RIGHT)


def test_a_position_with_tiles_in_the_deck_or_more_rounds_is_not_solved() -> None:
    early = late(1, SOLVED + 1)
    assert early is not None

    assert solution(early.seen_by(EAGLE).known, EAGLE, SOLVED, Stop()) is None
    small = positions(load(GAME_ID), 1, board="small")[-2]
    assert solution(small.seen_by(EAGLE).known, EAGLE, SOLVED, Stop()) is None


# Exploitability


def equilibrium(position: Position, seat: int) -> Mixture:
    found = solved(position, seat)
    return dict(zip(found.actions.tolist(), found.mixture.tolist(), strict=True))


def masters(position: Position, seat: int) -> Mixture:
    """Return what Master draws from: the solution, or where it is lost, the choice of its search."""
    return equilibrium(position, seat) if solved(position, seat).value > LOST else {think(position, seat).best: 1.0}


def greedy(position: Position, seat: int) -> Mixture:
    """Return the choice of Master's search alone."""
    search = RoundSearch(candidates=24, simulations=100, rounds=(3, 1))
    return {search.think(position.seen_by(seat).known, seat, np.array([1], np.uint64), Stop()).best: 1.0}


def best_response(position: Position, seat: int, strategy: Callable[[Position, int], Mixture]) -> float:
    """Return the most that a seat gets against a strategy of the other one."""
    if not position.to_act():
        return float(position.game.rules.result(position.state, seat))
    if seat not in position.to_act():
        return expected(position, seat, strategy, position)
    after = [position.play(seat, action) for action in position.legal_actions(seat)]
    if len(position.to_act()) == 1:
        return max(best_response(each, seat, strategy) for each in after)
    return max(expected(each, seat, strategy, position) for each in after)


def expected(after: Position, seat: int, strategy: Callable[[Position, int], Mixture], before: Position) -> float:
    mixture = strategy(before, 1 - seat).items()
    return sum(p * best_response(after.play(1 - seat, action), seat, strategy) for action, p in mixture if p)


def exploitability(position: Position, strategy: Callable[[Position, int], Mixture]) -> float:
    """Return half of NashConv."""
    return sum(best_response(position, seat, strategy) for seat in SEATS) / 2 - 0.5


@pytest.mark.parametrize(
    ("strategy", "least", "most"), [(equilibrium, 0, 1e-9), (masters, 0, 1e-9), (greedy, 0.2, 0.5)]
)
def test_nothing_gains_against_an_equilibrium_or_master(
    strategy: Callable[[Position, int], Mixture], least: float, most: float
) -> None:
    assert least - 1e-9 <= exploitability(two_rounds(), strategy) <= most


# Master


def test_master_draws_its_action_from_the_mixture() -> None:
    """Of 300 draws, each third is 100; one in 10,000 fair draws is off by 32."""
    position = two_rounds()
    drawn = Counter(position.action_to_text(EAGLE, think(position, EAGLE, seed).best) for seed in range(300))

    assert drawn.keys() == RIGHT.keys()
    assert all(abs(times - 100) < 32 for times in drawn.values())


def test_master_values_every_action_against_the_mixture_of_the_other_seat() -> None:
    position = two_rounds()
    thought = think(position, EAGLE)
    values = [entry.value for entry in thought.values]

    assert len(values) == len(position.legal_actions(EAGLE))
    assert values[:3] == pytest.approx([VALUE] * 3)
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("seat", SEATS)
def test_the_solver_knows_nothing_of_a_choice_that_is_made(seat: int) -> None:
    position = two_rounds()
    chosen = [position.play(1 - seat, action) for action in position.legal_actions(1 - seat)[::7]]

    assert len({str(think(each, seat)) for each in (position, *chosen)}) == 1


def test_told_to_stop_master_searches_one_world() -> None:
    stop = Stop()
    stop.now()

    assert {entry.simulations for entry in think(two_rounds(), EAGLE, stop=stop).values} == {1}
