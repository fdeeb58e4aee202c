"""The networks by which Raptor's positions are judged: one learned by `bench/tune_raptor.py`, one set by hand."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.raptor.ai.layout import BLOCKS, FEATURES
from parlour.games.raptor.state import CARDS

HIDDEN = 32  # units of the network
# Where the parts of a network lie in its array: HIDDEN weights for each feature, then these
BIAS = FEATURES * HIDDEN  # one for each hidden unit
OUT = BIAS + HIDDEN  # one for each hidden unit, and their bias
HANDS = OUT + HIDDEN + 1  # what each card adds while it is in a hand: the raptor's nine, the scientist's nine
SIZE = HANDS + 2 * CARDS


def linear(table: dict[str, tuple[float, ...]]) -> NDArray[np.float32]:
    """Return a network that adds up one weight for each feature; a pair of units keeps what is below zero."""
    network = np.zeros(SIZE, np.float32)
    at = 0
    for name, entries in BLOCKS:
        for i, weight in enumerate(table.get(name, ())):
            network[(at + i) * HIDDEN : (at + i) * HIDDEN + 2] = weight, -weight
        at += entries
    network[OUT : OUT + 2] = 1.0, -1.0
    return network


WEIGHTS: NDArray[np.float32] = np.load(Path(__file__).with_name("network.npy"))

# What a beginner looks at: babies saved, lost and asleep, who stands beside them, sleep tokens, scientists, and how far
# the babies have to run.
SIMPLE_TABLE = {
    "progress": (0.0, -1.2, -2.4, 1.2, 0.0, -1.2, 2.4, 1.2, 0.0),
    "tokens": (0.6, 0.3, 0.0, -0.4, -0.8),
    "scientists": (0.0, 1.5, 1.2, 0.9, 0.6, 0.4, 0.2, 0.1, 0.0),
    "awake_exit": (0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.0),
    "asleep_exit": (-0.2, -0.2, -0.2, -0.2),
    "asleep_prey": (-0.15, -0.1, -0.05),
    "bite": (0.2, 0.1),
    "wake": (0.3, 0.2, 0.1),
}  # fmt: skip
SIMPLE_WEIGHTS = linear(SIMPLE_TABLE)
