"""The bag of checkers from which the colours are drawn: kernels over the fields of BAG_FIELDS.

Half of the checkers in the bag have the colour that begins. Each seat claims two; when both have, all four are shown.
Who alone holds two of that colour plays it. Otherwise all go back and the draw is repeated; after the third undecided
draw a fair coin decides.
"""

import numpy as np

from parlour.core.bits import num_bits
from parlour.core.contract import BOTH, Actions, Record
from parlour.core.generator import below
from parlour.core.kernel import kernel

BAG_FIELDS = [
    ("bag", np.int64),  # bit i: checker i has the colour that begins; hidden
    ("claims", np.int8, (2, 2)),  # by seat: numbers (from 1) of the checkers claimed in this draw, 0 for none
    ("shown", np.int8, (2, 2)),  # the claims of the last complete draw
    ("shown_first", np.int8),  # bit 2 * seat + k: shown[seat, k] had the colour that begins
    ("undecided", np.int8),  # draws that decided nothing
    ("first", np.int8),  # the seat that begins; NOBODY while the colours are being drawn
]
NOBODY = -1
MAX_UNDECIDED = 3
MAX_CLAIMS = 4 * MAX_UNDECIDED  # actions that a colour draw can take


@kernel
def fill_bag(s: Record, size: int) -> None:
    """Put the checkers into the bag in random order, each order equally likely."""
    s.bag = 0
    missing = size // 2
    for i in range(size):
        if below(s.generator, size - i) < missing:
            s.bag |= 1 << i
            missing -= 1


@kernel
def start_draw(s: Record, size: int, quick: bool) -> None:
    """Begin the colour draw, or toss a coin for the colours at once."""
    if quick:
        s.first = below(s.generator, 2)
    else:
        s.first = NOBODY
        fill_bag(s, size)


@kernel
def is_drawing(s: Record) -> bool:
    """Return whether the colours are still being drawn."""
    return s.first == NOBODY


@kernel
def seats_drawing(s: Record) -> int:
    """Return a bit per seat that still has a checker to claim."""
    seats = 0
    for seat in range(2):
        if s.claims[seat, 1] == 0:
            seats |= 1 << seat
    return seats


@kernel
def is_claimed(s: Record, checker: int) -> bool:
    """Return whether a checker, counted from 0, was claimed in this draw."""
    for seat in range(2):
        for k in range(2):
            if s.claims[seat, k] == checker + 1:
                return True
    return False


@kernel
def legal_claims(s: Record, size: int, offset: int, out: Actions) -> int:
    """Write the codes, `offset` plus checker, of the checkers that nobody has claimed."""
    n = 0
    for checker in range(size):
        if not is_claimed(s, checker):
            out[n] = offset + checker
            n += 1
    return n


@kernel
def claim(s: Record, seat: int, checker: int, size: int) -> None:
    """Claim a checker, counted from 0; the fourth claim shows all and decides or repeats the draw."""
    s.claims[seat, 0 if s.claims[seat, 0] == 0 else 1] = checker + 1
    if seats_drawing(s) == 0:
        show_draw(s)
        decide_draw(s, size)


@kernel
def show_draw(s: Record) -> None:
    """Turn over the four claimed checkers and put them back."""
    s.shown_first = 0
    for seat in range(2):
        for k in range(2):
            checker = s.claims[seat, k] - 1
            s.shown_first |= (s.bag >> checker & 1) << 2 * seat + k
            s.shown[seat, k] = checker + 1
            s.claims[seat, k] = 0


@kernel
def decide_draw(s: Record, size: int) -> None:
    """Return the colour that begins to who alone drew two of it, or repeat, or toss the coin."""
    two0 = s.shown_first & BOTH == BOTH
    two1 = s.shown_first >> 2 == BOTH
    if two0 != two1:
        s.first = 0 if two0 else 1
    else:
        s.undecided += 1
        if s.undecided == MAX_UNDECIDED:
            s.first = below(s.generator, 2)
        else:
            fill_bag(s, size)
    if s.first != NOBODY:
        s.bag = 0


@kernel
def num_claims(s: Record) -> int:
    """Count the checkers claimed in this draw."""
    return num_bits(
        (s.claims[0, 0] > 0) | (s.claims[0, 1] > 0) << 1 | (s.claims[1, 0] > 0) << 2 | (s.claims[1, 1] > 0) << 3
    )


@kernel
def hide_bag(s: Record, seat: int) -> None:
    """Erase the order of the bag and the generator: nobody knows them."""
    s.bag = 0
    s.generator[:] = 0


@kernel
def guess_bag(s: Record, size: int) -> None:
    """Fill the bag anew: nothing of this draw has been seen."""
    if is_drawing(s):
        fill_bag(s, size)


@kernel
def claim_reveals(s: Record) -> bool:
    """Return whether the next claim completes the draw, which shows all four checkers."""
    return is_drawing(s) and num_claims(s) == 3
