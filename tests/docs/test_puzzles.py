"""Every puzzle that is shipped can be read, shown and solved; where it is quick, its value is proven again."""

from collections.abc import Sequence

import pytest

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.puzzles.book import Puzzle, puzzles_of
from parlour.puzzles.judge import first_position, judge, reason, solution_of

EVERY_GAME = pytest.mark.parametrize("game", [*map(registry.load, registry.game_ids())], ids=registry.game_ids())
SOLVED = [game for game in map(registry.load, registry.game_ids()) if game.players.solver]
SAMPLE = 10  # `make test` proves one of these many again
LONGEST_GOAL = 120
PROOF_S = 5.0  # for one position; those that take longer were proven when they were mined


def sample(game: Game, step: int) -> Sequence[Puzzle]:
    return list(puzzles_of(game).values())[::step]


@EVERY_GAME
def test_a_puzzle_is_a_position_with_a_legal_solution(game: Game) -> None:
    for puzzle in puzzles_of(game).values():
        first = first_position(game, puzzle)
        assert puzzle.seat in first.to_act(), puzzle.id
        assert len(first.legal_actions(puzzle.seat)) > 1, puzzle.id
        assert judge(game, puzzle, puzzle.solution).is_right is True, puzzle.id
        assert judge(game, puzzle, puzzle.solution[:-1]).is_right is None, puzzle.id
        assert 0 < len(puzzle.goal) <= LONGEST_GOAL, puzzle.id


@EVERY_GAME
def test_puzzles_differ(game: Game) -> None:
    asked = [(puzzle.position, puzzle.seat, tuple(puzzle.options.items())) for puzzle in puzzles_of(game).values()]

    assert len(asked) == len(set(asked))


@EVERY_GAME
def test_a_solution_can_be_picked_and_explained(game: Game) -> None:
    for puzzle in sample(game, SAMPLE):
        for step in solution_of(game, puzzle).steps:
            seen = step.before.seen_by(puzzle.seat)
            assert seen.action_to_text(step.action) in [choice.action for choice in seen.choices()], puzzle.id
            assert step.before.narrate(puzzle.seat, step.action, puzzle.seat), puzzle.id
        assert "{seat" not in reason(game, puzzle)


def values(game: Game, puzzle: Puzzle, stop: Stop) -> dict[str, float]:
    """Return what each action is worth, by the solver; less than all when it is stopped."""
    assert game.players.solver is not None
    first = first_position(game, puzzle)
    scores = game.players.solver.solve(first.state, stop)
    return {
        first.action_to_text(puzzle.seat, action): 1.0 if score > 0 else 0.5 if score == 0 else 0.0
        for action, score in scores.items()
    }


@pytest.mark.parametrize("step", [SAMPLE, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", SOLVED, ids=[game.id for game in SOLVED])
def test_the_solver_agrees_that_only_the_solution_keeps_the_value(game: Game, step: int) -> None:
    for puzzle in sample(game, step):
        with Stop(PROOF_S) as stop:
            found = values(game, puzzle, stop)
        if stop.is_due:
            continue
        (solution,) = puzzle.solution
        assert found.pop(solution) == puzzle.value, puzzle.id
        assert max(found.values()) == puzzle.second, puzzle.id
