"""The best place for a patch on a quilt, found once and remembered.

How good a place is depends on the quilt alone, and most positions of a search share their quilts with many others: only
one patch is laid at a time, and the other quilt stays as it is.
"""

import math
from typing import Any

import numpy as np

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.patchwork.ai.fit import (
    BONUS_VALUES,
    change_by,
    is_seven_open,
    missing_of_seven,
    spread_rows,
    table_of,
    value_cells,
)
from parlour.games.patchwork.patches import ORIENTATIONS, SHAPE_BITS, SHAPE_SIZE, SIDE
from parlour.games.patchwork.rules.quilt import FAR, FIRST_CELLS, FIRST_WORD, SECOND_WORD, corners, free_far, free_near
from parlour.games.patchwork.state import BUY, CELLS

FINE = 1 << 30  # steps in which a chance is drawn
NOWHERE = -1  # instead of an action: the patch does not fit
PATCH_SHIFT, SEVEN_SHIFT = (
    20,
    26,
)  # in the second key, above the cells of the second word; a patch counts from 1: no key is 0


MEMORY = 1 << 19  # places that are remembered: 12 MB
# What is needed to find a place, and the memory, in which a new entry replaces the one in its slot
PLACES_FIELDS = [
    ("random", np.uint64, (1,)),  # the state of `random_below`
    ("quilt_rows", np.int64, (SIDE + 2,)),  # scratch
    ("cell_values", np.float32, (CELLS,)),  # scratch
    ("keys", np.int64, (MEMORY, 2)),  # a quilt and a patch
    ("actions", np.int32, (MEMORY,)),
    ("fits", np.float32, (MEMORY,)),  # of the quilt with the patch
]
Places = Any  # a record with these fields and with the weights


@kernel(wraps=True)
def slot(first: int, second: int) -> int:
    """Return the slot of a key."""
    mixed = first * 0x1E3779B97F4A7C15 ^ second * 0x3F58476D1CE4E5B9
    return (mixed ^ mixed >> 31) & MEMORY - 1


@kernel
def gumbel(random: Words) -> float:
    """Draw from the distribution with which the largest of `value + temper * draw` is chosen as by a softmax."""
    return -math.log(-math.log((random_below(random, FINE) + 0.5) / FINE))


@kernel
def bonus_after(upper: int, lower: int, shape: int, cell: int) -> float:
    """Return what the bonus for a 7x7 is worth with a shape laid on these empty cells."""
    bits = SHAPE_BITS[shape]
    if cell < FIRST_CELLS:
        return BONUS_VALUES[missing_of_seven(upper & ~(bits << cell), lower & ~(bits >> FIRST_CELLS - cell))]
    return BONUS_VALUES[missing_of_seven(upper, lower & ~(bits << cell - FIRST_CELLS))]


@kernel
def find_best(s: Record, seat: int, patch: int, temper: float, places: Places, row: int) -> None:
    """Find the best place of a patch on the quilt of a seat, the first of equals; write it into a row of the memory.

    Args:
        temper: points by which a place is easily misjudged.
    """
    first, second, with_seven = s.quilts[seat, 0], s.quilts[seat, 1], is_seven_open(s)
    upper, lower = ~first & FIRST_WORD, ~second & SECOND_WORD
    far = upper >> FAR | lower << FIRST_CELLS - FAR
    best, best_value, best_fit = NOWHERE, -np.inf, 0.0
    empty = max(num_bits(upper) + num_bits(lower) - SHAPE_SIZE[ORIENTATIONS * patch], 0)
    table = places.cells[table_of(empty)]
    spread_rows(first, second, places.quilt_rows)
    before = value_cells(places.quilt_rows, table, places.cell_values) - places.usual[empty]
    for shape in range(ORIENTATIONS * patch, ORIENTATIONS * patch + ORIENTATIONS):
        if SHAPE_SIZE[shape] == 0:
            continue
        near_corners, far_corners = corners(upper, far, shape)
        while near_corners | far_corners:
            if near_corners:
                cell = lowest_bit(near_corners)
                near_corners &= near_corners - 1
            else:
                cell = FAR + lowest_bit(far_corners)
                far_corners &= far_corners - 1
            fit = before + change_by(shape, cell, places.quilt_rows, table, places.cell_values)
            value = fit + bonus_after(upper, lower, shape, cell) if with_seven else fit
            if temper > 0.0:
                value += temper * gumbel(places.random)
            if value > best_value:
                best, best_value, best_fit = BUY + shape * CELLS + cell, value, fit
    places.actions[row], places.fits[row] = best, best_fit


@kernel
def best_place(s: Record, seat: int, patch: int, places: Places) -> int:
    """Return the row of the memory with the best place of a patch on the quilt of a seat."""
    with_seven = is_seven_open(s)
    first = s.quilts[seat, 0]
    second = s.quilts[seat, 1] | int(patch + 1) << PATCH_SHIFT | int(with_seven) << SEVEN_SHIFT
    row = slot(first, second)
    if places.keys[row, 0] != first or places.keys[row, 1] != second:
        places.keys[row, 0], places.keys[row, 1] = first, second
        find_best(s, seat, patch, 0.0, places, row)
    return row


@kernel
def tempered_place(s: Record, seat: int, patch: int, temper: float, places: Places) -> int:
    """Return the action that lays a patch where it looks best at a glance."""
    row = 0
    places.keys[row] = 0  # what is found is not to be remembered
    find_best(s, seat, patch, temper, places, row)
    return places.actions[row]


@kernel
def fits_somewhere(s: Record, seat: int, patch: int) -> bool:
    near, far = free_near(s, seat), free_far(s, seat)
    for shape in range(ORIENTATIONS * patch, ORIENTATIONS * patch + ORIENTATIONS):
        near_corners, far_corners = corners(near, far, shape)
        if near_corners | far_corners:
            return True
    return False
