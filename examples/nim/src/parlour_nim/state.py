"""The record of a Nim position."""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR

HEAPS = (1, 3, 4)
MAX_TAKE = max(HEAPS)
NUM_ACTIONS = len(HEAPS) * MAX_TAKE  # code MAX_TAKE * heap + take - 1

State = record_type([GENERATOR, ("heaps", np.int8, len(HEAPS)), ("seat", np.int8)])
