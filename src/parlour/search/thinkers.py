"""From the words of a level to something that thinks."""

from typing import Protocol

import numpy as np

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.level import AlphaBeta, Custom, OnePly, Random, Search, TreeSearch
from parlour.core.thinking import Stop, Thought
from parlour.search.alpha_beta import make_alpha_beta
from parlour.search.ismcts import InformationSetTree
from parlour.search.one_ply import OnePlyThinker
from parlour.search.tree import Tree


class Thinker(Protocol):
    """Something that thinks about positions of one game. It keeps its memory, but no result, between two thoughts."""

    @property
    def num_bytes(self) -> int:
        """The memory that it keeps."""
        ...

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Think about a position.

        Args:
            state: as the seat may know it, gone through `hide`.
            random: state of `random_below`; the same one gives the same thought unless it is stopped early.
        """
        ...


class RandomThinker:
    """Does not think: every legal action is equally likely."""

    num_bytes = 0

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        out = np.empty(self._game.facts.num_actions, np.int32)
        n = self._game.rules.legal_actions(state, seat, out)
        return Thought(int(out[random_below(random, n)]), [])


class CustomThinker:
    """Asks a game's own way of thinking first."""

    def __init__(self, custom: Custom, fallback: Thinker) -> None:
        self._custom = custom
        self._fallback = fallback

    @property
    def num_bytes(self) -> int:
        return self._fallback.num_bytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        return self._custom.think(state, seat, random, stop) or self._fallback.think(state, seat, random, stop)


def make_thinker(game: Game, search: Search) -> Thinker:
    """Make what a search of a game's level describes, its memory included."""
    match search:
        case Random():
            return RandomThinker(game)
        case OnePly():
            return OnePlyThinker(game, search)
        case TreeSearch():
            return Tree(game, search) if game.facts.perfect_information else InformationSetTree(game, search)
        case AlphaBeta():
            return make_alpha_beta(game, search)
        case Custom():
            return CustomThinker(search, make_thinker(game, search.fallback))
