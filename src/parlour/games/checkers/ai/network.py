"""The learned evaluation of Checkers: a small network over the squares, kept up to date turn by turn.

The first layer sees the board from both sides: 128 inputs, own men, own kings, enemy men and enemy kings on the squares
as that side counts them. Its sums change with what a turn changes. Two more layers read them, the side to move first,
with weights for the number of checkers on the board. All weights are whole numbers, learned by bench/tune_checkers.py.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from parlour.core.bits import lowest_bit
from parlour.core.kernel import kernel
from parlour.games.checkers.ai.turns import CAPTURED_AT
from parlour.games.checkers.state import CHECKERS, SQUARES

POINTS_PER_LOGIT = 130.0  # expected result = logistic(points / POINTS_PER_LOGIT)
FILE = Path(__file__).with_name("network.npz")
INPUTS = 4 * SQUARES
FIRST, SECOND = 64, 16  # sums of the first layer for each side; of the second
PHASES = 4
ONE = 127  # the whole number for an activation of 1
SHIFT = 6  # weights of the second layer are in 64ths
LAST_SHIFT = 12

NETWORK = np.dtype(
    (
        np.record,
        [
            ("first", np.int16, (INPUTS, FIRST)),
            ("first_bias", np.int16, FIRST),
            ("second", np.int16, (PHASES, SECOND, 2 * FIRST)),
            ("second_bias", np.int32, (PHASES, SECOND)),
            ("third", np.int32, (PHASES, SECOND)),
            ("third_bias", np.int32, PHASES),
        ],
    ),
    align=True,
)
Network = Any  # one record of NETWORK
Sums = Any  # [2, FIRST]: of the first layer, as black and as white see the board
Workspace = Any  # with `sums` by ply and `clipped`


@kernel(inline=True)
def input_of(bit: int, view: int, is_enemy: int, is_king: int) -> int:
    """Return the input of a checker, as a side sees it."""
    square = bit - bit // 9
    return SQUARES * (2 * is_enemy + is_king) + (square if view == 0 else SQUARES - 1 - square)


@kernel
def add_input(sums: Sums, weights: Any, sign: int) -> None:
    for k in range(FIRST):
        sums[k] += sign * weights[k]


@kernel
def sum_up(w: Workspace, net: Network, ply: int, black: int, white: int, kings: int) -> None:
    """Compute the sums of the first layer for a position from nothing."""
    for view in range(2):
        for k in range(FIRST):
            w.sums[ply, view, k] = net.first_bias[k]
        rest = black | white
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            is_enemy = (black >> bit & 1) == view
            add_input(w.sums[ply, view], net.first[input_of(bit, view, is_enemy, kings >> bit & 1)], 1)


@kernel
def update_sums(w: Workspace, net: Network, ply: int, side: int, turn: int, kings: int, kings_after: int) -> None:
    """Compute the sums after a turn from those before it, in the next row."""
    origin, target = turn & 63, turn >> 6 & 63
    for view in range(2):
        is_enemy = side ^ view
        gone = net.first[input_of(origin, view, is_enemy, kings >> origin & 1)]
        come = net.first[input_of(target, view, is_enemy, kings_after >> target & 1)]
        sums, after = w.sums[ply, view], w.sums[ply + 1, view]
        for k in range(FIRST):
            after[k] = sums[k] - gone[k] + come[k]
        rest = turn >> CAPTURED_AT
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            add_input(after, net.first[input_of(bit, view, 1 - is_enemy, kings >> bit & 1)], -1)


@kernel
def evaluate(w: Workspace, net: Network, ply: int, side: int, checkers: int) -> int:
    """Return points for the side to move, from its sums."""
    phase = PHASES * (checkers - 1) // CHECKERS
    clipped = w.clipped
    for view in range(2):
        sums = w.sums[ply, side ^ view]
        for k in range(FIRST):
            clipped[FIRST * view + k] = min(max(sums[k], 0), ONE)
    total = int(net.third_bias[phase])
    for j in range(SECOND):
        weights = net.second[phase, j]
        found = np.int32(net.second_bias[phase, j])
        for i in range(2 * FIRST):
            found = np.int32(found + clipped[i] * weights[i])
        total += min(max(found >> SHIFT, 0), ONE) * net.third[phase, j]
    return total >> LAST_SHIFT


@functools.cache
def load() -> Network:
    """Return the network that comes with the game; every search of this process shares it."""
    net = np.zeros(1, NETWORK)[0]
    with np.load(FILE) as arrays:
        for name, values in arrays.items():
            net[name][...] = values
    return net
