"""The greedy buyer: a simple player by a fixed recipe, the yardstick for the levels."""

import numpy as np

from parlour.core.contract import Actions, Record
from parlour.core.game import Choose
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.games.patchwork.patches import INCOME, ORIENTATIONS, PRICE, SHAPE_CELLS, SHAPE_SIZE, SIDE
from parlour.games.patchwork.rules.contract import INCOMES_UP_TO, legal_actions
from parlour.games.patchwork.rules.quilt import FIRST_CELLS
from parlour.games.patchwork.state import ADVANCE, BUY, CELLS, INCOME_SQUARES, NUM_ACTIONS

GREEDY = "greedy"
STRATEGIES = (GREEDY,)


@kernel
def is_closed(s: Record, seat: int, row: int, column: int) -> int:
    """Return 1 for a cell that is covered or outside the quilt; a number, because plain NumPy does not add booleans."""
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        return 1
    cell = SIDE * row + column
    if cell < FIRST_CELLS:
        return int(s.quilts[seat, 0] >> cell & 1)
    return int(s.quilts[seat, 1] >> cell - FIRST_CELLS & 1)


@kernel
def num_touching(s: Record, seat: int, shape: int, corner: int) -> int:
    """Count the sides with which a patch laid there would touch others or the edge of the quilt."""
    count = 0
    for i in range(SHAPE_SIZE[shape]):
        cell = corner + SHAPE_CELLS[shape, i]
        row, column = cell // SIDE, cell % SIDE
        count += is_closed(s, seat, row, column - 1) + is_closed(s, seat, row, column + 1)
        count += is_closed(s, seat, row - 1, column) + is_closed(s, seat, row + 1, column)
    return count


@kernel
def points_of_patch(s: Record, seat: int, patch: int) -> int:
    """Count what a patch brings by the end of the match: two points a cell, its income, less its price."""
    incomes = len(INCOME_SQUARES) - INCOMES_UP_TO[s.squares[seat]]
    return 2 * SHAPE_SIZE[ORIENTATIONS * patch] + INCOME[patch] * incomes - PRICE[patch]


@kernel
def greedy_action(s: Record, seat: int, actions: Actions, n: int) -> int:
    """Lay the patch that brings most points where it touches most, the first of equals; if none brings any, advance."""
    best, most_points, most_touching = actions[0], 0, -1
    for action in actions[:n]:
        if action == ADVANCE:
            continue
        shape, corner = (action - BUY) // CELLS, (action - BUY) % CELLS
        points = points_of_patch(s, seat, shape // ORIENTATIONS)
        touching = num_touching(s, seat, shape, corner)
        if points > most_points or (points == most_points and touching > most_touching):
            best, most_points, most_touching = action, points, touching
    return best


def choose_greedily(state: Record, seat: int, random: Words) -> int:
    out = np.empty(NUM_ACTIONS, np.int32)
    return int(greedy_action(state, seat, out, legal_actions(state, seat, out)))


def strategy(name: str) -> Choose | None:
    """Make a computer player by the name of its strategy; None when there is no such strategy."""
    return choose_greedily if name.strip().lower() == GREEDY else None
