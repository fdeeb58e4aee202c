"""Rollouts: how a simulation continues beyond the tree, and its result."""

import functools
from collections.abc import Callable

from parlour.core.contract import Actions, Record
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import Policy, ValueFn

Rollout = Callable[[Record, Actions, Words], float]  # changes the record; returns the expected result of seat 0


@kernel
def random_action(s: Record, seat: int, actions: Actions, n: int, random: Words) -> int:
    """Choose one of the first n actions, each equally likely."""
    return int(actions[random_below(random, n)])


@functools.cache
def make_rollout(game: Game, value_fn: ValueFn | None, playout_actions: int, policy: Policy | None) -> Rollout:
    """Return the rollout kernel of a game: to its end, or for some actions followed by a value function."""
    to_act, legal_actions, apply, result = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result,
    )  # fmt: skip
    choose = policy or random_action

    @kernel
    def play_to_end(s: Record, out: Actions, random: Words) -> float:
        seats = to_act(s)
        while seats:
            seat = 0 if seats & 1 else 1
            apply(s, seat, choose(s, seat, out, legal_actions(s, seat, out), random))
            seats = to_act(s)
        return result(s, 0)

    if value_fn is None:
        return play_to_end

    @kernel
    def play_and_evaluate(s: Record, out: Actions, random: Words) -> float:
        seats = to_act(s)
        for _ in range(playout_actions):
            if not seats:
                break
            seat = 0 if seats & 1 else 1
            apply(s, seat, choose(s, seat, out, legal_actions(s, seat, out), random))
            seats = to_act(s)
        return value_fn(s, 0) if seats else result(s, 0)

    return play_and_evaluate
