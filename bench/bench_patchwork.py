"""Patchwork's Expert and Master against the greedy buyer: matches in pairs on the same circle, the seats swapped.

python bench/bench_patchwork.py
"""

import sys

from parlour.core import registry
from parlour.lab.ladder import compare

MATCHES = 200
GOALS = {"expert": 0.90, "master": 0.95}
SEED = 1_000_000  # of the first circle


def against_greedy() -> int:
    game = registry.load("patchwork")
    print("| player | against | score | 95 % interval | first seat | second seat | matches | ms per action | goal |")
    print("|---|---|---|---|---|---|---|---|---|")
    missed = 0
    for name, goal in GOALS.items():
        score = compare(game, (name, "greedy"), MATCHES, SEED, jobs=1, options={})
        low, high = score.interval
        spent_ms = 1000 * score.seconds[0] / score.actions[0]
        print(
            f"| {name} | greedy | {score.rate:.1%} | {low:.1%} to {high:.1%} | {score.rate_at(0):.1%} "
            f"| {score.rate_at(1):.1%} | {score.matches} | {spent_ms:.1f} | {goal:.0%} |",
            flush=True,
        )
        missed += score.rate < goal
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(against_greedy())
