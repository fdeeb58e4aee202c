"""A training goes on to the same result after an interruption, mixes where it must, and its gate is fair."""

import itertools
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from parlour.core.batch import Batch
from parlour.core.game import Game
from parlour.core.registry import load
from parlour.lab.search import Network
from parlour.lab.train.folder import Checkpoint, TrainingFolder, TrainingPlan
from parlour.lab.train.recipe import GatePart, MirrorPart, Recipe, SearchPart
from support.toys import FAIR_PENNIES, PENNIES

torch: Any = pytest.importorskip("torch", reason="needs torch: pip install 'parlour[train]'")

from parlour.lab.train.chance import Chance  # noqa: E402
from parlour.lab.train.gate import pass_gate, start_pairs  # noqa: E402
from parlour.lab.train.training import Training, train  # noqa: E402

OPEN, SECRET = load("connect_four"), load("whist")
TINY = Recipe(
    hidden=[8], rows=6, steps=3, iterations=8, minibatch=16, rate=0.01, warmup=2,
    gate=GatePart(every=3, pairs=4, rounds=1),
)  # fmt: skip
SEARCH = msgspec.structs.replace(
    TINY, search=SearchPart(simulations=4, buffer=40, updates=2, width=7, explore=0.1, openings=2, smooth=0.1)
)
MIRROR = msgspec.structs.replace(TINY, mirror=MirrorPart(epochs=2))
BOTH = pytest.mark.parametrize(("game", "recipe"), [(OPEN, SEARCH), (OPEN, MIRROR), (SECRET, MIRROR)])


class PowerCut(Exception):
    pass


def begun(folder: Path, game: Game, recipe: Recipe) -> TrainingFolder:
    new = TrainingFolder(folder, game)
    new.begin(TrainingPlan(game.id, game.facts.rules_version, recipe, seed=1))
    return new


def result(folder: TrainingFolder, checkpoint: Checkpoint) -> tuple[Any, ...]:
    """Return all that must be the same, however often a training was interrupted."""
    arrays = {f"{name}/{key}": array for name, found in folder.load()[1].items() for key, array in found.items()}
    kept = {name: (array.shape, array.tobytes()) for name, array in arrays.items()}
    return checkpoint.iteration, checkpoint.best, checkpoint.passages, (folder.path / "curve.csv").read_text(), kept


@BOTH
@pytest.mark.parametrize("cut_after", [1, 4, 7])
def test_a_training_that_was_cut_off_comes_to_the_same_result(
    game: Game, recipe: Recipe, cut_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = begun(tmp_path / "whole", game, recipe), begun(tmp_path / "cut", game, recipe)
    iterate = Training.iterate

    def iterate_or_fail(training: Training) -> None:
        if training.iteration == cut_after:
            raise PowerCut
        iterate(training)

    with monkeypatch.context() as patch:
        patch.setattr(Training, "iterate", iterate_or_fail)
        with pytest.raises(PowerCut):
            train(game, cut, "cpu")
    assert cut.load()[0].iteration == cut_after // 3 * 3

    expected = result(whole, train(game, whole, "cpu"))
    assert expected[0] == 8
    assert result(cut, train(game, cut, "cpu")) == expected


def test_a_training_stops_when_its_time_is_up_and_goes_on_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = begun(tmp_path / "whole", OPEN, SEARCH), begun(tmp_path / "cut", OPEN, SEARCH)
    seconds = itertools.count()
    monkeypatch.setattr("parlour.lab.train.training.time.monotonic", lambda: float(next(seconds)))

    first = train(OPEN, cut, "cpu", minutes=0.2)

    assert 0 < first.iteration < 8
    assert result(cut, train(OPEN, cut, "cpu", minutes=60)) == result(whole, train(OPEN, whole, "cpu", minutes=60))


def test_a_training_goes_on_without_its_matches_and_its_optimizer(tmp_path: Path) -> None:
    folder = begun(tmp_path / "run", OPEN, SEARCH)
    train(OPEN, folder, "cpu")
    plan = folder.plan()
    longer = msgspec.structs.replace(plan, recipe=msgspec.structs.replace(plan.recipe, iterations=9))
    (folder.path / "plan.json").write_bytes(msgspec.json.encode(longer))
    for path in folder.path.glob("*-*.npz"):
        path.unlink()

    assert train(OPEN, folder, "cpu").iteration == 9


def shares(training: Training) -> tuple[float, float]:
    """Return how often each seat chooses side 1 of its penny."""
    batch, found = Batch(training.batch.game, 1, seeds=1, threads=1), []
    for _ in range(2):
        logits = training.learner.evaluate(batch.observe(), None)[0]
        found.append(float(torch.softmax(logits, 1)[0, 1]))
        batch.step([0])
    return found[0], found[1]


def exploitability(p: float, q: float, heads: float) -> float:
    """Return what best answers gain against both together, where heads twice are worth `heads` to seat 0."""
    gains = np.array([[heads, 0.0], [0.0, 1.0]])
    return float((gains @ [1 - q, q]).max() - ([1 - p, p] @ gains).min())


def trained_pennies(game: Game, mirror: MirrorPart) -> Training:
    """Train from a policy that prefers one side by far."""
    recipe = Recipe(
        hidden=[16], rows=256, steps=4, iterations=300, minibatch=1024, rate=0.01, last_rate=0.001,
        gate=GatePart(every=300), mirror=mirror,
    )  # fmt: skip
    training = Training(game, TrainingPlan(game.id, 1, recipe, seed=1), "cpu")
    with torch.no_grad():
        training.learner.tensors[-3][1] += 1.5  # the bias of side 1
    training.load(0, {})
    assert min(shares(training)) > 0.7
    for _ in range(recipe.iterations):
        training.iterate()
    return training


@pytest.mark.parametrize(("game", "heads"), [(FAIR_PENNIES, 1.0), (PENNIES, 0.75)])
def test_choices_in_secret_come_to_rest_at_the_mixed_equilibrium(game: Game, heads: float) -> None:
    p, q = shares(trained_pennies(game, MirrorPart(magnet=1.0, entropy=0.0, follow=0.05)))

    assert (p, q) == pytest.approx((heads / (1 + heads),) * 2, abs=0.06)
    assert exploitability(p, q, heads) < 0.08


def test_without_a_reference_choices_do_not_come_to_rest() -> None:
    p, q = shares(trained_pennies(PENNIES, MirrorPart(magnet=0.0, entropy=0.0)))

    assert exploitability(p, q, 0.75) > 0.4


def preferring(action: int, weight: float) -> Network:
    """Return a network of Connect Four that prefers an action in every position."""
    network = Network.random(OPEN, (4,), seed=1)
    biases = weight * (np.arange(OPEN.facts.num_actions) == action)
    return Network(OPEN, network.hidden, (0 * network.policy[0], biases), (0 * network.value[0], network.value[1]))


def test_pairs_begin_alike_and_differ_from_each_other() -> None:
    records = start_pairs(OPEN, SEARCH, "cpu", Chance(1, 0, "cpu")).records

    assert np.array_equal(records[::2], records[1::2])
    assert len(np.unique(records[::2], axis=0)) > 1


@pytest.mark.parametrize("recipe", [SEARCH, MIRROR])
def test_only_the_stronger_network_passes_the_gate(recipe: Recipe) -> None:
    recipe = msgspec.structs.replace(recipe, gate=GatePart(every=1, pairs=50, rounds=3, simulations=4))
    better, random = preferring(3, 3.0), preferring(3, 0.0)

    won, lost, equal = (
        pass_gate(OPEN, recipe, "cpu", networks, (6, 3), seed=1)
        for networks in ((better, random), (random, better), (random, random))
    )

    assert (won.iteration, won.best) == (6, 3)
    assert (won.is_accepted, lost.is_accepted, equal.is_accepted) == (True, False, False)
    assert won.score > 0.6
    assert lost.score < 0.4
    assert equal.score == pytest.approx(0.5, abs=0.1)
