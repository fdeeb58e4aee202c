"""The record of a Nim position."""

import numpy as np

from parlour.core.generator import GENERATOR

HEAPS = (1, 3, 4)
MAX_TAKE = max(HEAPS)
NUM_ACTIONS = len(HEAPS) * MAX_TAKE  # code MAX_TAKE * heap + take - 1

State = np.dtype((np.record, [GENERATOR, ("heaps", np.int8, len(HEAPS)), ("seat", np.int8)]))
