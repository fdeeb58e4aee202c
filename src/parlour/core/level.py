"""How strong the computer plays a game: five levels, as data in the game's `levels.py`.

A level says which search, which budget and which evaluation; `parlour.search` runs it, the same way for every game.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Actions, Known, Record
from parlour.core.generator import Words
from parlour.core.thinking import Stop, Thought

LEVEL_NAMES = ("novice", "casual", "club", "expert", "master")

# Kernels that a game gives to its searches; their records are whole (nothing erased, but perhaps guessed).
ValueFn = Callable[[Record, int], float]  # the expected result for a seat, 0 to 1, of a position that is not over
Scores = NDArray[np.float32]
# rank(s, seat, actions, n, scores): write how promising each of the first n legal actions looks, higher is better.
Rank = Callable[[Record, int, Actions, int, Scores], None]
# policy(s, seat, actions, n, random): choose one of the first n legal actions in a playout.
Policy = Callable[[Record, int, Actions, int, Words], int]
Evaluate = Callable[[Record, int], int]  # points for a seat, of a position that is not over; below MAX_POINTS
Key = Callable[[Record], int]  # 64 bits, well spread, that differ where positions differ
Predicate = Callable[[Record], bool]  # a yes-or-no question about a position
Tables = NDArray[np.int8]  # a game's precomputed tables
# probe(s, tables): the proven end of a position that is not over, for the seat to act: in how many turns it wins,
# negative when it loses, 0 for a draw; UNKNOWN when the tables do not hold it.
Probe = Callable[[Record, Tables], int]

MAX_POINTS = 20_000
UNKNOWN = -1_000_000


class Thinker(Protocol):
    """A search over the positions of one game, in memory that it keeps."""

    @property
    def keeps_results(self) -> bool:
        """Whether a thought depends on the thoughts before it."""
        ...

    @property
    def num_bytes(self) -> int:
        """The memory that it keeps."""
        ...

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Return the best action found for a seat that is to act, and the values of its actions.

        Args:
            state: hidden for the seat.
            random: state of `random_below`; the same state gives the same thought, after the same thoughts where
                results are kept, unless the search is stopped early.
        """
        ...


@dataclass(frozen=True)
class Random:
    """Every legal action is equally likely."""


@dataclass(frozen=True)
class OnePly:
    """Looks one action ahead and takes what is judged best."""

    value_fn: ValueFn
    guesses: int = 8  # of what is hidden, for each action


@dataclass(frozen=True)
class TreeSearch:
    """Monte Carlo tree search; over guesses where something is hidden, with secret choices where both choose."""

    simulations: int
    value_fn: ValueFn | None = None  # judges where a simulation stops; without one it is played to its end
    playout_actions: int = 0  # played beyond the tree before the judge is asked
    policy: Policy | None = None  # chooses actions in rollouts; without one every action is equally likely
    rank: Rank | None = None  # the order in which actions are tried
    # Actions of a position that may be tried after n visits, the best ranked first: width * n ** widening.
    width: float = 4.0
    widening: float = 1.0  # 1 with the width 4: all of them, as fast as they are visited
    exploration: float = 0.7
    memory_mb: int = 64


@dataclass(frozen=True)
class AlphaBeta:
    """Alpha-beta search of a game without secrets, deepened until its node budget is spent."""

    evaluate: Evaluate
    key: Key
    nodes: int  # positions that may be reached by an action
    depth: int = 60  # turns looked ahead at most
    points_per_logit: float = 100.0  # expected result = logistic(points / points_per_logit)
    is_quiet: Predicate | None = None  # other positions are searched on, with all actions: they must come to an end
    repeats: Predicate | None = None  # has come up before in this match, so that it is worth a draw
    rank: Rank | None = None  # the order of actions about which nothing else is known
    probe: Probe | None = None
    tables: Callable[[], Tables] | None = None  # loads what `probe` is given; without it an empty array
    noise: int = 0  # points, up or down at random, on each action that can be chosen: no two matches are alike
    every_action: bool = False  # give the value of every action, not only of the best one: for analysis, slower
    reduces: bool = True  # search late actions less deep at first
    memory_mb: int = 16


@dataclass(frozen=True)
class Custom:
    """A game's own way of thinking: a solver, a table, or a search for a part of the game.

    Args of `think`: the hidden record, the seat, the state of a `random_below` generator, and when to stop. It returns
    None where it knows nothing; then `fallback` chooses.
    """

    think: Callable[[Known, int, Words, Stop], Thought | None]
    fallback: "Search"


@dataclass(frozen=True)
class OwnSearch:
    """A game's own search by nodes, with a memory that lives with its player and is made for each of them."""

    make: Callable[["OwnSearch"], Thinker]
    nodes: int  # positions that may be reached
    noise: int = 0  # points, up or down at random, on each action that can be chosen
    every_action: bool = False  # give the value of every action, not only of the best one
    memory_mb: int = 16


Search = Random | OnePly | TreeSearch | AlphaBeta | Custom | OwnSearch


def thorough(search: Search) -> Search:
    """Change a search so that it gives a value to every action, not only to the one it would play."""
    match search:
        case AlphaBeta() | OwnSearch():
            return replace(search, every_action=True, noise=0)
        case Custom():
            return replace(search, fallback=thorough(search.fallback))
    return search


@dataclass(frozen=True)
class Level:
    """One of the five levels."""

    search: Search
    # By how much it misjudges actions, in log-odds: it draws one by a softmax of their values, so that it often takes a
    # close second for the best action and hardly ever a blunder. With 0 it plays what the search plays.
    temper: float = 0.0
