"""`parlour chances` prints a row for every level, keeps it if asked to, and shows what is kept."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.players.chances import FILE, chances_of
from support.terminal import Terminal

QUICK = ("connect_four", "--level", "novice", "--games", "4", "--jobs", "1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let every game keep its chances in another folder."""
    (tmp_path / FILE).write_text(json.dumps({"sides": ["Red", "Yellow"]}))
    monkeypatch.setattr("parlour.players.chances.resources.files", lambda _package: tmp_path)
    chances_of.cache_clear()
    yield tmp_path
    chances_of.cache_clear()


def test_a_measured_level_is_printed_and_kept(terminal: Terminal, folder: Path) -> None:
    status, out, _ = terminal("chances", *QUICK, "--save")

    assert status == 0
    row = out.strip().splitlines()[-1]
    assert re.match(
        r"\| Connect Four \| novice \| Red [\d.]+ % \| Yellow [\d.]+ % \| 0 \| [\d.]+ % \| .* \| 4 \| 4 \|", row
    )
    assert terminal("chances", "connect_four", "--show") == (0, out, "")
    assert "Between two computers at Novice level, Red won" in " ".join(terminal("games", "connect_four")[1].split())


def test_nothing_is_kept_unless_it_is_asked_for(terminal: Terminal, folder: Path) -> None:
    terminal("chances", *QUICK)

    assert json.loads((folder / FILE).read_text()) == {"sides": ["Red", "Yellow"]}


def test_options_are_played_with_and_named(terminal: Terminal, folder: Path) -> None:
    options = ("--option", "repetition_limit=2", "--option", "quick_colours=no")
    status, out, _ = terminal("chances", "checkers", *QUICK[1:], *options)

    assert status == 0
    assert "| Checkers, repetition_limit=2 | novice |" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "There is no game chess."),
        (("checkers", "--level", "genius"), "Invalid value for '--level'"),
        (("checkers", "--games", "0"), "Invalid value for '--games'"),
        (("checkers", "--option", "speed=1"), "There is no option speed."),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(
    terminal: Terminal, arguments: tuple[str, ...], sentence: str
) -> None:
    status, out, err = terminal("chances", *arguments)

    assert (status, out) == (2, "")
    assert sentence in err
