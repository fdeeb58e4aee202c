"""The colour draw: an opening phase in which both seats draw checkers from a bag to decide who plays which colour.

Half of the checkers in the bag have the first colour, the one that moves first. Each seat claims two; when both have,
all four are shown. A seat that alone holds two of the first colour plays it. Otherwise all go back and the draw is
repeated; after the third undecided draw a fair coin decides.

A game includes the phase in three steps: COLOUR_DRAW_FIELDS in its record, QUICK_COLOURS as its first option, and
`rules=with_colour_draw(rules, ...)` in its GAME. Its own rules begin when the colours are known and read `s.first`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from parlour.core.bits import num_bits
from parlour.core.contract import BOTH, Actions, Record, Rules, Seed
from parlour.core.generator import below
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues, switch

COLOUR_DRAW_FIELDS = [
    ("bag", np.int64),  # bit i: checker i has the first colour; hidden
    ("claims", np.int8, (2, 2)),  # by seat: numbers (from 1) of the checkers claimed in this draw, 0 for none
    ("shown", np.int8, (2, 2)),  # the claims of the last complete draw
    ("shown_first", np.int8),  # bit 2 * seat + k: shown[seat, k] had the first colour
    ("undecided", np.int8),  # draws that decided nothing
    ("first", np.int8),  # the seat that plays the first colour; NOBODY during the colour draw
]
QUICK_COLOURS = switch(
    "quick_colours", False, "toss a coin for the colours instead of drawing them from the bag", "Coin toss for colours"
)
NOBODY = -1
MAX_UNDECIDED = 3
MAX_CLAIMS = 4 * MAX_UNDECIDED  # the most actions of a colour draw


class RulesWithDraw(NamedTuple):
    """The kernels of a game that begins with a colour draw, in the contract's order."""

    setup: Callable[[Record, OptionValues, Seed], None]
    to_act: Callable[[Record], int]
    legal_actions: Callable[[Record, int, Actions], int]
    apply: Callable[[Record, int, int], None]
    result: Callable[[Record, int], float]
    hide: Callable[[Record, int], None]
    guess: Callable[[Record, int], None]
    mid_turn: Callable[[Record], bool]
    reveals: Callable[[Record, int, int], bool]


def with_colour_draw(rules: Rules, size: int, offset: int) -> RulesWithDraw:
    """Return the rules of a game with a colour draw before them.

    Args:
        rules: of the game itself, from the moment when the colours are known.
        size: the number of checkers in the bag.
        offset: action code `offset + i` claims checker i; the game's own codes are below.
    """
    (
        own_setup, own_to_act, own_legal_actions, own_apply, own_hide, own_guess, own_mid_turn, own_reveals,
    ) = (
        rules.setup, rules.to_act, rules.legal_actions, rules.apply, rules.hide, rules.guess, rules.mid_turn,
        rules.reveals,
    )  # fmt: skip

    @kernel
    def setup(s: Record, options: OptionValues, seed: Seed) -> None:
        own_setup(s, options, seed)
        start_draw(s, size, options[0] != 0)

    @kernel(inline=True)
    def to_act(s: Record) -> int:
        return seats_drawing(s) if is_drawing(s) else own_to_act(s)

    @kernel(inline=True)
    def legal_actions(s: Record, seat: int, out: Actions) -> int:
        return legal_claims(s, size, offset, out) if is_drawing(s) else own_legal_actions(s, seat, out)

    @kernel(inline=True)
    def apply(s: Record, seat: int, action: int) -> None:
        if action >= offset:
            claim(s, seat, action - offset, size)
        else:
            own_apply(s, seat, action)

    @kernel
    def hide(s: Record, seat: int) -> None:
        s.bag = 0
        own_hide(s, seat)

    @kernel
    def guess(s: Record, seat: int) -> None:
        if is_drawing(s):
            fill_bag(s, size)
        own_guess(s, seat)

    @kernel
    def mid_turn(s: Record) -> bool:
        """A whole draw, of both seats, is one turn."""
        return num_claims(s) > 0 if is_drawing(s) else own_mid_turn(s)

    @kernel
    def reveals(s: Record, seat: int, action: int) -> bool:
        """The fourth claim shows all four checkers."""
        return num_claims(s) == 3 if is_drawing(s) else own_reveals(s, seat, action)

    return RulesWithDraw(setup, to_act, legal_actions, apply, rules.result, hide, guess, mid_turn, reveals)


@kernel(inline=True)
def is_drawing(s: Record) -> bool:
    """Return whether the colours are still being drawn."""
    return s.first == NOBODY


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
def num_claims(s: Record) -> int:
    """Return the number of checkers claimed in this draw."""
    return num_bits(
        (s.claims[0, 0] > 0) | (s.claims[0, 1] > 0) << 1 | (s.claims[1, 0] > 0) << 2 | (s.claims[1, 1] > 0) << 3
    )


@kernel
def legal_claims(s: Record, size: int, offset: int, out: Actions) -> int:
    """Write the codes, `offset` plus checker, of the unclaimed checkers and return their number."""
    n = 0
    for checker in range(size):
        if not is_claimed(s, checker):
            out[n] = offset + checker
            n += 1
    return n


@kernel
def claim(s: Record, seat: int, checker: int, size: int) -> None:
    """Claim a checker, counted from 0; the fourth claim shows all four and decides or repeats the draw."""
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
    """Assign the first colour to the seat that alone drew two of it, or refill the bag, or toss the coin."""
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
