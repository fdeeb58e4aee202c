"""The evaluation of Checkers: terms for each side, weighted between the opening and the ending.

A man is worth about 100 points. `weigh` is linear in the weights, so that they can be fitted to the results of matches
(bench/tune_checkers.py).
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit, mixed, num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.checkers.rules import can_jump, occurrences, shifted
from parlour.games.checkers.state import BOARD, CHECKERS, SQUARES, square_to_bit, squares_to_bits

POINTS_PER_LOGIT = 130.0  # of 20, 25 ... 395 the best fit to the results below
Weights = NDArray[np.int64]  # [len(WEIGHTS), 2]: of each term, with 24 checkers on the board and with none

# term: points in the opening, in the ending; counted for each side, as black sees the board. Fitted to 119,444 quiet
# positions of 800 matches at 2,500 nodes (bench/tune_checkers.py): squared error 0.0546, by hand before 0.0576.
WEIGHTS = {
    "man": (116, 111),
    "king": (152, 140),
    "row 3": (3, 5),  # men by the row they have reached; row 1 is the guard below, row 2 worth nothing
    "row 4": (0, 4),
    "row 5": (-7, 7),
    "row 6": (0, 13),
    "row 7": (6, 14),
    "guard 1": (16, 10),  # men still at home, while the enemy has men to be crowned
    "guard 2": (13, 7),
    "guard 3": (14, 7),
    "guard 4": (2, -4),
    "bridge": (18, 15),  # both on 1 and on 3
    "centre": (0, 4),  # men on the four squares in the middle
    "edge": (6, 4),  # men on the left and right edge
    "backed": (5, 2),  # men with a checker of their side behind them
    "dog hole": (-16, -15),  # a man on 28 that cannot move because the enemy sits on 32
    "step": (1, 9),  # free squares before men
    "runaway": (19, 16),  # men beyond the middle with no enemy in the way to the far row
    "runaway row": (7, 0),  # rows such a man has gone beyond the middle
    "king step": (33, -11),  # free squares around kings
    "stuck king": (-14, -14),  # kings without a free square
    "king centre": (9, -2),
    "double corner": (3, 31),  # kings of the side with fewer checkers, where they are hard to drive out
    "lead": (62, 54),  # (own - enemy) / (own + enemy) checkers: trade when ahead
    "turn": (2, 0),  # being to move
    "the move": (-5, 15),  # having the opposition, with equal numbers
}
TERMS = {name: i for i, name in enumerate(WEIGHTS)}
DEFAULT = np.array(list(WEIGHTS.values()), np.int64)

(
    MAN, KING, ROW_3, ROW_4, ROW_5, ROW_6, ROW_7, GUARD_1, GUARD_2, GUARD_3, GUARD_4, BRIDGE, CENTRE, EDGE, BACKED,
    DOG_HOLE, STEP, RUNAWAY, RUNAWAY_ROW, KING_STEP, STUCK_KING, KING_CENTRE, DOUBLE_CORNER, LEAD, TURN, THE_MOVE,
) = range(len(WEIGHTS))  # fmt: skip


def by_side(squares: "range | list[int]") -> tuple[int, int]:
    """Return a set of squares as black sees them, and the same for white, turned by half."""
    return squares_to_bits(squares), squares_to_bits([SQUARES + 1 - square for square in squares])


def _cone(square: int, side: int) -> int:
    """Return all squares that a man could still reach."""
    cone = front = 1 << square_to_bit(square)
    for _ in range(7):
        front = BOARD & (front << 4 | front << 5 if side == 0 else front >> 4 | front >> 5)
        cone |= front
    return cone


ROWS = tuple(by_side(range(4 * row + 1, 4 * row + 5)) for row in range(8))
HOME = tuple(by_side([square]) for square in (1, 2, 3, 4))
BRIDGES = by_side([1, 3])
FAR_HALF = by_side(range(17, 29))
DOGS, DOG_KEEPERS = by_side([28]), by_side([32])
MIDDLE = squares_to_bits([14, 15, 18, 19])
KING_MIDDLE = squares_to_bits([10, 11, 14, 15, 18, 19, 22, 23])
EDGES = squares_to_bits([5, 13, 21, 12, 20, 28])
DOUBLE_CORNERS = squares_to_bits([1, 5, 28, 32])
SYSTEMS = by_side([*range(1, 5), *range(9, 13), *range(17, 21), *range(25, 29)])
CONES = np.zeros((2, BOARD.bit_length()), np.int64)
for _side in range(2):
    for _square in range(1, SQUARES + 1):
        CONES[_side, square_to_bit(_square)] = _cone(_square, _side)


@kernel
def weight(weights: Weights, term: int, checkers: int) -> int:
    """Return the weight of a term with `checkers` checkers on the board, times CHECKERS."""
    return weights[term, 0] * checkers + weights[term, 1] * (CHECKERS - checkers)


@kernel
def weigh_guard(men: int, side: int, weights: Weights, checkers: int) -> int:
    total = 0
    for i in range(4):
        if men & HOME[i][side]:
            total += weight(weights, GUARD_1 + i, checkers)
    if men & BRIDGES[side] == BRIDGES[side]:
        total += weight(weights, BRIDGE, checkers)
    return total


@kernel
def weigh_runaways(men: int, side: int, enemies: int, weights: Weights, checkers: int) -> int:
    total = 0
    rest = men & FAR_HALF[side]
    while rest:
        bit = lowest_bit(rest)
        rest &= rest - 1
        if CONES[side, bit] & enemies == 0:
            row = (bit - bit // 9) // 4
            rows = row - 3 if side == 0 else 4 - row
            total += weight(weights, RUNAWAY, checkers) + rows * weight(weights, RUNAWAY_ROW, checkers)
    return total


@kernel
def weigh_men(s: Record, side: int, empty: int, weights: Weights, checkers: int) -> int:
    own, enemies = s.pieces[side], s.pieces[1 - side]
    men = own & ~s.kings
    forward = 1 if side == 0 else -1
    total = num_bits(men) * weight(weights, MAN, checkers)
    for i in range(5):
        total += num_bits(men & ROWS[i + 2][side]) * weight(weights, ROW_3 + i, checkers)
    if enemies & ~s.kings:
        total += weigh_guard(men, side, weights, checkers)
    total += num_bits(men & MIDDLE) * weight(weights, CENTRE, checkers)
    total += num_bits(men & EDGES) * weight(weights, EDGE, checkers)
    behind = shifted(own, 4 * forward) | shifted(own, 5 * forward)
    total += num_bits(men & behind) * weight(weights, BACKED, checkers)
    if men & DOGS[side] and enemies & DOG_KEEPERS[side]:
        total += weight(weights, DOG_HOLE, checkers)
    steps = num_bits(men & shifted(empty, -4 * forward)) + num_bits(men & shifted(empty, -5 * forward))
    total += steps * weight(weights, STEP, checkers)
    return total + weigh_runaways(men, side, enemies, weights, checkers)


@kernel
def weigh_kings(kings: int, empty: int, is_behind: bool, weights: Weights, checkers: int) -> int:
    near4, near5 = shifted(empty, -4), shifted(empty, -5)
    back4, back5 = shifted(empty, 4), shifted(empty, 5)
    steps = num_bits(kings & near4) + num_bits(kings & near5) + num_bits(kings & back4) + num_bits(kings & back5)
    stuck = kings & ~(near4 | near5 | back4 | back5)
    total = num_bits(kings) * weight(weights, KING, checkers) + steps * weight(weights, KING_STEP, checkers)
    total += num_bits(stuck) * weight(weights, STUCK_KING, checkers)
    total += num_bits(kings & KING_MIDDLE) * weight(weights, KING_CENTRE, checkers)
    if is_behind:
        total += num_bits(kings & DOUBLE_CORNERS) * weight(weights, DOUBLE_CORNER, checkers)
    return total


@kernel
def weigh(s: Record, weights: Weights) -> int:
    """Return points for black, times CHECKERS."""
    num0, num1 = num_bits(s.pieces[0]), num_bits(s.pieces[1])
    checkers = num0 + num1
    occupied = s.pieces[0] | s.pieces[1]
    empty = BOARD & ~occupied
    total = weigh_men(s, 0, empty, weights, checkers) - weigh_men(s, 1, empty, weights, checkers)
    if s.kings:
        total += weigh_kings(s.pieces[0] & s.kings, empty, num0 < num1, weights, checkers)
        total -= weigh_kings(s.pieces[1] & s.kings, empty, num1 < num0, weights, checkers)
    turn = weight(weights, TURN, checkers)
    if num0 == num1:
        # The opposition: an odd number of checkers in the rows from which the side to move comes.
        has_move = num_bits(occupied & SYSTEMS[s.side]) & 1
        turn += (2 * has_move - 1) * weight(weights, THE_MOVE, checkers)
    total += turn if s.side == 0 else -turn
    return total + (num0 - num1) * weight(weights, LEAD, checkers) // checkers


@kernel
def evaluate(s: Record, seat: int) -> int:
    points = weigh(s, DEFAULT) // CHECKERS
    return points if s.first == seat else -points


@kernel
def is_quiet(s: Record) -> bool:
    return not can_jump(s, BOARD)


@kernel
def repeats(s: Record) -> bool:
    return s.quiet >= 4 and s.jumping < 0 and occurrences(s) > 1


@kernel(wraps=True)
def key(s: Record) -> int:
    """Return a hash of the pieces and the side to move, and of the quiet plies when they can soon end the match."""
    rest = np.int64(s.side) | np.int64(s.jumping + 1) << 1
    if s.quiet_limit - s.quiet < 40:
        rest |= np.int64(s.quiet) << 8
    return mixed((s.pieces[0] + (rest << 36)) ^ mixed(s.pieces[1] * np.int64(0x1E3779B97F4A7C15) + s.kings))
