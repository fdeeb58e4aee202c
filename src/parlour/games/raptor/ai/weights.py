"""The network by which Raptor's positions are judged, learned by `bench/tune_raptor.py`."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.raptor.ai.layout import FEATURES
from parlour.games.raptor.state import CARDS

HIDDEN = 64  # units of the network: 32 of each of two runs
# Where the parts of a network lie in its array: HIDDEN weights for each feature, then these
BIAS = FEATURES * HIDDEN  # one for each hidden unit
OUT = BIAS + HIDDEN  # one for each hidden unit, and their bias
HANDS = OUT + HIDDEN + 1  # what each card adds while it is in a hand: the raptor's nine, the scientist's nine
SIZE = HANDS + 2 * CARDS

WEIGHTS: NDArray[np.float32] = np.load(Path(__file__).with_name("network.npy"))
