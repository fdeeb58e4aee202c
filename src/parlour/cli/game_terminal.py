"""What a game brings to the terminal: the module `terminal` of its package, where it has one."""

import functools
import importlib
from collections.abc import Mapping
from typing import NamedTuple

from parlour.core.game import Game
from parlour.pieces.terminal import GameCommand


class GameTerminal(NamedTuple):
    """Colours and a command; see `pieces.terminal`."""

    ink: Mapping[str, str]  # by glyph of the drawing: its style, in rich's syntax
    command: GameCommand | None


@functools.cache
def terminal_of(game: Game) -> GameTerminal:
    """Return what a game brings to the terminal."""
    name = f"{game.package}.terminal"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return GameTerminal({}, None)
    return GameTerminal(getattr(module, "INK", {}), getattr(module, "COMMAND", None))
