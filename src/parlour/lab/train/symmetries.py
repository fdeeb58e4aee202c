"""The symmetries of a game's encoding as tables on a device: a network learns from images of a position as well."""

from typing import Any

import numpy as np
import torch

from parlour.core.batch import encoder_of
from parlour.core.game import Game

Tensor = Any


class Symmetries:
    """The images of observations, masks and actions; image 0 is the position itself."""

    def __init__(self, game: Game, device: str) -> None:
        encoding = game.extras.encoding
        found = encoding.symmetries if encoding is not None else ()
        same = np.arange(int(np.prod(encoder_of(game)[0]))), np.arange(game.facts.num_actions)
        entries = [same[0], *(each.entries for each in found)]
        actions = [same[1], *(each.actions for each in found)]
        self.count = len(entries)
        self._entries, self._actions = (
            [torch.tensor(each, device=device) for each in table] for table in (entries, actions)
        )
        self._origins = [table.argsort() for table in self._actions]

    def observations(self, image: int, observations: Tensor) -> Tensor:
        """Return the images of observations `[B, entries]`."""
        return observations[:, self._entries[image]] if image else observations

    def masks(self, image: int, masks: Tensor) -> Tensor:
        """Return the images of legal masks `[B, num_actions]`."""
        return masks[:, self._origins[image]] if image else masks

    def actions(self, image: int, actions: Tensor) -> Tensor:
        """Return the images of actions, of any shape."""
        return self._actions[image][actions] if image else actions

    def origins(self, image: int, actions: Tensor) -> Tensor:
        """Return the actions whose images are given."""
        return self._origins[image][actions] if image else actions
