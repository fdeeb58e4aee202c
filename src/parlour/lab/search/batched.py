"""`BatchedSearch`: a tree search in every row of a batch, all of them evaluated together, on the CPU or on a GPU."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from parlour.core.arguments import check_seat
from parlour.core.batch import Batch, encoder_of
from parlour.core.batch.batch import MAX_STEPS
from parlour.core.batch.rows import ACTING, Array
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.generator import check_seed
from parlour.core.reading import shown, whole_number
from parlour.lab.search.halving import halving_schedule
from parlour.lab.search.kernels import TreeKernels, tree_kernels
from parlour.lab.search.trees import Edge, Node, Rule, Trees

METHODS = ("puct", "gumbel")
WIDTH = 64
CONSIDERED = 16
EXPLORATION = 1.5
DEPTH = 8  # actions of a simulation, about
TREES_OF_A_BLOCK = 32  # of a GPU

# From observations `[B, *observation_shape]` and legal masks `[B, num_actions]`, arrays of the batch's device: logits
# `[B, num_actions]` of the actions, and values `[B]` from -1 to 1 of the positions, both for the seat that looks.
Evaluate = Callable[[Array, Array], tuple[Any, Any]]


class Searched(NamedTuple):
    """What a search found in each row; arrays of the batch's device."""

    visits: Array  # `[B, num_actions]` int32: simulations of each action
    policy: Array  # `[B, num_actions]` float32: the improved policy, a target for learning
    values: Array  # `[B]` float32: what the position is worth to the seat that acts, from -1 to 1
    actions: Array  # `[B]` int32: the best action; -1, which `Batch.step` leaves out, where the match is over


class BatchedSearch:
    """Searches all rows of a batch, again and again with the same memory.

    Args:
        evaluate: see `Evaluate`; rows whose simulation ended with a finished match show an older position.
        simulations: of each row, and so calls of `evaluate`, after one for the roots.
        method: "puct" or "gumbel".
        width: edges that a node has at most: the likeliest actions by `evaluate`.
        considered: actions that Gumbel's search tries at the root.
        exploration: the factor of PUCT's bounds.
    """

    def __init__(
        self,
        batch: Batch,
        evaluate: Evaluate,
        simulations: int = 64,
        method: str = "gumbel",
        width: int | None = None,
        considered: int = CONSIDERED,
        exploration: float = EXPLORATION,
    ) -> None:
        self.batch, self.evaluate = batch, evaluate
        self.simulations = check_number("A number of simulations", simulations)
        actions = batch.game.facts.num_actions
        edges = min(actions, WIDTH) if width is None else min(actions, check_number("A width", width))
        self._kernels = _kernels_of(batch)
        rule = make_rule(method, exploration, considered, edges, self.simulations)
        self._rule = rule._replace(schedule=batch.memory.share(rule.schedule))
        self._trees = make_trees(batch.memory, batch.game, batch.size, self.simulations + 1, edges)

    @property
    def num_bytes(self) -> int:
        """The memory of the trees."""
        return sum(int(array.nbytes) for array in self._trees)

    def search(self, seed: int = 0, seat: int | None = None) -> Searched:
        """Search from the present positions of the batch, which stay.

        Args:
            seed: of Gumbel's noise and of chance in the game, 64 bits; row i uses `seed + i`.
            seat: that acts first where both are to act; otherwise seat 0.

        Raises:
            ParlourError: the evaluator answered with something that is no logits and values.
        """
        first = np.arange(self.batch.size, dtype=np.uint64) + np.uint64(check_seed(seed, bits=64))
        self.batch.memory.assign(self._trees.random, first)
        self._run("plant", self.batch.records, ACTING if seat is None else check_seat(seat))
        self._back_up()
        for simulation in range(self.simulations):
            self._run("select", *self._rule, simulation, steps=DEPTH)
            self._back_up()
        return self._harvest()

    def _back_up(self) -> None:
        answer = self.evaluate(self._trees.observations, self._trees.mask)
        size, num_actions = self._trees.mask.shape
        logits = self._numbers(answer[0], (size, num_actions))
        values = self._numbers(answer[1], (size,))
        self._run("back_up", logits, values, self._rule.is_gumbel)

    def _numbers(self, array: Any, shape: tuple[int, ...]) -> Array:
        numbers = self.batch.memory.share(array, np.float32)
        if tuple(numbers.shape) != shape or numbers.dtype != np.float32:
            raise ParlourError(f"The evaluator must return float32 of shape {shape}, not {numbers.dtype} of "
                               f"{tuple(numbers.shape)}.")  # fmt: skip
        return numbers

    def _harvest(self) -> Searched:
        found = new_searched(self.batch.memory, self._trees)
        self._run("harvest", self._rule.is_gumbel, *found)
        broken = np.flatnonzero(self.batch.memory.fetch(self._trees.broken))
        if len(broken):
            raise ParlourError(f"The evaluator returned NaN, an infinite logit or a value beyond 1 in row {broken[0]}.")
        return found

    def _run(self, name: str, *arguments: Any, steps: int = 1) -> None:
        kernel = getattr(self._kernels, name)
        if self.batch.device == "cpu":
            self.batch.memory.run(kernel, self._trees, *arguments, steps=steps)
        else:
            # A block is small, so that a few thousand trees reach all parts of a GPU.
            blocks = -(-self.batch.size // TREES_OF_A_BLOCK)
            kernel[blocks, TREES_OF_A_BLOCK, self.batch.memory.stream](*self._trees, *arguments)


def tree_search(
    batch: Batch, evaluate: Evaluate, simulations: int = 64, method: str = "gumbel", seed: int = 0, **settings: Any
) -> Searched:
    """Search all rows of a batch once; see `BatchedSearch`, which keeps its memory for more."""
    return BatchedSearch(batch, evaluate, simulations, method, **settings).search(seed)


def make_rule(method: str, exploration: float, considered: int, width: int, simulations: int) -> Rule:
    """Return how edges are chosen, in nodes with at most `width` of them.

    Raises:
        ParlourError: there is no such way.
    """
    if method not in METHODS:
        raise ParlourError(f"A method is puct or gumbel, not {shown(method)}.")
    if not isinstance(exploration, int | float) or not 0 <= exploration < np.inf:
        raise ParlourError(f"An exploration is a number from 0, not {shown(exploration)}.")
    most = min(width, check_number("A number of considered actions", considered))
    return Rule(method == "gumbel", float(exploration), halving_schedule(most, simulations))


def make_trees(memory: Any, game: Game, size: int, nodes: int, width: int) -> Trees:
    """Allocate trees of some nodes each, on the device that this memory belongs to."""
    rows, num_actions, itemsize = size * nodes, game.facts.num_actions, game.state.itemsize
    return Trees(
        nodes=memory.zeros((size, nodes), Node),
        edges=memory.zeros((rows, width), Edge),
        records=memory.zeros((rows, itemsize), np.uint8),
        legal=memory.zeros((size, num_actions), np.int32),
        num_legal=memory.zeros((size,), np.int32),
        mask=memory.zeros((size, num_actions), np.bool_),
        observations=memory.zeros((size, *encoder_of(game)[0]), np.float32),
        leaf=memory.zeros((size,), np.int32),
        used=memory.zeros((size,), np.int32),
        broken=memory.zeros((size,), np.int32),
        random=memory.zeros((size,), np.uint64),
        known=memory.zeros((size, itemsize), np.uint8),
        spare=memory.zeros((size, itemsize), np.uint8),
    )


def new_searched(memory: Any, trees: Trees) -> Searched:
    """Allocate what `harvest` fills."""
    shape = trees.mask.shape
    return Searched(
        memory.empty(shape, np.int32), memory.empty(shape, np.float32), memory.empty(shape[:1], np.float32),
        memory.empty(shape[:1], np.int32),
    )  # fmt: skip


def check_number(what: str, number: object) -> int:
    """Return a whole number of at least 1 as a plain one.

    Raises:
        ParlourError: it is none.
    """
    count = whole_number(number)
    if count is None or not 1 <= count <= MAX_STEPS:
        raise ParlourError(f"{what} is a whole number from 1 to {MAX_STEPS:,}, not {shown(number)}.")
    return count


def _kernels_of(batch: Batch) -> TreeKernels:
    if batch.device == "cpu":
        return tree_kernels(batch.game)
    from parlour.lab.search.cuda import cuda_tree_kernels  # noqa: PLC0415  # an extra, and slow to import

    return cuda_tree_kernels(batch.game)
