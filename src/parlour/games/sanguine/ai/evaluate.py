"""How promising a placement or a position of Sanguine looks."""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.scoring import owner_sign, row_score, total
from parlour.games.sanguine.state import GRID_SIDE, INFLUENCE, MAX_CELLS, MAX_PAWNS, MIN_COLUMNS, REACH, UPGRADE

MAX_ROWS = MAX_CELLS // MIN_COLUMNS

Rows = NDArray[np.int64]  # [2, MAX_ROWS], row scores by seat
Weights = NDArray[np.float64]  # [NUM_FEATURES]

TOTAL, VALUE, LEAD, EMPTY, TAKEN, TAKEN_PAWNS, RAISED, COST, SPARE, THREAT, NUM_FEATURES = range(11)
# Of what a placement brings: its weight on an empty board, and on a full one; between them it changes evenly. Found by
# an evolution strategy in 2.2 million matches of this look-ahead against its own ancestors, both decks on both sides.
# Against the evaluation of strategy 4 (totals, 4 points for a cell, 1 for a pawn) it scores 64.6 % of 40,000 matches.
WEIGHTS = np.array([
    (-0.88, 0.50),  # TOTAL: points of the difference of the totals, in mean card values
    (3.25, 0.17),  # VALUE: points that the card is worth there, in mean card values
    (1.41, 1.11),  # LEAD: it takes the lead in the row
    (0.77, 2.11),  # EMPTY: an empty cell gets a pawn
    (4.12, 5.96),  # TAKEN: a cell is taken from the enemy
    (1.61, 3.60),  # TAKEN_PAWNS: each pawn on it
    (1.67, 2.03),  # RAISED: an own cell gets a pawn more
    (0.57, -0.54),  # COST: of the card
    (-3.43, -0.48),  # SPARE: pawns that go beyond the cost
    (0.17, 2.70),  # THREAT: cells of the enemy next to it
])  # fmt: skip
# The expected result: weights in the same way, of a logistic regression over 293,371 positions of 20,000 matches.
VALUE_TOTAL = (-0.09, 0.88)  # the difference of the totals, in mean card values
VALUE_PAWNS = (0.17, 1.11)  # the difference in pawns
VALUE_TURN = (0.29, 0.51)  # having the turn
MAX_LOGIT = 8.0  # nothing is certain before the end


@kernel
def sum_rows(s: Record, rows: Rows) -> None:
    """Write the row scores of both seats."""
    for row in range(s.rows):
        rows[0, row] = row_score(s, 0, row)
        rows[1, row] = row_score(s, 1, row)


@kernel
def mean_value(s: Record) -> float:
    """Return the mean value of the cards of both decks: the unit in which points count."""
    points, cards = 0, 0
    for seat in range(2):
        for at in range(s.deck_size[seat]):
            points += s.values[s.lists[seat, at]]
        cards += int(s.deck_size[seat])
    return points / cards


@kernel
def stage_of(s: Record) -> float:
    """Return how far the game has come: the share of the cells with a card."""
    placed = 0
    for cell in range(num_cells(s)):
        if s.cards[cell] != 0:
            placed += 1
    return placed / num_cells(s)


@kernel
def between(ends: tuple[float, float], stage: float) -> float:
    return ends[0] + stage * (ends[1] - ends[0])


@kernel
def value_fn(s: Record, seat: int) -> float:
    """Return the expected result for a seat, by the totals, the pawns and the turn."""
    stage, pawns = stage_of(s), 0
    for cell in range(num_cells(s)):
        pawns += int(s.pawns[cell])
    points = (total(s, seat) - total(s, 1 - seat)) / mean_value(s)
    turn = 1.0 if s.turn == seat else -1.0
    logit = between(VALUE_TOTAL, stage) * points + between(VALUE_TURN, stage) * turn
    logit += between(VALUE_PAWNS, stage) * owner_sign(seat) * pawns
    return 1.0 / (1.0 + math.exp(-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))


@kernel
def weigh(s: Record, unit: float, weights: Weights) -> None:
    """Write the weights for this stage of the game."""
    stage = stage_of(s)
    for i in range(NUM_FEATURES):
        weights[i] = WEIGHTS[i, 0] + stage * (WEIGHTS[i, 1] - WEIGHTS[i, 0])
    weights[TOTAL] /= unit
    weights[VALUE] /= unit


@kernel
def won_points(own: int, enemy: int) -> int:
    """Return what a row adds to the difference of the totals."""
    return own if own > enemy else -enemy if enemy > own else 0


@kernel
def gain(s: Record, seat: int, kind: int, cell: int, rows: Rows, weights: Weights) -> float:
    """Return how promising it looks to place a card on a cell that can take it."""
    row = cell // int(s.columns)
    own, enemy = rows[seat, row], rows[1 - seat, row]
    value = int(s.values[kind]) + int(s.modifiers[cell])
    cost = int(s.costs[kind])
    worth = weights[TOTAL] * (won_points(own + value, enemy) - won_points(own, enemy)) + weights[VALUE] * value
    if own <= enemy < own + value:
        worth += weights[LEAD]
    worth += weights[COST] * cost + weights[SPARE] * (owner_sign(seat) * s.pawns[cell] - cost)
    worth += weights[THREAT] * num_threats(s, seat, cell)
    return worth + gain_around(s, seat, kind, cell, weights)


@kernel
def num_threats(s: Record, seat: int, cell: int) -> int:
    """Count the cells with enemy pawns next to a cell, diagonally too: cards there could take it over."""
    sign, columns = owner_sign(seat), int(s.columns)
    row, column = cell // columns, cell % columns
    count = 0
    for near_row in range(max(0, row - 1), min(int(s.rows), row + 2)):
        for near_column in range(max(0, column - 1), min(columns, column + 2)):
            if sign * s.pawns[near_row * columns + near_column] < 0:
                count += 1
    return count


@kernel
def gain_around(s: Record, seat: int, kind: int, cell: int, weights: Weights) -> float:
    """Return how promising the influence of a card on the cells around it looks."""
    sign, columns = owner_sign(seat), int(s.columns)
    row, column = cell // columns, cell % columns
    worth = 0.0
    rest = s.grids[kind]
    while rest:
        grid_cell = lowest_bit(rest) // 2
        effect = rest >> 2 * grid_cell & 3
        rest &= ~(3 << 2 * grid_cell)
        target_row = row + grid_cell // GRID_SIDE - REACH
        target_column = column + sign * (grid_cell % GRID_SIDE - REACH)
        if not (0 <= target_row < s.rows and 0 <= target_column < columns):
            continue
        target = target_row * columns + target_column
        pawns = sign * int(s.pawns[target])
        if effect != INFLUENCE:
            own = pawns + sign * int(s.cards[target])
            if own != 0:
                worth += weights[VALUE] if (own > 0) == (effect == UPGRADE) else -weights[VALUE]
        elif s.cards[target] != 0 or pawns == MAX_PAWNS:
            continue
        elif pawns > 0:
            worth += weights[RAISED]
        else:
            worth += weights[EMPTY] if pawns == 0 else weights[TAKEN] - weights[TAKEN_PAWNS] * pawns
    return worth
