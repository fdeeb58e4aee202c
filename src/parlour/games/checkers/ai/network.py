"""The learned evaluation of Checkers: a small network over the squares, kept up to date turn by turn.

The first layer sees the board from both sides: 128 inputs, own men, own kings, enemy men and enemy kings on the squares
as that side counts them. Its sums change with what a turn changes. Two more layers read them, the side to move first,
with weights for the number of checkers on the board. All weights are whole numbers, learned by bench/tune_checkers.py;
how many sums and cells there are follows from the file.
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
ONE = 254  # the whole number for an activation of 1
SHIFT = 10  # weights of the second layer are in 1024ths
LAST_SHIFT = 13

Network = Any  # one record of `network_type`
Sums = Any  # [first]: of the first layer, as one side sees the board
Workspace = Any  # with `sums` by ply and `clipped`


def network_type(phases: int, second: int, first: int) -> "np.dtype[np.void]":
    """Return the dtype of a network.

    Args:
        phases: of the numbers of checkers, with weights of their own.
        second: cells of the second layer.
        first: sums of the first layer for each side.
    """
    fields = [
        ("first", np.int16, (INPUTS, first)),
        ("first_bias", np.int16, first),
        ("second", np.int16, (phases, second, 2 * first)),
        ("second_bias", np.int32, (phases, second)),
        ("third", np.int32, (phases, second)),
        ("third_bias", np.int32, phases),
    ]
    return np.dtype((np.record, fields), align=True)


@kernel(inline=True)
def input_of(bit: int, view: int, is_enemy: int, is_king: int) -> int:
    """Return the input of a checker, as a side sees it."""
    square = bit - bit // 9
    return SQUARES * (2 * is_enemy + is_king) + (square if view == 0 else SQUARES - 1 - square)


@kernel
def add_input(sums: Sums, net: Network, place: int, sign: int) -> None:
    weights = net.first[place]
    for k in range(len(net.first_bias)):
        sums[k] += sign * weights[k]


@kernel
def sum_up(w: Workspace, net: Network, ply: int, black: int, white: int, kings: int) -> None:
    """Compute the sums of the first layer for a position from nothing."""
    for view in range(2):
        for k in range(len(net.first_bias)):
            w.sums[ply, view, k] = net.first_bias[k]
        rest = black | white
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            is_enemy = (black >> bit & 1) == view
            add_input(w.sums[ply, view], net, input_of(bit, view, is_enemy, kings >> bit & 1), 1)


@kernel
def update_sums(w: Workspace, net: Network, ply: int, side: int, turn: int, kings: int, kings_after: int) -> None:
    """Compute the sums after a turn from those before it, in the next row."""
    origin, target = turn & 63, turn >> 6 & 63
    for view in range(2):
        is_enemy = side ^ view
        gone = net.first[input_of(origin, view, is_enemy, kings >> origin & 1)]
        come = net.first[input_of(target, view, is_enemy, kings_after >> target & 1)]
        sums, after = w.sums[ply, view], w.sums[ply + 1, view]
        for k in range(len(net.first_bias)):
            after[k] = sums[k] - gone[k] + come[k]
        rest = turn >> CAPTURED_AT
        while rest:
            bit = lowest_bit(rest)
            rest &= rest - 1
            add_input(after, net, input_of(bit, view, 1 - is_enemy, kings >> bit & 1), -1)


@kernel
def evaluate(w: Workspace, net: Network, ply: int, side: int, checkers: int) -> int:
    """Return points for the side to move, from its sums."""
    phases, second, both = net.second.shape
    phase, first = phases * (checkers - 1) // CHECKERS, both // 2
    clipped = w.clipped
    for view in range(2):
        sums = w.sums[ply, side ^ view]
        for k in range(first):
            clipped[first * view + k] = min(max(sums[k], 0), ONE)
    total = int(net.third_bias[phase])
    for j in range(second):
        weights = net.second[phase, j]
        found = np.int32(net.second_bias[phase, j])
        for i in range(both):
            found = np.int32(found + clipped[i] * weights[i])
        total += min(max(found >> SHIFT, 0), ONE) * net.third[phase, j]
    return total >> LAST_SHIFT


@functools.cache
def load(path: Path = FILE) -> Network:
    """Return a network, by default the one that comes with the game; every search of this process shares it."""
    with np.load(path) as arrays:
        phases, second, both = arrays["second"].shape
        net = np.zeros(1, network_type(phases, second, both // 2))[0]
        for name, values in arrays.items():
            net[name][...] = values
    return net
