"""The best place for a patch on a quilt, found once and remembered.

How good a place is depends on the quilt alone, and most positions of a search share their quilts with many others: only
one patch is laid at a time, and the other quilt stays as it is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.ai.evaluate import BONUS_VALUES, is_seven_open
from parlour.games.patchwork.ai.gaps import empty_lower, empty_upper, missing_of_seven, quality
from parlour.games.patchwork.patches import ORIENTATIONS, PRICE, SHAPE_BITS, SHAPE_SIZE, SPECIAL
from parlour.games.patchwork.rules.quilt import FAR, FIRST_CELLS, corners
from parlour.games.patchwork.state import ADVANCE, BUY, CELLS, ON_OFFER

MAX_CANDIDATES = 1 + ON_OFFER
NOWHERE = -1  # instead of an action: the patch does not fit
PATCH_SHIFT, SEVEN_SHIFT = 20, 26  # in the second key, above the cells of the second word


class Places(NamedTuple):
    """The memory: a new entry replaces the one in its slot."""

    keys: NDArray[np.int64]  # [size, 2]: a quilt and a patch
    actions: NDArray[np.int32]  # [size]


def new_places(size: int) -> Places:
    """Make an empty memory.

    Args:
        size: a power of two.
    """
    return Places(np.full((size, 2), NOWHERE, np.int64), np.empty(size, np.int32))


@kernel(wraps=True)
def slot(first: int, second: int, size: int) -> int:
    """Return the slot of a key."""
    mixed = first * 0x1E3779B97F4A7C15 ^ second * 0x3F58476D1CE4E5B9
    return (mixed ^ mixed >> 31) & size - 1


@kernel
def appeal(upper: int, lower: int, with_seven: bool) -> float:
    """Judge a quilt by its empty cells, and by the 7x7 where the bonus can still be won."""
    value = quality(upper, lower)
    return value + BONUS_VALUES[missing_of_seven(upper, lower)] if with_seven else value


@kernel
def best_corner(
    cells: int, first: int, shape: int, upper: int, lower: int, with_seven: bool, best: int, best_value: float
) -> tuple[int, float]:
    """Try a shape with its corner on each of some cells, counted from the first; return the best so far."""
    bits = SHAPE_BITS[shape]
    while cells:
        cell = first + lowest_bit(cells)
        cells &= cells - 1
        if cell < FIRST_CELLS:
            value = appeal(upper & ~(bits << cell), lower & ~(bits >> FIRST_CELLS - cell), with_seven)
        else:
            value = appeal(upper, lower & ~(bits << cell - FIRST_CELLS), with_seven)
        if value > best_value:
            best, best_value = BUY + shape * CELLS + cell, value
    return best, best_value


@kernel
def find_best(patch: int, upper: int, lower: int, with_seven: bool) -> int:
    """Find the best place of a patch among these empty cells, the first of equals."""
    best, value = NOWHERE, -np.inf
    far = upper >> FAR | lower << FIRST_CELLS - FAR
    for shape in range(ORIENTATIONS * patch, ORIENTATIONS * patch + ORIENTATIONS):
        if SHAPE_SIZE[shape]:
            near_corners, far_corners = corners(upper, far, shape)
            best, value = best_corner(near_corners, 0, shape, upper, lower, with_seven, best, value)
            best, value = best_corner(far_corners, FAR, shape, upper, lower, with_seven, best, value)
    return best


@kernel
def best_place(s: Record, seat: int, patch: int, places: Places) -> int:
    """Return the action that lays a patch in its best place on the quilt of a seat, or NOWHERE."""
    with_seven = is_seven_open(s)
    first = s.quilts[seat, 0]
    second = s.quilts[seat, 1] | int(patch) << PATCH_SHIFT | int(with_seven) << SEVEN_SHIFT
    row = slot(first, second, len(places.keys))
    if places.keys[row, 0] != first or places.keys[row, 1] != second:
        places.keys[row, 0], places.keys[row, 1] = first, second
        places.actions[row] = find_best(patch, empty_upper(s, seat), empty_lower(s, seat), with_seven)
    return places.actions[row]


@kernel
def list_candidates(s: Record, seat: int, places: Places, out: Actions) -> int:
    """Write the actions worth a thought: to advance, and each patch that can be bought, in its best place.

    Return their number, at most MAX_CANDIDATES.
    """
    if s.pending:
        out[0] = best_place(s, seat, SPECIAL, places)
        return 1
    out[0] = ADVANCE
    n = 1
    patch = int(s.behind)
    for _ in range(min(ON_OFFER, s.left)):
        patch = int(s.follower[patch])
        action = best_place(s, seat, patch, places) if PRICE[patch] <= s.buttons[seat] else NOWHERE
        if action != NOWHERE:
            out[n] = action
            n += 1
    return n
