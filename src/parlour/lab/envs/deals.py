"""`Deals`: how chance is drawn in OpenSpiel: a few equally likely seeds stand for all of them."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.core.bytes_api import Bytes
from parlour.core.contract import SPECTATOR
from parlour.core.errors import BadOption
from parlour.core.fast_record import record_over
from parlour.core.game import Game
from parlour.core.generator import Words, seed_generator, seed_to_words
from parlour.core.option import Options
from parlour.core.position import Position, start
from parlour.core.registry import load

DEALS = 1000  # outcomes of a chance node, unless another number is asked for
MOST_DEALS = 2**20


class Deals:
    """The chance of one game with its options. It never changes, and copies of a state share it.

    With `number` 1 there is no chance: the match is that of the seed. Otherwise each draw is a chance node whose
    outcomes `0..number - 1` stand for a fresh generator each. Outcome k of the first one, the deal, is the match with
    the seed `seed + k`; with a text, it is that position with everything dealt again that no spectator can know.
    """

    def __init__(self, game: Game, options: Options, number: int, seed: int, text: str) -> None:
        if not 1 <= number <= MOST_DEALS:
            raise BadOption(f"The option deals takes a whole number from 1 to {MOST_DEALS}, not {number}.")
        if seed < 0:
            raise BadOption(f"The option seed takes a whole number from 0, not {seed}.")
        self.game, self.number = game, number
        self.outcomes = [(outcome, 1.0 / number) for outcome in range(number)]
        self._options, self._seed, self._text = options, seed, text
        self._first = start(game, seed, options, text or None)

    def __deepcopy__(self, memo: object) -> "Deals":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Deals"], tuple[str, Options, int, int, str]]:
        return _deals, (self.game.id, self._options, self.number, self._seed, self._text)

    @functools.cached_property
    def has_secrets(self) -> bool:
        """Something is hidden from a seat, from the start on or in later positions."""
        bare = self._first.data.copy()
        _generator(self.game, bare)[:] = 0
        return self.game.facts.hidden or bare.tobytes() != self._first.seen_by().known.tobytes()

    @functools.cached_property
    def fixed(self) -> Position | None:
        """The first position where chance has no part in it; None where it must be dealt."""
        is_dealt = self.has_secrets if self._text else bool(_generator(self.game, self._first.data)[2])
        return None if is_dealt and self.number > 1 else self._first

    def deal(self, outcome: int) -> Position:
        """Return the first position after an outcome of the deal."""
        if self._text:
            return self.guessed(self._first, SPECTATOR, self._seed + outcome)
        return start(self.game, self._seed + outcome, self._options)

    def is_drawn(self, before: Position, after: Position) -> bool:
        """Return whether an action that led from one position to another is followed by a chance node."""
        was, now = _generator(self.game, before.data), _generator(self.game, after.data)
        return self.number > 1 and was[2] != now[2]

    def drawing(self, position: Position, outcome: int, draws: int) -> Position:
        """Return a position whose next draw is that of an outcome; `draws` counts the chance nodes before."""
        data = position.data.copy()
        seed_generator(_generator(self.game, data), seed_to_words((draws << 64) + self._seed + outcome))
        return _position(self.game, data)

    def guessed(self, position: Position, seat: int, seed: int) -> Position:
        """Return a position that a seat or the SPECTATOR cannot tell from this one, all else dealt again."""
        known = position.seen_by(seat).known
        seed_generator(known.generator, seed_to_words(seed))
        self.game.rules.guess(known, seat)
        return _position(self.game, np.frombuffer(known.tobytes(), np.uint8).copy())


def _deals(game_id: str, *others: Any) -> Deals:
    return Deals(load(game_id), *others)


def _generator(game: Game, data: Bytes) -> Words:
    """Return the generator inside the bytes of a record."""
    offset = game.state.fields["generator"][1]  # type: ignore[index]
    return data[offset : offset + 24].view(np.uint64)


def _position(game: Game, data: Bytes) -> Position:
    return Position(game, data, int(game.rules.to_act(record_over(data, game.state))))
