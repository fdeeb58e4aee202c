"""The computer players: one interface for the terminal, the server and tournaments."""

from typing import Protocol

import numpy as np

from parlour.core import temper
from parlour.core.contract import Known
from parlour.core.errors import ParlourError
from parlour.core.game import Choose, Game
from parlour.core.generator import Words, random_below
from parlour.core.level import LEVEL_NAMES, Level, thorough
from parlour.core.reading import shown
from parlour.core.thinking import Stop, Thought
from parlour.players.levels import levels_of
from parlour.search.thinkers import make_thinker

LUCK = 1 << 31  # what is drawn for a temper
SALT = 0x9E3779B97F4A7C15  # so that a temper draws other numbers than a player with that seed


class UnknownPlayer(ParlourError, KeyError):
    """There is no computer player of this name."""

    code = "players/unknown"

    def __str__(self) -> str:
        return str(self.args[0])


class Player(Protocol):
    """Chooses actions. It may not be asked by two threads at once.

    A player plays one seat of one match. It keeps its memory between two choices and, where `keeps_results` says so,
    what it has found. What it chooses follows from its seed, the position and the choices it made before, unless it is
    stopped early.
    """

    @property
    def keeps_results(self) -> bool:
        """Whether a choice depends on the choices before it, and not only on its seed and the position."""
        ...

    @property
    def num_bytes(self) -> int:
        """The memory that it keeps."""
        ...

    def reseed(self, seed: int) -> None:
        """Start the chance of the next choices from this seed."""
        ...

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        """Choose a legal action.

        Args:
            state: the position as the seat may know it, gone through `hide`.
            stop: when to end; the player then answers within 20 ms.
        """
        ...


class StrategyPlayer:
    """Chooses at once, by a function of what its seat may know and of chance."""

    keeps_results = False
    num_bytes = 0

    def __init__(self, choose: Choose, seed: int) -> None:
        self._choose = choose
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        self._random = _random_state(seed)

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        return self._choose(state, seat, self._random)


class LevelPlayer:
    """Thinks as one of the levels of a game says; the same seeds and positions make the same choices."""

    def __init__(self, game: Game, level: Level, seed: int) -> None:
        self._temper = level.temper
        self._thinker = make_thinker(game, thorough(level.search) if level.temper else level.search)
        self.keeps_results = self._thinker.keeps_results
        self.reseed(seed)

    @property
    def num_bytes(self) -> int:
        return self._thinker.num_bytes

    def reseed(self, seed: int) -> None:
        self._random = _random_state(seed)

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        # Drawn before the thought, so that a search finds the same with and without a temper.
        luck = random_below(self._random, LUCK)
        return temper.choose(self.think(state, seat, stop), self._temper, _random_state(luck + SALT))

    def think(self, state: Known, seat: int, stop: Stop) -> Thought:
        """Return all that the search finds, without a temper."""
        return self._thinker.think(state, seat, self._random, stop)


def _random_state(seed: int) -> Words:
    return np.array([seed & 2**64 - 1], np.uint64)


def player_names(game: Game) -> tuple[str, ...]:
    """List the computer players of a game by name."""
    return (*LEVEL_NAMES, *game.players.strategies)


def make_player(name: str, game: Game, seed: int) -> Player:
    """Make a computer player by name, or by the number of its level.

    Raises:
        UnknownPlayer: there is none of that name.
    """
    levels = dict(zip(LEVEL_NAMES, levels_of(game), strict=True))
    numbers = {str(number): name for number, name in enumerate(LEVEL_NAMES, 1)}
    level = levels.get(numbers.get(name, name))
    if level is not None:
        return LevelPlayer(game, level, seed)
    choose = game.players.strategy(name) if game.players.strategy else None
    if choose is None:
        raise UnknownPlayer(f"{game.name} has no player {shown(name)}. Try one of: {', '.join(player_names(game))}.")
    return StrategyPlayer(choose, seed)
