"""What a placement is worth by itself: how imagined players choose, and which candidates are tried.

Everything is counted in cells. The weights of placements were found by letting `choose` play itself with changed ones,
on both boards at once (298 changes tried in 1,500 large and 3,000 small games each; 7 stayed). Set to 0, each of them
costs `choose` much of its score: on the large and small board it falls from 50 % to 18 and 35 % without the strength,
41 and 30 % without the player's own side, 39 and 46 % without its open cells, 40 and 50 % without open edges, 41 and
46 % without partners (1,500 and 5,000 games each, with weights of an earlier round).
"""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.contract import Actions, Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import Scores
from parlour.games.matches_and_patches.rules.captures import SIDES, neighbour
from parlour.games.matches_and_patches.rules.contract import centre, num_cells, side
from parlour.games.matches_and_patches.rules.patterns import SCORES, SHARED, SIGNATURES, TENTHS
from parlour.games.matches_and_patches.state import MAX_CELLS, NONE

# A placement that matches.
CELLS = (0.0, 1.75, 3.0, 2.65, 3.6)  # by matches; more of them are more often contested, and their strength counts too
STRENGTH = 0.55  # per point: it decides contests
OWN_SIDE = 0.4  # where both choose the same cell, its side gets it
# A placement that matches nothing and leaves its tile to be captured later.
OPEN_OWN_SIDE = -0.8
OPEN_EDGE = 0.35  # per empty cell beside it
PARTNERS = (0.0, 0.05, 0.2)  # per tile in hand, by the attributes that it shares

NOISE = 1.0  # in cells: how far the choices of imagined players are blurred
NOISE_STEPS = 1024

TILE_BITS = 7
TILE_MASK = (1 << TILE_BITS) - 1
Hopes = NDArray[np.float64]  # [HAND], by place in the hand


@kernel
def tiles_around(s: Record, cell: int, fresh: int) -> int:
    """Pack the tiles that a tile on a cell could match, each as its number + 1 in TILE_BITS.

    Args:
        fresh: the cell of the other tile of this round, which matches nothing, or NONE.
    """
    packed = 0
    for direction in range(SIDES):
        near = neighbour(s, cell, direction)
        if near not in (NONE, fresh) and s.tiles[near] != NONE and s.owners[near] == NONE:
            packed = packed << TILE_BITS | int(s.tiles[near]) + 1
    return packed


@kernel
def empty_around(s: Record, cell: int) -> int:
    """Count the empty cells over the edges of a cell."""
    found = 0
    for direction in range(SIDES):
        near = neighbour(s, cell, direction)
        found += near != NONE and s.tiles[near] == NONE
    return found


@kernel
def pattern(tile: int, packed: int) -> tuple[int, int]:
    """Return the matches of a tile among packed tiles, and the score of their pattern in tenths."""
    found, shared, kinds = 0, 0, 0
    while packed:
        signature = int(SIGNATURES[tile ^ (packed & TILE_MASK) - 1])
        if signature:
            found += 1
            shared += int(SHARED[signature])
            kinds |= 1 << signature
        packed >>= TILE_BITS
    return found, int(SCORES[found, shared, num_bits(kinds)])


@kernel
def hope(s: Record, seat: int, tile: int) -> float:
    """Value what the rest of the hand could do with a tile that is left lying."""
    total = 0.0
    for i in range(s.hand_sizes[seat]):
        if s.hands[seat, i] != tile:
            total += PARTNERS[SHARED[SIGNATURES[tile ^ s.hands[seat, i]]]]
    return total


@kernel
def worth(tile: int, packed: int, empty: int, is_own_side: bool, hoped: float) -> float:
    """Value a placement by itself."""
    found, tenths = pattern(tile, packed)
    if found:
        return CELLS[found] + STRENGTH / TENTHS * tenths + OWN_SIDE * is_own_side
    return OPEN_OWN_SIDE * is_own_side + OPEN_EDGE * empty + hoped


@kernel
def fresh_cell(s: Record, seat: int) -> int:
    """Return the cell that a seat's tile cannot match because it was laid in this round, or NONE."""
    return int(s.last[1 - seat]) if s.clash == seat else NONE


@kernel
def rank(s: Record, seat: int, actions: Actions, n: int, scores: Scores) -> None:
    fresh = fresh_cell(s, seat)
    for i in range(n):
        tile, cell = int(actions[i]) // MAX_CELLS, int(actions[i]) % MAX_CELLS
        packed, empty = tiles_around(s, cell, fresh), empty_around(s, cell)
        scores[i] = worth(tile, packed, empty, side(s, cell) == seat, hope(s, seat, tile))


@kernel
def choose(s: Record, seat: int, noise: float, random: Words, hopes: Hopes) -> int:
    """Choose the placement of the highest worth, blurred by up to `noise` cells; for imagined players.

    Args:
        hopes: `[HAND]`, overwritten.
    """
    is_clash = s.clash == seat
    size = 1 if is_clash else int(s.hand_sizes[seat])
    if s.placed == 0:
        return MAX_CELLS * int(s.hands[seat, random_below(random, size)]) + centre(s, seat)
    for i in range(size):
        hopes[i] = 0.0 if is_clash else hope(s, seat, int(s.hands[seat, i]))
    fresh, step = fresh_cell(s, seat), noise / NOISE_STEPS
    best, best_worth = 0, -math.inf
    for cell in range(num_cells(s)):
        if s.open[cell]:
            packed, empty, is_own_side = tiles_around(s, cell, fresh), empty_around(s, cell), side(s, cell) == seat
            for i in range(size):
                tile = int(s.chosen_tile[seat]) if is_clash else int(s.hands[seat, i])
                value = worth(tile, packed, empty, is_own_side, hopes[i]) + step * random_below(random, NOISE_STEPS)
                if value > best_worth:
                    best, best_worth = MAX_CELLS * tile + cell, value
    return best
