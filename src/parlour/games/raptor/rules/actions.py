"""Kernels of the regular actions: what action points are spent on."""

from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.raptor.geometry import CELL_OF, DOWN, LEFT, RIGHT, SPACE_OF, SPACES, STEPS, UP
from parlour.games.raptor.rules.badlands import (
    can_dart,
    dart,
    list_hound_actions,
    list_sister_actions,
    move_sister,
    run,
)
from parlour.games.raptor.rules.board_setup import place_mother
from parlour.games.raptor.rules.ground import (
    can_leave_fire,
    can_shoot,
    is_asleep,
    is_awake_baby,
    is_prey,
    run_length,
)
from parlour.games.raptor.state import (
    ACT,
    BABIES_TO_WIN,
    BABY_KIND,
    BITE,
    BURNING,
    CAPTURED,
    DART,
    DONE,
    DOUSE,
    ESCAPED,
    EXIT,
    FREE,
    FRESH,
    HOUND_AT,
    HOUND_KIND,
    INACTIVE,
    KILL,
    KIND,
    MAX_TOKENS,
    MOTHER,
    NEUTRALIZED,
    NO_SCIENTIST,
    OVER,
    RAPTOR,
    RAPTOR_WON,
    SCIENTIST_KIND,
    SCIENTIST_WON,
    SEIZE,
    SHOOT,
    SISTER,
    STAND,
    STEP,
    USED,
    VERBS,
    WAKE,
)


@kernel
def list_regular_actions(s: Record, out: Actions) -> int:
    if s.walking:
        return list_steps(s, int(s.walking), 0, out)
    out[0] = DONE
    return list_raptor_actions(s, out) if s.side == RAPTOR else list_scientist_actions(s, out)


@kernel
def move_cost(s: Record) -> int:
    """Return the action points of a move of the mother: her first one in a round costs one more per sleep token."""
    return 1 if s.wound_paid else 1 + s.tokens


@kernel
def list_raptor_actions(s: Record, out: Actions) -> int:
    """Write the actions after DONE."""
    mother = int(s.mother)
    n = 1
    if s.points >= move_cost(s):
        n = list_mother_moves(s, mother, n, out)
    for step in STEPS:
        if is_prey(s.board[mother + step]):
            out[n] = KILL + SPACE_OF[mother + step]
            n += 1
    for step in STEPS:
        content = s.board[mother + step]
        if is_asleep(content) and content & FRESH == 0:
            out[n] = WAKE + SPACE_OF[mother + step]
            n += 1
    for step in STEPS:
        if s.board[mother + step] == BURNING:
            out[n] = DOUSE + SPACE_OF[mother + step]
            n += 1
    for space in range(SPACES):
        if is_awake_baby(s.board[CELL_OF[space]]):
            for direction in range(4):
                target = s.board[CELL_OF[space] + STEPS[direction]]
                if target in (FREE, EXIT):
                    out[n] = ACT + VERBS * space + STEP + direction
                    n += 1
    return list_sister_actions(s, n, out) if s.sister else n


@kernel
def list_mother_moves(s: Record, mother: int, n: int, out: Actions) -> int:
    """Write the free spaces in line with the mother, in reading order."""
    for direction in (UP, LEFT):
        for distance in range(run_length(s, mother, STEPS[direction], FREE), 0, -1):
            out[n] = MOTHER + SPACE_OF[mother + distance * STEPS[direction]]
            n += 1
    for direction in (RIGHT, DOWN):
        for distance in range(1, run_length(s, mother, STEPS[direction], FREE) + 1):
            out[n] = MOTHER + SPACE_OF[mother + distance * STEPS[direction]]
            n += 1
    return n


@kernel
def list_scientist_actions(s: Record, out: Actions) -> int:
    """Write the actions after DONE."""
    n = 1
    for space in range(SPACES):
        cell = CELL_OF[space]
        content = s.board[cell]
        if content & KIND != SCIENTIST_KIND:
            continue
        if content & INACTIVE:
            if content & FRESH == 0:
                out[n] = ACT + VERBS * space + STAND
                n += 1
            continue
        n = list_steps(s, cell, n, out)
        if content & USED == 0:
            n = list_attacks(s, cell, n, out)
    return list_hound_actions(s, n, out) if s.hounds else n


@kernel
def may_step(s: Record, cell: int, target: int) -> bool:
    """Return whether a scientist may step to the next cell: never into a fire that it cannot leave in time."""
    content = s.board[target]
    return content == FREE or (content == BURNING and can_leave_fire(s, target, cell, s.points - 1))


@kernel
def list_steps(s: Record, cell: int, n: int, out: Actions) -> int:
    for direction in range(4):
        if may_step(s, cell, cell + STEPS[direction]):
            out[n] = ACT + VERBS * SPACE_OF[cell] + STEP + direction
            n += 1
    return n


@kernel
def list_attacks(s: Record, cell: int, n: int, out: Actions) -> int:
    """Write the aggressive actions of a scientist."""
    code = ACT + VERBS * SPACE_OF[cell]
    for direction in range(4):
        if s.board[cell + STEPS[direction]] & KIND == BABY_KIND:
            out[n] = code + SEIZE + direction
            n += 1
    if can_shoot(s, cell):
        out[n] = code + SHOOT
        n += 1
    if s.sister and can_dart(s, cell):
        out[n] = DART + SPACE_OF[cell]
        n += 1
    return n


@kernel
def act(s: Record, action: int) -> None:
    """Spend action points on anything but DONE."""
    if action < KILL:
        s.points -= move_cost(s)
        s.wound_paid = 1
        s.board[s.mother] = FREE
        place_mother(s, CELL_OF[action - MOTHER])
        return
    s.points -= 1
    if action >= SISTER:
        act_in_badlands(s, action)
    elif action < WAKE:
        kill(s, CELL_OF[action - KILL])
    elif action < DOUSE:
        wake(s, CELL_OF[action - WAKE])
    elif action < ACT:
        douse(s, CELL_OF[action - DOUSE])
    else:
        act_with(s, CELL_OF[(action - ACT) // VERBS], (action - ACT) % VERBS)


@kernel
def act_in_badlands(s: Record, action: int) -> None:
    """Let the sister or a hound run or kill, or shoot her."""
    if action < BITE:
        move_sister(s, CELL_OF[action - SISTER])
    elif action < DART:
        s.board[s.sister] |= USED
        kill(s, CELL_OF[action - BITE])
    elif action < HOUND_AT:
        dart(s, CELL_OF[action - DART])
    else:
        run(s, action)


@kernel
def act_with(s: Record, cell: int, verb: int) -> None:
    """Let the baby, scientist or hound on a cell do something."""
    if verb >= SHOOT:
        if verb == STAND:
            s.board[cell] &= ~INACTIVE
        else:
            shoot(s, cell)
    elif verb >= SEIZE:
        seize(s, cell, cell + STEPS[verb - SEIZE])
    elif s.side == RAPTOR:
        step_baby(s, cell, cell + STEPS[verb])
    else:
        step_scientist(s, cell, cell + STEPS[verb])


@kernel
def kill(s: Record, cell: int) -> None:
    content = s.board[cell]
    s.board[cell] = FREE
    if content & KIND == HOUND_KIND:
        s.hounds -= 1
        return
    s.scientists -= 1
    if s.scientists == 0:
        win(s, RAPTOR_WON, NO_SCIENTIST)


@kernel
def wake(s: Record, cell: int) -> None:
    s.board[cell] &= KIND


@kernel
def douse(s: Record, cell: int) -> None:
    """Put out a fire and every fire connected to it."""
    s.board[cell] = FREE
    s.fires -= 1
    for step in STEPS:
        if s.board[cell + step] == BURNING:
            douse(s, cell + step)


@kernel
def step_baby(s: Record, cell: int, target: int) -> None:
    if s.board[target] == EXIT:
        s.escaped += 1
        if s.escaped == BABIES_TO_WIN:
            win(s, RAPTOR_WON, ESCAPED)
    else:
        s.board[target] = s.board[cell]
    s.board[cell] = FREE


@kernel
def step_scientist(s: Record, cell: int, target: int) -> None:
    """Walk one space; a fire stays where it is."""
    content = s.board[cell]
    s.walking = target if s.board[target] == BURNING else 0
    s.board[target] |= content & ~BURNING
    s.board[cell] = content & BURNING


@kernel
def seize(s: Record, cell: int, target: int) -> None:
    """Put an awake baby to sleep, capture a sleeping one."""
    s.board[cell] |= USED
    if s.board[target] & INACTIVE:
        s.board[target] = FREE
        s.captured += 1
        if s.captured == BABIES_TO_WIN:
            win(s, SCIENTIST_WON, CAPTURED)
    else:
        s.board[target] |= INACTIVE | FRESH


@kernel
def shoot(s: Record, cell: int) -> None:
    s.board[cell] |= USED
    s.tokens += 1
    if s.tokens == MAX_TOKENS:
        win(s, SCIENTIST_WON, NEUTRALIZED)


@kernel
def win(s: Record, over: int, ending: int) -> None:
    s.over = over
    s.ending = ending
    s.phase = OVER
