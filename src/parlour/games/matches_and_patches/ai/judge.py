"""What a position between two rounds is worth: a small network over what both seats have, and could capture next.

It sees both hands, so that it judges guesses. `bench/tune_matches.py` learns the weights by self-play, some for each
board; `judge.npy` holds them.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.fast_record import record_type
from parlour.core.kernel import kernel
from parlour.games.matches_and_patches.ai.evaluate import CELLS, OWN_SIDE, STRENGTH, pattern, tiles_around
from parlour.games.matches_and_patches.rules.contract import num_cells, side
from parlour.games.matches_and_patches.rules.patterns import TENTHS
from parlour.games.matches_and_patches.state import HAND, LARGE, NONE

# What is counted for a seat.
CAPTURED, POINTS = 0, 1
OPEN, TILES, EMPTY = 2, 3, 4  # on its own side of the board: open cells, uncaptured tiles, empty cells
BEST = 5  # what the tiles of its hand are worth at their best cells, the best tile first; 0 where none matches
STRONGEST, AT_HOME = BEST + HAND, BEST + HAND + 1  # roots of the strongest patterns of its hand
FITS = AT_HOME + 1  # placements that match one tile, two, and three or more
COUNTS = FITS + 3
INPUTS = 2 * COUNTS + 2
HIDDEN = 32
EMPTY_UNIT, SUM_UNIT, DIFFERENCE_UNIT = 32.0, 8.0, 3.0  # which bring the inputs to about one

WeightsType = record_type(
    [
        ("mix", np.float32, (INPUTS, HIDDEN)),
        ("bias", np.float32, (HIDDEN,)),
        ("out", np.float32, (HIDDEN,)),
    ]
)
Weights = Any  # [2] records of that type: the small board, the large one
Counts = NDArray[np.float32]  # [2, COUNTS], by seat


def weights_over(numbers: NDArray[np.float32]) -> Weights:
    """Return the weights that lie in an array, one part after another; both change together."""
    return numbers.view(WeightsType)


@kernel
def count(s: Record, seat: int, out: Counts) -> None:
    """Write what a seat has and could do."""
    own = out[seat]
    own[:] = 0.0
    own[CAPTURED], own[POINTS] = s.captured[seat], s.points[seat] / TENTHS
    strongest, at_home = 0, 0
    for cell in range(num_cells(s)):
        is_own_side = side(s, cell) == seat
        if s.tiles[cell] != NONE:
            own[TILES] += is_own_side and s.owners[cell] == NONE
            continue
        own[EMPTY] += is_own_side
        if not s.open[cell]:
            continue
        own[OPEN] += is_own_side
        packed = tiles_around(s, cell, NONE)
        if not packed:
            continue
        for i in range(s.hand_sizes[seat]):
            found, tenths = pattern(int(s.hands[seat, i]), packed)
            if found:
                own[FITS + min(found, 3) - 1] += 1.0
                worth = CELLS[found] + STRENGTH / TENTHS * tenths + OWN_SIDE * is_own_side
                own[BEST + i] = max(own[BEST + i], np.float32(worth))
                strongest = max(strongest, tenths)
                if is_own_side:
                    at_home = max(at_home, tenths)
    own[STRONGEST], own[AT_HOME] = math.sqrt(strongest / TENTHS), math.sqrt(at_home / TENTHS)
    sort_best(own)


@kernel
def sort_best(own: Counts) -> None:
    """Put the tile that is worth most first."""
    for i in range(1, HAND):
        for k in range(i, 0, -1):
            if own[BEST + k] > own[BEST + k - 1]:
                own[BEST + k], own[BEST + k - 1] = own[BEST + k - 1], own[BEST + k]


@kernel
def write_inputs(counts: Counts, seat: int, empty: int, x: Counts) -> None:
    """Write what the network sees for a seat."""
    unit = DIFFERENCE_UNIT / math.sqrt(empty)
    for i in range(COUNTS):
        own, other = counts[seat, i], counts[1 - seat, i]
        x[i], x[COUNTS + i] = (own - other) * unit, (own + other) / SUM_UNIT
    x[2 * COUNTS] = empty / EMPTY_UNIT
    x[2 * COUNTS + 1] = 4.0 * (counts[seat, CAPTURED] - counts[1 - seat, CAPTURED]) / max(empty, 4)


@kernel
def run(weights: Weights, x: Counts, hidden: Counts) -> float:
    """Return the output of the network, in log-odds."""
    for j in range(HIDDEN):
        hidden[j] = weights.bias[j]
    for i in range(INPUTS):
        for j in range(HIDDEN):
            hidden[j] += x[i] * weights.mix[i, j]
    total = 0.0
    for j in range(HIDDEN):
        total += max(hidden[j], np.float32(0.0)) * weights.out[j]
    return total


@kernel
def judge(s: Record, seat: int, weights: Weights) -> float:
    """Return the expected result for a seat of a position between two rounds; the other seat expects the rest."""
    counts, x, hidden = np.empty((2, COUNTS), np.float32), np.empty(INPUTS, np.float32), np.empty(HIDDEN, np.float32)
    count(s, 0, counts)
    count(s, 1, counts)
    board, empty, log_odds = weights[s.width // LARGE], num_cells(s) - int(s.placed), 0.0
    for viewer in range(2):
        write_inputs(counts, viewer, empty, x)
        log_odds += run(board, x, hidden) if viewer == seat else -run(board, x, hidden)
    return 1.0 / (1.0 + math.exp(-log_odds))


WEIGHTS = weights_over(np.load(Path(__file__).with_name("judge.npy")).astype(np.float32))
