"""The interface of a computer player, and the simplest one."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from parlour.core.contract import Record
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.generator import Words, pick


class UnknownPlayer(ParlourError, KeyError):
    """There is no computer player of this name."""

    code = "players/unknown"

    def __str__(self) -> str:
        return str(self.args[0])


class Player(Protocol):
    """Somebody who chooses actions."""

    def choose(self, state: Record, seat: int, budget_s: float) -> int:
        """Choose a legal action.

        Args:
            state: the position as the seat may know it, gone through `hide`; the player may change it.
            budget_s: seconds to think.
        """
        ...


class RandomPlayer:
    """Plays any legal action, each equally likely."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._random: Words = np.array([seed & 2**64 - 1], np.uint64)

    def choose(self, state: Record, seat: int, budget_s: float) -> int:
        out = np.empty(self._game.num_actions, np.int32)
        n = self._game.rules.legal_actions(state, seat, out)
        return int(out[pick(self._random, n)])


PLAYERS: dict[str, Callable[[Game, int], Player]] = {"random": RandomPlayer}


def make_player(name: str, game: Game, seed: int) -> Player:
    """Make a computer player by name; the same seed makes the same choices.

    Raises:
        UnknownPlayer: there is none of that name.
    """
    if name not in PLAYERS:
        raise UnknownPlayer(f"There is no player {name}. The players: human, {', '.join(PLAYERS)}.")
    return PLAYERS[name](game, seed)
