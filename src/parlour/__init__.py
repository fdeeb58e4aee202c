"""Parlour: play, watch, build and study two-player table games.

`parlour.new("checkers", seed=1)` gives a `Position` to play on; `parlour.game_ids()` lists the games.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.batch import Batch
from parlour.core.contract import SPECTATOR, Choice, Happening, Outcome
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.core.position import Position, start
from parlour.core.registry import game_ids, load
from parlour.lab.extras import needs_extra

if TYPE_CHECKING:
    from parlour.lab.envs.table_env import TableEnv
    from parlour.lab.search import Evaluate, Searched
    from parlour.lab.vector_env import MatchVectorEnv

__all__ = [
    "SPECTATOR",
    "Batch",
    "Choice",
    "Game",
    "Happening",
    "Outcome",
    "ParlourError",
    "Position",
    "batch",
    "env",
    "game_ids",
    "load",
    "new",
    "register_open_spiel",
    "tree_search",
    "vector_env",
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


def batch(
    game_id: str,
    size: int,
    device: str = "cpu",
    seeds: int | Sequence[int] | None = None,
    options: Options | None = None,
    threads: int | None = None,
) -> Batch:
    """Start many matches of a game side by side: `batch("patchwork", 4096, seeds=1)`.

    Args:
        device: "cpu", or "cuda" for a GPU, which needs the extra `gpu`.
        seeds: one for each row; or the seed of row 0, and the others follow it one by one.
        threads: used at most; as many as the CPU has cores, or as a GPU runs well, when not given.
    """
    return Batch(load(game_id), size, device, seeds, options, threads)


def vector_env(
    game_id: str,
    size: int,
    opponent: str | None = None,
    seat: int | None = None,
    options: Options | None = None,
) -> "MatchVectorEnv":
    """Make a vector environment of Gymnasium over a batch: `vector_env("raptor", 64, opponent="random")`.

    Args:
        opponent: "random", a level or a strategy of the game; without one the learner plays both seats.
        seat: of the learner in every row; without one row i has seat i % 2.

    Raises:
        NeedsExtra: Gymnasium is not installed.
    """
    with needs_extra("envs"):
        from parlour.lab.vector_env import MatchVectorEnv  # noqa: PLC0415  # an extra, imported when it is used
    return MatchVectorEnv(load(game_id), size, opponent, seat, options)


def tree_search(
    batch: Batch, evaluate: "Evaluate", simulations: int = 64, method: str = "gumbel", seed: int = 0, **settings: float
) -> "Searched":
    """Search every row of a batch with an evaluator, a network for example, all rows side by side.

    Args:
        evaluate: from observations `[B, *observation_shape]` and legal masks `[B, num_actions]`, both arrays of the
            batch's device, to logits `[B, num_actions]` and values `[B]` from -1 to 1, for the seat that looks.
        method: "puct" or "gumbel".
        seed: of Gumbel's noise and of chance in the game; row i uses `seed + i`.
        settings: `width`, `considered` and `exploration`, see `parlour.lab.search.BatchedSearch`, which keeps its
            memory for more than one search.
    """
    from parlour.lab.search import tree_search as search  # noqa: PLC0415  # many ask for `__version__` only

    return search(batch, evaluate, simulations, method, seed, **settings)
