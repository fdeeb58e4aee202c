"""From the words of a level to something that thinks."""

from typing import Protocol

import numpy as np

from parlour.core.contract import Record
from parlour.core.game import Game
from parlour.core.generator import Words, pick
from parlour.core.level import AlphaBeta, AnyAction, Glance, Own, Search, TreeSearch
from parlour.core.thinking import Stop, Thought
from parlour.search.alpha_beta import make_alpha_beta
from parlour.search.glance import OneLook
from parlour.search.guessing import GuessingTree
from parlour.search.tree import Tree


class Thinker(Protocol):
    """Something that thinks about positions of one game."""

    def think(self, state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        """Think about a position.

        Args:
            state: as the seat may know it, gone through `hide`.
            random: state of `pick`; the same one gives the same thought unless it is stopped early.
        """
        ...


class AnyThinker:
    """Does not think: every legal action is equally likely."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        out = np.empty(self._game.num_actions, np.int32)
        n = self._game.rules.legal_actions(state, seat, out)
        return Thought(int(out[pick(random, n)]), [])


class OwnThinker:
    """Asks a game's own way of thinking first."""

    def __init__(self, own: Own, otherwise: Thinker) -> None:
        self._own = own
        self._otherwise = otherwise

    def think(self, state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        return self._own.think(state, seat, random, stop) or self._otherwise.think(state, seat, random, stop)


def make_thinker(game: Game, search: Search) -> Thinker:
    """Make what a search of a game's level describes, its memory included."""
    match search:
        case AnyAction():
            return AnyThinker(game)
        case Glance():
            return OneLook(game, search)
        case TreeSearch():
            return Tree(game, search) if game.perfect_information else GuessingTree(game, search)
        case AlphaBeta():
            return make_alpha_beta(game, search)
        case Own():
            return OwnThinker(search, make_thinker(game, search.otherwise))
