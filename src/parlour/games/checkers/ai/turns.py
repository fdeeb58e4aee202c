"""Whole turns over bitboards, for the search: a step, or all the hops of a jump.

A position is three bitboards and a side: the checkers of the side to move (`own`), those of the other (`enemy`) and the
kings of both. A turn is packed into one word: the bit numbers of its origin and target, and the set of squares that it
captures. Two ways of jumping that come to the same are one turn.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit
from parlour.core.kernel import kernel
from parlour.games.checkers.state import BOARD, CROWN_ROWS

Turns = NDArray[np.int64]  # packed: origin, target << 6, captured << 12

MAX_TURNS = 128  # of a position; 12 kings have 48 steps, and no board that can arise has more ways to jump
ENDS = 0xFFF  # the origin and the target of a turn: all there is to a step
CAPTURED_AT = 12


@kernel
def can_jump(own: int, enemy: int, kings: int, side: int) -> bool:
    """Return whether the side to move must jump."""
    empty = BOARD & ~(own | enemy)
    down, up = (own, own & kings) if side == 0 else (own & kings, own)
    targets = down & ((enemy & empty >> 4) >> 4 | (enemy & empty >> 5) >> 5)
    return targets | up & ((enemy & empty << 4) << 4 | (enemy & empty << 5) << 5) != 0


@kernel
def add_turn(out: Turns, n: int, turn: int) -> int:
    for i in range(n):
        if out[i] == turn:
            return n
    if n < MAX_TURNS:
        out[n] = turn
        n += 1
    return n


@kernel
def add_jumps(out: Turns, n: int, origin: int, here: int, captured: int, others: int, enemy: int, ways: int) -> int:
    """Add all jumps of a checker that has come from `origin` to `here`; return the number of turns.

    Args:
        others: the other checkers of its side.
        ways: 1 for down, 2 for up, 3 for a king.
    """
    is_end = True
    enemy_left = enemy & ~captured
    empty = BOARD & ~(others | enemy_left)
    for direction in range(4):
        if ways & (1 if direction < 2 else 2) == 0:
            continue
        near, far = next_square(here, direction), 0
        if near & enemy_left:
            far = next_square(near, direction) & empty
        if far:
            is_end = False
            if ways != 3 and far & CROWN_ROWS[ways - 1]:
                turn = lowest_bit(origin) | lowest_bit(far) << 6 | (captured | near) << CAPTURED_AT
                n = add_turn(out, n, turn)
            else:
                n = add_jumps(out, n, origin, far, captured | near, others, enemy, ways)
    if is_end:
        n = add_turn(out, n, lowest_bit(origin) | lowest_bit(here) << 6 | captured << CAPTURED_AT)
    return n


@kernel
def next_square(square: int, direction: int) -> int:
    """Return the next square in one of the four directions; 0 off the board."""
    if direction < 2:
        return square << 4 + direction & BOARD
    return square >> 7 - direction


@kernel
def list_jumps(own: int, enemy: int, kings: int, side: int, out: Turns) -> int:
    """List the jumps of the side to move, and return their number."""
    empty = BOARD & ~(own | enemy)
    down, up = (own, own & kings) if side == 0 else (own & kings, own)
    jumpers = down & ((enemy & empty >> 4) >> 4 | (enemy & empty >> 5) >> 5)
    jumpers |= up & ((enemy & empty << 4) << 4 | (enemy & empty << 5) << 5)
    n = 0
    none: int = np.int64(0)  # type: ignore[assignment]  # a literal would be compiled a second time
    while jumpers:
        origin = jumpers & -jumpers
        jumpers ^= origin
        ways = 3 if kings & origin else 1 + side
        n = add_jumps(out, n, origin, origin, none, own ^ origin, enemy, ways)
    return n


@kernel
def list_steps(own: int, enemy: int, kings: int, side: int, out: Turns) -> int:
    """List the steps of the side to move, and return their number."""
    empty = BOARD & ~(own | enemy)
    down, up = (own, own & kings) if side == 0 else (own & kings, own)
    n = 0
    for movers, shift in ((down & empty >> 4, 4), (down & empty >> 5, 5), (up & empty << 4, -4), (up & empty << 5, -5)):
        rest = movers
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            out[n] = bit | bit + shift << 6
            n += 1
    return n


@kernel
def list_turns(own: int, enemy: int, kings: int, side: int, is_jump: bool, out: Turns) -> int:
    """List the turns of the side to move, and return their number."""
    return list_jumps(own, enemy, kings, side, out) if is_jump else list_steps(own, enemy, kings, side, out)


@kernel
def has_turn(own: int, enemy: int, kings: int, side: int) -> bool:
    empty = BOARD & ~(own | enemy)
    down, up = (own, own & kings) if side == 0 else (own & kings, own)
    steps = down & (empty >> 4 | empty >> 5) | up & (empty << 4 | empty << 5)
    return steps != 0 or can_jump(own, enemy, kings, side)


@kernel(inline=True)
def after_turn(own: int, enemy: int, kings: int, side: int, quiet: int, turn: int) -> tuple[int, int, int, int]:
    """Return the checkers of the side that has played, of the other, the kings and the quiet plies after a turn."""
    origin, target, captured = 1 << (turn & 63), 1 << (turn >> 6 & 63), turn >> CAPTURED_AT
    kings_after, quiet_after = kings & ~captured, 0
    if kings & origin:
        kings_after = kings_after ^ origin | target
        quiet_after = quiet + 1 if captured == 0 else 0
    elif target & CROWN_ROWS[side]:
        kings_after |= target
    return own ^ origin | target, enemy & ~captured, kings_after, quiet_after
