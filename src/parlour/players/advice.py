"""Advice for people: what Master would play here, what it is worth, and why."""

from typing import NamedTuple

import numpy as np

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.level import Level, thorough
from parlour.core.thinking import Stop, Thought
from parlour.players.levels import levels_of
from parlour.players.player import LevelPlayer

CLEAR = 0.03  # values this far apart are worth telling apart
PROVEN = {0.0: "loses", 0.5: "only draws"}  # by exact value


class Hint(NamedTuple):
    """One action, with its reason in words."""

    action: int
    value: float  # expected result: 1 is a certain win
    message: str


def analyse(game: Game, state: Known, seat: int, stop: Stop, seed: int = 0) -> Thought:
    """Value the actions of a seat as Master does.

    Args:
        state: the position as the seat may know it.
    """
    return LevelPlayer(game, Level(thorough(levels_of(game)[-1].search)), seed).think(state, seat, stop)


def hint(game: Game, state: Known, seat: int, stop: Stop, seed: int = 0) -> Hint:
    """Recommend an action to a seat."""
    thought = analyse(game, state, seat, stop, seed)
    value = next((entry.value for entry in thought.values if entry.action == thought.best), 0.5)
    own = game.players.reason(state, seat, thought.best) if game.players.reason else ""
    words = " ".join(part for part in (own, _comparison(game, state, seat, thought)) if part)
    return Hint(thought.best, value, words)


def _comparison(game: Game, state: Known, seat: int, thought: Thought) -> str:
    others = [entry for entry in thought.values if entry.action != thought.best]
    if not others:
        out = np.empty(game.facts.num_actions, np.int32)
        return "There is nothing else to play." if game.rules.legal_actions(state, seat, out) == 1 else ""
    best = next(entry for entry in thought.values if entry.action == thought.best)
    second = max(others, key=lambda entry: entry.value)
    label = game.view.label(state, seat, second.action)
    if best.value - second.value < CLEAR:
        return f"{'Just' if thought.is_exact else 'About'} as good: {label}."
    if thought.is_exact and second.value in PROVEN:
        return f"Second best: {label}, which {PROVEN[second.value]}."
    return f"Second best: {label} (chances about {second.value:.0%} instead of {best.value:.0%})."
