"""The chance of one iteration: it follows from the seed of the training and the number of the iteration alone."""

import numpy as np
import torch


class Chance:
    """Random numbers for the device, and for Python, which need not wait for the device."""

    def __init__(self, seed: int, iteration: int, device: str) -> None:
        self.host = np.random.default_rng([seed, iteration])
        self.device = torch.Generator(device)
        self.device.manual_seed(self.word())

    def word(self) -> int:
        """Draw a seed of 63 bits."""
        return int(self.host.integers(2**63))

    def below(self, count: int) -> int:
        """Draw a number below another one."""
        return int(self.host.integers(count))
