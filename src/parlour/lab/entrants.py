"""The players of the lab, from how they are written: `master`, `mcts:1000`, `package.module:Class@FILE`, `./bot`."""

import functools
import importlib
import os
import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.level import Level, TreeSearch
from parlour.core.reading import shown
from parlour.core.thinking import Stop
from parlour.lab.errors import BadPlayer, Forfeit
from parlour.lab.external import ExternalPlayer, seen_by
from parlour.lab.search.player import NetworkPlayer, PolicyPlayer
from parlour.players.player import LevelPlayer, Player, StrategyPlayer, make_player

RANDOM = "random"
LONGEST_NAME = 80  # of a player
MCTS = re.compile(r"mcts:([1-9][0-9]{0,8})")
NETWORK = re.compile(r"(?P<method>puct|gumbel):(?P<simulations>[1-9][0-9]{0,4})@(?P<checkpoint>.+)")
POLICY = re.compile(r"policy@(?P<checkpoint>.+)")
CLASS = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)(@(?P<checkpoint>.+))?")


class ImportedPlayer:
    """A player of other people's code: what it does wrong costs it the match, and not the tournament."""

    keeps_results = True
    num_bytes = 0

    def __init__(self, game: Game, name: str, player: Any) -> None:
        self._game, self._name, self._player = game, name, player

    def reseed(self, seed: int) -> None:
        self._player.reseed(seed)

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        try:
            action = self._player.choose(state, seat, stop)
        except Exception as error:
            raise Forfeit(f"{self._name} failed: {type(error).__name__}: {error}") from error
        return check_action(self._game, self._name, state, seat, action)


def check_action(game: Game, name: str, state: Known, seat: int, action: object) -> int:
    """Return the action that a player has chosen as a plain number.

    Raises:
        Forfeit: it is not legal.
    """
    legal = seen_by(game, state, seat).legal_actions()
    if action not in legal:
        raise Forfeit(f"{name} chose {shown(action)}, which is not one of its {len(legal)} legal actions.")
    return legal[legal.index(action)]


def make_entrant(text: str, game: Game, seed: int, move_s: float = 60.0) -> Player:
    """Make a player for one seat of one match.

    Args:
        text: a level or a strategy of the game; `mcts:N`, a tree search of N simulations; `puct:N@FILE` or
            `gumbel:N@FILE`, the same with a saved network; `policy@FILE`, it without a search; `module:Class`,
            called with the game and a seed, and with `@FILE` after it also with that path; or the path of a program.
        move_s: how long a program may take for one action.

    Raises:
        BadPlayer, UnknownPlayer: it cannot be made.
    """
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise BadPlayer(f"Write a player in at most {LONGEST_NAME} printable letters.")
    if found := MCTS.fullmatch(text):
        return LevelPlayer(game, Level(TreeSearch(int(found[1]))), seed)
    if found := NETWORK.fullmatch(text):
        return NetworkPlayer(game, seed, found["checkpoint"], int(found["simulations"]), found["method"])
    if found := POLICY.fullmatch(text):
        return PolicyPlayer(game, seed, found["checkpoint"])
    if text == RANDOM:
        return StrategyPlayer(functools.partial(_random_action, game), seed)
    if found := CLASS.fullmatch(text):
        return _imported(text, game, seed, **found.groupdict())
    if os.sep in text:
        if not os.access(text, os.X_OK):
            raise BadPlayer(f"{shown(text)} is not a program that can be started.")
        return ExternalPlayer(text, game, seed, move_s)
    return make_player(text, game, seed)


def close_players(players: Iterable[Player]) -> None:
    """End the programs among players whose match is over."""
    for player in players:
        if isinstance(player, ExternalPlayer):
            player.close()


def _random_action(game: Game, state: Known, seat: int, random: Words) -> int:
    out = np.empty(game.facts.num_actions, np.int32)
    return int(out[random_below(random, game.rules.legal_actions(state, seat, out))])


def _imported(text: str, game: Game, seed: int, *, module: str, name: str, checkpoint: str | None) -> Player:
    try:
        make: Callable[..., Any] = getattr(importlib.import_module(module), name)
        player = make(game, seed, *([checkpoint] if checkpoint else []))
    except Exception as error:  # whatever other people's code does
        raise BadPlayer(f"{shown(text)} cannot be made: {type(error).__name__}: {error}") from error
    return ImportedPlayer(game, text, player)
