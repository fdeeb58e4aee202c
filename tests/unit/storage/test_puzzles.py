"""Attempts at puzzles, stored: the first answer counts, days are remembered, and all goes with the person."""

import msgspec
import pytest

from parlour.puzzles.book import Puzzle
from parlour.puzzles.daily import DAY_MS
from parlour.puzzles.progress import NEWCOMER, Answered
from parlour.storage.database import Database
from parlour.storage.people import SqlPeople
from parlour.storage.puzzles import SqlPuzzleProgress

ME, OTHER = "guest:me", "guest:other"
PUZZLE = Puzzle(
    id="checkers-0001", position="", seat=0, solution=("15x22",), value=1.0, second=0.5, rating=1500, proof="search",
    goal="Find the only move that wins.", consequence="With best play it loses.",
)  # fmt: skip
SECOND = msgspec.structs.replace(PUZZLE, id="checkers-0002")
DAY = 20_000
NOON_MS = DAY * DAY_MS + DAY_MS // 2


@pytest.fixture
def progress(database: Database) -> SqlPuzzleProgress:
    return SqlPuzzleProgress(database)


def answer(progress: SqlPuzzleProgress, puzzle: Puzzle = PUZZLE, *, identity: str = ME, is_right: bool = True,
           is_shown: bool = False, at_ms: int = NOON_MS, day: int | None = None) -> Answered:  # fmt: skip
    stored = progress.answer(identity, "checkers", puzzle, at_ms, is_right=is_right, is_shown=is_shown, day=day)
    return stored.result()


def test_only_the_first_answer_changes_the_rating(progress: SqlPuzzleProgress) -> None:
    first = answer(progress, is_right=False)
    again = answer(progress, at_ms=NOON_MS + 1)

    assert first.change is not None
    assert first.change < 0
    assert first.attempt.rating.rating == pytest.approx(NEWCOMER.rating + first.change)
    assert again.change is None
    assert again.attempt == first.attempt._replace(solved_ms=NOON_MS + 1)
    assert progress.attempts(ME, "checkers") == [again.attempt]


def test_the_next_rating_follows_from_the_last(progress: SqlPuzzleProgress) -> None:
    first, second = answer(progress), answer(progress, SECOND)

    assert second.change is not None
    assert second.attempt.rating.rating == pytest.approx(first.attempt.rating.rating + second.change)
    assert [attempt.puzzle for attempt in progress.attempts(ME, "checkers")] == [PUZZLE.id, SECOND.id]
    assert progress.attempts(OTHER, "checkers") == progress.attempts(ME, "whist") == []


def test_a_puzzle_whose_solution_was_shown_is_not_solved_later(progress: SqlPuzzleProgress) -> None:
    shown = answer(progress, is_right=False, is_shown=True)
    after = answer(progress)

    assert shown.change is not None
    assert shown.change < 0
    assert (after.attempt.solved_ms, after.attempt.shown_ms) == (None, NOON_MS)


def test_a_solved_puzzle_stays_solved(progress: SqlPuzzleProgress) -> None:
    solved = answer(progress)
    answer(progress, is_right=False, is_shown=True)

    assert progress.attempt(ME, PUZZLE.id) == solved.attempt


def test_days_with_a_solved_puzzle_are_remembered_once(progress: SqlPuzzleProgress) -> None:
    answer(progress, is_right=False, day=DAY)
    answer(progress, day=DAY)
    answer(progress, day=DAY)
    answer(progress, at_ms=NOON_MS + 100 * DAY_MS, day=DAY + 100)
    answer(progress, SECOND)

    assert progress.daily_solved(ME) == {"checkers": {DAY, DAY + 100}}
    assert progress.daily_solved(OTHER) == {}


def test_a_solution_that_is_shown_wins_no_day_but_later_ones(progress: SqlPuzzleProgress) -> None:
    answer(progress, is_right=False, is_shown=True, day=DAY)
    answer(progress, day=DAY)
    assert progress.daily_solved(ME) == {}

    answer(progress, at_ms=NOON_MS + 50 * DAY_MS, day=DAY + 50)
    assert progress.daily_solved(ME) == {"checkers": {DAY + 50}}


def test_a_guest_takes_everything_into_an_account_which_exports_and_deletes_it(
    database: Database, progress: SqlPuzzleProgress
) -> None:
    answer(progress, day=DAY)
    answer(progress, identity=OTHER)
    people = SqlPeople(database)
    account = people.sign_up("Ada", "hash", "session", NOON_MS, ME).result().account
    identity = f"account:{account}"

    assert progress.attempts(ME, "checkers") == []
    assert progress.daily_solved(identity) == {"checkers": {DAY}}
    told = people.export(account)
    assert [(row["puzzle"], row["is_right"]) for row in told["puzzles"]] == [(PUZZLE.id, 1)]
    assert told["puzzle_days"] == [{"game": "checkers", "day": DAY}]
    people.delete("session", "hash").result()
    assert progress.attempts(identity, "checkers") == []
    assert progress.daily_solved(identity) == {}
    assert len(progress.attempts(OTHER, "checkers")) == 1
