"""The gate: matches of a checkpoint against the best one so far, side by side, judged by a sequential test."""

from collections.abc import Callable
from typing import Any

import torch

from parlour.core.batch import Batch
from parlour.core.game import Game
from parlour.lab.search import BatchedSearch, Network
from parlour.lab.sprt import judge
from parlour.lab.train.chance import Chance
from parlour.lab.train.chunk import acting_seats, observe
from parlour.lab.train.folder import Passage
from parlour.lab.train.learner import draw, forward, tensors_of
from parlour.lab.train.recipe import Recipe

Tensor = Any
BETWEEN_LOOKS = 8  # actions between two looks whether all matches are over


def pass_gate(
    game: Game, recipe: Recipe, device: str, networks: tuple[Network, Network], iterations: tuple[int, int], seed: int
) -> Passage:
    """Let a checkpoint, the first network, meet the best one until the test is decided, or the rounds are over."""
    scores: list[float] = []
    for number in range(recipe.gate.rounds):
        scores += pair_scores(game, recipe, device, networks, Chance(seed, number, device))
        test = judge(recipe.gate.test, scores)
        if test.verdict != "open":
            break
    return Passage(*iterations, sum(scores) / len(scores), test)


@torch.inference_mode()
def pair_scores(
    game: Game, recipe: Recipe, device: str, networks: tuple[Network, Network], chance: Chance
) -> list[float]:
    """Play pairs with the same deal and opening and the seats swapped; returns the first network's points per match."""
    batch = start_pairs(game, recipe, device, chance)
    own_seats = torch.arange(batch.size, device=device) % 2  # of the first network
    sides = [tensors_of(network, device) for network in networks]
    is_own = torch.zeros(batch.size, dtype=torch.bool, device=device)

    def evaluate(observations: Any, mask: Any) -> tuple[Tensor, Tensor]:
        """Evaluate every row by the network that acts at its root."""
        seen = torch.as_tensor(observations, device=device).reshape(batch.size, -1)
        (logits, values), (their_logits, their_values) = (forward(tensors, seen) for tensors in sides)
        return torch.where(is_own[:, None], logits, their_logits), torch.where(is_own, values, their_values)

    choose = _chooser(recipe, batch, evaluate, chance)
    count = 0
    while count % BETWEEN_LOOKS or torch.as_tensor(batch.to_act(), device=device).any():
        is_own.copy_(acting_seats(batch) == own_seats)
        batch.step(choose().int(), check=False)
        count += 1
    results = torch.as_tensor(batch.results(), device=device).gather(1, own_seats[:, None])
    return results.reshape(-1, 2).mean(1).tolist()


def start_pairs(game: Game, recipe: Recipe, device: str, chance: Chance) -> Batch:
    """Return matches of which each two neighbours begin alike."""
    pairs, options = recipe.gate.pairs, recipe.options_of(game)
    first = Batch(game, pairs, device, chance.word(), options)
    if game.players.opening_actions:
        first.play_random(game.players.opening_actions, chance.word())
    both = Batch(game, 2 * pairs, device, 0, options)
    records = torch.as_tensor(first.records, device=device).repeat_interleave(2, 0)
    torch.as_tensor(both.records, device=device).copy_(records)
    return both


def _chooser(recipe: Recipe, batch: Batch, evaluate: Any, chance: Chance) -> Callable[[], Tensor]:
    """Return what chooses the actions of all rows: a search, or the policy itself."""
    if recipe.search is None:

        def by_policy() -> Tensor:
            observations, mask = observe(batch)
            return draw(evaluate(observations, mask)[0], mask, chance.device)

        return by_policy
    width, considered = min(recipe.search.width, batch.game.facts.num_actions), recipe.search.considered
    search = BatchedSearch(batch, evaluate, recipe.gate.simulations, "gumbel", width, considered)
    return lambda: torch.as_tensor(search.search(chance.word()).actions, device=batch.device)
