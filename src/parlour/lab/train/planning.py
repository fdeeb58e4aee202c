"""Self-play with tree search, for games of open information: the network learns what the search finds.

The policy learns the search's improved policy, the value a mean of what the search expected later and of the result
("Policy improvement by planning with Gumbel", Danihelka and others, 2022).
"""

from typing import Any

import torch

from parlour.core.batch import Batch
from parlour.lab.search import BatchedSearch
from parlour.lab.train.chance import Chance
from parlour.lab.train.chunk import Chunk, observe
from parlour.lab.train.learner import Arrays, Learner, draw, forward, masked
from parlour.lab.train.recipe import Recipe
from parlour.lab.train.replay import Positions, Replay, pack, unpack
from parlour.lab.train.symmetries import Symmetries

Tensor = Any


class Planning:
    """Plays with a search, keeps what it found, and learns from what was kept."""

    curves = ("policy", "value", "entropy", "matches")
    kept_in = "play"  # the file of a checkpoint

    def __init__(self, recipe: Recipe, batch: Batch, learner: Learner) -> None:
        assert recipe.search is not None
        self._recipe, self._how, self._batch, self._learner = recipe, recipe.search, batch, learner
        self._num_actions = batch.game.facts.num_actions
        self._width = min(self._how.width, self._num_actions)
        self._search = BatchedSearch(
            batch, learner.evaluate, self._how.simulations, "gumbel", self._width, self._how.considered
        )
        self._symmetries = Symmetries(batch.game, batch.device)
        self._replay = Replay(self._how.buffer, self._no_positions())
        self._opening = torch.zeros(batch.size, dtype=torch.int64, device=batch.device)  # random actions to come

    def iterate(self, rate: float, chance: Chance) -> dict[str, Tensor]:
        """Play some steps and learn; returns what is drawn as curves."""
        matches = self._play(chance)
        for _ in range(self._how.updates):
            measured = self._learn(rate, chance)
        return measured | {"matches": matches}

    @torch.inference_mode()
    def _play(self, chance: Chance) -> Tensor:
        """Add positions of self-play to the buffer; returns how many matches ended."""
        steps = self._recipe.steps
        chunk, seen = Chunk(self._batch, steps), []
        for t in range(steps):
            observations, mask = observe(self._batch)
            found = self._search.search(chance.word())
            policy, values, best = (
                torch.as_tensor(part, device=self._batch.device) for part in (found.policy, found.values, found.actions)
            )
            shares, codes = policy.topk(self._width, dim=1)
            seen.append((observations, pack(mask), codes.int(), shares))
            anything = draw(torch.zeros_like(policy), mask, chance.device)
            strays = self._strays(chance)
            ended = chunk.step(t, values, torch.where(strays, anything, best.long()), strays)
            self._open(ended, chance)
        returns = chunk.returns(self._learner.evaluate(*observe(self._batch))[1], self._recipe.trace)
        observed, masks, codes, shares = (torch.cat(part) for part in zip(*seen, strict=True))
        self._replay.add(Positions(observed, masks, codes, shares, returns.flatten()))
        return chunk.matches

    def _strays(self, chance: Chance) -> Tensor:
        """Choose the rows that play any action: in the opening of a match always, later now and then."""
        chosen = torch.rand(self._batch.size, generator=chance.device, device=self._batch.device) < self._how.explore
        return chosen | (self._opening > 0)

    def _open(self, ended: Tensor, chance: Chance) -> None:
        """Draw for new matches how many random actions open them."""
        drawn = torch.randint(
            self._how.openings + 1, ended.shape, generator=chance.device, device=self._batch.device
        )  # fmt: skip
        self._opening = torch.where(ended, drawn, (self._opening - 1).clamp(min=0))

    def _learn(self, rate: float, chance: Chance) -> dict[str, Tensor]:
        positions = self._replay.sample(self._recipe.minibatch, chance.device)
        image = chance.below(self._symmetries.count)
        mask = self._symmetries.masks(image, unpack(positions.masks, self._num_actions))
        codes = self._symmetries.actions(image, positions.codes.long())
        logits, values = forward(self._learner.tensors, self._symmetries.observations(image, positions.observations))
        logs = torch.log_softmax(masked(logits, mask), 1)
        found = (positions.shares * logs.gather(1, codes)).sum(1)
        alike = torch.where(mask, logs, 0.0).sum(1) / mask.sum(1)
        policy = -torch.lerp(found, alike, self._how.smooth).mean()
        value = (values - positions.values).square().mean()
        self._learner.learn(policy + value, rate)
        entropy = -(logs.exp() * logs).sum(1).mean()
        return {"policy": policy.detach(), "value": value.detach(), "entropy": entropy.detach()}

    def _no_positions(self) -> Positions:
        observations, mask = observe(self._batch)
        codes = torch.zeros((0, self._width), dtype=torch.int32, device=self._batch.device)
        return Positions(observations[:0], pack(mask[:0]), codes, codes.float(), codes[:, 0].float())

    def arrays(self) -> Arrays:
        """Return what it goes on from, beside the learner and the batch."""
        return self._replay.arrays() | {"opening": self._opening.cpu().numpy()}

    def load(self, arrays: Arrays) -> None:
        """Go on from arrays; from none, with an empty buffer."""
        if arrays:
            self._replay.load(arrays)
            self._opening.copy_(torch.from_numpy(arrays["opening"]))
