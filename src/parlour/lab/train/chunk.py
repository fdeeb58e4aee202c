"""A few steps of all rows of a batch, as both algorithms play them: who acted, what came of it, what it is worth."""

from typing import Any

import numpy as np
import torch

from parlour.core.batch import Batch
from parlour.lab.train.targets import seat_returns

Tensor = Any
GROUPS = 16  # of rows, each at another moment of a match


def observe(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return what the seats that act may know, `[B, entries]`, and their legal actions, `[B, num_actions]`."""
    seen = torch.as_tensor(batch.observe(), device=batch.device)
    return seen.reshape(batch.size, -1), torch.as_tensor(batch.legal_mask(), device=batch.device)


def acting_seats(batch: Batch) -> Tensor:
    """Return the seat that acts next in each row, `[B]`; 1 also where the match is over."""
    return 1 - (torch.as_tensor(batch.to_act(), device=batch.device) & 1).long()


def stagger(batch: Batch, seed: int) -> None:
    """Bring the rows of a new batch to different moments of a match, by random play.

    Otherwise all matches would open, and end, in the same iterations for a long time.
    """
    _, played = batch.play_random(batch.game.facts.max_length, seed)
    part = max(1, int(batch.memory.fetch(played).mean()) // GROUPS)
    batch.reset()
    for group in range(GROUPS):
        batch.play_random(part, restart=True)
        batch.restart(np.arange(batch.size) % GROUPS == group)


class Chunk:
    """What happened in `steps` steps of a batch."""

    def __init__(self, batch: Batch, steps: int) -> None:
        self._batch = batch
        shape = (steps, batch.size)
        self.seats = torch.zeros(shape, dtype=torch.int64, device=batch.device)
        self.values = torch.zeros(shape, device=batch.device)
        self._rewards = torch.zeros((*shape, 2), device=batch.device)
        self._ended, self._strays = (torch.zeros(shape, dtype=torch.bool, device=batch.device) for _ in range(2))

    def step(self, t: int, values: Tensor, actions: Tensor, strays: Tensor | None = None) -> Tensor:
        """Play actions that are legal; matches that end begin again.

        Args:
            values: `[B]`: what the seats that act expect.
            strays: `[B]` bool: the seats would have chosen better actions.

        Returns:
            where a match has ended, `[B]` bool.
        """
        if strays is not None:
            self._strays[t] = strays
        self.seats[t], self.values[t] = acting_seats(self._batch), values
        stepped = self._batch.step(actions.int(), restart=True, check=False)
        self._rewards[t] = torch.as_tensor(stepped.rewards, device=self._batch.device)
        self._ended[t] = torch.as_tensor(stepped.ended, device=self._batch.device) > 0
        return self._ended[t]

    def returns(self, next_values: Tensor, trace: float) -> Tensor:
        """Return what the positions turned out to be worth, `[T, B]`, given what the seats to act now expect."""
        last = torch.where(acting_seats(self._batch) == 0, next_values, -next_values)
        return seat_returns(torch, self.values, self.seats, self._rewards, self._ended, self._strays, last, trace)

    @property
    def matches(self) -> Tensor:
        """How many matches ended."""
        return self._ended.sum()
