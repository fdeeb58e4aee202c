"""Puzzles for visitors: which one comes next, what an answer changes, and what a person has reached."""

import asyncio
from typing import NamedTuple

from parlour.core.game import Game
from parlour.match.clock import Clock
from parlour.match.glicko import Rating
from parlour.puzzles.book import Puzzle, check_has_puzzles, games_with_puzzles, puzzles_of
from parlour.puzzles.daily import daily_puzzle, day_of, days_in_a_row
from parlour.puzzles.progress import Answered, Attempt, PuzzleProgress, next_puzzle, rating_now, right_in_a_row

NEW, TRIED, SOLVED = "new", "tried", "solved"  # how far a person is with a puzzle


class Daily(NamedTuple):
    """The puzzle of the day of a game, and how far a person is with it."""

    game: Game
    puzzle: Puzzle
    state: str
    day_streak: int
    rating: Rating | None  # None: the person has tried no puzzle of the game
    num_solved: int


class Today(NamedTuple):
    """The puzzles of the day, for a person."""

    day: int
    day_streak: int  # days in a row with a solved puzzle of the day, of any game
    puzzles: list[Daily]


class Training(NamedTuple):
    """What a person has reached with the puzzles of a game."""

    attempts: list[Attempt]
    rating: Rating
    streak: int
    day_streak: int


class Puzzles:
    """Answers what visitors ask about puzzles."""

    def __init__(self, progress: PuzzleProgress, clock: Clock) -> None:
        self._progress = progress
        self._clock = clock

    def is_daily(self, game: Game, puzzle: Puzzle) -> bool:
        """Return whether it is the puzzle of the day."""
        return self.of_the_day(game).id == puzzle.id

    def of_the_day(self, game: Game) -> Puzzle:
        """Return the puzzle of the day.

        Raises:
            UnknownPuzzle: the game has no puzzles.
        """
        return daily_puzzle(game, self._today)

    @property
    def _today(self) -> int:
        return day_of(self._clock.wall_ms())

    async def today(self, identity: str) -> Today:
        """Return the puzzles of the day."""
        return await asyncio.to_thread(self._read_today, identity)

    def _read_today(self, identity: str) -> Today:
        today, solved = self._today, self._progress.daily_solved(identity)
        puzzles = [
            self._daily(identity, game, today, solved.get(game.id, frozenset())) for game in games_with_puzzles()
        ]
        days = {day for each in solved.values() for day in each}
        return Today(today, days_in_a_row(days, today), puzzles)

    def _daily(self, identity: str, game: Game, today: int, solved: frozenset[int]) -> Daily:
        puzzle, attempts = daily_puzzle(game, today), self._progress.attempts(identity, game.id)
        mine = next((attempt for attempt in attempts if attempt.puzzle == puzzle.id), None)
        is_tried = mine is not None and today in (day_of(mine.at_ms), day_of(mine.shown_ms or 0))
        return Daily(
            game,
            puzzle,
            SOLVED if today in solved else TRIED if is_tried else NEW,
            days_in_a_row(solved, today),
            rating_now(attempts, self._clock.wall_ms()) if attempts else None,
            sum(attempt.solved_ms is not None for attempt in attempts),
        )

    async def next(self, identity: str, game: Game, after: str) -> Puzzle:
        """Return a puzzle to train with, near the rating of a person; not the one just seen, if there are others.

        Raises:
            UnknownPuzzle: the game has no puzzles.
        """
        check_has_puzzles(game)
        attempts = await asyncio.to_thread(self._progress.attempts, identity, game.id)
        rating, avoided = rating_now(attempts, self._clock.wall_ms()), {after, self.of_the_day(game).id}
        return next_puzzle(puzzles_of(game).values(), attempts, rating.rating, avoided, identity)

    async def training(self, identity: str, game: Game) -> Training:
        """Return what a person has reached with the puzzles of a game."""
        attempts, days = await asyncio.to_thread(self._read_training, identity, game.id)
        rating = rating_now(attempts, self._clock.wall_ms())
        return Training(attempts, rating, right_in_a_row(attempts), days_in_a_row(days, self._today))

    def _read_training(self, identity: str, game: str) -> tuple[list[Attempt], frozenset[int]]:
        return self._progress.attempts(identity, game), self._progress.daily_solved(identity).get(game, frozenset())

    async def attempt(self, identity: str, puzzle: Puzzle) -> Attempt | None:
        """Return what a person has done with a puzzle."""
        return await asyncio.to_thread(self._progress.attempt, identity, puzzle.id)

    async def answer(self, identity: str, game: Game, puzzle: Puzzle, *, is_right: bool, is_shown: bool) -> Answered:
        """Store an answer; the first one changes the rating."""
        now_ms = self._clock.wall_ms()
        day = day_of(now_ms) if self.is_daily(game, puzzle) else None
        stored = self._progress.answer(
            identity, game.id, puzzle, now_ms, is_right=is_right, is_shown=is_shown, day=day
        )  # fmt: skip
        return await asyncio.wrap_future(stored)
