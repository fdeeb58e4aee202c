"""What an action comes to over guesses of what is hidden, for actions that a search did not look at and for bands."""

import statistics
from collections.abc import Sequence

import numpy as np

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import random_below
from parlour.core.position import Position
from parlour.core.thinking import Stop
from parlour.players.levels import levels_of
from parlour.players.player import LevelPlayer

GUESSES = 16
FEWEST = 4  # also when the time is up: they take some milliseconds
QUICK = -2  # the level that judges them: Expert, of which one thought takes milliseconds


class Guesses:
    """Plays actions in the same guesses of what a seat cannot know, and lets Expert judge the positions after them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._player = LevelPlayer(game, levels_of(game)[QUICK], 0)

    def values(self, known: Known, seat: int, action: int, seed: int, stop: Stop) -> list[float]:
        """Return the value of an action for its seat in each guess; fewer when stopped, or where Expert knows none."""
        values: list[float] = []
        for number in range(GUESSES):
            if stop.is_due and number >= FEWEST:
                break
            self._player.reseed(seed + number)
            value = self._value(self._guess(known, seat, seed + number), seat, action)
            if value is not None:
                values.append(value)
        return values

    def _guess(self, known: Known, seat: int, seed: int) -> Position:
        s, random = known.copy(), np.array([seed], np.uint64)
        s.generator[:] = [random_below(random, 2**31), random_below(random, 2**31), 0]
        self._game.rules.guess(s, seat)
        return Position(self._game, np.frombuffer(s.tobytes(), np.uint8).copy(), self._game.rules.to_act(s))

    def _value(self, position: Position, seat: int, action: int) -> float | None:
        other = 1 - seat
        after = position.play(seat, action)
        if other in position.to_act() and other in after.to_act():  # it chooses at the same time
            after = after.play(other, self._player.think(after.seen_by(other).known, other, Stop()).best)
        if not after.to_act():
            return float(self._game.rules.result(after.state, seat))
        actor = after.to_act()[0]
        thought = self._player.think(after.seen_by(actor).known, actor, Stop())
        value = next((each.value for each in thought.values if each.action == thought.best), None)
        return value if value is None or actor == seat else 1.0 - value


def difference(best: Sequence[float], played: Sequence[float]) -> float:
    """Return how much the played action is behind the best one, on average over the same guesses; at least 0."""
    pairs = list(zip(best, played, strict=False))
    return max(0.0, statistics.fmean(one - other for one, other in pairs)) if pairs else 0.0


def deviation(values: Sequence[float]) -> float:
    """Return how much values differ from guess to guess."""
    return statistics.pstdev(values) if values else 0.0
