"""A trained network of Connect Four against the player of examples/train_connect_four.py, trained for as long.

    OMP_NUM_THREADS=1 python bench/bench_training.py --minutes 10 NET.npz

Both think as long as they were made for: the example looks four actions ahead (some 2,400 positions), the network
searches with `--simulations`. Minutes are those of the processor. `--keep FILE` keeps the example's weights, so that it
need not be trained again.
"""

import argparse
import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.core.batch import Batch
from parlour.core.registry import load
from parlour.lab.search import BatchedSearch, Network

EXAMPLE = Path(__file__).parent.parent / "examples" / "train_connect_four.py"
GAME, QUICK, DEPTH = load("connect_four"), {"quick_colours": True}, 4
OPENING = GAME.players.opening_actions
Choose = Callable[[Batch], Any]


def trained_example(minutes: float, keep: Path | None) -> Choose:
    """Return the player that the example trains, with the clock of the processor; it prints its own result."""
    kept = keep is not None and keep.exists()
    sys.argv = [str(EXAMPLE), str(0.001 if kept else minutes)]
    clock, time.monotonic = time.monotonic, time.process_time
    try:
        made = runpy.run_path(str(EXAMPLE))
    finally:
        time.monotonic = clock
    if keep is not None and kept:
        with np.load(keep) as file:
            made["weights"][:] = [file[name] for name in file]
    elif keep is not None:
        np.savez(keep, *made["weights"])
    return lambda batch: made["look_ahead"](batch.records, depth=DEPTH).argmax(1)


def play(first: Choose, second: Choose, pairs: int, seed: int) -> tuple[int, int, int]:
    """Return how many matches the first player won, drew and lost, in pairs with the seats swapped."""
    opening = parlour.batch(GAME.id, pairs, seeds=seed, options=QUICK)
    opening.play_random(OPENING, seed=seed)
    batch = parlour.batch(GAME.id, 2 * pairs, seeds=seed, options=QUICK)
    batch.records[:] = np.repeat(opening.records, 2, axis=0)
    own_seats = np.arange(2 * pairs) % 2
    while batch.to_act().any():
        is_first = batch.to_act() // 2 == own_seats
        batch.step(np.where(is_first, first(batch), second(batch)), check=False)
    results = batch.results()[np.arange(2 * pairs), own_seats]
    return int((results == 1).sum()), int((results == 0.5).sum()), int((results == 0).sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", type=Path)
    settings = parser.parse_args()

    example, network = trained_example(settings.minutes, settings.keep), Network.load(GAME, settings.network)
    searches: dict[int, BatchedSearch] = {}

    def search(batch: Batch) -> Any:
        if id(batch) not in searches:
            searches[id(batch)] = BatchedSearch(batch, network, settings.simulations, "puct", width=7)
        return searches[id(batch)].search(settings.seed).actions

    won, drawn, lost = play(search, example, settings.pairs, settings.seed)
    print(f"{settings.network} with {settings.simulations} simulations won {won}, drew {drawn} and lost {lost}")


if __name__ == "__main__":
    main()
