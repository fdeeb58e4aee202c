"""Measure tree searches: simulations per second by batch size, and one tree inside a kernel.

    python bench/bench_tree_search.py [--device cuda] [--game connect_four] [--simulations 32] [--sizes 64,1024]

The network has one hidden layer of 128 units over the observation; torch evaluates it on a GPU, NumPy on the CPU.
"search alone" has an evaluator that does nothing, so that what remains is the trees. `--equal` searches the same
positions on both devices with answers that are the same numbers on both, and counts the rows whose visits differ.
"""

import argparse
import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import parlour
from parlour.core.batch import Batch
from parlour.core.thinking import Stop
from parlour.lab.search import BatchedSearch, Network, OneTree

HIDDEN = 128
TRIES = 3
SIZES = {"cpu": (1, 64, 1024, 4096), "cuda": (64, 1024, 4096, 16_384, 65_536)}
OPENING = 6  # random actions before the search, so that rows differ
Evaluator = Callable[[Any, Any], tuple[Any, Any]]


def started(game_id: str, size: int, device: str) -> Batch:
    """Return a batch some actions into its matches."""
    game = parlour.load(game_id)
    batch = parlour.batch(game_id, size, device, seeds=1, options=game.preset("quick"))
    batch.play_random(OPENING, seed=1)
    return batch


def weights(batch: Batch) -> list[Any]:
    """Return a random network: hidden layer, policy and value."""
    random, entries = np.random.default_rng(1), int(np.prod(batch.observation_shape))
    shapes = ((entries, HIDDEN), (HIDDEN, batch.game.facts.num_actions), (HIDDEN, 1))
    return [random.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32) for shape in shapes]


def numpy_network(batch: Batch) -> Evaluator:
    first, policy, value = weights(batch)

    def evaluate(observations: Any, mask: Any) -> tuple[Any, Any]:
        hidden = np.maximum(observations.reshape(len(observations), -1) @ first, 0)
        return hidden @ policy, np.tanh(hidden @ value)[:, 0]

    return evaluate


def torch_network(batch: Batch) -> Evaluator:
    import torch  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415  # only where there is a GPU

    first, policy, value = (torch.as_tensor(part, device="cuda") for part in weights(batch))

    @torch.inference_mode()  # type: ignore[untyped-decorator,unused-ignore]
    def evaluate(observations: Any, mask: Any) -> tuple[Any, Any]:
        seen = torch.as_tensor(observations, device="cuda").flatten(1)
        hidden = torch.relu(seen @ first)
        return (hidden @ policy).contiguous(), torch.tanh(hidden @ value)[:, 0].contiguous()

    return evaluate


def idle(batch: Batch) -> Evaluator:
    """Return an evaluator that gives the same arrays whatever it sees, random ones so that the trees are not flat."""
    random = np.random.default_rng(1)
    shape = (batch.size, batch.game.facts.num_actions)
    logits = batch.memory.share(random.standard_normal(shape, np.float32))
    values = batch.memory.share(random.uniform(-0.5, 0.5, batch.size).astype(np.float32))
    return lambda *_: (logits, values)


def rate(batch: Batch, evaluate: Evaluator, simulations: int, method: str, width: int) -> float:
    """Return simulations per second of all rows together, the best of some tries."""
    search = BatchedSearch(batch, evaluate, simulations, method, width=width)
    return best_rate(lambda: search.search(seed=1), batch.size * simulations)  # fetches an array, and so waits


def best_rate(work: Callable[[], object], count: int) -> float:
    """Return what is done per second in the best of some tries, the first of which compiles."""
    work()
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return count / min(times)


def measure(game_id: str, device: str, sizes: list[int], simulations: int, width: int) -> None:
    for size in sizes:
        batch = started(game_id, size, device)
        network = torch_network(batch) if device == "cuda" else numpy_network(batch)
        for method in ("puct", "gumbel"):
            both = rate(batch, network, simulations, method, width)
            alone = rate(batch, idle(batch), simulations, method, width)
            print(f"{game_id} {size:>6,} trees, {simulations} simulations, {method}: {both:,.0f} simulations/s, "
                  f"search alone {alone:,.0f}", flush=True)  # fmt: skip


def measure_one_tree(game_id: str, simulations: int, width: int) -> None:
    """Print the simulations per second of one tree inside a kernel, on one core."""
    batch = started(game_id, 1, "cpu")
    network, seat = Network.random(batch.game, (HIDDEN,), seed=1), int(batch.to_act()[0]) // 2
    for method in ("puct", "gumbel"):
        tree = OneTree(network, simulations, method, width)
        found = best_rate(functools.partial(tree.search, batch.records[0], seat, 1, Stop()), simulations)
        print(f"{game_id} one tree in a kernel, {simulations} simulations, {method}: {found:,.0f} simulations/s")


def compare(game_id: str, size: int, simulations: int, width: int) -> None:
    """Search the same positions on both devices, and count the rows whose visits differ."""
    for method in ("puct", "gumbel"):
        found = []
        for device in ("cpu", "cuda"):
            batch = started(game_id, size, device)
            search = BatchedSearch(batch, idle(batch), simulations, method, width=width)
            found.append(np.array(batch.memory.fetch(search.search(seed=1).visits)))
        different = int((found[0] != found[1]).any(axis=1).sum())
        print(f"{game_id} {method}: visits differ in {different} of {size:,} rows", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu", choices=SIZES)
    parser.add_argument("--game", default="connect_four", help="or several, with commas, or all")
    parser.add_argument("--sizes", default="", help="of batches, with commas")
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--equal", type=int, default=0, metavar="ROWS")
    arguments = parser.parse_args()
    games = parlour.game_ids() if arguments.game == "all" else arguments.game.split(",")
    sizes = [int(size) for size in arguments.sizes.split(",") if size] or [*SIZES[arguments.device]]
    for game_id in games:
        if arguments.equal:
            compare(game_id, arguments.equal, arguments.simulations, arguments.width)
        else:
            measure(game_id, arguments.device, sizes, arguments.simulations, arguments.width)
            if arguments.device == "cpu":
                measure_one_tree(game_id, 10 * arguments.simulations, arguments.width)


if __name__ == "__main__":
    main()
