"""The folder of a training: its plan, curves and checkpoints; a run of the lab, which goes on after an interruption.

| file | holds |
|---|---|
| `plan.json` | everything that the training follows from |
| `run.json`, `curve.csv` | how far it is, as the lab's page shows it |
| `checkpoint.json` | the last checkpoint, which counts when this file is replaced; and how all others did at the gate |
| `weights/000500.npz` | the network after 500 iterations, for tournaments |
| `best.npz` | the network that last won at the gate |
| `learner-000500.npz` | weights and the state of the optimizer |
| `play-000500.npz` | the matches under way and the replay buffer; without it a training goes on with new matches |
"""

import os
import time
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.core.game import Game
from parlour.lab.errors import BadRun
from parlour.lab.search.network import Network
from parlour.lab.train.recipe import Recipe
from parlour.storage.lab_runs import CURVE, PLAN, RUN, LabRun, LabTest, write_whole

CHECKPOINT, WEIGHTS, BEST = "checkpoint.json", "weights", "best.npz"
KEPT = ("learner", "play")  # files with the arrays of a checkpoint
ACCEPTED = "elo1"  # the verdict of a test that a checkpoint has won

Arrays = dict[str, NDArray[Any]]


class TrainingPlan(msgspec.Struct, frozen=True):
    """Everything that a training follows from."""

    game: str
    rules_version: int
    recipe: Recipe
    seed: int


class Passage(msgspec.Struct, frozen=True):
    """How a checkpoint did at the gate."""

    iteration: int
    best: int  # the iteration of the best one until then
    score: float  # points per match
    test: LabTest

    @property
    def is_accepted(self) -> bool:
        return self.test.verdict == ACCEPTED


class Checkpoint(msgspec.Struct, frozen=True):
    """How far a training is."""

    iteration: int = 0
    best: int = 0  # the iteration that last won at the gate
    passages: list[Passage] = []
    seconds: float = 0.0  # of training, in all pieces


class TrainingFolder:
    """Writes and reads the files of one training."""

    def __init__(self, path: Path, game: Game) -> None:
        self.path, self._game = path, game

    def begin(self, plan: TrainingPlan) -> None:
        """Keep the plan of a new training.

        Raises:
            BadRun: the folder holds a run already.
        """
        if (self.path / PLAN).exists():
            raise BadRun(f"{self.path} holds a run already. Go on with --resume, or name another folder with --out.")
        (self.path / WEIGHTS).mkdir(parents=True, exist_ok=True)
        write_whole(self.path / PLAN, msgspec.json.format(msgspec.json.encode(plan), indent=2))

    def plan(self) -> TrainingPlan:
        """Return the plan of a training that was begun.

        Raises:
            BadRun: there is none of this game and of these rules.
        """
        try:
            plan = msgspec.json.decode((self.path / PLAN).read_bytes(), type=TrainingPlan)
        except FileNotFoundError:
            raise BadRun(f"{self.path} holds no training to go on with.") from None
        except msgspec.MsgspecError as error:
            raise BadRun(f"{self.path / PLAN} is not the plan of a training: {error}.") from error
        if (plan.game, plan.rules_version) != (self._game.id, self._game.facts.rules_version):
            raise BadRun(f"{self.path} holds a training of {plan.game} with rules {plan.rules_version}.")
        return plan

    @property
    def has_checkpoint(self) -> bool:
        return (self.path / CHECKPOINT).exists()

    def weights_path(self, iteration: int) -> Path:
        return self.path / WEIGHTS / f"{iteration:06}.npz"

    def network(self, iteration: int) -> Network:
        """Return the network of a checkpoint."""
        return Network.load(self._game, self.weights_path(iteration))

    def save_network(self, iteration: int, network: Network) -> None:
        """Keep the network of a checkpoint."""
        path = self.weights_path(iteration)
        beside = path.with_name(f".{path.name}.new")
        network.save(beside)
        os.replace(beside, path)

    def save(self, checkpoint: Checkpoint, arrays: Mapping[str, Arrays]) -> None:
        """Keep a checkpoint, whose network is kept, instead of the one before."""
        for name in KEPT:
            content = BytesIO()
            np.savez(content, **arrays[name])  # type: ignore[arg-type]  # the names are those of arrays
            write_whole(self._arrays_path(name, checkpoint.iteration), content.getvalue())
        write_whole(self.path / CHECKPOINT, msgspec.json.format(msgspec.json.encode(checkpoint), indent=2))
        self._keep_best(checkpoint)
        for name in KEPT:
            for path in self.path.glob(f"{name}-*.npz"):
                if path != self._arrays_path(name, checkpoint.iteration):
                    path.unlink()

    def load(self) -> tuple[Checkpoint, dict[str, Arrays]]:
        """Return the last checkpoint and its arrays, those that are there; what came after it in the curve goes.

        Raises:
            BadRun: there is no checkpoint that can be read.
        """
        try:
            checkpoint = msgspec.json.decode((self.path / CHECKPOINT).read_bytes(), type=Checkpoint)
        except (FileNotFoundError, msgspec.MsgspecError) as error:
            raise BadRun(f"{self.path} holds no checkpoint that can be read: {error}.") from error
        self._cut_curve(checkpoint.iteration)
        self._keep_best(checkpoint)
        found = {}
        for name in KEPT:
            path = self._arrays_path(name, checkpoint.iteration)
            if path.exists():
                with np.load(path, allow_pickle=False) as file:
                    found[name] = dict(file)
        return checkpoint, found

    def add_to_curve(self, names: Sequence[str], numbers: Sequence[float]) -> None:
        """Add a line to the curves, after one with their names."""
        path = self.path / CURVE
        head = "" if path.exists() else ",".join(names) + "\n"
        with path.open("a") as file:
            file.write(head + ",".join(f"{number:.6g}" for number in numbers) + "\n")

    def show(self, plan: TrainingPlan, checkpoint: Checkpoint, iteration: int, begun: "Begun") -> LabRun:
        """Write how far the training is, for the lab's page."""
        now_ms, total, last = time.time_ns() // 10**6, plan.recipe.iterations, checkpoint.passages[-1:]
        left_s = (time.monotonic() - begun.at_s) / max(1, iteration - begun.iteration) * (total - iteration)
        state = LabRun(
            kind="training", game=plan.game, total=total, done=iteration, started_ms=begun.at_ms, updated_ms=now_ms,
            players=[f"iteration {number}" for one in last for number in (one.iteration, one.best)],
            is_over=iteration == total, options=plan.recipe.options_of(self._game), seed=plan.seed,
            ends_ms=None if iteration in (total, begun.iteration) else now_ms + round(1000 * left_s),
            test=last[0].test if last else None,
        )  # fmt: skip
        write_whole(self.path / RUN, msgspec.json.encode(state))
        return state

    def _arrays_path(self, name: str, iteration: int) -> Path:
        return self.path / f"{name}-{iteration:06}.npz"

    def _keep_best(self, checkpoint: Checkpoint) -> None:
        write_whole(self.path / BEST, self.weights_path(checkpoint.best).read_bytes())

    def _cut_curve(self, iteration: int) -> None:
        """Leave out what follows the checkpoint, and a line that a crash has cut off."""
        path = self.path / CURVE
        if path.exists():
            head, *lines = path.read_text().split("\n")[:-1]
            kept = [line for line in lines if int(line.partition(",")[0]) <= iteration]
            write_whole(path, "".join(f"{line}\n" for line in [head, *kept]).encode())


class Begun(msgspec.Struct, frozen=True):
    """When a piece of a training began, and where."""

    iteration: int
    at_ms: int
    at_s: float  # of the monotonic clock
