"""What torch computes for a training: as plain arrays and kernels do, packed masks, a ring of positions, images."""

from typing import Any

import numpy as np
import pytest

from parlour.core.batch import Batch
from parlour.core.registry import game_ids, load
from parlour.lab.search import Network
from parlour.lab.search.network import evaluate_layers

torch: Any = pytest.importorskip("torch", reason="needs torch: pip install 'parlour[train]'")

from parlour.lab.train.chunk import GROUPS, stagger  # noqa: E402
from parlour.lab.train.learner import Learner, draw, forward  # noqa: E402
from parlour.lab.train.replay import Positions, Replay, pack, unpack  # noqa: E402
from parlour.lab.train.symmetries import Symmetries  # noqa: E402

ROWS = 6


def started(game_id: str, actions: int = 7) -> Batch:
    game = load(game_id)
    batch = Batch(game, ROWS, seeds=1, options=game.preset("quick"), threads=1)
    batch.play_random(actions, seed=2)
    return batch


@pytest.mark.parametrize("game_id", game_ids())
def test_torch_arrays_and_kernels_evaluate_alike(game_id: str) -> None:
    batch = started(game_id)
    network = Learner(Network.random(batch.game, (16, 8), seed=3), "cpu", decay=0.0).network()
    seen, mask = batch.observe(), batch.legal_mask()
    actions, counts = batch.legal_actions()
    layers = network.layers()
    scratch = np.zeros((2, int(layers.sizes.max())), np.float32)

    logits, values = (part.numpy() for part in Learner(network, "cpu", 0.0).evaluate(seen, mask))

    plain_logits, plain_values = network(seen, mask)
    assert logits == pytest.approx(plain_logits, abs=1e-4)
    assert values == pytest.approx(plain_values, abs=1e-5)
    for row in range(ROWS):
        written = np.zeros(batch.game.facts.num_actions, np.float32)
        value = evaluate_layers(layers, seen[row].ravel(), scratch, actions[row], counts[row], written)
        assert value == pytest.approx(values[row], abs=1e-5)
        assert written[mask[row]] == pytest.approx(logits[row][mask[row]], abs=1e-4)


def test_a_learner_comes_closer_to_what_it_is_asked_for_and_goes_on_from_its_arrays() -> None:
    batch = started("connect_four")
    learners = [Learner(Network.random(batch.game, (8,), seed=seed), "cpu", decay=0.01) for seed in (3, 4)]
    seen = torch.as_tensor(batch.observe())

    def loss(learner: Learner) -> Any:
        return (forward(learner.tensors, seen.reshape(ROWS, -1))[1] - 0.5).square().mean()

    before = float(loss(learners[0]).detach())
    for _ in range(20):
        learners[0].learn(loss(learners[0]), 0.01)
    learners[1].load(learners[0].arrays())
    for learner in learners:
        learner.learn(loss(learner), 0.01)

    assert float(loss(learners[0]).detach()) < before / 2
    for one, other in zip(learners[0].tensors, learners[1].tensors, strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize("num_actions", [1, 8, 49])
def test_masks_are_packed_and_unpacked(num_actions: int) -> None:
    masks = torch.from_numpy(np.random.default_rng(1).random((5, num_actions)) < 0.5)

    assert pack(masks).shape == (5, -(-num_actions // 8))
    assert torch.equal(unpack(pack(masks), num_actions), masks)


def positions(*numbers: int) -> Positions:
    values = torch.tensor(numbers, dtype=torch.float32)
    return Positions(values[:, None], values[:, None].byte(), values[:, None].int(), values[:, None], values)


def test_new_positions_replace_the_oldest_ones() -> None:
    ring = Replay(4, positions())
    for numbers in ((1, 2, 3), (4, 5), (6,)):
        ring.add(positions(*numbers))
    like = Replay(4, positions())
    like.load(ring.arrays())

    for each in (ring, like):
        found = each.sample(200, torch.Generator().manual_seed(1))
        assert set(found.values.tolist()) == {3.0, 4.0, 5.0, 6.0}
        assert all(torch.equal(part.flatten().float(), found.values) for part in found)


def test_actions_are_drawn_by_their_shares_and_legal() -> None:
    logits = torch.log(torch.tensor([1.0, 3.0, 96.0])).repeat(4000, 1)
    mask = torch.tensor([True, True, False]).repeat(4000, 1)

    drawn = draw(logits, mask, torch.Generator().manual_seed(1))

    assert set(drawn.tolist()) == {0, 1}
    assert float(drawn.float().mean()) == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize("game_id", game_ids())
def test_images_of_masks_and_actions_belong_together(game_id: str) -> None:
    batch = started(game_id)
    images, codes = Symmetries(batch.game, "cpu"), torch.arange(batch.game.facts.num_actions)
    mask = torch.as_tensor(batch.legal_mask())

    for image in range(images.count):
        there = images.actions(image, codes)
        assert torch.equal(images.masks(image, mask)[:, there], mask)
        assert torch.equal(images.origins(image, there), codes)


def test_the_image_of_a_position_is_the_position_after_the_images_of_its_actions() -> None:
    games = [Batch(load("connect_four"), 1, seeds=1, options={"quick_colours": True}) for _ in range(2)]
    images = Symmetries(games[0].game, "cpu")
    for column in (0, 1, 1, 5):
        games[0].step([column])
        games[1].step(images.actions(1, torch.tensor([column])))

    seen = [torch.as_tensor(game.observe()).reshape(1, -1) for game in games]
    assert images.count == 2
    assert torch.equal(images.observations(1, seen[0]), seen[1])
    assert not torch.equal(seen[0], seen[1])


def test_rows_are_brought_to_different_moments_of_a_match() -> None:
    batch = Batch(load("connect_four"), 4 * GROUPS, seeds=1, options={"quick_colours": True}, threads=1)

    stagger(batch, seed=1)

    assert batch.to_act().all()
    checkers = batch.observe()[:, :2].sum(axis=(1, 2, 3))
    assert (checkers <= 2).any()
    assert (checkers >= 10).any()
    assert len(np.unique(checkers)) >= GROUPS // 2
