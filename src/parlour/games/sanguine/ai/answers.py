"""Rollout policies of Sanguine's search: one takes the most promising placement, one minimizes the best answer.

The second, `careful`, gives the same answers as strategy 4 (where cards have no upgrades), but counts by differences
and prunes hopeless branches, so that a simulation can afford it.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit
from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.sanguine.ai.evaluate import Rows, Weights, gain, sum_rows, weigh, won_points
from parlour.games.sanguine.ai.strategies import CELL_WEIGHT, WORST, copy_board
from parlour.games.sanguine.rules.board import num_cells, place
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import owner_sign, total
from parlour.games.sanguine.rules.secrets import Counts, count_left
from parlour.games.sanguine.state import GRID_SIDE, MAX_CELLS, PASS, PASSES_TO_END, REACH

Boards = NDArray[np.void]  # [N], records

NOISE_STEPS = 1024
# The most pairs of a placement and an answer that `careful` looks at: on large boards with many cards it would take
# milliseconds.
CARE_LIMIT = 4000


@kernel
def wins_by_passing(s: Record, seat: int) -> bool:
    return s.passes == PASSES_TO_END - 1 and total(s, seat) > total(s, 1 - seat)


@kernel
def noisy_greedy(s: Record, seat: int, unit: float, noise: float, rows: Rows, weights: Weights, random: Words) -> int:
    """Choose the placement that looks most promising, give or take some noise; pass to win, or where nothing fits."""
    if wins_by_passing(s, seat):
        return PASS
    sum_rows(s, rows)
    weigh(s, unit, weights)
    sign = owner_sign(seat)
    best, best_action = -np.inf, PASS
    for i in range(s.hand_size[seat]):
        kind = hand_card(s, seat, i)
        for cell in range(num_cells(s)):
            if sign * s.pawns[cell] >= s.costs[kind]:
                worth = (
                    gain(s, seat, kind, cell, rows, weights) + noise * random_below(random, NOISE_STEPS) / NOISE_STEPS
                )
                if worth > best:
                    best, best_action = worth, i * MAX_CELLS + cell
    return best_action


@kernel
def plain_gain(s: Record, seat: int, kind: int, cell: int, rows: Rows) -> int:
    """Return what strategy 4 thinks a placement is worth: by the difference of the totals, and cells won and taken."""
    sign, columns = owner_sign(seat), int(s.columns)
    row, column = cell // columns, cell % columns
    own, enemy = rows[seat, row], rows[1 - seat, row]
    value = int(s.values[kind]) + int(s.modifiers[cell])
    cells = 0
    rest = s.grids[kind]
    while rest:
        grid_cell = lowest_bit(rest) // 2
        rest &= ~(3 << 2 * grid_cell)
        target_row = row + grid_cell // GRID_SIDE - REACH
        target_column = column + sign * (grid_cell % GRID_SIDE - REACH)
        if 0 <= target_row < s.rows and 0 <= target_column < columns:
            target = target_row * columns + target_column
            pawns = sign * int(s.pawns[target])
            if s.cards[target] == 0 and pawns <= 0:
                cells += 1 if pawns == 0 else 2
    return won_points(own + value, enemy) - won_points(own, enemy) + CELL_WEIGHT * cells


@kernel
def best_answer(s: Record, enemy: int, left: Counts, rows: Rows, enough: int) -> int:
    """Return the greatest gain of an answer with any card left, 0 for a pass; or the first that is enough."""
    sign = owner_sign(enemy)
    best = 0
    for cell in range(num_cells(s)):
        pawns = sign * int(s.pawns[cell])
        if pawns <= 0:
            continue
        for kind in range(s.num_kinds):
            if left[kind] and pawns >= s.costs[kind]:
                best = max(best, plain_gain(s, enemy, kind, cell, rows))
                if best >= enough:
                    return best
    return best


@kernel
def careful(s: Record, seat: int, after: Record, left: Counts, rows: Rows) -> int:
    """Choose the placement that leaves the enemy the smallest best answer."""
    enemy = 1 - seat
    can_answer = s.hand_size[enemy] > 0 or s.drawn[enemy] < s.deck_size[enemy]
    count_left(s, enemy, left)
    sum_rows(s, rows)
    sign, columns = owner_sign(seat), int(s.columns)
    best, best_action = WORST, PASS
    for cell in range(num_cells(s)):
        pawns = sign * int(s.pawns[cell])
        if pawns <= 0:
            continue
        for i in range(s.hand_size[seat]):
            kind = hand_card(s, seat, i)
            if pawns < s.costs[kind]:
                continue
            worth = plain_gain(s, seat, kind, cell, rows)
            if worth > best and can_answer:
                copy_board(s, after)
                place(after, seat, kind, cell)
                value = int(s.values[kind]) + int(s.modifiers[cell])
                rows[seat, cell // columns] += value
                worth -= best_answer(after, enemy, left, rows, worth - best)
                rows[seat, cell // columns] -= value
            if worth > best:
                best, best_action = worth, i * MAX_CELLS + cell
    return best_action


@kernel
def num_pairs(s: Record, seat: int, cards: int) -> int:
    """Estimate the number of pairs of a placement, with `cards` cards to choose from, and an answer."""
    own, enemy = 0, 0
    sign = owner_sign(seat)
    for cell in range(num_cells(s)):
        pawns = sign * int(s.pawns[cell])
        own += pawns > 0
        enemy += pawns < 0
    return cards * own * int(s.num_kinds) * enemy


@kernel
def is_small(s: Record, seat: int) -> bool:
    """Return whether `careful` is fast enough here."""
    return num_pairs(s, seat, int(s.hand_size[seat])) <= CARE_LIMIT
