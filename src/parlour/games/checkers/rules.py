"""The rules of Checkers (English draughts), as kernels in the contract's order; they begin after the colour draw."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import guess_nothing, hide_generator, reveals_nothing
from parlour.core.option import OptionValues
from parlour.games.checkers.state import (
    BLACK_WON,
    BOARD,
    CROWN_ROWS,
    DIRECTIONS,
    DRAWN,
    NO_CHECKERS,
    NO_MOVE,
    QUIET,
    REPETITION,
    RUNNING,
    SHIFTS,
    START,
)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    s.repetition_limit = options[1]
    s.quiet_limit = options[2]
    s.pieces[0], s.pieces[1] = START
    s.jumping = -1
    remember(s)


@kernel(inline=True)
def to_act(s: Record) -> int:
    return 1 << (s.first ^ s.side) if s.over == RUNNING else 0


@kernel(inline=True)
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    if s.jumping >= 0:
        return list_jumps(s, 1 << int(s.jumping), out)
    n = list_jumps(s, s.pieces[s.side], out)
    return n or list_steps(s, out)


@kernel(inline=True)
def apply(s: Record, seat: int, action: int) -> None:
    bit = action // DIRECTIONS
    bit += bit // 8
    shift = SHIFTS[action % DIRECTIONS]
    origin = 1 << bit
    over = 1 << bit + shift
    if s.pieces[1 - s.side] & over:
        hop(s, origin, over, bit + 2 * shift)
    else:
        step(s, origin, over)


@kernel
def result(s: Record, seat: int) -> float:
    if s.over == DRAWN:
        return 0.5
    return 1.0 if s.first ^ seat == s.over - BLACK_WON else 0.0


hide = hide_generator
guess = guess_nothing


@kernel
def mid_turn(s: Record) -> bool:
    return s.jumping >= 0


reveals = reveals_nothing


@kernel(inline=True)
def shifted(bits: int, shift: int) -> int:
    """Return a set of squares moved one diagonal step, without those that leave the board."""
    return (bits << shift if shift > 0 else bits >> -shift) & BOARD


@kernel(inline=True)
def movers(s: Record, direction: int, among: int) -> int:
    """Return the checkers of the side to move that may go in a direction: men only forward, kings everywhere."""
    forward = (direction < 2) == (s.side == 0)
    own = s.pieces[s.side] & among
    return own if forward else own & s.kings


@kernel(inline=True)
def steppers(s: Record, direction: int, among: int) -> int:
    """Return the checkers of the side to move with an empty square before them."""
    empty = BOARD & ~(s.pieces[0] | s.pieces[1])
    return movers(s, direction, among) & shifted(empty, -SHIFTS[direction])


@kernel(inline=True)
def jumpers(s: Record, direction: int, among: int) -> int:
    """Return the checkers of the side to move with an enemy before them and an empty square behind it."""
    empty = BOARD & ~(s.pieces[0] | s.pieces[1])
    shift = -SHIFTS[direction]
    return movers(s, direction, among) & shifted(s.pieces[1 - s.side] & shifted(empty, shift), shift)


@kernel
def list_codes(down_left: int, down_right: int, up_left: int, up_right: int, out: Actions) -> int:
    """Write the codes of the checkers that can go in each direction, ascending, and return their number."""
    n = 0
    rest = down_left | down_right | up_left | up_right
    while rest:
        bit = lowest_bit(rest)
        rest &= rest - 1
        code = DIRECTIONS * (bit - bit // 9)
        if down_left >> bit & 1:
            out[n] = code
            n += 1
        if down_right >> bit & 1:
            out[n] = code + 1
            n += 1
        if up_left >> bit & 1:
            out[n] = code + 2
            n += 1
        if up_right >> bit & 1:
            out[n] = code + 3
            n += 1
    return n


@kernel
def list_jumps(s: Record, among: int, out: Actions) -> int:
    return list_codes(jumpers(s, 0, among), jumpers(s, 1, among), jumpers(s, 2, among), jumpers(s, 3, among), out)


@kernel
def list_steps(s: Record, out: Actions) -> int:
    return list_codes(steppers(s, 0, BOARD), steppers(s, 1, BOARD), steppers(s, 2, BOARD), steppers(s, 3, BOARD), out)


@kernel
def can_jump(s: Record, among: int) -> bool:
    return (jumpers(s, 0, among) | jumpers(s, 1, among) | jumpers(s, 2, among) | jumpers(s, 3, among)) != 0


@kernel
def can_step(s: Record) -> bool:
    return (steppers(s, 0, BOARD) | steppers(s, 1, BOARD) | steppers(s, 2, BOARD) | steppers(s, 3, BOARD)) != 0


@kernel
def step(s: Record, origin: int, target: int) -> None:
    """Move a checker to the next square."""
    s.pieces[s.side] ^= origin | target
    if s.kings & origin:
        s.kings ^= origin | target
        s.quiet += 1
    else:
        s.quiet = 0
        s.kings |= target & CROWN_ROWS[s.side]
    end_turn(s)


@kernel
def hop(s: Record, origin: int, over: int, target_bit: int) -> None:
    """Jump over one enemy; the same checker must continue while it can, but crowning ends the turn."""
    target = 1 << target_bit
    s.pieces[s.side] ^= origin | target
    s.pieces[1 - s.side] ^= over
    s.kings &= ~over
    s.quiet = 0
    if s.kings & origin:
        s.kings ^= origin | target
    elif target & CROWN_ROWS[s.side]:
        s.kings |= target
        end_turn(s)
        return
    if can_jump(s, target):
        s.jumping = target_bit
    else:
        end_turn(s)


@kernel
def end_turn(s: Record) -> None:
    s.plays[s.side] += 1
    s.jumping = -1
    s.side = 1 - s.side
    settle(s)


@kernel
def settle(s: Record) -> None:
    """End the game where it is over: a win comes before a draw, the quiet limit before a repetition."""
    if s.pieces[s.side] == 0:
        s.over = BLACK_WON + 1 - s.side
        s.ending = NO_CHECKERS
    elif not can_jump(s, BOARD) and not can_step(s):
        s.over = BLACK_WON + 1 - s.side
        s.ending = NO_MOVE
    elif s.quiet >= s.quiet_limit:
        s.over = DRAWN
        s.ending = QUIET
    else:
        remember(s)
        if s.repetition_limit and occurrences(s) >= s.repetition_limit:
            s.over = DRAWN
            s.ending = REPETITION


@kernel
def squeezed(bits: int) -> int:
    """Return a set of squares as 32 bits without gaps."""
    return bits & 0xFF | bits >> 1 & 0xFF00 | bits >> 2 & 0xFF0000 | bits >> 3 & 0xFF000000


@kernel
def remember(s: Record) -> None:
    s.memory[s.quiet, 0] = squeezed(s.kings & s.pieces[0])
    s.memory[s.quiet, 1] = squeezed(s.kings & s.pieces[1])


@kernel
def occurrences(s: Record) -> int:
    """Count how often the position has occurred with the same side to move, this time included."""
    count = 1
    for past in range(s.quiet - 4, -1, -2):
        same_black = s.memory[past, 0] == s.memory[s.quiet, 0]
        if same_black and s.memory[past, 1] == s.memory[s.quiet, 1]:
            count += 1
    return count


@kernel
def own_plays(s: Record, seat: int) -> int:
    """Return the turns that a seat has made."""
    return s.plays[s.first ^ seat]
