"""Puzzles have one right action, and the same seed finds the same ones."""

import pytest
from msgspec.structs import replace

from parlour.core.position import start
from parlour.core.registry import load
from parlour.lab.mine import Best, check, mine, only_best, rating_of

GAME = load("connect_four")


def test_only_one_action_may_be_best_and_it_must_not_lose() -> None:
    assert only_best({3: 0.5, 4: 1.0, 5: 0.0}) == Best(4, 1.0, 0.5)
    assert only_best({3: 1.0, 4: 1.0, 5: 0.0}) is None
    assert only_best({3: 0.0, 4: 0.0}) is None
    assert only_best({3: 1.0}) is None


def test_a_puzzle_that_fewer_levels_solve_is_rated_higher() -> None:
    ratings = [rating_of([0.0] * k + [1.0] * (5 - k)) for k in range(6)]

    assert ratings == sorted(set(ratings))
    assert rating_of([0.0, 0.25, 0.5, 0.75, 1.0]) == pytest.approx(1200, abs=2)


def test_the_same_seed_finds_the_same_puzzles_and_they_are_proven_again() -> None:
    puzzles = mine(GAME, 6, seed=5, jobs=2)

    assert puzzles == mine(GAME, 6, seed=5, jobs=1)
    assert len({puzzle.position for puzzle in puzzles}) == 6
    assert all(check(puzzle, GAME) for puzzle in puzzles)


def test_a_puzzle_with_another_solution_is_not_proven() -> None:
    puzzle = mine(GAME, 1, seed=5, jobs=1)[0]
    position = start(GAME, 0, puzzle.options, puzzle.position)
    others = [position.action_to_text(puzzle.seat, action) for action in position.legal_actions(puzzle.seat)]
    wrong = next(text for text in others if text != puzzle.solution[0])

    assert not check(replace(puzzle, solution=[wrong]), GAME)
