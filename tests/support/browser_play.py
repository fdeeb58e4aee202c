"""How the tests of the pages play a game: as the `browser.py` among its own tests says, or by defaults."""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from parlour.core import registry
from support.ui_drivers import MakeTaste, any_of
from tools.playthroughs import own_tests


class BrowserPlay(NamedTuple):
    """What makes matches in a browser short, and what was heard in one."""

    options: Mapping[str, int | str]
    taste: MakeTaste
    transcript: Path


def browser_play(game_id: str) -> BrowserPlay:
    """Return how a game is played in a browser."""
    game = registry.load(game_id)
    folder = own_tests(game)
    has_own = (folder / "browser.py").exists()
    own = importlib.import_module(f"{game.package}.tests.browser") if has_own else None
    return BrowserPlay(getattr(own, "OPTIONS", {}), getattr(own, "taste", any_of), folder / "spoken.txt")
