"""Encodings: a position as an array of numbers for a learner, made from what a seat may know and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Known
from parlour.core.generator import GENERATOR
from parlour.core.kernel import kernel

Observation = NDArray[np.float32]
BITS_OF_WORD = 64
_PADDING = "padding_"  # how the names begin that `record_type` makes up


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A change of positions that the rules do not notice: the mirror image of a board.

    A position and its image, after an action and its image, are again a position and its image.
    """

    name: str
    entries: NDArray[np.int64]  # `[entries]`: where each entry of the image's flat observation comes from
    actions: NDArray[np.int64]  # `[num_actions]`: the image of each action

    def observation(self, observations: NDArray[Any]) -> NDArray[Any]:
        """Return the images of observations, `[..., *shape]` flattened to `[..., entries]`."""
        return observations[..., self.entries]


@dataclass(frozen=True, eq=False)
class Encoding:
    """How a position becomes an observation, `[*shape]`, of the seat that looks at it."""

    shape: tuple[int, ...]
    encode: Callable[[Known, int, Observation], None]  # kernel: fills zeros, from the hidden record of a seat
    names: tuple[str, ...] = ()  # of the planes, or of the entries of a vector
    symmetries: tuple[Symmetry, ...] = ()


@kernel
def fill_plane(out: Observation, plane: int, value: float) -> None:
    """Write one number into a whole plane of an observation `[planes, rows, columns]`."""
    for row in range(out.shape[1]):
        for column in range(out.shape[2]):
            out[plane, row, column] = value


# Fills zeros `[*shape]` from the bytes of a hidden record, for a seat.
Encode = Callable[[Bytes, int, Observation], None]


def over_bytes(encoding: Encoding, state: "np.dtype[np.void]") -> Encode:
    """Return the kernel of an encoding as one over the bytes of a record."""
    encode = encoding.encode

    @kernel
    def encode_bytes(data: Bytes, seat: int, out: Observation) -> None:
        encode(data.view(state)[0], seat, out)

    return encode_bytes


def generic_encoding(state: "np.dtype[np.void]") -> tuple[int, Encode]:
    """Return the number of entries and the kernel of an encoding that any game has: all fields of its record.

    First the seat that looks, as two entries. Then every number of the record, scaled into -1 to 1 by the range of its
    type; a number of 64 bits, which is nearly always a set, as one entry per bit. The generator is left out.
    """
    places, sizes, signed = _numbers(state)
    entries = 2 + int(np.where(sizes == 8, BITS_OF_WORD, 1).sum())

    @kernel
    def encode_bytes(data: Bytes, seat: int, out: Observation) -> None:
        out[0 if seat == 0 else 1] = 1.0
        n = 2
        for i in range(len(places)):
            size = sizes[i]
            if size == 8:
                for bit in range(BITS_OF_WORD):
                    out[n] = data[places[i] + bit // 8] >> bit % 8 & 1
                    n += 1
                continue
            number = np.int64(0)
            for k in range(size):
                number |= np.int64(data[places[i] + k]) << 8 * k
            limit = np.int64(1) << 8 * size - signed[i]
            if signed[i] and number >= limit:
                number -= 2 * limit
            out[n] = number / limit
            n += 1

    return entries, encode_bytes


def _numbers(state: "np.dtype[np.void]") -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """List all numbers of a record: their first bytes, their sizes in bytes, and 1 for those with a sign."""
    found = []
    for name, (kind, offset, *_) in (state.fields or {}).items():
        if name != GENERATOR[0] and not name.startswith(_PADDING):
            size = kind.base.itemsize
            found += [(offset + size * k, size, int(kind.base.kind == "i")) for k in range(kind.itemsize // size)]
    table = np.array(found, np.int64).reshape(-1, 3)
    return table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy()
