"""All positions with a number of checkers, as sorted keys: one of two mirror images, by array arithmetic."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.games.connect_four.board import BOARD, BOTTOM, COLUMN, winning_slots
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS

Bits = NDArray[np.int64]  # a bitboard, or a key of a position, for each position

_COLUMN = (1 << COLUMN_BITS) - 1
_TOPS = np.array([1 << max(0, number.bit_length() - 1) for number in range(_COLUMN + 1)], np.int64)  # the highest bits


def layer(plies: int) -> Bits:
    """List the running positions with a number of checkers that can arise, by their keys."""
    keys = np.zeros(1, np.int64)
    for _ in range(plies):
        keys = _following(keys)
    return keys


def boards(keys: Bits) -> tuple[Bits, Bits]:
    """Return the checkers of the side to move and of both sides."""
    # In the key of a column, plus 1, the highest bit tells its height and the others are those of the side to move.
    marked = keys + BOTTOM
    tops = np.zeros_like(keys)
    for column in range(COLUMNS):
        tops |= _TOPS[marked >> COLUMN_BITS * column & _COLUMN] << COLUMN_BITS * column
    return marked ^ tops, tops - BOTTOM


def folded(keys: Bits) -> Bits:
    """Return the key that each position shares with its mirror image."""
    return np.minimum(keys, mirror_images(keys))


def mirror_images(keys: Bits) -> Bits:
    """Return the keys of the mirror images."""
    images, left = np.zeros_like(keys), keys
    for _ in range(COLUMNS):
        images = images << COLUMN_BITS | left & _COLUMN
        left = left >> COLUMN_BITS
    return images


def without_win(keys: Bits) -> Bits:
    """Keep the positions in which the side to move cannot win at once."""
    own, occupied = boards(keys)
    return keys[_winning(own, occupied) & occupied + BOTTOM == 0]


def _winning(own: Bits, occupied: Bits) -> Bits:
    function: Any = getattr(winning_slots, "py_func", winning_slots)  # plain Python works on arrays as well
    return np.asarray(function(own, occupied))


def _following(keys: Bits) -> Bits:
    own, occupied = boards(keys)
    wins = _winning(own, occupied)
    following = []
    for column in range(COLUMNS):
        slots = occupied + (BOTTOM & COLUMN << COLUMN_BITS * column) & BOARD & COLUMN << COLUMN_BITS * column
        can = (slots != 0) & (wins & slots == 0)
        following.append(folded((own[can] ^ occupied[can]) + (occupied[can] | slots[can])))
    return _once(np.concatenate(following))


def _once(keys: Bits) -> Bits:
    keys = np.sort(keys)  # faster than np.unique
    return keys[np.append(True, keys[1:] != keys[:-1])]
