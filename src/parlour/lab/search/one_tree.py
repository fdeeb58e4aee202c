"""One tree inside a kernel: the batched search with a network as plain arrays, without a return to Python."""

import functools
from collections.abc import Callable

import numpy as np

from parlour.core.batch.cpu import Cpu
from parlour.core.batch.rows import NO_SEAT, Numbers, Rows
from parlour.core.bytes_api import Bytes
from parlour.core.game import Game
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag, Stop
from parlour.lab.search.batched import (
    CONSIDERED,
    EXPLORATION,
    METHODS,
    WIDTH,
    Searched,
    check_number,
    make_rule,
    make_trees,
    new_searched,
)
from parlour.lab.search.kernels import harvest, tree_kernels
from parlour.lab.search.network import Layers, Network, evaluate_layers
from parlour.lab.search.trees import Schedule, Trees
from parlour.search.ismcts import draw_word

BETWEEN_LOOKS = 32  # simulations between two checks of the stop flag


class OneTree:
    """Searches one position at a time with a network, in memory that it keeps.

    The same seed, settings and weights visit the same actions as a row of `BatchedSearch`, whose settings these are.
    """

    def __init__(
        self,
        network: Network,
        simulations: int = 400,
        method: str = METHODS[0],
        width: int = WIDTH,
        considered: int = CONSIDERED,
        exploration: float = EXPLORATION,
    ) -> None:
        game = network.game
        self._memory = Cpu(game, 1, 1)
        self.simulations = check_number("A number of simulations", simulations)
        edges = min(game.facts.num_actions, check_number("A width", width))
        self._trees = make_trees(self._memory, game, 1, self.simulations + 1, edges)
        self._rule = make_rule(method, exploration, considered, edges, self.simulations)
        self._layers = network.layers()
        self._scratch = np.zeros((2, int(self._layers.sizes.max())), np.float32)
        self._logits = np.zeros((1, game.facts.num_actions), np.float32)
        self._run = run_kernel(game)

    @property
    def num_bytes(self) -> int:
        return sum(array.nbytes for array in self._trees)

    def search(self, record: Bytes, seat: int, seed: int, stop: Stop) -> Searched:
        """Search from a position, with the seat that acts first where both may; arrays of one row."""
        self._trees.random[0] = seed
        self._run(
            self._trees, record.reshape(1, -1), seat, self._layers, self._scratch, self._logits, *self._rule,
            self.simulations, stop.flag,
        )  # fmt: skip
        found = new_searched(self._memory, self._trees)
        harvest(self._trees, self._rule.is_gumbel, *found, 0, 0, 1)
        return found


@functools.cache
def run_kernel(game: Game) -> Callable[..., int]:
    """Return the kernel that makes all simulations of one tree; it returns how many they were."""
    plant, select, back_up, _ = tree_kernels(game)

    @kernel
    def evaluate(t: Trees, net: Layers, scratch: Numbers, logits: Numbers, values: Numbers) -> None:
        leaf = t.nodes[0, t.leaf[0]]
        if leaf.num_edges == 0 and leaf.seat != NO_SEAT:
            seen = t.observations.reshape(t.observations.size)
            values[0] = evaluate_layers(net, seen, scratch, t.legal[0], t.num_legal[0], logits[0])

    @kernel
    def run(
        t: Trees, root: Rows, seat: int, net: Layers, scratch: Numbers, logits: Numbers, is_gumbel: bool,
        exploration: float, schedule: Schedule, simulations: int, flag: Flag,
    ) -> int:  # fmt: skip
        values = np.zeros(1, np.float32)
        plant(t, root, seat, 0, 0, 1)
        evaluate(t, net, scratch, logits, values)
        back_up(t, logits, values, is_gumbel, 0, 0, 1)
        for done in range(simulations):
            if done % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 and flag[0] != 0:
                return done
            select(t, is_gumbel, exploration, schedule, done, 0, 0, 1)
            evaluate(t, net, scratch, logits, values)
            back_up(t, logits, values, is_gumbel, 0, 0, 1)
        return simulations

    return run


@functools.cache
def guess_kernel(game: Game) -> Callable[[Bytes, int, Words], None]:
    """Return the kernel that fills the bytes of a hidden record with a guess of what a seat cannot know."""
    guess, state = game.rules.guess, game.state

    @kernel
    def guess_bytes(data: Bytes, seat: int, random: Words) -> None:
        s = data.view(state)[0]
        s.generator[0], s.generator[1], s.generator[2] = draw_word(random), draw_word(random), 0
        guess(s, seat)

    return guess_bytes
