"""Every line to its end: what a position without chance is worth when both sides know everything."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Actions, Record
from parlour.core.game import Game
from parlour.core.generator import GENERATOR
from parlour.core.kernel import kernel
from parlour.core.level import Predicate

LEVELS = 100  # actions from the root at most
TABLE_BITS = 20
WIN, DRAW = 2, 1  # goals: at least this many halves of a win
GENERATOR_BYTES = np.dtype([GENERATOR]).itemsize
PRIME = -7046029254386353131

Rows = NDArray[np.uint8]
Table = NDArray[np.int64]  # [2 ** TABLE_BITS, 2]: the key of a position, and 1 when its goal is reached, 0 when not
Counts = NDArray[np.int64]  # [2]: positions that may still be looked at; 1 when they did not suffice
# reaches(stack, actions, level, seat, goal, table, counts)
Reaches = Callable[[Rows, Actions, int, int, int, Table, Counts], bool]


@kernel
def nowhere(s: Record) -> bool:
    return False


@kernel(wraps=True)
def key_of(row: Bytes, question: int) -> int:
    """Mix the bytes of a position, without its generator, with what is asked about it."""
    words = row[GENERATOR_BYTES : len(row) // 8 * 8].view(np.int64)
    key = question
    for word in words:
        key = (key ^ word) * PRIME
        key ^= key >> 29 & (1 << 35) - 1
    for byte in row[len(row) // 8 * 8 :]:
        key = (key ^ byte) * PRIME
    return key ^ key >> 32


@functools.cache
def reaches_kernel(game: Game, is_beyond: Predicate) -> Reaches:
    """Return the kernel that searches a game."""
    to_act, legal_actions, apply, result = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result,
    )  # fmt: skip
    state = game.state

    @kernel
    def reaches(stack: Rows, actions: Actions, level: int, seat: int, goal: int, table: Table, counts: Counts) -> bool:
        """Return whether a seat is sure of a goal from the position in a row of the stack; the rows below are scratch.

        Where both choose, the other side is taken to know what the seat has chosen.
        """
        s = stack[level].view(state)[0]
        seats = to_act(s)
        if seats == 0:
            return 2 * result(s, seat) >= goal
        if is_beyond(s):
            return False
        if counts[0] <= 0 or level + 1 == len(stack):
            counts[1] = 1
            return False
        counts[0] -= 1
        key = key_of(stack[level], 2 * goal + seat)
        slot = key & len(table) - 1
        if table[slot, 0] == key:
            return table[slot, 1] == 1
        mover = seat if seats >> seat & 1 else 1 - seat
        is_reached = mover != seat
        for i in range(legal_actions(s, mover, actions[level])):
            stack[level + 1] = stack[level]
            apply(stack[level + 1].view(state)[0], mover, actions[level, i])
            if reaches(stack, actions, level + 1, seat, goal, table, counts) == (mover == seat):
                is_reached = mover == seat
                break
        if counts[1] == 0:
            table[slot, 0], table[slot, 1] = key, is_reached
        return is_reached

    return reaches


class Exhauster(NamedTuple):
    """The memory of a search through all lines of one game."""

    game: Game
    reaches: Reaches
    stack: Rows
    actions: Actions
    table: Table

    def value(self, data: Bytes, seat: int, nodes: int) -> float | None:
        """Return what a seat is sure of in a position: 1, 0.5 or 0; None when that takes more positions."""
        for goal in (WIN, DRAW):
            counts = np.array([nodes, 0], np.int64)
            self.stack[0] = data
            if self.reaches(self.stack, self.actions, 0, seat, goal, self.table, counts):
                return goal / 2
            if counts[1]:
                return None
        return 0.0


def new_exhauster(game: Game, is_beyond: Predicate | None) -> Exhauster:
    """Allocate the memory of a search."""
    return Exhauster(
        game,
        reaches_kernel(game, is_beyond or nowhere),
        np.zeros((LEVELS, game.state.itemsize), np.uint8),
        np.zeros((LEVELS, game.facts.num_actions), np.int32),
        np.zeros((1 << TABLE_BITS, 2), np.int64),
    )
