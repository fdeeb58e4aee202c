"""The rules of Connect Four, as kernels in the contract's order; they begin after the colour draw."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import guess_nothing, hide_generator, one_action_turns, reveals_nothing
from parlour.core.option import OptionValues
from parlour.games.connect_four.state import CHECKERS, COLUMN_BITS, COLUMNS, DRAWN, RED_WON, ROWS, RUNNING


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)


@kernel
def to_act(s: Record) -> int:
    return 1 << seat_to_move(s) if s.over == RUNNING else 0


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    occupied = s.stones[0] | s.stones[1]
    n = 0
    for column in range(COLUMNS):
        if occupied >> COLUMN_BITS * column + ROWS - 1 & 1 == 0:
            out[n] = column
            n += 1
    return n


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    """Drop a checker; a line is tested before a full board, so the 42nd checker can win."""
    side = s.plies & 1
    occupied = s.stones[0] | s.stones[1]
    slot = occupied + (1 << COLUMN_BITS * action) & ~occupied
    slot &= ((1 << ROWS) - 1) << COLUMN_BITS * action
    s.stones[side] |= slot
    s.last = lowest_bit(slot)
    s.plies += 1
    if has_line(s.stones[side]):
        s.over = RED_WON + side
    elif s.plies == CHECKERS:
        s.over = DRAWN


@kernel
def result(s: Record, seat: int) -> float:
    if s.over == DRAWN:
        return 0.5
    return 1.0 if side_of_seat(s, seat) == s.over - RED_WON else 0.0


hide = hide_generator
guess = guess_nothing
mid_turn = one_action_turns
reveals = reveals_nothing


@kernel
def seat_to_move(s: Record) -> int:
    """Return the seat whose turn it is."""
    return s.first ^ s.plies & 1


@kernel
def side_of_seat(s: Record, seat: int) -> int:
    """Return RED or YELLOW; only when the colours are drawn."""
    return s.first ^ seat


@kernel
def has_line(stones: int) -> bool:
    """Return whether there are four or more in a row: vertical, on either diagonal, or horizontal."""
    for step in (1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@kernel
def total_plays(s: Record, seat: int) -> int:
    """Return the checkers of both players: experience asks for 28, and a player has only 21."""
    return s.plies
