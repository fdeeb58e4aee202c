"""`make_thinker`: the search that a level describes, ready to think."""

import numpy as np

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.level import AlphaBeta, Custom, OnePly, OwnSearch, Random, Search, Thinker, TreeSearch
from parlour.core.thinking import Stop, Thought
from parlour.search.alpha_beta import AlphaBetaThinker
from parlour.search.ismcts import InformationSetTree
from parlour.search.one_ply import OnePlyThinker
from parlour.search.tree import Tree


class RandomThinker:
    """Chooses at random: every legal action is equally likely."""

    keeps_results = False
    num_bytes = 0

    def __init__(self, game: Game) -> None:
        self._game = game

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        out = np.empty(self._game.facts.num_actions, np.int32)
        n = self._game.rules.legal_actions(state, seat, out)
        return Thought(int(out[random_below(random, n)]), [])


class CustomThinker:
    """Asks a game's own search first, and falls back to a generic one."""

    def __init__(self, custom: Custom, fallback: Thinker) -> None:
        self._custom = custom
        self._fallback = fallback
        self.keeps_results = fallback.keeps_results

    @property
    def num_bytes(self) -> int:
        return self._fallback.num_bytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        return self._custom.think(state, seat, random, stop) or self._fallback.think(state, seat, random, stop)


def make_thinker(game: Game, search: Search) -> Thinker:
    """Return a thinker for a search of a game, with its memory allocated."""
    match search:
        case Random():
            return RandomThinker(game)
        case OnePly():
            return OnePlyThinker(game, search)
        case TreeSearch():
            return Tree(game, search) if game.facts.perfect_information else InformationSetTree(game, search)
        case AlphaBeta():
            return AlphaBetaThinker(game, search)
        case Custom():
            return CustomThinker(search, make_thinker(game, search.fallback))
        case OwnSearch():
            return search.make(search)
