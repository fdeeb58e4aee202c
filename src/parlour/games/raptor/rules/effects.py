"""Kernels of the card effects, unit by unit."""

from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.raptor.factions import EFFECTS
from parlour.games.raptor.geometry import (
    ARRIVALS,
    CELL_OF,
    DOWN,
    LEFT,
    RIGHT,
    SPACES,
    SPACES_PER_ROW,
    STEPS,
    TILE_CELLS,
    TILE_OF,
    UP,
    WIDTH,
)
from parlour.games.raptor.map_reader import TILE_SIZE
from parlour.games.raptor.rules.actions import step_baby, wake
from parlour.games.raptor.rules.badlands import apply_badlands_unit, is_badlands_unit_at, list_badlands_units
from parlour.games.raptor.rules.board_setup import place_scientist
from parlour.games.raptor.rules.ground import (
    holds,
    is_active_prey,
    is_active_scientist,
    is_asleep,
    is_awake_baby,
    is_beside_active_scientist_or_fire,
    is_near_active_scientist,
    is_passable,
    reachable,
    ride_target,
    run_length,
)
from parlour.games.raptor.state import (
    ACT,
    BAIT,
    BURNING,
    CALL,
    CALL_BABIES,
    DONE,
    EXIT,
    FEAR,
    FIRE,
    FREE,
    FRESH,
    FRIGHTEN,
    GAS,
    HEAL,
    INACTIVE,
    JEEP,
    JEEP_RIDE,
    LIGHT_FIRE,
    LINE,
    RECOVER,
    REINFORCE,
    SCATTER,
    SCIENTIST_AT,
    SISTER,
    SLEEPING_GAS,
    USED,
    VERBS,
    WAKE,
)

# By effect: the first code of its units, where a unit is one space; calls and rides have a target too.
_BLOCKS = {FEAR: FRIGHTEN, RECOVER: WAKE, SLEEPING_GAS: GAS, REINFORCE: SCIENTIST_AT, LIGHT_FIRE: FIRE}
BLOCKS = tuple(_BLOCKS.get(effect, 0) for effect in range(LIGHT_FIRE + 1))


@kernel
def effect_of(s: Record) -> int:
    """Return the effect that is resolved."""
    return EFFECTS[s.factions[s.side], s.side, s.card]


@kernel
def may_stop(s: Record) -> bool:
    """One unit is enough for every effect except Fire, which is applied in full."""
    return s.begun == 1 and effect_of(s) != LIGHT_FIRE


@kernel
def is_unit_at(s: Record, effect: int, cell: int) -> bool:
    """Return whether the effect can be applied to a cell, or to the figurine there."""
    content = s.board[cell]
    if effect == CALL_BABIES:
        return is_awake_baby(content) and content & USED == 0 and can_be_called(s, cell)
    if effect == FEAR:
        return is_active_prey(content)
    if effect == RECOVER:
        return is_asleep(content)
    if effect == SLEEPING_GAS:
        return is_awake_baby(content) and is_near_active_scientist(s, TILE_OF[s.map, cell])
    if effect == REINFORCE:
        return content == FREE and ARRIVALS[s.map, cell] and s.reserve > 0
    if effect == JEEP_RIDE:
        return is_active_scientist(content) and has_road(s, cell)
    if effect == LIGHT_FIRE:
        return content == FREE and may_burn_more(s) and is_beside_active_scientist_or_fire(s, cell)
    return is_badlands_unit_at(s, effect, cell)


@kernel
def has_unit(s: Record) -> bool:
    """Return whether the effect can be applied once more."""
    effect = effect_of(s)
    if effect == RECOVER and s.tokens > 0:
        return True
    for space in range(SPACES):  # noqa: SIM110  # kernels know no generators
        if is_unit_at(s, effect, CELL_OF[space]):
            return True
    return False


@kernel
def list_units(s: Record, out: Actions) -> int:
    effect = effect_of(s)
    n = 0
    if may_stop(s):
        out[n] = DONE
        n += 1
    if effect == RECOVER and s.tokens > 0:
        out[n] = HEAL
        n += 1
    for space in range(SPACES):
        if is_unit_at(s, effect, CELL_OF[space]):
            if effect == CALL_BABIES:
                n = list_calls(s, space, n, out)
            elif effect == JEEP_RIDE:
                n = list_rides(s, space, n, out)
            elif effect > LIGHT_FIRE:
                n = list_badlands_units(s, effect, space, n, out)
            else:
                out[n] = BLOCKS[effect] + space
                n += 1
    return n


@kernel
def can_be_called(s: Record, cell: int) -> bool:
    """Return whether a path leads from a baby to some free space of the mother's tile."""
    upper, lower = reachable(s, cell)
    tile = TILE_OF[s.map, s.mother]
    for local in range(TILE_SIZE):
        target = TILE_CELLS[s.map, tile, local]
        if target and s.board[target] == FREE and holds(upper, lower, target):
            return True
    return False


@kernel
def list_calls(s: Record, space: int, n: int, out: Actions) -> int:
    upper, lower = reachable(s, CELL_OF[space])
    tile = TILE_OF[s.map, s.mother]
    for local in range(TILE_SIZE):
        target = TILE_CELLS[s.map, tile, local]
        if target and s.board[target] == FREE and holds(upper, lower, target):
            out[n] = CALL + TILE_SIZE * space + local
            n += 1
    return n


@kernel
def may_burn_more(s: Record) -> bool:
    return s.fire_limit == 0 or s.fires < s.fire_limit


@kernel
def has_road(s: Record, cell: int) -> bool:
    for step in STEPS:  # noqa: SIM110  # kernels know no generators
        if is_passable(s.board[cell + step]):
            return True
    return False


@kernel
def list_rides(s: Record, space: int, n: int, out: Actions) -> int:
    """Write where a jeep can go: columns from the left, then rows from the top."""
    cell = CELL_OF[space]
    column = JEEP + LINE * space + space % SPACES_PER_ROW
    row = JEEP + LINE * space + SPACES_PER_ROW + space // SPACES_PER_ROW
    for code, back, forth in ((column, LEFT, RIGHT), (row, UP, DOWN)):
        for distance in range(run_length(s, cell, STEPS[back], BURNING), 0, -1):
            out[n] = code - distance
            n += 1
        for distance in range(1, run_length(s, cell, STEPS[forth], BURNING) + 1):
            out[n] = code + distance
            n += 1
    return n


@kernel
def apply_unit(s: Record, action: int) -> None:
    """Apply the effect once."""
    s.units -= 1
    if action == HEAL:
        s.tokens -= 1
    elif action >= SISTER:
        apply_badlands_unit(s, action)
    elif action >= JEEP:
        space, line = (action - JEEP) // LINE, (action - JEEP) % LINE
        ride(s, CELL_OF[space], ride_target(space, line))
    elif action >= CALL:
        space, local = (action - CALL) // TILE_SIZE, (action - CALL) % TILE_SIZE
        s.board[TILE_CELLS[s.map, TILE_OF[s.map, s.mother], local]] = s.board[CELL_OF[space]] | USED
        s.board[CELL_OF[space]] = FREE
    elif action >= ACT:
        move_baby(s, CELL_OF[(action - ACT) // VERBS], STEPS[(action - ACT) % VERBS])
    elif action >= GAS:
        s.board[CELL_OF[action - GAS]] |= INACTIVE | FRESH
    elif action >= FRIGHTEN:
        s.board[CELL_OF[action - FRIGHTEN]] |= INACTIVE | FRESH
    elif action >= WAKE:
        wake(s, CELL_OF[action - WAKE])
    elif action >= FIRE:
        s.board[CELL_OF[action - FIRE]] = BURNING
        s.fires += 1
    else:
        place_scientist(s, CELL_OF[action - SCIENTIST_AT])


@kernel
def move_baby(s: Record, cell: int, step: int) -> None:
    """Let a baby go one step by a card, which does not move it twice."""
    step_baby(s, cell, cell + step)
    if s.board[cell + step] != EXIT:
        s.board[cell + step] |= USED


@kernel
def moves_babies(effect: int) -> bool:
    """Return whether an effect marks the babies that it has moved."""
    return effect in (CALL_BABIES, SCATTER, BAIT)


@kernel
def ride(s: Record, cell: int, target: int) -> None:
    """Drive straight to a cell and put out every fire on the way, the last one included."""
    content = s.board[cell]
    s.board[cell] = FREE
    if cell // WIDTH == target // WIDTH:
        step = STEPS[LEFT] if target < cell else STEPS[RIGHT]
    else:
        step = STEPS[UP] if target < cell else STEPS[DOWN]
    while cell != target:
        cell += step
        if s.board[cell] == BURNING:
            s.fires -= 1
            s.board[cell] = FREE
    s.board[target] = content


@kernel
def forget_calls(s: Record) -> None:
    """Let babies be called again by the next card."""
    for space in range(SPACES):
        if is_awake_baby(s.board[CELL_OF[space]]):
            s.board[CELL_OF[space]] &= ~USED
