"""Random matches for tests."""

import random
from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st

from parlour.core.contract import Record
from parlour.core.game import Game
from parlour.core.generator import seed_generator, seed_to_words
from parlour.core.position import Position, start

seeds = st.integers(0, 2**64 - 1)


def walk(game: Game, seed: int, **options: int | str) -> Iterator[tuple[Position, int, int]]:
    """Play a random match; yield each position with the seat and the action played in it."""
    choose = random.Random(seed)
    position = start(game, seed, options)
    while seats := position.to_act():
        seat = choose.choice(seats)
        action = choose.choice(position.legal_actions(seat))
        yield position, seat, action
        position = position.play(seat, action)


def positions(game: Game, seed: int, **options: int | str) -> list[Position]:
    """List all positions of a random match, the last one included."""
    steps = list(walk(game, seed, **options))
    last, seat, action = steps[-1]
    return [*(position for position, _, _ in steps), last.play(seat, action)]


def some_steps(game: Game, seed: int, most: int = 25) -> list[tuple[Position, int, int]]:
    """Return up to `most` steps of a random match, spread over its whole length, first and last included."""
    steps = list(walk(game, seed))
    places = np.linspace(0, len(steps) - 1, num=min(most, len(steps)), dtype=int)
    return [steps[place] for place in places]


def guessed(position: Position, seat: int, seed: int) -> Position:
    """Replace what a seat may not know by a guess."""
    state = guess_record(position.game, position.seen_by(seat).known, seat, seed)
    return from_record(position.game, state)


def guess_record(game: Game, hidden: Record, seat: int, seed: int) -> Record:
    state = hidden.copy()
    seed_generator(state.generator, seed_to_words(seed))
    game.rules.guess(state, seat)
    return state


def from_record(game: Game, state: Record) -> Position:
    data = np.frombuffer(bytes(state.tobytes()), np.uint8).copy()
    return Position(game, data, int(game.rules.to_act(state)))
