"""The named computer players of Sanguine. They see their own hand, the board and the rules; all fall back to a pass.

A strategy is a kernel: given the record as its seat may know it and two records to try things on, it returns an
action. A chain like `strategy2+strategy1` asks them in order and takes the first answer that is not a pass.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.game import Choose
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.games.sanguine.rules.board import num_cells, place
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import owner_sign, row_score, total
from parlour.games.sanguine.rules.secrets import Counts, count_left
from parlour.games.sanguine.state import MAX_CELLS, MAX_KINDS, PASS, State

CHAIN = "+"
WORST = -(10**12)
# Points that minimax gives for a cell. Against strategy 3 (1200 matches, decks and colours changing) totals alone score
# 47 %, a weight of 1 55 %, 2 72 %, 4 78 %, 8 77 %.
CELL_WEIGHT = 4

Scratch = NDArray[np.void]  # [2], records
Strategy = Callable[[Record, int, Scratch, Counts], int]


@kernel
def can_place(s: Record, seat: int, kind: int, cell: int) -> bool:
    return owner_sign(seat) * s.pawns[cell] >= s.costs[kind]


@kernel
def num_owned(s: Record, seat: int) -> int:
    """Count the cells of a seat, pawns and cards alike."""
    sign = owner_sign(seat)
    count = 0
    for cell in range(num_cells(s)):
        if sign * s.pawns[cell] > 0 or sign * s.cards[cell] > 0:
            count += 1
    return count


@kernel
def copy_board(s: Record, to: Record) -> None:
    to.pawns[:] = s.pawns
    to.cards[:] = s.cards
    to.modifiers[:] = s.modifiers


@kernel
def fill_first(s: Record, seat: int, scratch: Scratch, left: Counts) -> int:
    """Strategy 1: cards from left to right, for each the cells row by row; the first that is legal."""
    for i in range(s.hand_size[seat]):
        for cell in range(num_cells(s)):
            if can_place(s, seat, hand_card(s, seat, i), cell):
                return i * MAX_CELLS + cell
    return PASS


@kernel
def win_row(s: Record, seat: int, accept_equal: bool) -> int:
    """Raise the seat's score in the topmost possible row above the enemy's, or up to it."""
    for row in range(s.rows):
        own, enemy = row_score(s, seat, row), row_score(s, 1 - seat, row)
        if own > enemy:
            continue
        needed = enemy - own + (0 if accept_equal else 1)
        for i in range(s.hand_size[seat]):
            kind = hand_card(s, seat, i)
            for cell in range(row * int(s.columns), (row + 1) * int(s.columns)):
                if can_place(s, seat, kind, cell) and int(s.values[kind]) + int(s.modifiers[cell]) >= needed:
                    return i * MAX_CELLS + cell
    return PASS


@kernel
def max_row(s: Record, seat: int, scratch: Scratch, left: Counts) -> int:
    """Strategy 2: win the topmost row that can be won."""
    return win_row(s, seat, False)


@kernel
def max_row_or_equal(s: Record, seat: int, scratch: Scratch, left: Counts) -> int:
    """Strategy 2 as some play it: drawing level in a row is enough."""
    return win_row(s, seat, True)


@kernel
def control(s: Record, seat: int, scratch: Scratch, left: Counts) -> int:
    """Strategy 3: own most cells afterwards; ties go to the smallest row, column, hand index."""
    after = scratch[0]
    best, best_action = WORST, PASS
    for cell in range(num_cells(s)):
        for i in range(s.hand_size[seat]):
            kind = hand_card(s, seat, i)
            if can_place(s, seat, kind, cell):
                copy_board(s, after)
                place(after, seat, kind, cell)
                owned = num_owned(after, seat)
                if owned > best:
                    best, best_action = owned, i * MAX_CELLS + cell
    return best_action


@kernel
def worth(s: Record, seat: int) -> int:
    """Evaluate a board for a seat by the totals and the cells owned."""
    points = total(s, seat) - total(s, 1 - seat)
    return points + CELL_WEIGHT * (num_owned(s, seat) - num_owned(s, 1 - seat))


@kernel
def worth_after_answer(s: Record, seat: int, reply: Record, left: Counts) -> int:
    """Evaluate a board after the enemy's best answer: a pass, or any card that it has not placed yet."""
    enemy = 1 - seat
    worst = worth(s, seat)
    if s.hand_size[enemy] == 0 and s.drawn[enemy] == s.deck_size[enemy]:
        return worst
    for kind in range(s.num_kinds):
        if left[kind] == 0:
            continue
        for cell in range(num_cells(s)):
            if can_place(s, enemy, kind, cell):
                copy_board(s, reply)
                place(reply, enemy, kind, cell)
                worst = min(worst, worth(reply, seat))
    return worst


@kernel
def minimax(s: Record, seat: int, scratch: Scratch, left: Counts) -> int:
    """Strategy 4: leave the enemy the smallest best answer; ties as in strategy 3."""
    after, reply = scratch[0], scratch[1]
    count_left(s, 1 - seat, left)
    best, best_action = WORST, PASS
    for cell in range(num_cells(s)):
        for i in range(s.hand_size[seat]):
            kind = hand_card(s, seat, i)
            if can_place(s, seat, kind, cell):
                copy_board(s, after)
                place(after, seat, kind, cell)
                value = worth_after_answer(after, seat, reply, left)
                if value > best:
                    best, best_action = value, i * MAX_CELLS + cell
    return best_action


STRATEGIES: dict[str, Strategy] = {
    "strategy1": fill_first,
    "strategy2": max_row,
    "strategy3": control,
    "strategy4": minimax,
    "fillfirst": fill_first,
    "maxrow": max_row,
    "maxrow-or-equal": max_row_or_equal,
    "control": control,
    "minimax": minimax,
}


def strategy(name: str) -> Choose | None:
    """Make a computer player by the name of a strategy or of a chain of them; None when there is no such strategy."""
    links = [STRATEGIES.get(link) for link in name.strip().lower().split(CHAIN)]
    known = [link for link in links if link is not None]
    return _chain(known) if len(known) == len(links) else None


def _chain(links: Sequence[Strategy]) -> Choose:
    def choose(state: Record, seat: int, random: Words) -> int:
        scratch = np.array([state, state], State)
        left = np.zeros(MAX_KINDS, np.int8)
        answers = (int(link(state, seat, scratch, left)) for link in links)
        return next((action for action in answers if action != PASS), PASS)

    return choose
