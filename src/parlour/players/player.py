"""The interface of a computer player, and the simplest one."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from parlour.core.contract import Record
from parlour.core.errors import ParlourError
from parlour.core.game import Choose, Game
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


class SimplePlayer:
    """Chooses at once, by a function of what its seat may know and of chance."""

    def __init__(self, choose: Choose, seed: int) -> None:
        self._choose = choose
        self._random: Words = np.array([seed & 2**64 - 1], np.uint64)

    def choose(self, state: Record, seat: int, budget_s: float) -> int:
        return self._choose(state, seat, self._random)


def choose_at_random(game: Game) -> Choose:
    """Give a chooser for which every legal action is equally likely."""

    def choose(state: Record, seat: int, random: Words) -> int:
        out = np.empty(game.num_actions, np.int32)
        n = game.rules.legal_actions(state, seat, out)
        return int(out[pick(random, n)])

    return choose


PLAYERS: dict[str, Callable[[Game], Choose]] = {"random": choose_at_random}  # of every game


def make_player(name: str, game: Game, seed: int) -> Player:
    """Make a computer player by name; the same seed makes the same choices.

    Raises:
        UnknownPlayer: there is none of that name.
    """
    if name in PLAYERS:
        return SimplePlayer(PLAYERS[name](game), seed)
    choose = game.strategy(name) if game.strategy else None
    if choose is None:
        raise UnknownPlayer(f"{game.name} has no player {name}. Try human or {' or '.join(PLAYERS)}.")
    return SimplePlayer(choose, seed)
