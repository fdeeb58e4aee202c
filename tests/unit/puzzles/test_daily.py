"""The puzzle of the day: the same for everyone, and none twice before all had their day."""

from collections.abc import Iterator

import msgspec
import pytest

from parlour.core import registry
from parlour.puzzles import book, daily
from parlour.puzzles.book import Puzzle
from parlour.puzzles.daily import DAY_MS, daily_puzzle, day_of, days_in_a_row
from parlour.puzzles.errors import UnknownPuzzle

CHECKERS = registry.load("checkers")
PUZZLE = Puzzle(
    id="checkers-0000", position="B:W18,29,30:B15,1", seat=0, solution=("15x22",), value=1.0, second=0.5, rating=900,
    proof="search", goal="Find the only move that wins.",
)  # fmt: skip
TODAY = 20_773


@pytest.fixture(autouse=True)
def thirty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the game have 30 puzzles."""
    ids = [f"checkers-{number:04}" for number in range(30)]
    found = {each: msgspec.structs.replace(PUZZLE, id=each) for each in ids}
    for module in (book, daily):
        monkeypatch.setattr(module, "puzzles_of", lambda _game: found)
    daily._shuffled.cache_clear()
    yield
    daily._shuffled.cache_clear()


def test_all_puzzles_have_their_day_before_one_comes_again() -> None:
    first = TODAY - TODAY % 30
    months = [[daily_puzzle(CHECKERS, day).id for day in range(begin, begin + 30)] for begin in (first, first + 30)]

    assert [len(set(month)) for month in months] == [30, 30]
    assert months[0] != months[1]
    assert daily_puzzle(CHECKERS, TODAY) == daily_puzzle(CHECKERS, TODAY)


def test_a_game_without_puzzles_has_none_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "puzzles_of", lambda _game: {})

    with pytest.raises(UnknownPuzzle, match="no puzzles"):
        daily_puzzle(CHECKERS, TODAY)


def test_a_day_begins_at_midnight_utc() -> None:
    assert [day_of(at_ms) for at_ms in (DAY_MS - 1, DAY_MS, 2 * DAY_MS - 1)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("days", "length"),
    [
        ([], 0),
        ([TODAY], 1),
        ([TODAY - 1], 1),
        ([TODAY - 2], 0),
        ([TODAY, TODAY - 1, TODAY - 2, TODAY - 4], 3),
        ([TODAY - 1, TODAY - 2], 2),
    ],
)
def test_days_in_a_row_end_today_or_yesterday(days: list[int], length: int) -> None:
    assert days_in_a_row(frozenset(days), TODAY) == length
