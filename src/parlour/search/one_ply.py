"""One-ply search: every action is tried and the position after it evaluated."""

import functools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.core.level import OnePly, ValueFn
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.search.ismcts import draw_word

Sums = NDArray[np.float64]  # [2]: sum of the values, sum of their squares
# look_ahead(hidden, seat, action, guesses, random, sums, flag): returns the determinizations made.
LookAhead = Callable[[Bytes, int, int, int, Words, Sums, Flag], int]


class OnePlyThinker:
    """Tries each action on the same determinizations and evaluates the positions after it."""

    keeps_results = False
    num_bytes = 0

    def __init__(self, game: Game, settings: OnePly) -> None:
        self._game = game
        self._guesses = 1 if game.facts.perfect_information else settings.guesses
        self._look_ahead = make_look_ahead(game, settings.value_fn)

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Return the values of all actions, and one of the best at random."""
        actions = np.empty(self._game.facts.num_actions, np.int32)
        actions = actions[: self._game.rules.legal_actions(state, seat, actions)]
        np.random.default_rng(int(draw_word(random))).shuffle(actions)
        hidden, words = np.frombuffer(state.tobytes(), np.uint8), draw_word(random)
        values = []
        for action in actions:
            sums = np.zeros(2)
            guesses = self._look_ahead(
                hidden, seat, int(action), self._guesses, np.array([words], np.uint64), sums, stop.flag
            )
            mean, squares = (sums / guesses).tolist()
            values.append(ActionValue(int(action), mean, guesses, math.sqrt(max(0.0, squares - mean * mean))))
        values.sort(key=lambda value: value.value, reverse=True)
        return Thought(values[0].action, values)


@functools.cache
def make_look_ahead(game: Game, value_fn: ValueFn) -> LookAhead:
    """Return the look-ahead kernel of a game with a value function."""
    to_act, apply, result, guess, state = (
        game.rules.to_act, game.rules.apply, game.rules.result, game.rules.guess, game.state,
    )  # fmt: skip

    @kernel
    def look_ahead(hidden: Bytes, seat: int, action: int, guesses: int, random: Words, sums: Sums, flag: Flag) -> int:
        data = np.empty_like(hidden)
        for done in range(guesses):
            if done and flag[0] != 0:
                return done
            data[:] = hidden
            s = data.view(state)[0]
            s.generator[0], s.generator[1], s.generator[2] = draw_word(random), draw_word(random), 0
            guess(s, seat)
            apply(s, seat, action)
            value = value_fn(s, seat) if to_act(s) else result(s, seat)
            sums[0] += value
            sums[1] += value * value
        return guesses

    return look_ahead
