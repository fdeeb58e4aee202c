"""Maps are files: what a drawing must hold, and that one more file is one more map."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.games.raptor.geometry import MAPS, STANDARD
from parlour.games.raptor.map_reader import BARRIER, BRIDGE, FOLDER, GROUND, BadMap, Map, load_maps, read_map
from parlour.games.raptor.tests.slow import neighbours
from parlour.games.raptor.tests.tables import board

STATION = (FOLDER / "station.toml").read_text(encoding="utf-8")
PLAY = """
import parlour
position = parlour.new("raptor", seed=3, map="delta")
for _ in range(40):
    seat = position.to_act()[0]
    position = position.play(seat, position.legal_actions(seat)[-1])
print(position.seen_by().view().map)
"""


def test_the_numbers_of_the_maps_never_change() -> None:
    """They are in the options of stored matches."""
    assert [found.name for found in MAPS] == ["standard", "canyon", "river", "station"]


def test_the_standard_map_is_the_standard_layout() -> None:
    assert board(parlour.new("raptor", seed=3, board="standard")) == list(MAPS[STANDARD].terrain)


@pytest.mark.parametrize("drawn", MAPS, ids=lambda drawn: drawn.name)
def test_a_match_begins_on_the_map_as_it_is_drawn(drawn: Map) -> None:
    view = parlour.new("raptor", seed=3, map=drawn.name, board="standard").seen_by().view()

    assert set(view.barriers) == set(drawn.spaces(BARRIER))
    assert set(view.rocks) == set(drawn.spaces("#"))
    assert set(view.exits) == set(drawn.spaces("X"))
    assert view.tiles == list(drawn.tiles)


@pytest.mark.parametrize("drawn", MAPS[1:], ids=lambda drawn: drawn.name)
def test_a_half_turn_leaves_a_map_of_badlands_as_it_is(drawn: Map) -> None:
    """So neither end of it is better."""
    turned = tuple(row[::-1] for row in reversed(drawn.terrain))

    assert turned == drawn.terrain


def test_water_parts_the_river_map_but_for_its_bridges() -> None:
    drawn = next(found for found in MAPS if found.name == "river")
    banks = set(drawn.spaces(GROUND))
    reached, border = {"b1"}, ["b1"]
    while border:
        fresh = banks.intersection(neighbours(border.pop())) - reached
        reached |= fresh
        border += fresh

    assert "b6" not in reached
    assert len(drawn.spaces(BRIDGE)) == 4


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("X...~...~...X", "X...~...~...", "6 rows of 13"),
        ("X...~...~...X", "X..?~...~...X", "means nothing"),
        ("-.#.......#.-", "-.#.......#..", "ground, rock or barrier"),
        ("-01112223334-", "-01112222334-", "more than 9 spaces"),
        ("-56667778889-", "-66667778889-", "less than two spaces"),
        ("-...~.#.~...-", "-###########-", "not connected"),
        ("X...~...~...X", "-...~...~...-", "there are exits"),
        ('barrier = "fence"', 'barrier = ""', "needs a word"),
        ('arrivals = "c1', 'arrivals = "a1', "reinforcements arrive"),
    ],
)
def test_a_map_that_cannot_be_played_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(BadMap, match=reason):
        read_map("bad", STATION.replace(old, new))


def test_the_numbers_of_maps_follow_each_other(tmp_path: Path) -> None:
    (tmp_path / "station.toml").write_text(STATION, encoding="utf-8")

    with pytest.raises(BadMap, match="0, 1, 2"):
        load_maps(tmp_path)


def test_one_more_file_is_one_more_map(tmp_path: Path) -> None:
    """Played as plain Python: kernels hold the tables of the maps and would be compiled again."""
    package = tmp_path / "parlour"
    shutil.copytree(FOLDER.parents[3], package, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    delta = STATION.replace("number = 3", f"number = {len(MAPS)}").replace("~...~", "....~")
    (package / "games" / "raptor" / "rules" / "maps" / "delta.toml").write_text(delta, encoding="utf-8")

    environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    played = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert played.stdout.strip() == "delta"
