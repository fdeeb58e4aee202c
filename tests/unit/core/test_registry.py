"""The registry: folders are found, other packages' games are found, and everything else is refused by name."""

from importlib.metadata import EntryPoint

import pytest

from parlour.core import registry
from parlour.core.errors import BrokenGame, ParlourError, UnknownGame


def test_our_games_are_found_by_their_folders() -> None:
    assert {"connect_four", "checkers"} <= set(registry.game_ids())
    assert registry.load("checkers").name == "Checkers"
    assert registry.load("checkers") is registry.load("checkers")


def test_an_unknown_game_is_refused_with_the_list_of_games() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game chess\. The games: .*connect_four"):
        registry.load("chess")


def test_a_package_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("go", "no_such_package:GAME", registry.GROUP)
    wrong = EntryPoint("ludo", "parlour.games.checkers:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_entry_points", lambda: {"go": broken, "ludo": wrong})

    with pytest.raises(BrokenGame, match=r"The game go \(no_such_package:GAME\) cannot be loaded"):
        registry.load("go")
    with pytest.raises(BrokenGame, match="does not hold a game of that id"):
        registry.load("ludo")


def test_every_error_has_its_own_stable_code() -> None:
    def tree(kind: type[ParlourError]) -> list[type[ParlourError]]:
        return [kind, *(found for child in kind.__subclasses__() for found in tree(child))]

    codes = [kind.code for kind in tree(ParlourError)]
    assert len(set(codes)) == len(codes)
    assert all("/" in code for code in codes)
