"""Tree searches on a GPU: the same kernels, a tree for each thread; needs the extra `gpu`.

The kernels take the arrays of `Trees` one by one: numba-cuda looks longer at a tuple of them than a launch takes.
"""

import functools

from parlour.core.batch.cuda import cuda
from parlour.core.game import Game
from parlour.lab.search.kernels import TreeKernels, tree_kernels
from parlour.lab.search.trees import Trees


@functools.cache
def cuda_tree_kernels(game: Game) -> TreeKernels:
    """Return the kernels of a game for the GPU, which take no `slot`, `begin` and `end`."""
    plant_trees, select_leaves, back_up_trees, harvest_trees = tree_kernels(game)

    @cuda.jit
    def plant(  # type: ignore[no-untyped-def]
        nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare,
        rows, seat,
    ):  # fmt: skip
        trees = Trees(
            nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare
        )  # fmt: skip
        for i in range(cuda.grid(1), leaf.shape[0], cuda.gridsize(1)):
            plant_trees(trees, rows, seat, cuda.grid(1), i, i + 1)

    @cuda.jit
    def select(  # type: ignore[no-untyped-def]
        nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare,
        is_gumbel, exploration, schedule, simulation,
    ):  # fmt: skip
        trees = Trees(
            nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare
        )  # fmt: skip
        for i in range(cuda.grid(1), leaf.shape[0], cuda.gridsize(1)):
            select_leaves(trees, is_gumbel, exploration, schedule, simulation, cuda.grid(1), i, i + 1)

    @cuda.jit
    def back_up(  # type: ignore[no-untyped-def]
        nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare,
        logits, values, is_gumbel,
    ):  # fmt: skip
        trees = Trees(
            nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare
        )  # fmt: skip
        for i in range(cuda.grid(1), leaf.shape[0], cuda.gridsize(1)):
            back_up_trees(trees, logits, values, is_gumbel, cuda.grid(1), i, i + 1)

    @cuda.jit
    def harvest(  # type: ignore[no-untyped-def]
        nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare,
        is_gumbel, visits, policy, values, actions,
    ):  # fmt: skip
        trees = Trees(
            nodes, edges, records, legal, num_legal, mask, observations, leaf, used, broken, random, known, spare
        )  # fmt: skip
        for i in range(cuda.grid(1), leaf.shape[0], cuda.gridsize(1)):
            harvest_trees(trees, is_gumbel, visits, policy, values, actions, cuda.grid(1), i, i + 1)

    return TreeKernels(plant, select, back_up, harvest)
