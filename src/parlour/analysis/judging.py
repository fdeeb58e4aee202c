"""What the actions of one position are worth, by what the seat to act may know."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from parlour.analysis.guesses import Guesses, deviation, difference
from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.level import Custom, Level, Search, thorough
from parlour.core.position import Position
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.players.levels import levels_of
from parlour.players.player import LevelPlayer

DIGITS = 4  # of a value: more would tell nothing
COIN = 0.9  # of the spread that results of only 0 and 1 have: such a spread tells nothing about what is hidden


class Judgement(NamedTuple):
    """The value of a position for a seat."""

    seat: int
    values: list[ActionValue]  # the best first; none above it
    deviation: float = 0.0  # of the value over guesses of what is hidden

    @property
    def best(self) -> ActionValue:
        return self.values[0]

    @property
    def value(self) -> float:
        """The expected result of seat 0."""
        return self.best.value if self.seat == 0 else round(1.0 - self.best.value, DIGITS)

    @property
    def is_exact(self) -> bool:
        return all(each.is_exact for each in self.values)

    @property
    def is_best_exact(self) -> bool:
        """Whether the value of the position is proven: a win is, whatever the other actions are worth."""
        return self.is_exact or (self.best.is_exact and self.best.value == 1.0)

    def knowing(self, played: ActionValue) -> "Judgement":
        """Return the same with the value of an action that was played; of equal actions it comes first."""
        others = [each for each in self.values if each.action != played.action]
        played = played._replace(value=round(played.value, DIGITS))
        return self._replace(values=sorted([played, *others], key=lambda each: -each.value))

    def of(self, action: int) -> ActionValue | None:
        """Return the value of an action, where it is known."""
        return next((each for each in self.values if each.action == action), None)


class Judge:
    """Values the positions of one match as a thorough Master does, or exactly where the game has a solver."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._player = LevelPlayer(game, Level(_search(game)), 0)
        self._guesses = None if game.facts.perfect_information else Guesses(game)

    def judge(
        self,
        position: Position,
        seat: int,
        stop: Stop,
        seed: int,
        *,
        played: int | None = None,
        in_secret: bool = False,
    ) -> Judgement:
        """Value what a seat may do in a position.

        Args:
            played: gets a value in any case where things are hidden; elsewhere the next position tells it.
            in_secret: both seats choose at once, so that the best action is drawn from several.
        """
        known = position.seen_by(seat).known
        judgement = Judgement(seat, self._values(known, seat, stop, seed, in_secret=in_secret))
        if self._guesses is None:
            return judgement
        return self._with_guesses(self._guesses, known, judgement, played, seed, stop)

    def value_after(self, position: Position, seat: int, action: int, stop: Stop, seed: int) -> float:
        """Return what a position of an open game is worth to a seat after an action."""
        after = position.play(seat, action)
        if not after.to_act():
            return float(self._game.rules.result(after.state, seat))
        actor = after.to_act()[0]
        value = self.judge(after, actor, stop, seed).best.value
        return value if actor == seat else 1.0 - value

    def _values(self, known: Known, seat: int, stop: Stop, seed: int, *, in_secret: bool) -> list[ActionValue]:
        solver = self._game.players.solver
        exact = solver.results(known, stop) if solver else {}
        proven = [ActionValue(action, value, 0, is_exact=True) for action, value in exact.items()]
        if proven and len(proven) == self._num_legal(known, seat):
            return _in_order(proven)
        self._player.reseed(seed)
        # The solver has used up the time; an estimate beside it takes some milliseconds.
        thought = self._player.think(known, seat, Stop() if solver else stop)
        estimated = [each for each in _values_of(thought) if each.action not in exact]
        if proven:
            return _in_order([*proven, *estimated])
        return _in_order(estimated, _most_tried(estimated) if in_secret else thought.best)

    def _num_legal(self, known: Known, seat: int) -> int:
        return self._game.rules.legal_actions(known, seat, np.empty(self._game.facts.num_actions, np.int32))

    def _with_guesses(
        self, guesses: Guesses, known: Known, judgement: Judgement, played: int | None, seed: int, stop: Stop
    ) -> Judgement:
        """Add the band, and the value of the action that was played if the search did not look at it."""
        best = judgement.best
        is_new = played is not None and judgement.of(played) is None
        twin = self._twin(known, judgement, played) if played is not None and is_new else None
        is_telling = best.is_exact or 0.0 < best.spread < COIN * math.sqrt(best.value * (1.0 - best.value))
        found = (
            []
            if is_telling and (twin or not is_new)
            else guesses.values(known, judgement.seat, best.action, seed, stop)
        )
        values = list(judgement.values)
        if played is not None and is_new:
            values.append(twin or self._behind(guesses, known, judgement, played, found, seed, stop))
        return Judgement(judgement.seat, values, best.spread if is_telling else deviation(found))

    def _twin(self, known: Known, judgement: Judgement, played: int) -> ActionValue | None:
        """Return the value of an action that is the same to a person, such as placing the other of two equal cards."""
        label, seat = self._game.view.label, judgement.seat
        words = label(known, seat, played)
        twin = next((each for each in judgement.values if label(known, seat, each.action) == words), None)
        return twin and twin._replace(action=played)

    def _behind(
        self, guesses: Guesses, known: Known, judgement: Judgement, played: int, best: Sequence[float], seed: int,
        stop: Stop,
    ) -> ActionValue:  # fmt: skip
        """Value the action that was played by how much it is behind the best one in the same guesses."""
        own = guesses.values(known, judgement.seat, played, seed, stop)
        return ActionValue(played, max(0.0, judgement.best.value - difference(best, own)), len(own))


def _search(game: Game) -> Search:
    """Return how Master thinks about every action; beside a solver, how it thinks where the solver has no answer."""
    search = game.players.analysis or thorough(levels_of(game)[-1].search)
    return search.fallback if game.players.solver and isinstance(search, Custom) else search


def _values_of(thought: Thought) -> list[ActionValue]:
    values = thought.values or [ActionValue(thought.best, 0.5, 0)]
    return [each._replace(is_exact=True) for each in values] if thought.is_exact else values


def _most_tried(values: list[ActionValue]) -> int:
    """Return the best of the actions that were looked at most: where a player mixes, a search draws from several."""
    return max(values, key=lambda each: (each.simulations, each.value)).action


def _in_order(values: list[ActionValue], best: int | None = None) -> list[ActionValue]:
    """Sort values, the best first. What was searched less than the best action is not said to be better than it."""
    values = sorted(values, key=lambda each: (each.action == best, each.value), reverse=True)
    return [each._replace(value=round(min(each.value, values[0].value), DIGITS)) for each in values]
