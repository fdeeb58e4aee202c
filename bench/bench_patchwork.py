"""Patchwork against players of fixed strength: matches in pairs on the same circle, the seats swapped.

python bench/bench_patchwork.py                          # Expert and Master against the greedy buyer
python bench/bench_patchwork.py MATCHES NODES [COMMIT]   # a search of NODES against the Master of 62ba7eb

The second asks the earlier Master in a process of its own, over circle and placement strings, and counts the CPU time
of both; choose NODES such that they take the same.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

from compare import earlier
from parlour.core import registry
from parlour.core.contract import Record
from parlour.core.position import start
from parlour.core.thinking import Stop
from parlour.games.patchwork.ai.search import thinking
from parlour.games.patchwork.ai.weights import WEIGHTS
from parlour.games.patchwork.rules.contract import apply, is_over, result, seat_to_act
from parlour.games.patchwork.text.notation import state_to_text
from parlour.lab.ladder import compare
from parlour.players.simulation import wilson

MATCHES = 200
GOALS = {"expert": 0.90, "master": 0.95}
SEED = 1_000_000  # of the first circle
EARLIER = "62ba7eb"  # with the evaluation set by hand
EARLIER_MASTER = """
import sys, time
import numpy as np
from parlour.core.thinking import Stop
from parlour.games.patchwork.rules import seat_to_act
from parlour.games.patchwork.search import thinking
from parlour.games.patchwork.strings import position_after
think, random = thinking(20_000), np.zeros(1, np.uint64)
for line in sys.stdin:
    circle, *placement = line.split()
    s = position_after(circle, "".join(placement))
    begin = time.process_time()
    best = think(s, int(seat_to_act(s)), random, Stop()).best
    print(best, time.process_time() - begin, flush=True)
"""

Think = Callable[[Record], tuple[int, float]]  # the action, and the seconds it took


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


def this_side(nodes: int) -> Think:
    think, random = thinking(nodes, WEIGHTS), np.zeros(1, np.uint64)

    def answer(s: Record) -> tuple[int, float]:
        begin = time.process_time()
        best = think(s, int(seat_to_act(s)), random, Stop()).best
        return best, time.process_time() - begin

    return answer


def earlier_side(process: "subprocess.Popen[str]") -> Think:
    def answer(s: Record) -> tuple[int, float]:
        assert process.stdin is not None
        assert process.stdout is not None
        print(state_to_text(s), file=process.stdin, flush=True)
        action, seconds = process.stdout.readline().split()
        return int(action), float(seconds)

    return answer


def against_earlier(commit: str, matches: int, nodes: int) -> None:
    game, results, seconds, actions = registry.load("patchwork"), list[float](), [0.0, 0.0], [0, 0]
    with earlier(commit) as tree:
        cache = f"{tempfile.gettempdir()}/parlour-{commit}"  # outlasts the folder: the next run need not compile
        environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PARLOUR_CACHE": cache}
        command = [sys.executable, "-c", EARLIER_MASTER]
        process = subprocess.Popen(command, env=environment, stdin=-1, stdout=-1, text=True, cwd=tree)
        sides = (this_side(nodes), earlier_side(process))
        for side in sides:
            side(start(game, 1).state)  # compiles
        for match in range(matches):
            seat, s = match % 2, start(game, SEED + match // 2).state.copy()
            while not is_over(s):
                acts = int(seat_to_act(s))
                action, spent = sides[acts ^ seat](s)
                apply(s, acts, action)
                seconds[acts ^ seat] += spent
                actions[acts ^ seat] += 1
            results.append(float(result(s, seat)))
            if match % 20 == 19 or match == matches - 1:
                rate, (low, high) = float(np.mean(results)), wilson(float(np.mean(results)), len(results))
                ms = " / ".join(f"{1000 * spent / number:.1f}" for spent, number in zip(seconds, actions, strict=True))
                print(f"{rate:.1%} ({low:.1%} to {high:.1%}) of {len(results)} matches, ms per action {ms}", flush=True)
        process.kill()
        process.wait()


def main() -> int:
    if len(sys.argv) == 1:
        return against_greedy()
    matches, nodes, commit = [*sys.argv[1:], EARLIER][:3]
    against_earlier(commit, int(matches), int(nodes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
