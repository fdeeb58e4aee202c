"""A training: iterations of self-play and learning on one device, checkpoints, and the gate between them."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from parlour.core.batch import Batch
from parlour.core.game import Game
from parlour.lab.errors import BadRun
from parlour.lab.search.network import Network
from parlour.lab.train.chance import Chance
from parlour.lab.train.chunk import stagger
from parlour.lab.train.folder import Arrays, Begun, Checkpoint, TrainingFolder, TrainingPlan
from parlour.lab.train.gate import pass_gate
from parlour.lab.train.learner import Learner, new_network
from parlour.lab.train.mirror import Mirror
from parlour.lab.train.planning import Planning
from parlour.storage.lab_runs import LabRun

SHOWN_EVERY_S = 5.0  # how often the state of a training is written
POINTS = 1000  # of its curves, about
GATE = 1 << 40  # added to a seed for the chance of the gate
STEP = "step"  # the first curve, over which the others are drawn
Tick = Callable[[LabRun, str], None]


def check_device(device: str) -> None:
    """Refuse a device that is not there.

    Raises:
        BadRun: with a sentence.
    """
    if device == "cuda" and not torch.cuda.is_available():
        raise BadRun("There is no GPU here that torch can use.")


class Training:
    """A network in training, without any file: what comes of it follows from the plan."""

    def __init__(self, game: Game, plan: TrainingPlan, device: str, start: Network | None = None) -> None:
        self._plan, self._device, recipe = plan, device, plan.recipe
        self.batch = Batch(game, recipe.rows, device, plan.seed, recipe.options_of(game))
        self._start_matches(0)
        self.learner = Learner(start or new_network(game, recipe.hidden, plan.seed), device, recipe.decay)
        make = Planning if recipe.mirror is None else Mirror
        self._algorithm = make(recipe, self.batch, self.learner)
        self.iteration = 0
        self.measured: dict[str, Any] = {}

    @property
    def curves(self) -> tuple[str, ...]:
        """The names of what is measured."""
        return self._algorithm.curves

    def iterate(self) -> None:
        """Play and learn once."""
        chance = Chance(self._plan.seed, self.iteration, self._device)
        self.measured = self._algorithm.iterate(self._plan.recipe.rate_at(self.iteration), chance)
        self.iteration += 1

    def arrays(self) -> dict[str, Arrays]:
        """Return everything that it goes on from, by the file that it is kept in."""
        fetch = self.batch.memory.fetch
        kept = {
            "learner": self.learner.arrays(),
            "play": {"records": fetch(self.batch.records), "seeds": fetch(self.batch.seeds)},
        }
        kept[self._algorithm.kept_in] |= self._algorithm.arrays()
        return kept

    def load(self, iteration: int, arrays: dict[str, Arrays]) -> None:
        """Go on from a checkpoint; what is missing of it begins afresh."""
        self.iteration = iteration
        if "learner" in arrays:
            self.learner.load(arrays["learner"])
        if "play" in arrays:
            for name in ("records", "seeds"):
                self.batch.memory.assign(getattr(self.batch, name), np.ascontiguousarray(arrays["play"][name]))
        else:
            self._start_matches(iteration)
        self._algorithm.load(arrays.get(self._algorithm.kept_in, {}))

    def _start_matches(self, iteration: int) -> None:
        """Begin new matches, other ones in every iteration."""
        self.batch.reset((self._plan.seed + (iteration << 64)) % 2**128)
        if self._plan.recipe.mirror is not None:  # the others learn from a buffer, which holds all moments of a match
            stagger(self.batch, self._plan.seed)


def train(
    game: Game, folder: TrainingFolder, device: str, minutes: float | None = None, tick: Tick = lambda *_: None
) -> Checkpoint:
    """Go on with the training of a folder until it is done or the time is up; returns the last checkpoint.

    Args:
        minutes: of this piece; by default those of the recipe.
        tick: called every few seconds, and after each gate, with a sentence about it.
    """
    return _Piece(game, folder, device, tick).run(minutes)


class _Piece:
    """One run of the command."""

    def __init__(self, game: Game, folder: TrainingFolder, device: str, tick: Tick) -> None:
        torch.set_float32_matmul_precision("high")
        self._game, self._folder, self._device, self._tick = game, folder, device, tick
        self._plan = folder.plan()
        self._recipe = self._plan.recipe
        if folder.has_checkpoint:
            self._checkpoint, arrays = folder.load()
            start = folder.network(self._checkpoint.iteration)
            self._training = Training(game, self._plan, device, start)
            self._training.load(self._checkpoint.iteration, arrays)
        else:
            self._checkpoint, self._training = Checkpoint(), Training(game, self._plan, device)
        self._begun = Begun(self._training.iteration, time.time_ns() // 10**6, time.monotonic())
        self._shown_s = self._saved_s = self._begun.at_s

    def run(self, minutes: float | None) -> Checkpoint:
        training, recipe = self._training, self._recipe
        end_s = self._begun.at_s + 60 * (recipe.minutes if minutes is None else minutes)
        if training.iteration == 0:
            self._save([])
        while training.iteration < recipe.iterations and time.monotonic() < end_s:
            training.iterate()
            is_last = training.iteration == recipe.iterations
            if is_last or training.iteration % max(1, recipe.iterations // POINTS) == 0:
                self._draw()
            if is_last or training.iteration % recipe.gate.every == 0:
                self._pass_gate()
            elif time.monotonic() - self._shown_s > SHOWN_EVERY_S:
                self._show("")
        if self._checkpoint.iteration < training.iteration:
            self._save(self._checkpoint.passages)  # without the gate: what comes of it must not depend on the time
        self._show("")
        return self._checkpoint

    def _draw(self) -> None:
        training = self._training
        measured = {name: float(number) for name, number in training.measured.items()}
        last = self._checkpoint.passages[-1:]
        measured |= {"rate": self._recipe.rate_at(training.iteration - 1), "gate": last[0].score if last else 0.5}
        names = (*training.curves, "rate", "gate")
        self._folder.add_to_curve((STEP, *names), [training.iteration, *(measured[name] for name in names)])

    def _pass_gate(self) -> None:
        iteration, best = self._training.iteration, self._checkpoint.best
        networks = self._training.learner.network(), self._folder.network(best)
        passage = pass_gate(
            self._game, self._recipe, self._device, networks, (iteration, best), self._plan.seed + GATE + iteration
        )
        self._save([*self._checkpoint.passages, passage])
        self._show(
            f"{'Accepted' if passage.is_accepted else 'Not accepted'}: iteration {iteration} scored "
            f"{passage.score:.1%} against iteration {best} in {passage.test.pairs} pairs that counted."
        )

    def _save(self, passages: list[Any]) -> None:
        iteration, now_s = self._training.iteration, time.monotonic()
        self._folder.save_network(iteration, self._training.learner.network())
        accepted = [each.iteration for each in passages if each.is_accepted]
        self._checkpoint = Checkpoint(
            iteration, accepted[-1] if accepted else 0, passages, self._checkpoint.seconds + now_s - self._saved_s
        )
        self._saved_s = now_s
        self._folder.save(self._checkpoint, self._training.arrays())

    def _show(self, sentence: str) -> None:
        self._shown_s = time.monotonic()
        self._tick(self._folder.show(self._plan, self._checkpoint, self._training.iteration, self._begun), sentence)
