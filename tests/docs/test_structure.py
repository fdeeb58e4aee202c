"""The shape of the code: the same rooms in every game, short modules, a small Game, no list of the games."""

import dataclasses
import re
from pathlib import Path

import pytest

from parlour.core.game import Game
from tools.pages import ROOT, own_games

GAMES = ROOT / "src/parlour/games"
# Where a game has one of these things, its module has this name.
ROOMS = {
    "options": {"settings"},
    "why_not": {"reasons"},
    "hint": {"hints", "advice"},
    "narrate": {"narration", "story"},
    "draw": {"drawing"},
    "position_text": {"table_text"},
}
FILES = {"README.md", "lessons.toml", "__init__.py", "state.py", "view.py", "picture.py", "terminal.py"}
FOLDERS = {"rules", "text", "ai", "tests"}
MOST_MODULES = 21  # in one folder: larger games sort theirs into rules/, text/ and ai/
MOST_FIELDS = 14
MOST_LINES = 350
MOST_GAMES = 4  # that a shared file may name, as examples
SHARED = ("tests", "tools")


@pytest.mark.parametrize("game_id", own_games())
def test_a_game_has_the_same_rooms_as_every_other(game_id: str) -> None:
    folder = GAMES / game_id
    names = {path.name for path in folder.iterdir()}
    folders = {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"}
    modules = {path.stem for path in folder.rglob("*.py") if "tests" not in path.parts}

    assert FILES - names == set()
    assert names & {"rules", "rules.py"}
    assert folders - FOLDERS == set()
    assert {name: modules & others for name, others in ROOMS.items() if modules & others} == {}
    for room in (folder, *(folder / name for name in FOLDERS - {"tests"})):
        assert len([*room.glob("*.py")]) <= MOST_MODULES, room.name


def test_a_game_has_few_fields() -> None:
    assert len(dataclasses.fields(Game)) <= MOST_FIELDS


def sources() -> list[Path]:
    return [path for path in (ROOT / "src").rglob("*.py") if "tests" not in path.parts] + [
        *(ROOT / "tools").glob("*.py")
    ]


def web_sources() -> list[Path]:
    written = {*(ROOT / "web/src").rglob("*.ts"), *(ROOT / "web/src").rglob("*.svelte")} - {ROOT / "web/src/wire.ts"}
    return [path for path in written if not path.name.endswith(".test.ts")]


def test_no_module_is_long() -> None:
    modules = [*sources(), *web_sources()]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in modules}

    assert {path: length for path, length in lengths.items() if length > MOST_LINES} == {}


def test_no_shared_test_or_tool_lists_the_games() -> None:
    names = re.compile(f"""["'/]({"|".join(own_games())})\\b""")
    paths = [path for folder in SHARED for path in (ROOT / folder).rglob("*.py")]
    named = {str(path.relative_to(ROOT)): set(names.findall(path.read_text())) for path in paths}

    assert {path: games for path, games in named.items() if len(games) > MOST_GAMES} == {}
