"""The rules of Connect Four, as kernels in the contract's order."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues
from parlour.games.connect_four.state import (
    CHECKERS,
    CLAIM,
    COLUMN_BITS,
    COLUMNS,
    DRAWN,
    RED_WON,
    ROWS,
    RUNNING,
)
from parlour.pieces.bag import (
    claim,
    claim_reveals,
    guess_bag,
    hide_bag,
    is_drawing,
    legal_claims,
    num_claims,
    seats_drawing,
    start_draw,
)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    start_draw(s, CHECKERS, options[0] != 0)


@kernel
def to_act(s: Record) -> int:
    if s.over != RUNNING:
        return 0
    if is_drawing(s):
        return seats_drawing(s)
    return 1 << seat_to_move(s)


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    if is_drawing(s):
        return legal_claims(s, CHECKERS, CLAIM, out)
    occupied = s.stones[0] | s.stones[1]
    n = 0
    for column in range(COLUMNS):
        if occupied >> COLUMN_BITS * column + ROWS - 1 & 1 == 0:
            out[n] = column
            n += 1
    return n


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    if action >= CLAIM:
        claim(s, seat, action - CLAIM, CHECKERS)
    else:
        drop(s, action)


@kernel
def result(s: Record, seat: int) -> float:
    if s.over == DRAWN:
        return 0.5
    return 1.0 if side_of_seat(s, seat) == s.over - RED_WON else 0.0


hide = hide_bag


@kernel
def guess(s: Record, seat: int) -> None:
    guess_bag(s, CHECKERS)


@kernel
def mid_turn(s: Record) -> bool:
    """The colour draw is one step for both seats; a drop is a whole turn."""
    return is_drawing(s) and num_claims(s) > 0


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    return claim_reveals(s)


@kernel
def seat_to_move(s: Record) -> int:
    return s.first ^ s.plies & 1


@kernel
def side_of_seat(s: Record, seat: int) -> int:
    """RED or YELLOW; only when the colours are drawn."""
    return s.first ^ seat


@kernel
def drop(s: Record, column: int) -> None:
    """Let the side to move drop a checker; a line is tested before a full board, so the 42nd checker can win."""
    side = s.plies & 1
    occupied = s.stones[0] | s.stones[1]
    slot = occupied + (1 << COLUMN_BITS * column) & ~occupied
    slot &= ((1 << ROWS) - 1) << COLUMN_BITS * column
    s.stones[side] |= slot
    s.last = lowest_bit(slot)
    s.plies += 1
    if has_line(s.stones[side]):
        s.over = RED_WON + side
    elif s.plies == CHECKERS:
        s.over = DRAWN


@kernel
def has_line(stones: int) -> bool:
    """Four or more in a row: vertical, on either diagonal, horizontal."""
    for step in (1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@kernel
def total_plays(s: Record, seat: int) -> int:
    """Experience compares the checkers of both players: 28 plays of one's own are more than the 21 one has."""
    return s.plies
