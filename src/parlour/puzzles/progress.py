"""What a person has done with puzzles, and the port through which that is stored."""

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from parlour.match.glicko import LEAST_DEVIATION, Rating, after_match, aged
from parlour.puzzles.book import Puzzle
from parlour.puzzles.daily import hash_of

# Among the easier puzzles: the medians of the games are 867 to 1073. The first answer changes it by about 120 points,
# so that neither an expert nor a beginner stays there for long.
NEWCOMER = Rating(800.0, 250.0)
NEAR = 6  # puzzles of the nearest ratings, one of which is chosen


class Attempt(NamedTuple):
    """What a person has done with one puzzle."""

    puzzle: str
    at_ms: int  # of the first attempt
    is_right: bool  # the first attempt
    solved_ms: int | None  # when it was solved, before the solution was shown
    shown_ms: int | None  # when the solution was shown
    rating: Rating  # in this game, after the first attempt


class Answered(NamedTuple):
    """What an answer to a puzzle has changed."""

    attempt: Attempt
    change: float | None  # of the rating; None: it was not the first attempt


class PuzzleProgress(Protocol):
    """What people have done with puzzles. The promises are those of `parlour.match.ports`."""

    def attempt(self, identity: str, puzzle: str) -> Attempt | None:
        """Return what a person has done with a puzzle; None before the first attempt."""
        ...

    def attempts(self, identity: str, game: str) -> list[Attempt]:
        """List the puzzles of a game that a person has tried, by their first attempts."""
        ...

    def daily_solved(self, identity: str) -> Mapping[str, frozenset[int]]:
        """Return the days on which a person has solved the puzzle of the day, by game."""
        ...

    def answer(
        self, identity: str, game: str, puzzle: Puzzle, at_ms: int, *, is_right: bool, is_shown: bool, day: int | None
    ) -> "Future[Answered]":
        """Store an answer; the first one changes the rating.

        Args:
            is_shown: the person gave up, and is shown the solution.
            day: if it is the puzzle of this day.
        """
        ...


def rating_now(attempts: Sequence[Attempt], now_ms: int) -> Rating:
    """Return the rating of a solver, from the attempts in one game."""
    return aged(attempts[-1].rating, now_ms - attempts[-1].at_ms) if attempts else NEWCOMER


def rating_after(own: Rating, puzzle: Puzzle, *, is_right: bool) -> Rating:
    """Return the rating of a solver after the first attempt at a puzzle, whose own rating is fixed."""
    return after_match(own, Rating(puzzle.rating, LEAST_DEVIATION), float(is_right))[0]


def right_in_a_row(attempts: Sequence[Attempt]) -> int:
    """Count the puzzles that were solved at the first attempt since the last one that was not."""
    misses = [number for number, attempt in enumerate(attempts, 1) if not attempt.is_right]
    return len(attempts) - max(misses, default=0)


def next_puzzle(
    puzzles: Collection[Puzzle], attempts: Sequence[Attempt], rating: float, avoid: Collection[str], salt: str
) -> Puzzle:
    """Choose a puzzle to train with: new before unsolved before solved, and near a rating.

    Args:
        avoid: ids of puzzles that are chosen only when there are no others.
        salt: the same one chooses the same puzzle, until there is another attempt.
    """
    tried = {attempt.puzzle for attempt in attempts}
    solved = {attempt.puzzle for attempt in attempts if attempt.solved_ms is not None}
    others = [puzzle for puzzle in puzzles if puzzle.id not in avoid] or list(puzzles)
    new = [puzzle for puzzle in others if puzzle.id not in tried]
    chosen_from = new or [puzzle for puzzle in others if puzzle.id not in solved] or others
    near = sorted(chosen_from, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))[:NEAR]
    return near[hash_of(f"{salt} {len(attempts)}") % len(near)]
