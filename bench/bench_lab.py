"""Measure how much faster two workers play a tournament than one: processes of this machine, and Ray.

    python bench/bench_lab.py [PAIRS] [ROUNDS]

In every round each way plays the same tournament once. Only the second half is timed, when all workers have
started.
"""

import functools
import statistics
import sys
import time

from parlour.core.registry import load
from parlour.lab.pairs import play_pair
from parlour.lab.plan import Plan, make_plan
from parlour.lab.spread import spread

WAYS: dict[str, tuple[int, str | None]] = {
    "one process": (1, None),
    "two processes": (2, None),
    "one Ray worker": (1, "local"),
    "two Ray workers": (2, "local"),
}


def rate(plan: Plan, pairs: int, workers: int, ray: str | None) -> float:
    """Return the matches played in a second, in the second half."""
    ended = [time.monotonic() for _ in spread(functools.partial(play_pair, plan, at_ms=0), range(pairs), workers, ray)]
    half = pairs // 2
    return 2 * (pairs - 1 - half) / (ended[-1] - ended[half])


def main(pairs: int = 60, rounds: int = 3) -> None:
    plan = make_plan(load("checkers"), ["club", "casual"], matches=2 * pairs, seed=1, options={})
    rates: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, how in WAYS.items():
            rates[way].append(rate(plan, pairs, *how))
    for way, found in rates.items():
        print(f"{way:16} {', '.join(f'{each:.1f}' for each in found)} matches/s, median {statistics.median(found):.1f}")
    one, two = (statistics.median(rates[f"{number} Ray worker{s}"]) for number, s in (("one", ""), ("two", "s")))
    print(f"two Ray workers: {two / one:.2f} times one")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
