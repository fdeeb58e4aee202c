"""The value function and the rollout policy of Connect Four: both look at the threats of each side."""

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import Actions, Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.connect_four.board import COLUMN, playable, safe_slots, winning_slots
from parlour.games.connect_four.rules import side_of_seat
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS
from parlour.pieces.colour_draw import is_drawing

CENTRE = COLUMN << COLUMN_BITS * (COLUMNS // 2)
PER_THREAT, PER_CENTRE = 0.06, 0.02  # of the expected result: an open line of three, a checker in the middle column
ALMOST_WON = 0.97


@kernel
def value_fn(s: Record, seat: int) -> float:
    """Return the expected result of a seat by the slots that would complete its lines, and by the middle column."""
    if is_drawing(s):
        return 0.5
    side, mover = side_of_seat(s, seat), s.plies & 1
    occupied = s.stones[0] | s.stones[1]
    own, other = s.stones[side], s.stones[1 - side]
    if winning_slots(s.stones[mover], occupied) & playable(occupied):
        return ALMOST_WON if mover == side else 1 - ALMOST_WON
    threats = num_bits(winning_slots(own, occupied)) - num_bits(winning_slots(other, occupied))
    centre = num_bits(own & CENTRE) - num_bits(other & CENTRE)
    return min(ALMOST_WON, max(1 - ALMOST_WON, 0.5 + PER_THREAT * threats + PER_CENTRE * centre))


@kernel
def careful(s: Record, seat: int, actions: Actions, n: int, random: Words) -> int:
    """Choose an action of a rollout: complete a line, or else a random drop that gives the other side no line."""
    if is_drawing(s):
        return int(actions[random_below(random, n)])
    own, occupied = s.stones[s.plies & 1], s.stones[0] | s.stones[1]
    slots = playable(occupied) & winning_slots(own, occupied)
    if slots == 0:
        slots = safe_slots(own, occupied)
    if slots == 0:
        return int(actions[random_below(random, n)])
    for _ in range(random_below(random, num_bits(slots))):
        slots &= slots - 1
    return lowest_bit(slots) // COLUMN_BITS
