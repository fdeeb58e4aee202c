"""How it is proven, with all cards open, what each action of a position is worth: what puzzles are made of.

A prover is data of a game, like its levels; `parlour.lab` runs it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour.core.contract import Record
from parlour.core.level import AlphaBeta, OwnSearch, Predicate
from parlour.core.thinking import Stop


@dataclass(frozen=True)
class Solved:
    """By the game's own solver."""

    # values(s, seat, stop): what each legal action of the seat is worth, 0 to 1; none where that takes too long.
    values: Callable[[Record, int, Stop], Mapping[int, float]]


@dataclass(frozen=True)
class Exhausted:
    """By trying every line to its end. Where both choose in secret, an action is worth what it is sure of."""

    is_late: Predicate  # the end is near enough
    is_beyond: Predicate | None = None  # nobody looks further; a win that has not come by then does not count
    nodes: int = 2_000_000  # positions that are looked at for one action before it is given up


@dataclass(frozen=True)
class Searched:
    """By a deep search, where it tells a win from anything less, or a draw from a loss."""

    search: AlphaBeta | OwnSearch
    nodes: int  # that confirm what the search of the level has found


@dataclass(frozen=True)
class Prover:
    """What a game brings for puzzles."""

    by: Solved | Exhausted | Searched
    # words(s, seat, value, second): what to find, and what all else leads to; without it, a win or a draw.
    words: Callable[[Record, int, float, float], tuple[str, str]] | None = None
