"""The rollout policy of Connect Four, which looks at the threats of each side."""

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import Actions, Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.connect_four.board import playable, safe_slots, winning_slots
from parlour.games.connect_four.state import COLUMN_BITS
from parlour.pieces.colour_draw import is_drawing


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
