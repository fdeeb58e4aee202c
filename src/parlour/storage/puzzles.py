"""What people have done with puzzles."""

from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

from parlour.match.glicko import Rating
from parlour.puzzles.book import Puzzle
from parlour.puzzles.daily import day_of
from parlour.puzzles.progress import Answered, Attempt, rating_after, rating_now
from parlour.storage.database import Database
from parlour.storage.portable import insert
from parlour.storage.puzzle_tables import puzzle_attempts, puzzle_days


class SqlPuzzleProgress:
    """Stores attempts at puzzles; the port `PuzzleProgress`, which says what its methods promise."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def attempt(self, identity: str, puzzle: str) -> Attempt | None:
        """Return what a person has done with a puzzle; None before the first attempt."""
        return _attempt(self._database.reader(), identity, puzzle)

    def attempts(self, identity: str, game: str) -> list[Attempt]:
        """List the puzzles of a game that a person has tried, by their first attempts."""
        return _attempts(self._database.reader(), identity, game)

    def daily_solved(self, identity: str) -> Mapping[str, frozenset[int]]:
        """Return the days on which a person has solved the puzzle of the day, by game."""
        days: defaultdict[str, set[int]] = defaultdict(set)
        wanted = sa.select(puzzle_days.c.game, puzzle_days.c.day).where(puzzle_days.c.identity == identity)
        for game, day in self._database.reader().execute(wanted):
            days[game].add(day)
        return {game: frozenset(found) for game, found in days.items()}

    def answer(
        self, identity: str, game: str, puzzle: Puzzle, at_ms: int, *, is_right: bool, is_shown: bool, day: int | None
    ) -> "Future[Answered]":
        """Store an answer; the first one changes the rating."""

        def change(connection: sa.Connection) -> Answered:
            before = _attempt(connection, identity, puzzle.id)
            rating_change = None
            if before is None:
                rating_change = _first(connection, identity, game, puzzle, at_ms, is_right=is_right, is_shown=is_shown)
            else:
                _again(connection, identity, before, at_ms, is_right=is_right, is_shown=is_shown)
            after = _attempt(connection, identity, puzzle.id)
            assert after is not None
            # A solution that was shown on another day, in training, is forgotten by now.
            if is_right and day is not None and (after.shown_ms is None or day_of(after.shown_ms) < day):
                row = {"identity": identity, "game": game, "day": day}
                connection.execute(insert(puzzle_days).values(row).on_conflict_do_nothing())
            return Answered(after, rating_change)

        return self._database.write(change)


def _first(
    connection: sa.Connection, identity: str, game: str, puzzle: Puzzle, at_ms: int, *, is_right: bool, is_shown: bool
) -> float:
    """Store the first attempt; returns by how much it changes the rating."""
    own = rating_now(_attempts(connection, identity, game), at_ms)
    after = rating_after(own, puzzle, is_right=is_right)
    row = {"identity": identity, "game": game, "puzzle": puzzle.id, "at_ms": at_ms, "is_right": int(is_right),
           "solved_ms": at_ms if is_right else None, "shown_ms": at_ms if is_shown else None}  # fmt: skip
    connection.execute(sa.insert(puzzle_attempts).values(row | after._asdict()))
    return after.rating - own.rating


def _again(
    connection: sa.Connection, identity: str, before: Attempt, at_ms: int, *, is_right: bool, is_shown: bool
) -> None:
    """Store a later attempt, if it was the one that solved the puzzle, or that gave up."""
    if is_right and before.solved_ms is None and before.shown_ms is None:
        values = {"solved_ms": at_ms}
    elif is_shown and before.solved_ms is None:
        values = {"shown_ms": at_ms}
    else:
        return
    mine = (puzzle_attempts.c.identity == identity) & (puzzle_attempts.c.puzzle == before.puzzle)
    connection.execute(sa.update(puzzle_attempts).where(mine).values(values))


def _attempt(connection: sa.Connection, identity: str, puzzle: str) -> Attempt | None:
    mine = (puzzle_attempts.c.identity == identity) & (puzzle_attempts.c.puzzle == puzzle)
    row = connection.execute(sa.select(puzzle_attempts).where(mine)).one_or_none()
    return None if row is None else _read(row)


def _attempts(connection: sa.Connection, identity: str, game: str) -> list[Attempt]:
    mine = (puzzle_attempts.c.identity == identity) & (puzzle_attempts.c.game == game)
    rows = connection.execute(sa.select(puzzle_attempts).where(mine).order_by(puzzle_attempts.c.id))
    return [_read(row) for row in rows]


def _read(row: Any) -> Attempt:
    rating = Rating(row.rating, row.deviation, row.volatility)
    return Attempt(row.puzzle, row.at_ms, bool(row.is_right), row.solved_ms, row.shown_ms, rating)
