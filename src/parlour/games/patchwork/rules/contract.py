"""The rules of Patchwork, as kernels in the contract's order."""

import numpy as np

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator, shuffle
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import guess_nothing, hide_generator, reveals_nothing
from parlour.core.option import OptionValues
from parlour.games.patchwork.patches import INCOME, ORIENTATIONS, PRICE, SPECIAL, TIME
from parlour.games.patchwork.rules.quilt import (
    cover,
    free_far,
    free_near,
    has_seven,
    list_places,
    num_empty,
)
from parlour.games.patchwork.state import (
    ADVANCE,
    BONUS,
    BUY,
    CELLS,
    INCOME_SQUARES,
    LAST,
    NOBODY,
    NUM_PATCHES,
    ON_OFFER,
    PLACE_SPECIAL,
    SPECIAL_SQUARES,
    START_BUTTONS,
)

# What `setup` reads, see options.py: the bonus, whether a circle is given, the circle, the actions already played.
BONUS_OPTION, GIVEN_OPTION, CIRCLE_OPTION, MOVES_OPTION = 0, 1, 2, 2 + NUM_PATCHES

INCOMES_UP_TO = np.array([sum(income <= square for income in INCOME_SQUARES) for square in range(LAST + 1)])
ALL_SPECIALS = sum(1 << square for square in SPECIAL_SQUARES)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    s.bonus_7x7 = options[BONUS_OPTION]
    for place in range(NUM_PATCHES):
        s.circle[place] = options[CIRCLE_OPTION + place] if options[GIVEN_OPTION] else place
    if not options[GIVEN_OPTION]:
        shuffle(s.generator, s.circle, NUM_PATCHES)
    lay_out(s)
    for action in options[MOVES_OPTION:]:
        apply(s, seat_to_act(s), action)


@kernel
def to_act(s: Record) -> int:
    return 0 if is_over(s) else 1 << seat_to_act(s)


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    near, far = free_near(s, seat), free_far(s, seat)
    if s.pending:
        return list_places(near, far, ORIENTATIONS * SPECIAL, PLACE_SPECIAL, out, 0)
    out[0] = ADVANCE
    n = 1
    patches = affordable(s, seat)
    while patches:
        patch = lowest_bit(patches)
        patches &= patches - 1
        for shape in range(ORIENTATIONS * patch, ORIENTATIONS * patch + ORIENTATIONS):
            n = list_places(near, far, shape, BUY + shape * CELLS, out, n)
    return n


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    s.moves[s.length] = ~action if seat else action
    s.length += 1
    carry_out(s, seat, action)


@kernel
def carry_out(s: Record, seat: int, action: int) -> None:
    """Do what an action does, without noting it down; a search has no use for the notes."""
    if action == ADVANCE:
        advance(s, seat)
    elif action >= PLACE_SPECIAL:
        cover(s, seat, ORIENTATIONS * SPECIAL, action - PLACE_SPECIAL)
        s.pending = 0
        look_for_seven(s, seat)
    else:
        buy(s, seat, (action - BUY) // CELLS, (action - BUY) % CELLS)


@kernel
def result(s: Record, seat: int) -> float:
    """Return who won: more points win, then the seat that reached the last square first."""
    own, other = score(s, seat), score(s, 1 - seat)
    if own == other:
        return 1.0 if s.first_home == seat else 0.0
    return 1.0 if own > other else 0.0


hide = hide_generator  # the circle is open from the start
guess = guess_nothing


@kernel
def mid_turn(s: Record) -> bool:
    """The special patch belongs to the turn that collected it."""
    return s.pending != 0


reveals = reveals_nothing


@kernel
def lay_out(s: Record) -> None:
    """Begin with the circle as it is: the neutral token directly after A, all else as at the start."""
    for place in range(NUM_PATCHES):
        s.follower[s.circle[place]] = s.circle[(place + 1) % NUM_PATCHES]
    s.behind = 0
    s.left = NUM_PATCHES
    s.specials = ALL_SPECIALS
    s.quilts[:] = 0
    s.buttons[:] = START_BUTTONS
    s.income[:] = 0
    s.squares[:] = 0
    s.moves[:] = 0
    s.length = 0
    s.last = 0
    s.pending = 0
    s.first_home = NOBODY
    s.seven = NOBODY


@kernel
def is_over(s: Record) -> bool:
    return s.squares[0] == LAST and s.squares[1] == LAST and s.pending == 0


@kernel
def seat_to_act(s: Record) -> int:
    """Return the seat with a special patch to place, else the one further back; on one square the one on top."""
    if s.pending or s.squares[0] == s.squares[1]:
        return s.last
    return 0 if s.squares[0] < s.squares[1] else 1


@kernel
def affordable(s: Record, seat: int) -> int:
    """Return a bit per patch on offer that a seat can pay: one of the three after the neutral token."""
    patches = 0
    patch = s.behind
    for _ in range(min(ON_OFFER, s.left)):
        patch = s.follower[patch]
        if PRICE[patch] <= s.buttons[seat]:
            patches |= 1 << int(patch)
    return patches


@kernel
def advance(s: Record, seat: int) -> None:
    """Move to the square after the opponent; every square really moved gives a button."""
    origin = s.squares[seat]
    move(s, seat, s.squares[1 - seat] + 1 - origin)
    s.buttons[seat] += s.squares[seat] - origin


@kernel
def buy(s: Record, seat: int, shape: int, cell: int) -> None:
    """Lay the patch, pay, take it out of the circle, move: its own income already counts for this move."""
    cover(s, seat, shape, cell)
    look_for_seven(s, seat)
    pay_for(s, seat, shape // ORIENTATIONS)


@kernel
def pay_for(s: Record, seat: int, patch: int) -> None:
    """Do all that buying a patch does, except for laying it."""
    s.buttons[seat] -= PRICE[patch]
    s.income[seat] += INCOME[patch]
    take(s, patch)
    move(s, seat, TIME[patch])


@kernel
def take(s: Record, patch: int) -> None:
    """Take a patch out of the circle and put the neutral token into its place; skipped patches come last."""
    while s.follower[s.behind] != patch:
        s.behind = s.follower[s.behind]
    s.follower[s.behind] = s.follower[patch]
    s.left -= 1


@kernel
def move(s: Record, seat: int, squares: int) -> None:
    """Move a time token: income for every button reached or passed, and the special patch that still lies there."""
    origin = int(s.squares[seat])
    target = min(LAST, origin + int(squares))
    s.buttons[seat] += s.income[seat] * (INCOMES_UP_TO[target] - INCOMES_UP_TO[origin])
    entered = (2 << target) - (2 << origin)
    if s.specials & entered:
        s.specials &= ~entered
        # On a full quilt the special patch is forfeited.
        s.pending = 1 if num_empty(s, seat) else 0
    if target == LAST and s.first_home == NOBODY:
        s.first_home = seat
    s.squares[seat] = target
    s.last = seat


@kernel
def look_for_seven(s: Record, seat: int) -> None:
    if s.bonus_7x7 and s.seven == NOBODY and has_seven(s, seat):
        s.seven = seat


@kernel
def score(s: Record, seat: int) -> int:
    """Return the buttons, less two for each empty cell, and the bonus; defined at any time."""
    return s.buttons[seat] - 2 * num_empty(s, seat) + (BONUS if s.seven == seat else 0)
