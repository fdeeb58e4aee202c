"""What a learner is given of a position: the numbers of the hidden record, as one flat vector."""

import functools

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Known
from parlour.core.game import Game

Vector = NDArray[np.int16]


def observation(game: Game, known: Known) -> Vector:
    """Return the numbers of a hidden record, field by field, `[observation_size(game)]`.

    Numbers of 8 and 16 bits stand for themselves. Those of 32 and 64 bits are mostly sets, and too large for the
    floats of a network: each is given as its bits, the lowest first.
    """
    return np.concatenate([_numbers(known[name]) for name in _fields(game)], dtype=np.int16)  # type: ignore[index]


@functools.cache
def observation_bounds(game: Game) -> tuple[Vector, Vector]:
    """Return the least and the greatest value of each number of an observation."""
    lows, highs = zip(*(_bounds(game.state[name]) for name in _fields(game)), strict=True)
    return np.concatenate(lows, dtype=np.int16), np.concatenate(highs, dtype=np.int16)


def observation_size(game: Game) -> int:
    """Return how many numbers an observation has."""
    return len(observation_bounds(game)[0])


@functools.cache
def _fields(game: Game) -> tuple[str, ...]:
    """List the fields that say something: not the generator, which is always hidden, and not the padding."""
    return tuple(name for name in game.state.names or () if name != "generator" and not name.startswith("padding_"))


def _numbers(values: object) -> NDArray[np.integer]:
    array = np.ascontiguousarray(values).ravel()
    return np.unpackbits(array.view(np.uint8), bitorder="little") if array.itemsize > 2 else array


def _bounds(field: "np.dtype[np.void]") -> tuple[Vector, Vector]:
    kind, count = field.base, int(np.prod(field.shape, dtype=int))
    if kind.itemsize > 2:
        bits = 8 * kind.itemsize * count
        return np.zeros(bits, np.int16), np.ones(bits, np.int16)
    info = np.iinfo(kind)
    return np.full(count, info.min, np.int16), np.full(count, info.max, np.int16)
