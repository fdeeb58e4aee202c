"""The folder of a training: checkpoints count as a whole, and what came after the last one goes."""

from pathlib import Path

import numpy as np
import pytest

from parlour.core.registry import load
from parlour.lab.errors import BadRun
from parlour.lab.search import Network
from parlour.lab.train.folder import Arrays, Begun, Checkpoint, Passage, TrainingFolder, TrainingPlan
from parlour.lab.train.recipe import GatePart, Recipe, SearchPart
from parlour.storage.lab_runs import LabFolder, LabTest

GAME = load("connect_four")
RECIPE = Recipe(
    hidden=[4], rows=2, steps=2, iterations=100, minibatch=4, rate=0.1, gate=GatePart(every=5),
    search=SearchPart(simulations=2, buffer=8, updates=1),
)  # fmt: skip
PLAN = TrainingPlan(GAME.id, GAME.facts.rules_version, RECIPE, seed=1)
PASSAGE = Passage(10, 5, 0.75, LabTest(0, 30, 3.1, -2.9, 2.9, "elo1", 40))


def arrays(number: float) -> dict[str, Arrays]:
    return {"learner": {"weights": np.full(3, number)}, "play": {"records": np.full((2, 2), int(number))}}


@pytest.fixture
def folder(tmp_path: Path) -> TrainingFolder:
    found = TrainingFolder(tmp_path / "run", GAME)
    found.begin(PLAN)
    for iteration in (5, 10):
        found.save_network(iteration, Network.random(GAME, (4,), seed=iteration))
        found.add_to_curve(("step", "loss"), (iteration, 0.5))
    found.save(Checkpoint(5, 5), arrays(5))
    return found


def test_a_plan_is_kept_and_never_replaced(folder: TrainingFolder) -> None:
    assert folder.plan() == PLAN
    with pytest.raises(BadRun, match="--resume"):
        folder.begin(PLAN)


@pytest.mark.parametrize("content", [None, b"{}", b"nonsense"])
def test_a_folder_without_a_plan_is_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "plan.json").write_bytes(content)
    with pytest.raises(BadRun):
        TrainingFolder(tmp_path, GAME).plan()


def test_a_training_of_another_game_is_refused(folder: TrainingFolder) -> None:
    with pytest.raises(BadRun, match=GAME.id):
        TrainingFolder(folder.path, load("whist")).plan()


def test_a_checkpoint_replaces_the_one_before(folder: TrainingFolder) -> None:
    folder.save(Checkpoint(10, 10, [PASSAGE]), arrays(10))

    checkpoint, found = folder.load()

    assert checkpoint == Checkpoint(10, 10, [PASSAGE])
    assert found["learner"]["weights"].tolist() == [10, 10, 10]
    assert sorted(path.name for path in folder.path.glob("*-*.npz")) == ["learner-000010.npz", "play-000010.npz"]
    best, newest = (np.load(path)["policy_weights"] for path in (folder.path / "best.npz", folder.weights_path(10)))
    assert np.array_equal(best, newest)


def test_a_crash_before_the_checkpoint_counts_leaves_the_one_before(folder: TrainingFolder) -> None:
    (folder.path / "learner-000010.npz").write_bytes(b"half of it")
    (folder.path / "best.npz").unlink()
    with (folder.path / "curve.csv").open("a") as curve:
        curve.write("11,0.")

    checkpoint, found = folder.load()

    assert checkpoint.iteration == 5
    assert (folder.path / "best.npz").read_bytes() == folder.weights_path(5).read_bytes()
    assert found["play"]["records"].tolist() == [[5, 5], [5, 5]]
    assert (folder.path / "curve.csv").read_text() == "step,loss\n5,0.5\n"


def test_missing_arrays_are_left_out(folder: TrainingFolder) -> None:
    (folder.path / "play-000005.npz").unlink()

    assert set(folder.load()[1]) == {"learner"}


def test_a_folder_without_a_checkpoint_says_so(folder: TrainingFolder) -> None:
    (folder.path / "checkpoint.json").unlink()
    with pytest.raises(BadRun, match="checkpoint"):
        folder.load()


def test_the_lab_shows_a_training_with_its_curves_and_its_gate(folder: TrainingFolder) -> None:
    folder.show(PLAN, Checkpoint(10, 10, [PASSAGE]), 12, Begun(0, at_ms=0, at_s=0.0))

    lab = LabFolder(folder.path.parent)
    run = lab.run(folder.path)
    assert run is not None
    assert (run.kind, run.game, run.done, run.total, run.is_over) == ("training", GAME.id, 12, 100, False)
    assert (run.players, run.test) == (["iteration 10", "iteration 5"], PASSAGE.test)
    assert [(curve.name, curve.steps, curve.values) for curve in lab.curves(folder.path)] == [
        ("loss", [5, 10], [0.5, 0.5])
    ]
