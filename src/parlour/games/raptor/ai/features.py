"""What a Raptor position looks like at a glance: how far every figurine is from what it wants, as counted features.

Everything here is open to both sides: no card in a hand or a deck is looked at.
"""

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.layout import (
    AIM,
    ARRIVAL,
    ARRIVAL_SETS,
    ASLEEP_EXIT,
    ASLEEP_PREY,
    AT_ACTIVE,
    AT_ASLEEP,
    AT_AWAKE,
    AT_EXIT,
    AT_FIRE,
    AT_FREE,
    AT_FRIGHTENED,
    AT_HOUND,
    AT_MOTHER,
    AT_SISTER,
    AWAKE_CATCH,
    AWAKE_EXIT,
    AWAKE_PREY,
    AWAY,
    BITE,
    CAPTURE,
    ESCAPE,
    ESCORT,
    FIRES,
    FRIGHTENED,
    GAS_RANGE,
    HALF,
    MASSACRE,
    OBSERVATION,
    PILE,
    PROGRESS,
    RACE,
    RESERVE_LEFT,
    RUNNER,
    SCIENTISTS,
    SET_OF,
    SHOTS,
    SLEEPER,
    THREAT,
    TILE_SETS,
    TOKENS,
    WAKING,
    Found,
    Sets,
)
from parlour.games.raptor.geometry import LOWER, NEAR_TILES, STEPS, TILES, UPPER, WIDTH
from parlour.games.raptor.rules.ground import is_active_scientist, spread
from parlour.games.raptor.state import BABIES_TO_WIN, BURNING, CARDS, EXIT, INACTIVE, KIND, MAX_TOKENS, ROCK

FAR = 99  # more points than any side has
AIM_STEPS = 3
PREY_STEPS = 6
BITE_MOVES = 3
RUN_STEPS = 5
RUN_PREY = 4
WAKE_PREY = 4


@kernel
def find_features(s: Record, found: Found, sets: Sets) -> None:
    """Count the features of a position into the first of `found`; the flags of a round are not looked at."""
    found[:] = 0.0
    sort_cells(s, sets)
    count_material(s, found, sets)
    follow_babies(s, found, sets)
    reach_babies(s, found, sets)
    chase_babies(s, found, sets)
    if s.mother:
        aim_at_mother(s, found, sets)
        let_mother_hunt(s, found, sets)
    else:
        found[AWAY] = 1.0
    for side in range(2):
        for i in range(s.num_played[side]):
            found[PILE + CARDS * side + int(s.played[side, i]) - 1] = 1.0


@kernel
def sort_cells(s: Record, sets: Sets) -> None:
    """Sort the cells by what stands there."""
    sets[:] = 0
    for i in range(HALF):
        sets[SET_OF[s.board[UPPER + i] & (KIND | BURNING | INACTIVE)], 0] |= 1 << i
        sets[SET_OF[s.board[LOWER + i] & (KIND | BURNING | INACTIVE)], 1] |= 1 << i


@kernel
def size(sets: Sets, which: int) -> int:
    return num_bits(sets[which, 0]) + num_bits(sets[which, 1])


@kernel
def count_material(s: Record, found: Found, sets: Sets) -> None:
    found[PROGRESS + BABIES_TO_WIN * int(s.escaped) + int(s.captured)] = 1.0
    found[TOKENS + int(s.tokens)] = 1.0
    found[SCIENTISTS + min(int(s.scientists), 8)] = 1.0
    found[FRIGHTENED + min(size(sets, AT_FRIGHTENED), 3)] = 1.0
    found[RESERVE_LEFT] = s.reserve
    found[FIRES] = s.fires
    found[OBSERVATION] = s.observation


@kernel
def follow_babies(s: Record, found: Found, sets: Sets) -> None:
    """Count the babies by their way to the nearest exit; raptors make room for each other, scientists and fires not."""
    awake, asleep = size(sets, AT_AWAKE), size(sets, AT_ASLEEP)
    needed = BABIES_TO_WIN - int(s.escaped)
    steps = 0
    upper, lower = sets[AT_EXIT, 0], sets[AT_EXIT, 1]
    open_upper = sets[AT_FREE, 0] | sets[AT_AWAKE, 0] | sets[AT_ASLEEP, 0] | sets[AT_MOTHER, 0] | sets[AT_SISTER, 0]
    open_lower = sets[AT_FREE, 1] | sets[AT_AWAKE, 1] | sets[AT_ASLEEP, 1] | sets[AT_MOTHER, 1] | sets[AT_SISTER, 1]
    for distance in range(1, 20):
        upper, lower = spread(upper, lower)
        upper, lower = upper & open_upper, lower & open_lower
        if upper | lower == 0 or awake + asleep == 0:
            break
        open_upper, open_lower = open_upper & ~upper, open_lower & ~lower
        here = num_bits(upper & sets[AT_AWAKE, 0]) + num_bits(lower & sets[AT_AWAKE, 1])
        if here:
            found[AWAKE_EXIT + min(distance, 9) - 1] += here
            awake -= here
            steps += distance * min(here, needed)
            needed -= min(here, needed)
        here = num_bits(upper & sets[AT_ASLEEP, 0]) + num_bits(lower & sets[AT_ASLEEP, 1])
        if here:
            found[ASLEEP_EXIT + (0 if distance < 3 else 1 if distance < 5 else 2)] += here
            asleep -= here
    found[AWAKE_EXIT + 9] = awake
    found[ASLEEP_EXIT + 3] = asleep
    if needed == 0:
        found[ESCAPE + min(steps, 13)] = 1.0


@kernel
def chase_babies(s: Record, found: Found, sets: Sets) -> None:
    """Count the babies by what it takes to put them to sleep and to capture them."""
    first, second, third = FAR, FAR, FAR  # the cheapest captures
    for kind in (AT_AWAKE, AT_ASLEEP):
        for half in range(2):
            babies = sets[kind, half]
            while babies:
                bit = babies & -babies
                babies ^= bit
                upper, lower = (bit, 0) if half == 0 else (0, bit)
                near, next_near = hunters(upper, lower, kind == AT_AWAKE, sets)
                if kind == AT_ASLEEP:
                    cost = near
                    found[ASLEEP_PREY + min(near, 7) - 1] += 1.0
                else:
                    cost = near + next_near  # no scientist attacks twice in a round
                    found[AWAKE_PREY + min(near, 7) - 1] += 1.0
                    found[AWAKE_CATCH + min(cost, 9) - 2] += 1.0
                    run = steps_out(upper, lower, sets)
                    found[RUNNER + RUN_PREY * (run - 1) + min(near, RUN_PREY) - 1] += 1.0
                    found[RACE + 5 * (min(run, 4) - 1) + min(cost, 6) - 2] += 1.0
                if cost < first:
                    first, second, third = cost, first, second
                elif cost < second:
                    second, third = cost, second
                elif cost < third:
                    third = cost
    points = first if s.captured == 2 else first + second if s.captured == 1 else first + second + third
    if points <= 13:
        found[CAPTURE + points - 1] = 1.0


@kernel
def hunters(upper: int, lower: int, is_awake: bool, sets: Sets) -> tuple[int, int]:
    """Return the points of the nearest two active scientists until each has attacked the baby on a cell.

    Hounds count too where the baby is awake.
    """
    near = FAR
    hunter_upper = sets[AT_ACTIVE, 0] | sets[AT_HOUND, 0] if is_awake else sets[AT_ACTIVE, 0]
    hunter_lower = sets[AT_ACTIVE, 1] | sets[AT_HOUND, 1] if is_awake else sets[AT_ACTIVE, 1]
    open_upper = sets[AT_FREE, 0] | sets[AT_FIRE, 0] | upper
    open_lower = sets[AT_FREE, 1] | sets[AT_FIRE, 1] | lower
    for points in range(1, PREY_STEPS + 1):
        upper, lower = spread(upper, lower)
        reached = num_bits(upper & hunter_upper) + num_bits(lower & hunter_lower)
        upper, lower = upper & open_upper, lower & open_lower
        if reached and near == FAR:
            near = points
        if reached > 1:
            return near, points
    return near, FAR


@kernel
def steps_out(upper: int, lower: int, sets: Sets) -> int:
    """Return the steps of the baby on a cell to the nearest exit, one more than `RUN_STEPS` when they are more."""
    open_upper = sets[AT_FREE, 0] | sets[AT_EXIT, 0]
    open_lower = sets[AT_FREE, 1] | sets[AT_EXIT, 1]
    for steps in range(1, RUN_STEPS + 1):
        upper, lower = spread(upper, lower)
        upper, lower = upper & open_upper, lower & open_lower
        if upper & sets[AT_EXIT, 0] | lower & sets[AT_EXIT, 1]:
            return steps
    return RUN_STEPS + 1


@kernel
def aim_at_mother(s: Record, found: Found, sets: Sets) -> None:
    """Count the active scientists by their steps to a line to the mother."""
    upper, lower = sights(s)
    open_upper = sets[AT_FREE, 0] | sets[AT_FIRE, 0]
    open_lower = sets[AT_FREE, 1] | sets[AT_FIRE, 1]
    needed, points = MAX_TOKENS - int(s.tokens), 0
    active_upper, active_lower = sets[AT_ACTIVE, 0], sets[AT_ACTIVE, 1]
    for steps in range(AIM_STEPS + 1):
        here = num_bits(upper & active_upper) + num_bits(lower & active_lower)
        found[AIM + steps] = here
        points += (steps + 1) * min(here, needed)
        needed -= min(here, needed)
        active_upper, active_lower = active_upper & ~upper, active_lower & ~lower
        upper, lower = spread(upper & open_upper, lower & open_lower)
    if needed == 0 and points <= 8:
        found[SHOTS + points] = 1.0


@kernel
def sights(s: Record) -> tuple[int, int]:
    """Return the cells in a line to the mother, up to the first rock or active scientist; that scientist included."""
    upper, lower = 0, 0
    for step in STEPS:
        cell = int(s.mother) + step
        while True:
            content = s.board[cell]
            if content in (ROCK, EXIT):
                break
            if cell < LOWER:
                upper |= 1 << cell - UPPER
            else:
                lower |= 1 << cell - LOWER
            if is_active_scientist(content):
                break
            cell += step
    return upper, lower


@kernel
def let_mother_hunt(s: Record, found: Found, sets: Sets) -> None:
    """Count scientists by when the mother can have killed them, sleeping babies by when she can have woken them.

    An awake sister counts as another mother.
    """
    upper, lower = sets[AT_MOTHER, 0] | sets[AT_SISTER, 0], sets[AT_MOTHER, 1] | sets[AT_SISTER, 1]
    prey_upper = sets[AT_ACTIVE, 0] | sets[AT_FRIGHTENED, 0]
    prey_lower = sets[AT_ACTIVE, 1] | sets[AT_FRIGHTENED, 1]
    threat_upper, threat_lower = spread(sets[AT_AWAKE, 0] | sets[AT_ASLEEP, 0], sets[AT_AWAKE, 1] | sets[AT_ASLEEP, 1])
    threat_upper, threat_lower = threat_upper & sets[AT_ACTIVE, 0], threat_lower & sets[AT_ACTIVE, 1]
    asleep_upper, asleep_lower = sets[AT_ASLEEP, 0], sets[AT_ASLEEP, 1]
    awake_upper, awake_lower = sets[AT_AWAKE, 0], sets[AT_AWAKE, 1]
    total = 0
    for moves in range(BITE_MOVES + 1):
        cost = moves + 1 + (int(s.tokens) if moves else 0)
        wide_upper, wide_lower = spread(upper, lower)
        here = num_bits(wide_upper & prey_upper) + num_bits(wide_lower & prey_lower)
        found[BITE + min(cost, 9) - 1] += here
        total += here * (moves + 1)
        here = num_bits(wide_upper & prey_upper & threat_upper) + num_bits(wide_lower & prey_lower & threat_lower)
        found[THREAT + min(cost, 5) - 1] += here
        prey_upper, prey_lower = prey_upper & ~wide_upper, prey_lower & ~wide_lower
        here = num_bits(wide_upper & asleep_upper) + num_bits(wide_lower & asleep_lower)
        found[WAKING + min(cost, 5) - 1] += here
        sort_babies(wide_upper & asleep_upper, wide_lower & asleep_lower, SLEEPER, min(cost, 5), found, sets)
        sort_babies(wide_upper & awake_upper, wide_lower & awake_lower, ESCORT, min(cost, 5), found, sets)
        asleep_upper, asleep_lower = asleep_upper & ~wide_upper, asleep_lower & ~wide_lower
        awake_upper, awake_lower = awake_upper & ~wide_upper, awake_lower & ~wide_lower
        if (prey_upper | prey_lower | asleep_upper | asleep_lower | awake_upper | awake_lower) == 0:
            break
        upper, lower = slide(upper, lower, sets[AT_FREE, 0], sets[AT_FREE, 1])
    found[WAKING + 4] += num_bits(asleep_upper) + num_bits(asleep_lower)
    sort_babies(asleep_upper, asleep_lower, SLEEPER, 5, found, sets)
    sort_babies(awake_upper, awake_lower, ESCORT, 5, found, sets)
    left = num_bits(prey_upper) + num_bits(prey_lower)
    found[BITE + 8] += left
    found[THREAT + 4] += num_bits(prey_upper & threat_upper) + num_bits(prey_lower & threat_lower)
    total += int(s.tokens) if total > s.scientists else 0
    if left == 0 and total <= 8:
        found[MASSACRE + total] = 1.0


@kernel
def sort_babies(upper: int, lower: int, block: int, cost: int, found: Found, sets: Sets) -> None:
    """Count babies that the mother comes to for `cost` points by the points of the nearest scientist."""
    while upper | lower:
        first_upper = upper & -upper
        first_lower = 0 if first_upper else lower & -lower
        upper, lower = upper ^ first_upper, lower ^ first_lower
        near, _ = hunters(first_upper, first_lower, block == ESCORT, sets)
        found[block + WAKE_PREY * (cost - 1) + min(near, WAKE_PREY) - 1] += 1.0


@kernel
def reach_babies(s: Record, found: Found, sets: Sets) -> None:
    """Count the babies that reinforcements and sleeping gas can reach."""
    if s.reserve > 0:
        upper, lower = spread(sets[AT_FREE, 0] & ARRIVAL_SETS[s.map, 0], sets[AT_FREE, 1] & ARRIVAL_SETS[s.map, 1])
        found[ARRIVAL] = num_bits(upper & sets[AT_AWAKE, 0]) + num_bits(lower & sets[AT_AWAKE, 1])
        found[ARRIVAL + 1] = num_bits(upper & sets[AT_ASLEEP, 0]) + num_bits(lower & sets[AT_ASLEEP, 1])
    near = 0
    for tile in range(TILES):
        if sets[AT_ACTIVE, 0] & TILE_SETS[s.map, tile, 0] | sets[AT_ACTIVE, 1] & TILE_SETS[s.map, tile, 1]:
            near |= NEAR_TILES[s.map, tile]
    for tile in range(TILES):
        if near >> tile & 1:
            found[GAS_RANGE] += num_bits(sets[AT_AWAKE, 0] & TILE_SETS[s.map, tile, 0])
            found[GAS_RANGE] += num_bits(sets[AT_AWAKE, 1] & TILE_SETS[s.map, tile, 1])


@kernel
def slide(upper: int, lower: int, free_upper: int, free_lower: int) -> tuple[int, int]:
    """Add to a set of cells all that the mother can move to from one of them."""
    row_upper = in_rows(upper, free_upper)
    row_lower = in_rows(lower, free_lower)
    down_upper, down_lower, up_upper, up_lower = upper, lower, upper, lower
    for _ in range(5):
        down_lower |= (down_lower << WIDTH | down_upper >> 2 * WIDTH) & free_lower
        down_upper |= down_upper << WIDTH & free_upper
        up_upper |= (up_upper >> WIDTH | up_lower << 2 * WIDTH) & free_upper
        up_lower |= up_lower >> WIDTH & free_lower
    return row_upper | down_upper | up_upper, row_lower | down_lower | up_lower


@kernel
def in_rows(cells: int, free: int) -> int:
    """Add the free cells left and right of a set in unbroken lines; the border columns are never free."""
    right, left = cells, cells
    right_free, left_free = free, free
    for shift in (1, 2, 4, 8):
        right |= right << shift & right_free
        left |= left >> shift & left_free
        right_free &= right_free << shift
        left_free &= left_free >> shift
    return right | left
