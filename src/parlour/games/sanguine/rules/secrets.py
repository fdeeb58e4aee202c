"""What a seat of Sanguine has seen of the cards, and dealing the rest again."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import below
from parlour.core.kernel import kernel
from parlour.games.sanguine.state import UNKNOWN

Counts = NDArray[np.int8]  # [MAX_KINDS], cards by kind


@kernel
def num_hidden(s: Record, side: int, seat: int) -> int:
    """Count the cards in the hand of a side that a seat does not see."""
    return 0 if side == seat else s.hand_size[side]


@kernel
def num_unseen(s: Record, side: int, seat: int) -> int:
    """Count the cards of a side that a seat has not seen: those of an enemy hand and of the rest of the deck."""
    return num_hidden(s, side, seat) + s.deck_size[side] - s.drawn[side]


@kernel
def unseen_place(s: Record, side: int, seat: int, j: int) -> int:
    """Return the place in a side's order of the unseen card j."""
    hidden = num_hidden(s, side, seat)
    return s.hand[side, j] if j < hidden else s.drawn[side] + j - hidden


@kernel
def num_copies(kinds: NDArray[np.int8], n: int, kind: int) -> int:
    """Count a kind among the first `n`."""
    count = 0
    for place in range(n):
        if kinds[place] == kind:
            count += 1
    return count


@kernel
def deal_unseen(s: Record, side: int, seat: int) -> None:
    """Deal the cards of a side's list that a seat has not seen to their places, each way equally likely."""
    size, unseen = s.deck_size[side], num_unseen(s, side, seat)
    for j in range(unseen):
        s.order[side, unseen_place(s, side, seat, j)] = UNKNOWN
    j = 0
    for place in range(size):
        kind = s.lists[side, place]
        if num_copies(s.order[side], size, kind) < num_copies(s.lists[side], size, kind):
            s.order[side, unseen_place(s, side, seat, j)] = kind
            j += 1
    for i in range(unseen - 1, 0, -1):
        here = unseen_place(s, side, seat, i)
        there = unseen_place(s, side, seat, below(s.generator, i + 1))
        s.order[side, here], s.order[side, there] = s.order[side, there], s.order[side, here]


@kernel
def count_left(s: Record, seat: int, left: Counts) -> None:
    """Count by kind what a seat has not placed: its list without the drawn cards that are not in its hand any more."""
    left[:] = 0
    for at in range(s.deck_size[seat]):
        left[s.lists[seat, at]] += 1
    i = 0
    for at in range(s.drawn[seat]):
        if i < s.hand_size[seat] and s.hand[seat, i] == at:
            i += 1
        else:
            left[s.order[seat, at]] -= 1
