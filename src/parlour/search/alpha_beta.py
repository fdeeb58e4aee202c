"""Alpha-beta search for games of perfect information in which one seat acts at a time.

It uses iterative deepening, principal variation search, a transposition table, killer and history heuristics for move
ordering, quiescence search and late move reductions. Values are points for the seat to act. Seats are compared, never
assumed to alternate, and depth counts turns: the further actions of a turn cost no depth.

A node is a position reached by an action, those of the quiescence search included. Four decisions about results:

- The key of a position does not cover its history. A position that `repeats` an earlier one is scored as a draw at once
  and not looked up, so that a search avoids the first repetition and not only the last. A stored value may still come
  from another path with other repetitions, as in every transposition table.
- The table is kept from one thought to the next, as the thoughts of one match follow each other. What it then knows was
  found before the latest actions were played, so that a value may overlook that one of those positions comes up again.
  That is the error of the paragraph above and no worse: the root and every node ask `repeats` before the table, and
  the distance to a proven end gets shorter with every action, so that a win is not put off. Noise is added at the root
  only and is never stored.
- A draw is worth 0 points to both seats: there is no contempt.
- A win is worth WIN minus the number of actions to it, so that quick wins and slow losses are preferred.
"""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Known, Record
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.level import AlphaBeta
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.pieces.transposition_table import GENERATIONS, NO_ACTION, new_table
from parlour.search.alpha_beta_kernels import PROVEN, WIN, Parts, always, deepen_kernel, never, no_probe, no_rank
from parlour.search.random_while_hidden import random_while_hidden
from parlour.search.workspace import workspace_type


class AlphaBetaThinker:
    """Alpha-beta search over one game: one position at a time, with a table that it keeps from thought to thought."""

    keeps_results = True

    def __init__(self, game: Game, settings: AlphaBeta) -> None:
        self.game, self.settings = game, settings
        parts = Parts(
            settings.evaluate,
            settings.key,
            settings.is_quiet or always,
            settings.repeats or never,
            settings.rank or no_rank,
            settings.probe or no_probe,
        )
        self._deepen = deepen_kernel(game, parts)
        self._work = np.zeros(1, workspace_type(game))[0]
        self._work.reduces = settings.reduces
        self._table = new_table(settings.memory_mb)
        # Read-only like tables that were loaded: another type would be compiled a second time.
        self._tables = settings.tables() if settings.tables else np.frombuffer(b"", np.int8)
        self.nodes = 0  # searched for the last position
        self.depth = 0  # the last completed depth for it, in turns

    @property
    def num_bytes(self) -> int:
        return self._table.nbytes + self._work.nbytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Return the best action of a seat that is to act; a random one while something is hidden (a colour draw).

        Args:
            state: hidden for the seat.
            random: the state of a `random_below` generator, for noise and the order of equal actions.
        """
        thought = random_while_hidden(self.game, state, seat, random)
        if thought is not None:
            return thought
        roots = np.empty(self.game.facts.num_actions, np.int32)
        n = self.game.rules.legal_actions(state, seat, roots)
        self._prepare(state, roots[:n], random)
        every = self.settings.every_action
        self.depth = self._deepen(self._work, self._table, self._tables, stop.flag, seat, n, self.settings.depth, every)
        self.nodes = int(self._work.nodes)
        return self._thought(n if every else 1)

    def _prepare(self, s: Record, roots: NDArray[np.int32], random: Words) -> None:
        """Put the root into the workspace; its actions are shuffled, so that equal ones are equally likely."""
        w, n, noise = self._work, len(roots), self.settings.noise
        w.nodes = w.is_stopped = 0
        w.max_nodes = self.settings.nodes if n > 1 or self.settings.every_action else self.settings.nodes // 16
        w.generation = (w.generation + 1) % GENERATIONS
        if w.generation == 0:
            self._table[:] = 0
            w.generation = 1
        w.history[:] = w.tried[:] = 0
        w.killers[:] = NO_ACTION
        w.values[:] = -WIN
        w.stack[0] = np.frombuffer(s.tobytes(), np.uint8)
        for i in range(n - 1, 0, -1):
            j = random_below(random, i + 1)
            roots[i], roots[j] = roots[j], roots[i]
        w.roots[:n] = roots
        for action in roots:
            w.bonus[action] = random_below(random, 2 * noise + 1) - noise

    def _thought(self, n: int) -> Thought:
        w = self._work
        actions = w.roots[:n].tolist()
        values = [int(w.values[action]) for action in actions]
        is_exact = all(abs(value) > PROVEN for value in values) and self.depth > 0
        return Thought(
            actions[0],
            [
                ActionValue(
                    action,
                    self._expected(value - int(w.bonus[action])),
                    int(w.tried[action]),
                    is_exact=abs(value) > PROVEN and self.depth > 0,
                )
                for action, value in zip(actions, values, strict=True)
            ],
            is_exact,
        )

    def _expected(self, points: int) -> float:
        """Convert points into an expected result, 0 to 1."""
        if abs(points) > PROVEN:
            return 1.0 if points > 0 else 0.0
        return 1 / (1 + math.exp(-points / self.settings.points_per_logit))
