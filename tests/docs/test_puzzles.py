"""Every puzzle that is shipped can be read, shown and solved, and its value is proven again."""

from collections import Counter
from collections.abc import Sequence

import pytest

from parlour.core import registry
from parlour.core.game import Game
from parlour.lab.mine import check
from parlour.puzzles.book import Puzzle, puzzles_of
from parlour.puzzles.judge import first_position, judge, reason, solution_of

EVERY_GAME = pytest.mark.parametrize("game", [*map(registry.load, registry.game_ids())], ids=registry.game_ids())
PROVEN = [game for game in map(registry.load, registry.game_ids()) if game.players.prover]
SAMPLE = 10  # `make test` explains one of these many
RARE = 25  # and proves one of these many again
MANY = 100
WIDE = 500  # from the easiest to the most difficult
LONGEST_GOAL = 120


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


@pytest.mark.parametrize("step", [RARE, pytest.param(1, marks=pytest.mark.long)])
@EVERY_GAME
def test_only_the_solution_keeps_the_value(game: Game, step: int) -> None:
    assert [puzzle.id for puzzle in sample(game, step) if not check(puzzle, game)] == []


@pytest.mark.parametrize("game", PROVEN, ids=[game.id for game in PROVEN])
def test_every_game_that_can_be_proven_has_many_puzzles_of_all_kinds(game: Game) -> None:
    puzzles = list(puzzles_of(game).values())
    solutions = Counter(puzzle.solution for puzzle in puzzles)

    assert len(puzzles) >= MANY
    assert max(solutions.values()) <= len(puzzles) // 3
    assert {puzzle.seat for puzzle in puzzles} == {0, 1}
    assert max(puzzle.rating for puzzle in puzzles) - min(puzzle.rating for puzzle in puzzles) > WIDE
