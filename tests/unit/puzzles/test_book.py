"""The files of puzzles: what is in them is checked when they are read."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.errors import BrokenGame
from parlour.puzzles import book
from parlour.puzzles.book import find_puzzle, puzzles_of
from parlour.puzzles.errors import UnknownPuzzle

CHECKERS = registry.load("checkers")
LINE = {
    "id": "checkers-0001", "options": {}, "position": "B:W18,29,30:B15,1", "seat": 0, "solution": ["15x22"],
    "value": 1.0, "second": 0.5, "rating": 900, "proof": "search", "goal": "Find the only move that wins.",
    "consequence": "With best play it loses.",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the game read its puzzles from another folder."""
    monkeypatch.setattr("parlour.puzzles.book.resources.files", lambda _package: tmp_path)
    return tmp_path


def read(folder: Path, *lines: dict[str, Any]) -> list[str]:
    (folder / book.FILE).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return list(puzzles_of.__wrapped__(CHECKERS))


def test_a_game_without_a_file_has_no_puzzles(folder: Path) -> None:
    assert puzzles_of.__wrapped__(CHECKERS) == {}


def test_puzzles_are_read_by_their_ids(folder: Path) -> None:
    assert read(folder, LINE, LINE | {"id": "checkers-0002"}) == ["checkers-0001", "checkers-0002"]


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 2},
        {"solution": []},
        {"value": 1.5},
        {"proof": "guess"},
        {"id": "whist-0001"},
        {"second": 1.0},
        {"rating": "hard"},
    ],
)
def test_a_bad_line_is_named(folder: Path, change: dict[str, Any]) -> None:
    with pytest.raises(BrokenGame, match=r"puzzles\.jsonl"):
        read(folder, LINE | change)


def test_an_id_is_given_once(folder: Path) -> None:
    with pytest.raises(BrokenGame, match="checkers-0001"):
        read(folder, LINE, LINE)


@pytest.mark.parametrize(
    "puzzle_id", ["", "checkers", "checkers-", "nothing-0001", "../checkers-0001", "checkers-99999"]
)
def test_a_puzzle_that_is_not_there_is_refused(puzzle_id: str) -> None:
    with pytest.raises(UnknownPuzzle):
        find_puzzle(puzzle_id)
