"""The best places for a patch on a quilt, found once and remembered.

How good a place is depends on the quilt alone, and most positions of a search share their quilts with many others: only
one patch is laid at a time, and the other quilt stays as it is.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.evaluate import BONUS_VALUES, is_seven_open
from parlour.games.patchwork.gaps import missing_of_seven, quality
from parlour.games.patchwork.patches import ORIENTATIONS, PRICE, SHAPE_BITS, SHAPE_SIZE, SPECIAL
from parlour.games.patchwork.quilt import FAR, FIRST_CELLS, FIRST_WORD, SECOND_WORD, corners
from parlour.games.patchwork.state import ADVANCE, BUY, CELLS, ON_OFFER

KEPT = 4  # places of each patch
NOWHERE = -1
PATCH_SHIFT, SEVEN_SHIFT = 20, 26  # in the second key, above the cells of the second word


class Places(NamedTuple):
    """The memory: what was found last is kept where it falls."""

    keys: NDArray[np.int64]  # [size, 2]: a quilt and a patch
    actions: NDArray[np.int32]  # [size, KEPT]: the best first, then NOWHERE
    values: NDArray[np.float64]  # [size, KEPT]


def new_places(size: int) -> Places:
    """Make an empty memory.

    Args:
        size: a power of two.
    """
    keys = np.full((size, 2), NOWHERE, np.int64)
    return Places(keys, np.empty((size, KEPT), np.int32), np.empty((size, KEPT), np.float64))


@kernel(wraps=True)
def slot(first: int, second: int, size: int) -> int:
    """Give where a key falls."""
    mixed = first * 0x1E3779B97F4A7C15 ^ second * 0x3F58476D1CE4E5B9
    return (mixed ^ mixed >> 31) & size - 1


@kernel
def appeal(upper: int, lower: int, with_seven: bool) -> float:
    """Judge a quilt by its empty cells, and by the 7x7 where the bonus can still be won."""
    value = quality(upper, lower)
    return value + BONUS_VALUES[missing_of_seven(upper, lower)] if with_seven else value


@kernel
def keep(action: int, value: float, actions: Actions, values: NDArray[np.float64]) -> None:
    """Put an action into its place among the best; of equal ones the first stays in front."""
    at = KEPT
    while at > 0 and value > values[at - 1]:
        at -= 1
    for i in range(KEPT - 1, at, -1):
        actions[i], values[i] = actions[i - 1], values[i - 1]
    if at < KEPT:
        actions[at], values[at] = action, value


@kernel
def try_corners(
    cells: int, first: int, shape: int, upper: int, lower: int, with_seven: bool, actions: Actions,
    values: NDArray[np.float64],
) -> None:  # fmt: skip
    """Try a shape with its corner on each of some cells, counted from the first."""
    bits = SHAPE_BITS[shape]
    while cells:
        cell = first + lowest_bit(cells)
        cells &= cells - 1
        if cell < FIRST_CELLS:
            upper_left, lower_left = upper & ~(bits << cell), lower & ~(bits >> FIRST_CELLS - cell)
        else:
            upper_left, lower_left = upper, lower & ~(bits << cell - FIRST_CELLS)
        keep(BUY + shape * CELLS + cell, appeal(upper_left, lower_left, with_seven), actions, values)


@kernel
def find_best(
    patch: int, upper: int, lower: int, with_seven: bool, actions: Actions, values: NDArray[np.float64]
) -> None:
    """Find the best places of a patch among these empty cells."""
    actions[:] = NOWHERE
    values[:] = -np.inf
    far = upper >> FAR | lower << FIRST_CELLS - FAR
    for shape in range(ORIENTATIONS * patch, ORIENTATIONS * patch + ORIENTATIONS):
        if SHAPE_SIZE[shape]:
            near_corners, far_corners = corners(upper, far, shape)
            try_corners(near_corners, 0, shape, upper, lower, with_seven, actions, values)
            try_corners(far_corners, FAR, shape, upper, lower, with_seven, actions, values)


@kernel
def best_places(s: Record, seat: int, patch: int, places: Places) -> int:
    """Give the row of the memory that holds the best places of a patch on the quilt of a seat."""
    with_seven = is_seven_open(s)
    first = s.quilts[seat, 0]
    second = s.quilts[seat, 1] | int(patch) << PATCH_SHIFT | int(with_seven) << SEVEN_SHIFT
    row = slot(first, second, len(places.keys))
    if places.keys[row, 0] != first or places.keys[row, 1] != second:
        places.keys[row, 0], places.keys[row, 1] = first, second
        upper, lower = ~first & FIRST_WORD, ~s.quilts[seat, 1] & SECOND_WORD
        find_best(patch, upper, lower, with_seven, places.actions[row], places.values[row])
    return row


@kernel
def list_places(s: Record, seat: int, patch: int, width: int, places: Places, out: Actions, n: int) -> int:
    """Write the best actions that lay a patch, at most `width`; give the new number of actions."""
    row = best_places(s, seat, patch, places)
    for i in range(min(width, KEPT)):
        if places.actions[row, i] != NOWHERE:
            out[n] = places.actions[row, i]
            n += 1
    return n


@kernel
def list_candidates(s: Record, seat: int, width: int, places: Places, out: Actions) -> int:
    """Write the actions worth a thought: to advance, and each patch that can be paid in its best places.

    Args:
        width: places of each patch; a special patch is tried in one more.
        out: at least `1 + ON_OFFER * KEPT` entries.
    """
    if s.pending:
        return list_places(s, seat, SPECIAL, width + 1, places, out, 0)
    out[0] = ADVANCE
    n = 1
    patch = s.behind
    for _ in range(min(ON_OFFER, s.left)):
        patch = s.follower[patch]
        if PRICE[patch] <= s.buttons[seat]:
            n = list_places(s, seat, patch, width, places, out, n)
    return n
