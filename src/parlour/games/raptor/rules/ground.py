"""Kernels over the board: what stands where, lines, and which spaces are connected.

A set of spaces is a pair of bitboards, upper and lower half; see `geometry`.
"""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.raptor.geometry import (
    CELL_OF,
    DOWN,
    LAST_ROW,
    LEFT,
    LOWER,
    NEAR_TILES,
    RIGHT,
    SPACES,
    SPACES_PER_ROW,
    STEPS,
    TILE_OF,
    UP,
    UPPER,
    WIDTH,
)
from parlour.games.raptor.state import (
    BABY_KIND,
    BURNING,
    EXIT,
    FREE,
    INACTIVE,
    KIND,
    PREY,
    ROCK,
    SCIENTIST_KIND,
    SLEEPERS,
)


@kernel
def nth_bit(bits: int, n: int) -> int:
    """Return the index of the set bit that has `n` set bits below it."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)


@kernel
def is_awake_baby(content: int) -> bool:
    return content & (KIND | INACTIVE) == BABY_KIND


@kernel
def is_asleep(content: int) -> bool:
    """Return whether a baby or the sister sleeps there."""
    return content & (PREY | INACTIVE) == SLEEPERS | INACTIVE


@kernel
def is_active_scientist(content: int) -> bool:
    return content & (KIND | INACTIVE) == SCIENTIST_KIND


@kernel
def is_prey(content: int) -> bool:
    """Return whether a scientist or hound is there, whom raptors can kill."""
    return content & PREY == PREY


@kernel
def is_active_prey(content: int) -> bool:
    return content & (PREY | INACTIVE) == PREY


@kernel
def is_passable(content: int) -> bool:
    """Return whether a scientist can go over a cell: nothing is there, or only a fire."""
    return content | BURNING == BURNING


@kernel
def run_length(s: Record, cell: int, step: int, through: int) -> int:
    """Count the cells in a line from a cell, it left out, that hold nothing but perhaps what is in `through`."""
    length = 0
    cell += step
    while s.board[cell] | through == through:
        length += 1
        cell += step
    return length


@kernel
def can_shoot(s: Record, cell: int) -> bool:
    """Return whether a shooter can hit the mother."""
    return s.mother != 0 and sees(s, cell, int(s.mother))


@kernel
def sees(s: Record, cell: int, target: int) -> bool:
    """Return whether a shot gets from cell to cell: only rocks, exits and active scientists between them block it."""
    if target // WIDTH == cell // WIDTH:
        step = STEPS[LEFT] if target < cell else STEPS[RIGHT]
    elif target % WIDTH == cell % WIDTH:
        step = STEPS[UP] if target < cell else STEPS[DOWN]
    else:
        return False
    cell += step
    while cell != target:
        content = s.board[cell]
        if content in (ROCK, EXIT) or is_active_scientist(content):
            return False
        cell += step
    return True


@kernel
def ride_target(space: int, line: int) -> int:
    """Return the cell in the column or row that the code of a ride or a run names."""
    if line < SPACES_PER_ROW:
        return CELL_OF[space - space % SPACES_PER_ROW + line]
    return CELL_OF[space % SPACES_PER_ROW + SPACES_PER_ROW * (line - SPACES_PER_ROW)]


@kernel
def is_near_active_scientist(s: Record, tile: int) -> bool:
    """Return whether an active scientist is on a tile or on one that shares an edge with it."""
    for space in range(SPACES):
        cell = CELL_OF[space]
        if is_active_scientist(s.board[cell]) and NEAR_TILES[s.map, tile] >> TILE_OF[s.map, cell] & 1:
            return True
    return False


@kernel
def is_beside_active_scientist_or_fire(s: Record, cell: int) -> bool:
    for step in STEPS:
        content = s.board[cell + step]
        if content == BURNING or is_active_scientist(content):
            return True
    return False


@kernel
def has_figurine(s: Record, tile: int, kind: int) -> bool:
    for space in range(SPACES):
        cell = CELL_OF[space]
        if TILE_OF[s.map, cell] == tile and s.board[cell] & KIND == kind:
            return True
    return False


@kernel
def has_free_space(s: Record) -> bool:
    for space in range(SPACES):  # noqa: SIM110  # kernels know no generators
        if s.board[CELL_OF[space]] == FREE:
            return True
    return False


@kernel
def half_holding(s: Record, first: int, content: int) -> int:
    """Return the cells of a half, from its first cell on, that hold exactly this."""
    bits = 0
    for i in range(LOWER - UPPER):
        if s.board[first + i] == content:
            bits |= 1 << i
    return bits


@kernel
def spread(upper: int, lower: int) -> tuple[int, int]:
    """Add all neighbours to a set of cells; those of the border too."""
    wide_upper = upper | upper << 1 | upper >> 1 | upper << WIDTH | upper >> WIDTH | lower << LAST_ROW
    wide_lower = lower | lower << 1 | lower >> 1 | lower << WIDTH | lower >> WIDTH | upper >> LAST_ROW
    return wide_upper, wide_lower


@kernel
def reachable(s: Record, cell: int) -> tuple[int, int]:
    """Return the cell and the free spaces that a path of adjacent free spaces leads to from it."""
    free_upper = half_holding(s, UPPER, FREE)
    free_lower = half_holding(s, LOWER, FREE)
    upper = 1 << cell - UPPER if cell < LOWER else 0
    lower = 1 << cell - LOWER if cell >= LOWER else 0
    while True:
        wide_upper, wide_lower = spread(upper, lower)
        wide_upper = wide_upper & free_upper | upper
        wide_lower = wide_lower & free_lower | lower
        if wide_upper == upper and wide_lower == lower:
            return upper, lower
        upper, lower = wide_upper, wide_lower


@kernel
def holds(upper: int, lower: int, cell: int) -> bool:
    """Return whether a cell is in a set."""
    return (upper >> cell - UPPER if cell < LOWER else lower >> cell - LOWER) & 1 == 1


@kernel
def can_leave_fire(s: Record, cell: int, origin: int, points: int) -> bool:
    """Return whether a scientist from `origin`, once in the fire on `cell`, can walk out of it with `points` points."""
    if s.board[origin] & BURNING == 0:
        return points >= 1  # back to where it came from
    safe_upper = half_holding(s, UPPER, FREE)
    safe_lower = half_holding(s, LOWER, FREE)
    fire_upper = half_holding(s, UPPER, BURNING)
    fire_lower = half_holding(s, LOWER, BURNING)
    if origin < LOWER:
        fire_upper |= 1 << origin - UPPER
    else:
        fire_lower |= 1 << origin - LOWER
    for _ in range(points):
        wide_upper, wide_lower = spread(safe_upper, safe_lower)
        safe_upper |= wide_upper & fire_upper
        safe_lower |= wide_lower & fire_lower
    return holds(safe_upper, safe_lower, cell)
