"""Evaluators for searches in tests."""

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Answer = tuple[NDArray[np.float32], NDArray[np.float32]]


def uniform(observations: Any, mask: NDArray[np.bool_]) -> Answer:
    """Find all actions equally good and all positions even."""
    return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)


def scattered(observations: NDArray[np.float32], mask: NDArray[np.bool_]) -> Answer:
    """Find something else in every observation, and the same in equal ones."""
    found = [_scatter(each, mask.shape[1]) for each in observations]
    return np.stack([logits for logits, _ in found]), np.array([value for _, value in found], np.float32)


def _scatter(observation: NDArray[np.float32], num_actions: int) -> tuple[NDArray[np.float32], float]:
    random = np.random.default_rng(zlib.crc32(observation.tobytes()))
    return random.standard_normal(num_actions, np.float32), random.uniform(-0.9, 0.9)
