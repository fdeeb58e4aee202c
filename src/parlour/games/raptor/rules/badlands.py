"""Kernels of the pieces and cards that the factions of the expansion add: a sister, hounds, and their effects."""

from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.raptor.geometry import (
    ARRIVALS,
    CELL_OF,
    DOWN,
    LEFT,
    NEAR_TILES,
    RIGHT,
    SPACE_OF,
    SPACES,
    SPACES_PER_ROW,
    STEPS,
    TILE_OF,
    UP,
)
from parlour.games.raptor.rules.ground import (
    is_awake_baby,
    is_near_active_scientist,
    is_prey,
    ride_target,
    run_length,
    sees,
)
from parlour.games.raptor.state import (
    ACT,
    BAIT,
    BITE,
    EXIT,
    FREE,
    FRESH,
    HOUND_AT,
    HOUND_KIND,
    INACTIVE,
    KENNEL,
    KIND,
    LEAP,
    LINE,
    RUN,
    RUN_LENGTH,
    SCATTER,
    SEIZE,
    SISTER,
    SISTER_KIND,
    STAND,
    STEP,
    USED,
    VERBS,
    WHISTLE,
)


@kernel
def place_sister(s: Record, cell: int) -> None:
    s.board[cell] = SISTER_KIND
    s.sister = cell


@kernel
def move_sister(s: Record, cell: int) -> None:
    content = s.board[s.sister]
    s.board[s.sister] = FREE
    s.board[cell] = content
    s.sister = cell


@kernel
def place_hound(s: Record, cell: int) -> None:
    s.board[cell] = HOUND_KIND
    s.hounds += 1
    s.kennel -= 1


@kernel
def is_sister_awake(s: Record) -> bool:
    return s.sister != 0 and s.board[s.sister] & INACTIVE == 0


@kernel
def list_sister_actions(s: Record, n: int, out: Actions) -> int:
    """Write where the sister runs, and whom she kills, once in a round."""
    if not is_sister_awake(s):
        return n
    sister = int(s.sister)
    for step in STEPS:
        for distance in range(1, min(run_length(s, sister, step, FREE), RUN_LENGTH) + 1):
            out[n] = SISTER + SPACE_OF[sister + distance * step]
            n += 1
    if s.board[sister] & USED == 0:
        for step in STEPS:
            if is_prey(s.board[sister + step]):
                out[n] = BITE + SPACE_OF[sister + step]
                n += 1
    return n


@kernel
def list_hound_actions(s: Record, n: int, out: Actions) -> int:
    """Write what hounds do: stand up, run, and corner a baby that is awake, once in a round."""
    for space in range(SPACES):
        cell = CELL_OF[space]
        content = s.board[cell]
        if content & KIND != HOUND_KIND:
            continue
        if content & INACTIVE:
            if content & FRESH == 0:
                out[n] = ACT + VERBS * space + STAND
                n += 1
            continue
        n = list_runs(s, space, RUN_LENGTH, n, out)
        if content & USED == 0:
            for direction in range(4):
                if is_awake_baby(s.board[cell + STEPS[direction]]):
                    out[n] = ACT + VERBS * space + SEIZE + direction
                    n += 1
    return n


@kernel
def list_runs(s: Record, space: int, most: int, n: int, out: Actions) -> int:
    """Write where a hound can run: columns from the left, then rows from the top."""
    cell = CELL_OF[space]
    column = RUN + LINE * space + space % SPACES_PER_ROW
    row = RUN + LINE * space + SPACES_PER_ROW + space // SPACES_PER_ROW
    for code, back, forth in ((column, LEFT, RIGHT), (row, UP, DOWN)):
        for distance in range(min(run_length(s, cell, STEPS[back], FREE), most), 0, -1):
            out[n] = code - distance
            n += 1
        for distance in range(1, min(run_length(s, cell, STEPS[forth], FREE), most) + 1):
            out[n] = code + distance
            n += 1
    return n


@kernel
def can_dart(s: Record, cell: int) -> bool:
    """Return whether a scientist can hit the sister; one that sleeps is left alone."""
    return is_sister_awake(s) and sees(s, cell, int(s.sister))


@kernel
def dart(s: Record, cell: int) -> None:
    """Shoot the sister, who falls asleep at once."""
    s.board[cell] |= USED
    s.board[s.sister] |= INACTIVE | FRESH


@kernel
def run(s: Record, action: int) -> None:
    """Let a hound run."""
    space, line = (action - RUN) // LINE, (action - RUN) % LINE
    s.board[ride_target(space, line)] = s.board[CELL_OF[space]]
    s.board[CELL_OF[space]] = FREE


@kernel
def is_badlands_unit_at(s: Record, effect: int, cell: int) -> bool:
    """Return whether an effect of these factions can be applied to a cell, or to the figurine there."""
    content = s.board[cell]
    if effect == LEAP:
        return content == FREE and can_leap(s, cell)
    if effect == SCATTER:
        return is_unmoved_baby(content) and has_way(s, cell, True)
    if effect == BAIT:
        return (
            is_unmoved_baby(content) and has_way(s, cell, False) and is_near_active_scientist(s, TILE_OF[s.map, cell])
        )
    if effect == KENNEL:
        return content == FREE and ARRIVALS[s.map, cell] and s.kennel > 0
    return effect == WHISTLE and content & (KIND | INACTIVE) == HOUND_KIND and has_way(s, cell, False)


@kernel
def is_unmoved_baby(content: int) -> bool:
    return is_awake_baby(content) and content & USED == 0


@kernel
def can_leap(s: Record, cell: int) -> bool:
    """Return whether a cell is on the sister's tile or on one that shares an edge with it, and she is awake."""
    if not is_sister_awake(s):
        return False
    return NEAR_TILES[s.map, TILE_OF[s.map, s.sister]] >> TILE_OF[s.map, cell] & 1 == 1


@kernel
def has_way(s: Record, cell: int, may_leave: bool) -> bool:
    """Return whether a free space is beside a cell, or an exit that may be taken."""
    for step in STEPS:
        content = s.board[cell + step]
        if content == FREE or (content == EXIT and may_leave):
            return True
    return False


@kernel
def list_baby_steps(s: Record, effect: int, space: int, n: int, out: Actions) -> int:
    """Write the steps of a baby by a card; nobody baits it out of the map."""
    for direction in range(4):
        content = s.board[CELL_OF[space] + STEPS[direction]]
        if content == FREE or (content == EXIT and effect == SCATTER):
            out[n] = ACT + VERBS * space + STEP + direction
            n += 1
    return n


@kernel
def list_badlands_units(s: Record, effect: int, space: int, n: int, out: Actions) -> int:
    """Write the units of an effect of these factions at a space where it can be applied."""
    if effect in (SCATTER, BAIT):
        return list_baby_steps(s, effect, space, n, out)
    if effect == WHISTLE:
        return list_runs(s, space, SPACES_PER_ROW, n, out)
    out[n] = (SISTER if effect == LEAP else HOUND_AT) + space
    return n + 1


@kernel
def apply_badlands_unit(s: Record, action: int) -> None:
    """Move the sister or a hound by a card, or bring a hound out of the kennel."""
    if action >= RUN:
        run(s, action)
    elif action >= HOUND_AT:
        place_hound(s, CELL_OF[action - HOUND_AT])
    else:
        move_sister(s, CELL_OF[action - SISTER])
