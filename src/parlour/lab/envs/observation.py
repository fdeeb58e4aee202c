"""What a learner is given of a position: what a seat may know, as one flat vector of numbers."""

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.core.seat_view import SeatView

Vector = NDArray[np.int16]


def observation(seen: SeatView) -> Vector:
    """Return what a seat or the SPECTATOR knows as numbers, `[observation_size(game)]`.

    First come two that mark the seat that looks, then those of the hidden record, field by field. Numbers of 8 and 16
    bits stand for themselves. Those of 32 and 64 bits are mostly sets, and too large for the floats of a network: each
    is given as its bits, the lowest first.
    """
    known: Any = seen.known
    own = [seat == seen.seat for seat in SEATS]
    return np.concatenate([own, *(_numbers(known[name]) for name in _fields(seen.game))], dtype=np.int16)


@functools.cache
def observation_bounds(game: Game) -> tuple[Vector, Vector]:
    """Return the least and the greatest value of each number of an observation."""
    lows, highs = zip(*(_bounds(game.state[name]) for name in _fields(game)), strict=True)
    return np.concatenate([[0, 0], *lows], dtype=np.int16), np.concatenate([[1, 1], *highs], dtype=np.int16)


def observation_size(game: Game) -> int:
    """Return how many numbers an observation has."""
    return len(observation_bounds(game)[0])


@functools.cache
def _fields(game: Game) -> tuple[str, ...]:
    """List the fields that say something: not the generator, which is always hidden, and not the padding."""
    return tuple(name for name in game.state.names or () if name != "generator" and not name.startswith("padding_"))


def _numbers(values: object) -> NDArray[np.integer]:
    array = np.ascontiguousarray(values).ravel()
    return array if np.can_cast(array.dtype, np.int16) else np.unpackbits(array.view(np.uint8), bitorder="little")


def _bounds(field: "np.dtype[np.void]") -> tuple[Vector, Vector]:
    kind, count = field.base, int(np.prod(field.shape, dtype=int))
    if not np.can_cast(kind, np.int16):
        bits = 8 * kind.itemsize * count
        return np.zeros(bits, np.int16), np.ones(bits, np.int16)
    info = np.iinfo(kind)
    return np.full(count, info.min, np.int16), np.full(count, info.max, np.int16)
