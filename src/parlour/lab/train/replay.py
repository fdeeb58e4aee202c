"""The replay buffer: the last positions of self-play with what the search found there, on the device that learns."""

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

Tensor = Any


class Positions(NamedTuple):
    """Positions to learn from."""

    observations: Tensor  # `[N, entries]` float32
    masks: Tensor  # `[N, bytes]` uint8: the legal actions, eight in a byte
    codes: Tensor  # `[N, K]` int32: the actions that the search kept
    shares: Tensor  # `[N, K]` float32: of the improved policy
    values: Tensor  # `[N]` float32, to the seat that acts


def pack(masks: Tensor) -> Tensor:
    """Return masks `[..., num_actions]` with eight of their flags in a byte."""
    padded = torch.nn.functional.pad(masks.to(torch.uint8), (0, -masks.shape[-1] % 8))
    places = torch.arange(8, dtype=torch.uint8, device=masks.device)
    return (padded.unflatten(-1, (-1, 8)) << places).sum(-1, dtype=torch.uint8)


def unpack(packed: Tensor, num_actions: int) -> Tensor:
    """Return the masks that were packed."""
    places = torch.arange(8, dtype=torch.uint8, device=packed.device)
    return (packed[..., None] >> places & 1).flatten(-2)[..., :num_actions].bool()


class Replay:
    """A ring of `size` positions; the oldest make room for new ones."""

    def __init__(self, size: int, like: Positions) -> None:
        self.size, self.added = size, 0
        self._kept = Positions(
            *(torch.zeros((size, *part.shape[1:]), dtype=part.dtype, device=part.device) for part in like)
        )

    def __len__(self) -> int:
        return min(self.size, self.added)

    def add(self, positions: Positions) -> None:
        """Add positions, at most as many as there is room for."""
        count = len(positions.values)
        at = (torch.arange(count, device=positions.values.device) + self.added) % self.size
        for kept, part in zip(self._kept, positions, strict=True):
            kept[at] = part
        self.added += count

    def sample(self, count: int, generator: Any) -> Positions:
        """Draw positions at random."""
        at = torch.randint(len(self), (count,), generator=generator, device=self._kept.values.device)
        return Positions(*(part[at] for part in self._kept))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return everything that it goes on from."""
        kept = {name: part[: len(self)].cpu().numpy() for name, part in self._kept._asdict().items()}
        return kept | {"added": np.array(self.added)}

    def load(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Go on from arrays."""
        self.added = int(arrays["added"])
        for name, part in self._kept._asdict().items():
            part[: len(self)].copy_(torch.from_numpy(arrays[name]))
