"""What a Patchwork position is worth."""

import math

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.patchwork.ai.fit import BONUS_VALUES, empty_lower, empty_upper, is_seven_open, missing_of_seven
from parlour.games.patchwork.state import BONUS, NOBODY

LEAD_SCALE = 4.0  # points that turn even chances into 73 %
SURE = 1000.0  # added to the lead at the end of a match: any win is better than any promise


@kernel
def bonus_lead(s: Record, seat: int) -> float:
    """Return what the bonus for a 7x7 is worth to a seat; the network knows nothing of it."""
    if is_seven_open(s):
        own = missing_of_seven(empty_upper(s, seat), empty_lower(s, seat))
        other = missing_of_seven(empty_upper(s, 1 - seat), empty_lower(s, 1 - seat))
        return BONUS_VALUES[own] - BONUS_VALUES[other]
    if s.seven == NOBODY:
        return 0.0
    return float(BONUS) if s.seven == seat else -float(BONUS)


@kernel
def final_lead(s: Record, seat: int) -> float:
    """Return the lead of a seat when both time tokens are on the last square, with the certainty added."""
    points = float(s.buttons[seat] - s.buttons[1 - seat] - 2 * (s.empty[seat] - s.empty[1 - seat]))
    if s.pending:
        points += 2 if s.last == seat else -2  # the special patch will cover a cell
    if s.seven != NOBODY:
        points += BONUS if s.seven == seat else -BONUS
    is_won = s.first_home == seat if points == 0.0 else points > 0.0
    return points + SURE if is_won else points - SURE


@kernel
def chance(points: float) -> float:
    """Turn a lead into an expected result."""
    return 1.0 / (1.0 + math.exp(-points / LEAD_SCALE))
