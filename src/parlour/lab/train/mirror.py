"""Policy gradients that a reference holds back, for games with secrets and choices at once.

Plain policy gradients circle around an equilibrium in which choices must stay mixed. A penalty for leaving a reference
policy makes them come to rest, and the reference then follows slowly, so that the point of rest moves to an equilibrium
of the game itself: magnetic mirror descent (Sokota and others, 2023) and R-NaD (Perolat and others, 2022), with the
clipped steps of PPO. Both seats are played by one network; it sees what the seat that acts may know and nothing else.
"""

from typing import Any

import torch

from parlour.core.batch import Batch
from parlour.lab.train.chance import Chance
from parlour.lab.train.chunk import Chunk, observe
from parlour.lab.train.learner import Arrays, Learner, draw, forward, masked
from parlour.lab.train.recipe import Recipe
from parlour.lab.train.symmetries import Symmetries

Tensor = Any
TINY = 1e-6
REFERENCE = "reference"


class Mirror:
    """Plays by the network's own policy, and moves it towards what did better than expected."""

    curves = ("value", "entropy", "divergence", "matches")
    kept_in = "learner"  # the file of a checkpoint

    def __init__(self, recipe: Recipe, batch: Batch, learner: Learner) -> None:
        assert recipe.mirror is not None
        self._recipe, self._how, self._batch, self._learner = recipe, recipe.mirror, batch, learner
        self._symmetries = Symmetries(batch.game, batch.device)
        self._reference = [tensor.detach().clone() for tensor in learner.tensors]

    def iterate(self, rate: float, chance: Chance) -> dict[str, Tensor]:
        """Play some steps and learn from them; returns what is drawn as curves."""
        observations, masks, actions, logs, values, returns, matches = self._play(chance)
        gains = returns - values
        gains = gains / (gains.std() + TINY)
        for _ in range(self._how.epochs):
            order = torch.randperm(len(actions), generator=chance.device, device=self._batch.device)
            for at in order.split(self._recipe.minibatch):
                measured = self._learn(
                    rate, observations[at], masks[at], actions[at], logs[at], gains[at], returns[at]
                )  # fmt: skip
        self._follow()
        return measured | {"matches": matches}

    @torch.no_grad()
    def _play(self, chance: Chance) -> tuple[Tensor, ...]:
        """Play some steps, in an image of the game; returns the positions and what came of them, all rows together."""
        image, seen = chance.below(self._symmetries.count), []
        chunk = Chunk(self._batch, self._recipe.steps)
        for t in range(self._recipe.steps):
            observations, masks = self._look(image)
            logits, values = forward(self._learner.tensors, observations)
            actions = draw(logits, masks, chance.device)
            logs = torch.log_softmax(masked(logits, masks), 1).gather(1, actions[:, None])[:, 0]
            seen.append((observations, masks, actions, logs, values))
            chunk.step(t, values, self._symmetries.origins(image, actions))
        returns = chunk.returns(forward(self._learner.tensors, self._look(image)[0])[1], self._recipe.trace)
        return *(torch.cat(part) for part in zip(*seen, strict=True)), returns.flatten(), chunk.matches

    def _look(self, image: int) -> tuple[Tensor, Tensor]:
        observations, masks = observe(self._batch)
        return self._symmetries.observations(image, observations), self._symmetries.masks(image, masks)

    def _learn(
        self, rate: float, observations: Tensor, masks: Tensor, actions: Tensor, old: Tensor, gains: Tensor,
        returns: Tensor,
    ) -> dict[str, Tensor]:  # fmt: skip
        logits, values = forward(self._learner.tensors, observations)
        logs = torch.log_softmax(masked(logits, masks), 1)
        with torch.no_grad():
            reference = torch.log_softmax(masked(forward(self._reference, observations)[0], masks), 1)
        ratio = (logs.gather(1, actions[:, None])[:, 0] - old).exp()
        clipped = ratio.clamp(1 - self._how.clip, 1 + self._how.clip)
        gain = torch.minimum(ratio * gains, clipped * gains).mean()
        divergence = (logs.exp() * (logs - reference)).sum(1).mean()
        entropy = -(logs.exp() * logs).sum(1).mean()
        value = (values - returns).square().mean()
        self._learner.learn(value - gain + self._how.magnet * divergence - self._how.entropy * entropy, rate)
        return {"value": value.detach(), "entropy": entropy.detach(), "divergence": divergence.detach()}

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the reference towards the network."""
        for tensor, target in zip(self._reference, self._learner.tensors, strict=True):
            tensor.lerp_(target, self._how.follow)

    def arrays(self) -> Arrays:
        """Return what it goes on from, beside the learner and the batch."""
        return {f"{REFERENCE}{i}": tensor.cpu().numpy() for i, tensor in enumerate(self._reference)}

    def load(self, arrays: Arrays) -> None:
        """Go on from arrays; from none, with the network itself as the reference."""
        for i, tensor in enumerate(self._reference):
            start = torch.from_numpy(arrays[f"{REFERENCE}{i}"]) if arrays else self._learner.tensors[i].detach()
            tensor.copy_(start)
