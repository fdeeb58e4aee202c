"""Parlour: play, watch, build and study two-player table games.

`parlour.new("checkers", seed=1)` gives a `Position` to play on; `parlour.game_ids()` lists the games.
"""

from parlour.core.contract import SPECTATOR, Choice, Happening, Outcome
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.position import Position, start
from parlour.core.registry import game_ids, load

__all__ = [
    "SPECTATOR",
    "Choice",
    "Game",
    "Happening",
    "Outcome",
    "ParlourError",
    "Position",
    "game_ids",
    "load",
    "new",
]
__version__ = "0.9.0"


def new(game_id: str, seed: int | None = None, *, position: str | None = None, **options: int | bool | str) -> Position:
    """Start a game: `new("connect_four", quick_colours=True)`.

    Args:
        seed: decides all chance; a fresh unguessable one when not given.
        position: start from this text in the game's notation.
        options: settings of the game, see its README.
    """
    return start(load(game_id), seed, options, position)
