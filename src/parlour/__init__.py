"""Parlour: play, watch, build and study two-player table games.

`parlour.new("checkers", seed=1)` gives a `Position` to play on; `parlour.game_ids()` lists the games.
"""

from typing import TYPE_CHECKING

from parlour.core.contract import SPECTATOR, Choice, Happening, Outcome
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.core.position import Position, start
from parlour.core.registry import game_ids, load
from parlour.lab.extras import needs_extra

if TYPE_CHECKING:
    from parlour.lab.envs.table_env import TableEnv

__all__ = [
    "SPECTATOR",
    "Choice",
    "Game",
    "Happening",
    "Outcome",
    "ParlourError",
    "Position",
    "env",
    "game_ids",
    "load",
    "new",
    "register_open_spiel",
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


def env(game_id: str, render_mode: str | None = None, options: Options | None = None) -> "TableEnv":
    """Return a PettingZoo environment (AEC) of a game: `env("raptor", render_mode="rgb_array")`.

    Args:
        render_mode: "rgb_array", "ansi" or "human".
        options: settings of the game, see its README.

    Raises:
        NeedsExtra: PettingZoo is not installed.
    """
    with needs_extra("envs"):
        from parlour.lab.envs.table_env import TableEnv  # noqa: PLC0415  # an extra, imported when it is used
    return TableEnv(load(game_id), render_mode, options)


def register_open_spiel() -> list[str]:
    """Register all games with OpenSpiel and return the names for `pyspiel.load_game`: "parlour_raptor", ...

    Raises:
        NeedsExtra: OpenSpiel is not installed.
    """
    with needs_extra("envs"):
        from parlour.lab.envs.spiel_game import register_games  # noqa: PLC0415  # an extra, imported when it is used
    return register_games()
