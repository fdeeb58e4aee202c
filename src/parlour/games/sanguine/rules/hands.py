"""Hands: drawing, holding and discarding cards. Kernels."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel


@kernel
def hand_card(s: Record, seat: int, i: int) -> int:
    """Return the kind of the hand card i."""
    return s.order[seat, s.hand[seat, i]]


@kernel
def draw_card(s: Record, seat: int) -> None:
    """Take the top card to the right end of the hand; from an empty deck nothing, without penalty."""
    if s.drawn[seat] < s.deck_size[seat]:
        s.hand[seat, s.hand_size[seat]] = s.drawn[seat]
        s.hand_size[seat] += 1
        s.drawn[seat] += 1


@kernel
def discard(s: Record, seat: int, i: int) -> None:
    """Take a card out of a hand; the cards right of it move up."""
    last = s.hand_size[seat] - 1
    for j in range(i, last):
        s.hand[seat, j] = s.hand[seat, j + 1]
    s.hand[seat, last] = 0
    s.hand_size[seat] = last
