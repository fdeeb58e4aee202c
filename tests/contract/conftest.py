"""Which games the contract tests run over: all, or those named by `--game`."""

import pytest

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.position import start


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        named = metafunc.config.getoption("--game")
        games = [registry.load(game_id) for game_id in named or registry.game_ids()]
        of_a_kind = metafunc.definition.get_closest_marker("each_kind") is not None and not named
        kept = one_of_each_kind(games) if of_a_kind else games
        marks = [() if game in kept else pytest.mark.long for game in games]
        cases = [pytest.param(game, id=game.id, marks=mark) for game, mark in zip(games, marks, strict=True)]
        metafunc.parametrize("game", cases)


def one_of_each_kind(games: list[Game]) -> list[Game]:
    """Return a game in which all is open, one with secrets, and one in which both choose at once, where they are."""
    kinds = {(game.facts.hidden, len(start(game, 1, game.preset("quick")).to_act())): game for game in reversed(games)}
    return list(kinds.values())
