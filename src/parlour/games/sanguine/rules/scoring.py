"""Values of cards, row scores and totals of Sanguine."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel


@kernel
def owner_sign(seat: int) -> int:
    """Return the sign of a seat's pawns and cards: plus for Red, minus for Blue."""
    return 1 - 2 * seat


@kernel
def effective_value(s: Record, cell: int) -> int:
    """Return what the card on a cell is worth there."""
    return int(s.values[abs(int(s.cards[cell])) - 1]) + int(s.modifiers[cell])


@kernel
def row_score(s: Record, seat: int, row: int) -> int:
    """Add up the values of a seat's cards in a row."""
    sign, first = owner_sign(seat), row * int(s.columns)
    score = 0
    for cell in range(first, first + s.columns):
        if sign * s.cards[cell] > 0:
            score += effective_value(s, cell)
    return score


@kernel
def total(s: Record, seat: int) -> int:
    """Add up the row scores of the rows in which a seat has strictly more than the other."""
    points = 0
    for row in range(s.rows):
        own = row_score(s, seat, row)
        if own > row_score(s, 1 - seat, row):
            points += own
    return points
