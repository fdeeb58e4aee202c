"""Endgame tables of Checkers for three checkers against two: whether the side to move wins, draws or loses.

They go on where `endgames` ends, with the same places, but hold no number of turns: five results in a byte. Positions
in which a jump is due are never asked for; their places hold what their neighbours do, which makes the file smaller.
Four checkers against one, which any search wins, are left out.
"""

import functools
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.level import UNKNOWN, Tables
from parlour.games.checkers import endgames
from parlour.games.checkers.endgames import FIVE, FIVE_SIZE, OFFSETS, SIZE, index_at, new_scratch, place
from parlour.games.checkers.rules import can_jump, can_step
from parlour.games.checkers.state import State

FILE = Path(__file__).with_name("five.xz")
NUMBER = 5  # checkers
PER_BYTE = 5  # results
POWERS = np.array([3**i for i in range(PER_BYTE)], np.int64)

Distances = NDArray[np.int16]  # [SIZE + FIVE_SIZE]: in how many turns a position ends, as in `endgames`


@kernel
def result_at(own: int, enemy: int, all_kings: int, is_turned: bool, tables: Tables) -> int:
    """Return 1, 0 or -1 for a position with five checkers without a jump; UNKNOWN where the tables do not hold it."""
    if len(tables) <= SIZE or abs(num_bits(own) - num_bits(enemy)) != 1:
        return UNKNOWN
    index = index_at(own, enemy, all_kings, is_turned) - SIZE
    return (int(tables[SIZE + index // PER_BYTE]) & 255) // POWERS[index % PER_BYTE] % 3 - 1


@kernel
def fill(
    s: Record, men: int, kings: int, enemy_men: int, enemy_kings: int, size: int, distances: Distances, out: Any
) -> None:
    """Write the results of a class: 0 for a loss, 1 for a draw, 2 for a win."""
    offset = OFFSETS[men, kings, enemy_men, enemy_kings]
    last = 1
    for i in range(size):
        if place(s, men, kings, enemy_men, enemy_kings, i) and not can_jump(s, s.pieces[0]):
            distance = distances[offset + i]
            last = 1 + (distance > 0) - (distance < 0 or not can_step(s))
        out[offset - SIZE + i] = last


def make_distances(report: Callable[[int], None]) -> Distances:
    """Compute the numbers of turns by retrograde analysis; `report` is called as by `endgames.make_tables`."""
    distances = np.zeros(SIZE + FIVE_SIZE, np.int16)
    distances[:SIZE] = endgames.load()
    endgames.work_out(FIVE, distances, report)
    return distances


def pack(distances: Distances) -> bytes:
    """Keep only who wins."""
    results = np.ones(-(-FIVE_SIZE // PER_BYTE) * PER_BYTE, np.uint8)
    s = new_scratch()[0][0].view(State)[0]
    for each in FIVE:
        fill(s, *each, each.size, distances, results)
    return (results.reshape(-1, PER_BYTE) @ POWERS.astype(np.uint8)).astype(np.uint8).tobytes()


def save(distances: Distances) -> None:
    FILE.write_bytes(lzma.compress(pack(distances), preset=9))


@functools.cache
def load() -> Tables:
    """Return the tables of `endgames` with those of this module behind them, for every search of this process."""
    return np.frombuffer(endgames.load().tobytes() + lzma.decompress(FILE.read_bytes()), np.int8)
