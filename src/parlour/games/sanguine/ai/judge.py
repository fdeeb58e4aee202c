"""What a position of Sanguine is worth for the seat that acts: a small network over the board and both hands.

It sees both hands, so that it judges guesses. `bench/train_sanguine.py` learns the weights by self-play; `judge.npy`
holds them. It knows the standard board, 3 x 5, with any decks; other boards are judged by rollouts.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.fast_record import record_type
from parlour.core.kernel import kernel
from parlour.games.sanguine.ai.evaluate import Rows, Weights, gain, sum_rows, weigh, won_points
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import owner_sign
from parlour.games.sanguine.state import PASSES_TO_END

NUM_ROWS, NUM_COLUMNS = 3, 5
NUM_CELLS = NUM_ROWS * NUM_COLUMNS
# What may lie on a cell: nothing, 1 to 3 pawns of the seat or of the enemy, a card of one of them.
ENEMY_PAWNS, OWN_CARD, ENEMY_CARD, CELL_STATES = 3, 7, 8, 9
PICKS = NUM_CELLS * CELL_STATES
# Of each row, for the seat and then for the enemy.
SCORE, BEST_VALUE, BEST_GAIN, SWING, POTENTIAL, PLACES, ROW_AMOUNTS = range(7)
LEADS = NUM_ROWS * 2 * ROW_AMOUNTS  # who leads each row, and by how much
SIDES_AT = LEADS + 2 * NUM_ROWS
# Of each side.
TOTAL, HAND, DECK, ACTIONS, CAN_PLACE, GAINS, HELD, HELD_VALUES, LEFT, SIDE_AMOUNTS = 0, 1, 2, 3, 4, 5, 8, 11, 14, 17
NUM_GAINS = HELD - GAINS  # of the cards that can do most
DIFFERENCE = SIDES_AT + 2 * SIDE_AMOUNTS
ENDS, FREE, BIAS, AMOUNTS = DIFFERENCE + 2, DIFFERENCE + 4, DIFFERENCE + 5, DIFFERENCE + 6
HIDDEN, SECOND = 32, 16
GAIN_UNIT = 10.0
MOST_HELD, MOST_LEFT = 10, 13  # cards that count, for decks are larger than those it learned from

NetworkType = record_type(
    [
        ("cells", np.float32, (PICKS, HIDDEN)),
        ("amounts", np.float32, (AMOUNTS, HIDDEN)),
        ("second", np.float32, (HIDDEN, SECOND)),
        ("second_bias", np.float32, (SECOND,)),
        ("out", np.float32, (SECOND,)),
    ]
)
Network = Any  # a record of that type
Numbers = NDArray[np.float32]
Picks = NDArray[np.int64]

SightType = record_type(
    [
        ("picks", np.int64, (NUM_CELLS,)),
        ("amounts", np.float32, (AMOUNTS,)),
        ("hidden", np.float32, (HIDDEN,)),
        ("second", np.float32, (SECOND,)),
    ]
)
Sight = Any  # a record of that type: what the network sees, and its sums


@kernel
def can_judge(s: Record) -> bool:
    """Return whether the network knows this board."""
    return bool(s.rows == NUM_ROWS and s.columns == NUM_COLUMNS and not s.extended)


@kernel
def look(s: Record, unit: float, rows: Rows, weights: Weights, sight: Sight) -> None:
    """Write what the network sees, from the seat that acts."""
    seat = int(s.turn)
    x = sight.amounts
    x[:] = 0.0
    sum_rows(s, rows)
    weigh(s, unit, weights)
    look_at_cells(s, seat, sight.picks)
    for row in range(NUM_ROWS):
        own, enemy = rows[seat, row], rows[1 - seat, row]
        x[LEADS + row] = 1.0 if own > enemy else -1.0 if own < enemy else 0.0
        x[LEADS + NUM_ROWS + row] = max(-2.0, min(2.0, (own - enemy) / unit))
        x[SIDES_AT + TOTAL] += max(0, won_points(own, enemy)) / unit
        x[SIDES_AT + SIDE_AMOUNTS + TOTAL] += max(0, -won_points(own, enemy)) / unit
    look_at_side(s, seat, 0, unit, rows, weights, x)
    look_at_side(s, 1 - seat, 1, unit, rows, weights, x)
    lead = x[SIDES_AT + TOTAL] - x[SIDES_AT + SIDE_AMOUNTS + TOTAL]
    x[DIFFERENCE] = max(-4.0, min(4.0, lead))
    x[DIFFERENCE + 1] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    if s.passes == PASSES_TO_END - 1:
        x[ENDS], x[ENDS + 1] = 1.0, x[DIFFERENCE + 1]
    free = 0
    for cell in range(NUM_CELLS):
        free += s.cards[cell] == 0
    x[FREE] = free / NUM_CELLS
    x[BIAS] = 1.0


@kernel
def look_at_cells(s: Record, seat: int, picks: Picks) -> None:
    """Write what lies on each cell, as seen from the side of a seat."""
    sign = owner_sign(seat)
    for cell in range(NUM_CELLS):
        own_side = cell if seat == 0 else cell + NUM_COLUMNS - 1 - 2 * (cell % NUM_COLUMNS)
        pawns, card = sign * int(s.pawns[cell]), sign * int(s.cards[cell])
        lies = OWN_CARD if card > 0 else ENEMY_CARD if card < 0 else pawns if pawns >= 0 else ENEMY_PAWNS - pawns
        picks[cell] = own_side * CELL_STATES + lies


@kernel
def look_at_side(s: Record, seat: int, side: int, unit: float, rows: Rows, weights: Weights, x: Numbers) -> None:
    """Write what a side has, and what its hand could do: `side` is 0 for the seat that acts."""
    at = SIDES_AT + side * SIDE_AMOUNTS
    undrawn = min(int(s.deck_size[seat] - s.drawn[seat]), MOST_LEFT)
    x[at + HAND], x[at + DECK] = min(s.hand_size[seat], MOST_HELD) / 5.0, undrawn / 10.0
    for place in range(s.drawn[seat], s.drawn[seat] + undrawn):
        x[at + LEFT - 1 + s.costs[s.order[seat, place]]] += 0.25
    actions = 0
    for i in range(s.hand_size[seat]):
        kind = int(hand_card(s, seat, i))
        cost = int(s.costs[kind])
        x[at + HELD - 1 + cost] += 0.5
        x[at + HELD_VALUES - 1 + cost] = max(x[at + HELD_VALUES - 1 + cost], s.values[kind] / unit)
        actions += look_at_card(s, seat, side, kind, unit, rows, weights, x)
    x[at + ACTIONS] = actions / 20.0
    x[at + CAN_PLACE] = 1.0 if actions else 0.0
    look_at_rows(s, seat, side, unit, rows, x)


@kernel
def look_at_card(
    s: Record, seat: int, side: int, kind: int, unit: float, rows: Rows, weights: Weights, x: Numbers
) -> int:
    """Write what a card of the hand could do, and return on how many cells it could be placed."""
    sign, cost, value = owner_sign(seat), int(s.costs[kind]), s.values[kind] / unit
    actions, top = 0, 0.0
    for cell in range(NUM_CELLS):
        if sign * s.pawns[cell] >= cost:
            row = (cell // NUM_COLUMNS * 2 + side) * ROW_AMOUNTS
            worth = gain(s, seat, kind, cell, rows, weights) / GAIN_UNIT
            x[row + BEST_VALUE] = max(x[row + BEST_VALUE], value)
            x[row + BEST_GAIN] = max(x[row + BEST_GAIN], worth)
            top = max(top, worth)
            actions += 1
    gains = x[SIDES_AT + side * SIDE_AMOUNTS + GAINS :]
    for k in range(NUM_GAINS):
        if top > gains[k]:
            top, gains[k] = gains[k], top
    return actions


@kernel
def look_at_rows(s: Record, seat: int, side: int, unit: float, rows: Rows, x: Numbers) -> None:
    """Write what a side has in each row, and what its cells could take."""
    sign, values = owner_sign(seat), x[SIDES_AT + side * SIDE_AMOUNTS + HELD_VALUES :]
    for row in range(NUM_ROWS):
        at, own, enemy = (row * 2 + side) * ROW_AMOUNTS, rows[seat, row], rows[1 - seat, row]
        x[at + SCORE] = own / unit / 2.0
        best_after = won_points(own + round(x[at + BEST_VALUE] * unit), enemy)
        x[at + SWING] = (best_after - won_points(own, enemy)) / unit / 2.0
        for cell in range(row * NUM_COLUMNS, (row + 1) * NUM_COLUMNS):
            pawns, best = sign * int(s.pawns[cell]), 0.0
            for cost in range(1, pawns + 1):
                best = max(best, values[cost - 1])
            x[at + POTENTIAL] += best / 2.0
            x[at + PLACES] += 0.5 if pawns > 0 else 0.0


@kernel
def run_network(network: Network, sight: Sight) -> float:
    """Return the output of the network, in log-odds."""
    hidden, second = sight.hidden, sight.second
    hidden[:] = 0.0
    for cell in range(NUM_CELLS):
        pick = sight.picks[cell]
        for j in range(HIDDEN):
            hidden[j] += network.cells[pick, j]
    for i in range(AMOUNTS):
        amount = sight.amounts[i]
        for j in range(HIDDEN):
            hidden[j] += amount * network.amounts[i, j]
    for k in range(SECOND):
        second[k] = network.second_bias[k]
    for j in range(HIDDEN):
        active = max(hidden[j], np.float32(0.0))
        for k in range(SECOND):
            second[k] += active * network.second[j, k]
    total = np.float32(0.0)
    for k in range(SECOND):
        total += max(second[k], np.float32(0.0)) * network.out[k]
    return float(total)


@kernel
def judge(s: Record, unit: float, rows: Rows, weights: Weights, network: Network, sight: Sight) -> float:
    """Return the expected result for the seat that acts."""
    look(s, unit, rows, weights, sight)
    return 1.0 / (1.0 + math.exp(-run_network(network, sight)))


def network_over(numbers: NDArray[np.float32]) -> Network:
    """Return the network whose weights lie in an array; both change together."""
    return numbers.view(NetworkType)


NETWORK = network_over(np.load(Path(__file__).with_name("judge.npy")).astype(np.float32))
