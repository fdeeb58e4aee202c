"""Getting games ready: the wanted ones first, and one that fails keeps no other from it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.core import registry
from parlour.server import game_loader
from parlour.server.errors import GettingReady
from parlour.server.game_loader import GameLoader

ECHO = ("cat",)  # a compiler that is done with everything at once


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace compiling and loading; returns the games in the order of their loading."""
    order: list[str] = []

    def warm_steps(game: Any) -> Iterator[None]:
        order.append(game)
        if game == "broken":
            raise ValueError("broken")
        yield

    monkeypatch.setattr(game_loader, "COMPILE", ECHO)
    monkeypatch.setattr(game_loader, "COMPILERS", 1)
    monkeypatch.setattr(game_loader, "warm_steps", warm_steps)
    monkeypatch.setattr(registry, "load", lambda game_id: game_id)
    return order


def test_the_game_wanted_last_is_loaded_first(loaded: list[str]) -> None:
    async def scenario() -> GameLoader:
        games = GameLoader(["a", "b", "c"])
        with pytest.raises(GettingReady, match="getting ready"):
            games.check_ready("b")
        games.want("c")
        await games.run()
        return games

    games = asyncio.run(scenario())

    assert loaded == ["c", "b", "a"]
    games.check_ready("b")


def test_a_game_that_cannot_be_loaded_stays_unready_and_the_others_do_not(loaded: list[str]) -> None:
    async def scenario() -> GameLoader:
        games = GameLoader(["a", "broken", "c"])
        await games.run()
        return games

    games = asyncio.run(scenario())

    assert [games.is_ready(game_id) for game_id in ("a", "broken", "c")] == [True, False, True]


def test_a_compiler_that_dies_is_replaced(loaded: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_loader, "COMPILE", ("false",))

    async def scenario() -> GameLoader:
        games = GameLoader(["a", "b"])
        await games.run()
        return games

    games = asyncio.run(scenario())

    assert loaded == ["a", "b"]
    assert games.is_ready("a")


def test_a_game_that_is_not_to_be_loaded_is_ready() -> None:
    assert GameLoader().is_ready("anything")
