"""Answers to puzzles: played by the rules themselves, and compared with the solution."""

from collections.abc import Sequence
from typing import NamedTuple

from parlour.core.errors import IllegalAction
from parlour.core.game import Game
from parlour.core.phrasing import fill_seats
from parlour.core.position import Position, start
from parlour.puzzles.book import Puzzle

SEED = 1  # a puzzle is the same each time; its value depends on no chance


class Step(NamedTuple):
    """One action of a turn."""

    before: Position
    action: int
    after: Position


class Answer(NamedTuple):
    """A turn as far as it was played."""

    first: Position
    steps: list[Step]
    is_right: bool | None  # None: the turn goes on

    @property
    def position(self) -> Position:
        """The position that the turn leads to."""
        return self.steps[-1].after if self.steps else self.first


def first_position(game: Game, puzzle: Puzzle) -> Position:
    """Return the position in which a puzzle begins."""
    return start(game, SEED, puzzle.options, puzzle.position)


def solution_of(game: Game, puzzle: Puzzle) -> Answer:
    """Return the turn that solves a puzzle."""
    first = first_position(game, puzzle)
    return Answer(first, _play(first, puzzle.seat, puzzle.solution), is_right=True)


def judge(game: Game, puzzle: Puzzle, actions: Sequence[str]) -> Answer:
    """Play a turn, in notation, and compare it with the solution. What leads to the same position is the same.

    Raises:
        ParlourError: an action is not legal, or the turn is over before it.
    """
    wanted = solution_of(game, puzzle)
    steps = _play(wanted.first, puzzle.seat, actions)
    if len(steps) < len(wanted.steps) and (not steps or _goes_on(steps[-1].after, puzzle.seat)):
        return Answer(wanted.first, steps, is_right=None)
    reached = steps[: len(wanted.steps)][-1].after  # a solution may leave the end of the turn open
    return Answer(wanted.first, steps, is_right=reached.to_text() == wanted.position.to_text())


def _play(position: Position, seat: int, texts: Sequence[str]) -> list[Step]:
    steps: list[Step] = []
    for text in texts:
        if steps and not _goes_on(position, seat):
            raise IllegalAction("The turn is over. A puzzle asks for one turn.")
        position.check_may_act(seat)
        for action in position.seen_by(seat).text_to_actions(text):
            after = position.play(seat, action)
            steps.append(Step(position, action, after))
            position = after
    return steps


def _goes_on(position: Position, seat: int) -> bool:
    """Return whether the turn that a seat has begun is unfinished."""
    return seat in position.to_act() and position.is_mid_turn


def reason(game: Game, puzzle: Puzzle) -> str:
    """Return why the solution is good, in a sentence; empty where the game does not say."""
    step = solution_of(game, puzzle).steps[0]
    known = step.before.seen_by(puzzle.seat).known
    words = game.players.reason(known, puzzle.seat, step.action) if game.players.reason else ""
    return fill_seats(words, step.before.seen_by().side_names())
