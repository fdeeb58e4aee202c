"""A transposition table: the results of a search by position, in memory that is allocated once.

An entry is two words, the key of the position and a packed word: value, action, depth, bound, generation. Two entries
make a bucket: the first keeps the deeper search, the second is always replaced. A generation is one thought: entries of
earlier ones are found like all others, but give way to new ones whatever their depth.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.kernel import kernel

Table = NDArray[np.int64]  # [N, 2], N a power of two: key and packed word

LOWER, UPPER, EXACT = 1, 2, 3  # bounds: the value is at least, at most, exactly this
NO_ACTION = -1
GENERATIONS = 1 << 16
_VALUE_ZERO = 1 << 15


def new_table(memory_mb: int) -> Table:
    """Return an empty table of at most `memory_mb` megabytes; 0 gives the smallest."""
    entries = max(2, memory_mb * 2**20 // 16)
    return np.zeros((1 << entries.bit_length() - 1, 2), np.int64)


@kernel
def look_up(table: Table, key: int) -> int:
    """Return the packed word of a position; 0 when it is not stored."""
    first = key & len(table) - 2
    for i in range(first, first + 2):
        if table[i, 0] == key:
            return table[i, 1]
    return 0


@kernel
def store(table: Table, key: int, generation: int, value: int, action: int, depth: int, bound: int) -> None:
    """Store the result of a position, replacing the less valuable entry of its bucket."""
    packed = generation << 43 | bound << 41 | depth << 33 | action + 1 << 16 | value + _VALUE_ZERO
    i = key & len(table) - 2
    old = table[i, 1]
    if table[i, 0] != key and old >> 43 == generation and depth_of(old) > depth:
        i += 1
    table[i, 0] = key
    table[i, 1] = packed


@kernel
def value_of(packed: int) -> int:
    return (packed & 0xFFFF) - _VALUE_ZERO


@kernel
def action_of(packed: int) -> int:
    """Return the best action found, or NO_ACTION."""
    return (packed >> 16 & 0x1FFFF) - 1


@kernel
def depth_of(packed: int) -> int:
    return packed >> 33 & 0xFF


@kernel
def bound_of(packed: int) -> int:
    return packed >> 41 & 3
