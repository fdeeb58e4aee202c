"""Puzzles for visitors, day by day."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from parlour.core import registry
from parlour.puzzles.daily import DAY_MS, daily_puzzle
from parlour.server.puzzles import Puzzles
from parlour.storage.database import Database
from parlour.storage.puzzles import SqlPuzzleProgress

ME = "guest:me"
GAME = registry.load("connect_four")
OTHER_GAME = registry.load("whist")
FIRST_DAY = 20_773


class Calendar:
    """A clock that a test sets to a day."""

    def __init__(self) -> None:
        self.day = FIRST_DAY

    def now_ms(self) -> int:
        return self.wall_ms()

    def wall_ms(self) -> int:
        return self.day * DAY_MS + DAY_MS // 3


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def puzzles(tmp_path: Path, calendar: Calendar) -> Iterator[Puzzles]:
    with closing(Database(tmp_path / "parlour.db")) as database:
        yield Puzzles(SqlPuzzleProgress(database), calendar)


def solve(puzzles: Puzzles, calendar: Calendar, day: int, *, is_right: bool = True, game: str = GAME.id) -> None:
    """Answer the puzzle of a day."""
    calendar.day = day
    loaded = registry.load(game)
    asyncio.run(puzzles.answer(ME, loaded, daily_puzzle(loaded, day), is_right=is_right, is_shown=False))


def state(puzzles: Puzzles, game: str = GAME.id) -> tuple[str, int]:
    """Return how far I am with today's puzzle of a game, and for how many days in a row."""
    daily = next(each for each in asyncio.run(puzzles.today(ME)).puzzles if each.game.id == game)
    return daily.state, daily.day_streak


def test_a_day_is_new_then_tried_then_solved(puzzles: Puzzles, calendar: Calendar) -> None:
    assert state(puzzles) == ("new", 0)
    solve(puzzles, calendar, FIRST_DAY, is_right=False)
    assert state(puzzles) == ("tried", 0)
    solve(puzzles, calendar, FIRST_DAY)
    assert state(puzzles) == ("solved", 1)


def test_days_in_a_row_are_counted_by_game_and_over_all_games(puzzles: Puzzles, calendar: Calendar) -> None:
    solve(puzzles, calendar, FIRST_DAY)
    solve(puzzles, calendar, FIRST_DAY + 1, game=OTHER_GAME.id)
    solve(puzzles, calendar, FIRST_DAY + 2)

    assert asyncio.run(puzzles.today(ME)).day_streak == 3
    assert state(puzzles) == ("solved", 1)
    assert state(puzzles, OTHER_GAME.id) == ("new", 1)
    calendar.day += 2
    assert asyncio.run(puzzles.today(ME)).day_streak == 0


def test_training_avoids_the_puzzle_of_the_day_and_the_last_one(puzzles: Puzzles, calendar: Calendar) -> None:
    first = asyncio.run(puzzles.next(ME, GAME, ""))
    second = asyncio.run(puzzles.next(ME, GAME, first.id))

    assert len({first.id, second.id, daily_puzzle(GAME, FIRST_DAY).id}) == 3
    assert asyncio.run(puzzles.next(ME, GAME, "")) == first
