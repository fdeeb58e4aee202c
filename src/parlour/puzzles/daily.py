"""The puzzle of the day of each game: the same for everyone, by the date in UTC."""

import hashlib
from collections.abc import Collection
from functools import lru_cache

from parlour.core.game import Game
from parlour.puzzles.book import Puzzle, check_has_puzzles, puzzles_of

DAY_MS = 86_400_000


def day_of(at_ms: int) -> int:
    """Return the day of a time: the number of days since 1970."""
    return at_ms // DAY_MS


def daily_puzzle(game: Game, day: int) -> Puzzle:
    """Return the puzzle of a day. All puzzles have their day before one comes again.

    Raises:
        UnknownPuzzle: the game has no puzzles.
    """
    check_has_puzzles(game)
    number, place = divmod(day, len(puzzles_of(game)))
    return _shuffled(game, number)[place]


@lru_cache(maxsize=64)
def _shuffled(game: Game, number: int) -> list[Puzzle]:
    """Return all puzzles of a game, each time through in another order."""
    return sorted(puzzles_of(game).values(), key=lambda puzzle: hash_of(f"{number} {puzzle.id}"))


def hash_of(text: str) -> int:
    """Return a number that follows from a text alone, on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def days_in_a_row(days: Collection[int], today: int) -> int:
    """Count the days in a row up to today; today itself may still be missing."""
    last = today if today in days else today - 1
    length = 0
    while last - length in days:
        length += 1
    return length
