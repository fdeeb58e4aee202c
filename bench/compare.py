"""This working tree beside an earlier commit, in turns, in one run.

python bench/compare.py COMMIT engine [ROUNDS]          # random playouts of every game
python bench/compare.py COMMIT server [ROUNDS]          # bursts of durable actions through sockets
python bench/compare.py COMMIT compile                  # compiling every game, from an empty cache
python bench/compare.py COMMIT engine,server [ROUNDS]   # several in one run
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parents[1]
SECONDS = "1"
MEASURE = """
import json, sys, parlour
from parlour.core import playout, registry
from parlour.core.position import start
import time
rates = {}
for game_id in parlour.game_ids():
    game = registry.load(game_id)
    options = game.preset("quick") if hasattr(game, "preset") else game.quick_options
    position = start(game, 1, options)
    playout.play_out(position, 1, seed=0)
    matches, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        playout.play_out(position, 100, seed=matches)
        matches += 100
    rates[game_id] = matches / spent
print(json.dumps(rates))
"""


@contextmanager
def earlier(commit: str) -> Iterator[Path]:
    """Check an earlier commit out into a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", folder, commit], cwd=HERE, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=HERE, check=True)


def run(tree: Path, *arguments: str, cache: str | None = None) -> str:
    """Run Python in a tree, with its own sources, and return what it prints.

    Args:
        cache: a folder of the tree for its compiled kernels; without it all trees share one, which keeps them apart.
    """
    kernels = os.environ.get("PARLOUR_CACHE", str(HERE / ".cache/kernels")) if cache is None else str(tree / cache)
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PARLOUR_CACHE": kernels}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, check=False, env=environment, cwd=tree, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def engine(tree: Path) -> dict[str, float]:
    """Return the random matches per CPU second of every game."""
    rates: dict[str, float] = json.loads(run(tree, "-c", MEASURE.replace("SECONDS", SECONDS)))
    return rates


def server(tree: Path) -> dict[str, float]:
    """Return the durable actions per second and per CPU second of the server, for each game of the burst."""
    text = run(tree, "bench/bench_server.py", "burst", "5")
    found = re.findall(r"^(\w+): .*?([\d,]+)/s.*?([\d,]+) µs", text, flags=re.MULTILINE)
    rates = {}
    for game, by_clock, cost in found:
        rates[f"{game}, server"] = 1e6 / float(cost.replace(",", ""))
        rates[f"{game}, server, by the clock"] = float(by_clock.replace(",", ""))
    return rates


def compile_all(tree: Path) -> dict[str, float]:
    """Return how often everything could be compiled in an hour of processor time."""
    before = os.times()
    run(tree, "-m", "parlour", "warm", cache=".cache/compared")
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return {"compiling all games, in an hour": 3600 / spent}


def main() -> None:
    commit, measures = sys.argv[1], [MEASURES[what] for what in sys.argv[2].split(",")]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with earlier(commit) as before:
        rates: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
        for tree in (before, HERE):
            run(tree, "-m", "parlour", "warm")
        for measure in measures:
            for _ in range(1 if measure is compile_all else rounds):
                for index, tree in enumerate((before, HERE)):
                    for name, rate in measure(tree).items():
                        rates[name][index].append(rate)
    print(f"| per CPU second | {commit} | now | ratio of the best |\n|---|---|---|---|")
    for name, (old, new) in rates.items():
        cells = (", ".join(f"{rate:,.0f}" for rate in each) for each in (old, new))
        print(f"| {name} | {' | '.join(cells)} | {max(new) / max(old):.2f} |")


MEASURES = {"engine": engine, "server": server, "compile": compile_all}

if __name__ == "__main__":
    main()
