"""Recipes are read from the folders of games, and wrong ones are refused with a sentence."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from parlour.core.batch.batch import DEVICES
from parlour.core.errors import BadOption, BrokenGame
from parlour.core.game import Game
from parlour.core.registry import game_ids, load
from parlour.lab.errors import BadRun
from parlour.lab.train.recipe import FILE, GatePart, MirrorPart, Recipe, SearchPart, recipe_of, recipes_of

OPEN, SECRET = load("connect_four"), load("whist")
SEARCH = SearchPart(simulations=2, buffer=8, updates=1)
RECIPE = Recipe(
    hidden=[4], rows=2, steps=2, iterations=100, minibatch=4, rate=0.1, last_rate=0.01, warmup=4,
    gate=GatePart(every=5), search=SEARCH,
)  # fmt: skip
TEXT = """
[cpu]
hidden = [4]
rows = 2
steps = 2
iterations = 9
minibatch = 4
rate = 0.1
gate = { every = 3 }
search = { simulations = 2, buffer = 8, updates = 1 }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder that games are read from meanwhile."""
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    recipes_of.cache_clear()
    yield tmp_path
    recipes_of.cache_clear()


@pytest.mark.parametrize("game_id", game_ids())
def test_every_recipe_of_a_game_can_be_trained_and_there_is_one_for_each_device(game_id: str) -> None:
    game = load(game_id)
    recipes = recipes_of(game)

    assert not recipes or set(DEVICES) <= set(recipes)
    for recipe in recipes.values():
        recipe.check(game)


def test_the_rate_rises_then_falls_to_the_last_one() -> None:
    rates = [RECIPE.rate_at(iteration) for iteration in range(101)]

    assert rates[:5] == pytest.approx([0.02, 0.04, 0.06, 0.08, 0.1])
    assert rates[4:] == sorted(rates[4:], reverse=True)
    assert rates[52] == pytest.approx((0.1 + 0.01) / 2)
    assert rates[100] == pytest.approx(0.01)


def test_options_are_those_of_the_preset_and_of_the_recipe() -> None:
    assert RECIPE.options_of(OPEN) == OPEN.options.read(OPEN.preset("quick"))
    wordy = msgspec.structs.replace(RECIPE, options={"quick_colours": False})
    assert wordy.options_of(OPEN) == OPEN.options.read({})


@pytest.mark.parametrize(
    ("game", "change", "sentence"),
    [
        (OPEN, {"search": None}, "either"),
        (OPEN, {"mirror": MirrorPart()}, "either"),
        (SECRET, {}, "hidden"),
        (OPEN, {"rows": 5}, "buffer"),
    ],
)
def test_what_cannot_be_trained_is_refused(game: Game, change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRun, match=sentence):
        msgspec.structs.replace(RECIPE, **change).check(game)


def test_options_that_a_game_does_not_have_are_refused() -> None:
    with pytest.raises(BadOption):
        msgspec.structs.replace(RECIPE, options={"colour": 1}).check(OPEN)


def test_a_recipe_is_read_by_its_name(folder: Path) -> None:
    (folder / FILE).write_text(TEXT)

    assert recipe_of(OPEN, "cpu").gate.every == 3
    assert recipe_of(OPEN, "cpu", iterations=50).iterations == 50
    with pytest.raises(BadRun, match="Its recipes: cpu"):
        recipe_of(OPEN, "large")


def test_a_game_without_recipes_says_so(folder: Path) -> None:
    with pytest.raises(BadRun, match=FILE):
        recipe_of(OPEN, "cpu")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("rows = 2", "rows = 0", "rows"),
        ("rows = 2", "columns = 2", "columns"),
        ("rows = 2", "rows = ", "line"),
        ("every = 3", "every = 3, elo0 = 50", "recipe cpu"),
        ("rows = 2", "rows = 2\noptions = { colour = 1 }", "recipe cpu.*colour"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(folder: Path, old: str, new: str, sentence: str) -> None:
    (folder / FILE).write_text(TEXT.replace(old, new))

    with pytest.raises(BrokenGame, match=sentence):
        recipe_of(OPEN, "cpu")


def test_a_foreign_game_without_a_folder_of_data_has_no_recipes(folder: Path) -> None:
    assert recipes_of(replace(OPEN, id="other")) == {}
