"""Learn the network of Checkers' evaluation from matches that the program plays against itself; needs torch.

    python bench/tune_checkers.py learn OUT SCRATCH [--seconds 1380] [--processes 6] [--device cuda] [--start FILE]
    python bench/tune_checkers.py play SCRATCH SEED NODES SECONDS          # appends positions; done by `learn`
    python bench/tune_checkers.py compare OUT ONE OTHER SECONDS [NODES]    # equal time; done by `learn` at its end

`learn` plays with the present network in all processes but one, and in that one fits a new network to all positions so
far, time and again; it is taken when it does not lose a match of equal nodes. The last part of the time is for
networks of other sizes, all fitted to the same positions, and for their matches of equal time. OUT gets the networks
and `curve.json`, and is complete at every moment; the positions stay in SCRATCH.
"""

import argparse
import contextlib
import dataclasses
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if "learn" in sys.argv:
    import torch  # type: ignore[import-not-found,unused-ignore]  # noqa: F401  # Numba loaded first can hide its libraries

import numpy as np

from checkers_self_play import Player, equal_times, pair, positions_to_file
from parlour.games.checkers.ai import network
from parlour.players.simulation import wilson

NODES = 2_500  # of a search whose position is learned from
ROUNDS = (0.09, 0.18, 0.28, 0.38, 0.48, 0.58)  # when a new network is fitted, of the whole time
STEPS = 6_000  # batches of a fit
FIT_SHARE = 0.035  # of the whole time, that a fit may take
LAST_STEPS = 20_000
# The networks of the last part: sums, cells, phases, share of the result. All play against the first.
SHAPES = ((64, 16, 8, 0.6), (96, 16, 8, 0.6), (128, 16, 8, 0.6), (64, 32, 8, 0.6), (64, 16, 8, 0.3), (32, 16, 8, 0.6))
GATE_PAIRS = 200
COMPARED_NODES = 20_000
PAIRS_PER_REPORT = 10
CLOSING_S = 8  # before the end, when the last matches stop


class Run:
    """One run of `learn`: its folders, its clock and its processes."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.out, self.scratch = given.out, given.scratch
        self.seconds, self.processes, self.device, self.seed = (
            given.seconds,
            given.processes,
            given.device,
            given.seed,
        )
        self.steps, self.pairs = given.steps, given.pairs
        self.begin, self.curve = time.monotonic(), list[dict[str, Any]]()

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begin

    def note(self, **what: Any) -> None:
        """Write down what has happened."""
        self.curve.append({"at_s": round(self.spent, 1), **what})
        print(json.dumps(self.curve[-1]), flush=True)
        write(self.out / "curve.json", json.dumps(self.curve, indent=1))

    def publish(self, path: Path) -> None:
        """Let the players go on with a network."""
        shutil.copy(path, self.scratch / "part")
        (self.scratch / "part").replace(self.scratch / "current.npz")

    def call(self, *words: object) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, __file__, *map(str, words)])


def write(path: Path, text: str) -> None:
    """Write a file in one go."""
    part = path.with_name(f"part-{path.name}")
    part.write_text(text)
    part.replace(path)


@contextlib.contextmanager
def ended(processes: list[subprocess.Popen[bytes]]) -> Iterator[None]:
    """End processes that were started here, whatever happens."""
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def learn(given: argparse.Namespace) -> None:
    run = Run(given)
    for folder in (run.out, run.scratch):
        folder.mkdir(parents=True, exist_ok=True)
    best = run.out / "start.npz"
    shutil.copy(given.start, best)
    run.publish(best)
    warm(best)
    run.note(event="started", device=run.device, processes=run.processes, seed=run.seed, start=str(given.start))
    players = [
        run.call("play", run.scratch, run.seed + number, NODES, run.seconds) for number in range(run.processes - 1)
    ]
    with ended(players):
        for number, share in enumerate(ROUNDS, 1):
            if run.spent > ROUNDS[-1] * run.seconds:  # the rounds before took longer than planned
                break
            time.sleep(max(0.0, share * run.seconds - run.spent))
            try:
                best = next_round(run, number, best)
            except Exception as trouble:  # of the device, say: the players go on, and the next round tries again
                run.note(event="failed", round=number, why=str(trouble)[:500])
    finish(run)


def warm(path: Path) -> None:
    """Compile what the players of a network need, so that they find it on disk."""
    Player(path, 100).play_match(np.array([1], np.uint64), np.zeros((300, 6), np.int64))


def next_round(run: Run, number: int, best: Path) -> Path:
    """Fit a network to all positions and let it play against the best one; return the better one."""
    import fit_checkers as fitting  # noqa: PLC0415  # torch: only in this process

    data = fitting.load(fitting.read(run.scratch), run.device)
    net, how = fitting.fit(data, fitting.Shape(), run.steps, FIT_SHARE * run.seconds, run.seed + number)
    path = run.out / f"round{number}.npz"
    fitting.save(path, net)
    one, other = Player(path, NODES), Player(best, NODES)
    results = [result for k in range(run.pairs) for result in pair(one, other, 1000 * number + k)]
    is_better = sum(results) >= 0
    if is_better:
        warm(path)
        run.publish(path)
    run.note(event="round", round=number, **how, against=best.name, **score(results), taken=is_better)
    return path if is_better else best


def finish(run: Run) -> None:
    """Fit networks of several sizes to all positions, and let them play against the first of them."""
    import fit_checkers as fitting  # noqa: PLC0415  # torch: only in this process

    data = fitting.load(fitting.read(run.scratch), run.device)
    matches: list[subprocess.Popen[bytes]] = []
    with ended(matches):
        first: Path | None = None
        for sizes in SHAPES:
            if run.spent > run.seconds - CLOSING_S:
                break
            shape = fitting.Shape(*sizes)
            try:
                net, how = fitting.fit(data, shape, LAST_STEPS, FIT_SHARE * run.seconds, run.seed)
            except Exception as trouble:
                run.note(event="failed", shape=shape.name, why=str(trouble)[:500])
                continue
            path = run.out / f"{shape.name}.npz"
            fitting.save(path, net)
            run.note(event="fitted", **dataclasses.asdict(shape), **how)
            other = first or run.out / "start.npz"
            left = run.seconds - run.spent - CLOSING_S
            matches.append(run.call("compare", run.out, path, other, left))
            first = first or path
        while run.spent < run.seconds and any(each.poll() is None for each in matches):
            time.sleep(0.2)
    found = [json.loads(path.read_text()) for path in sorted(run.out.glob("compare-*.json"))]
    run.note(event="ended", matches=found)


def score(results: list[int]) -> dict[str, Any]:
    """Sum up the results of matches, 1, 0 or -1."""
    rate = (1 + sum(results) / max(1, len(results))) / 2
    low, high = wilson(rate, len(results))
    won, drawn, lost = (results.count(result) for result in (1, 0, -1))
    return {
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": round(rate, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def compare(out: Path, one: Path, other: Path, seconds: float, nodes: int) -> None:
    """Play pairs of matches in equal time, and keep the score in a file."""
    begin, players = time.monotonic(), (Player(one, nodes), Player(other, nodes))
    equal_times(*players, seed=1)
    results: list[int] = []
    report: dict[str, Any] = {}
    number = 0
    while time.monotonic() - begin < seconds:
        results += pair(*players, seed=1_000_000 + number)
        number += 1
        if number % PAIRS_PER_REPORT == 0:
            report = {
                "one": one.stem, "other": other.stem, **score(results), "nodes": [each.nodes for each in players],
                "seconds": [round(each.seconds, 1) for each in players],
                "million_nodes_per_s": [round(each.searched / each.seconds / 1e6, 2) for each in players],
            }  # fmt: skip
            write(out / f"compare-{one.stem}-{other.stem}.json", json.dumps(report))
    print(json.dumps(report), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    given = commands.add_parser("learn")
    given.add_argument("out", type=Path)
    given.add_argument("scratch", type=Path)
    given.add_argument("--seconds", type=float, default=1380)
    given.add_argument("--processes", type=int, default=6)
    given.add_argument("--device", default="cuda")
    given.add_argument("--start", type=Path, default=network.FILE)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--steps", type=int, default=STEPS)
    given.add_argument("--pairs", type=int, default=GATE_PAIRS)
    given = commands.add_parser("play")
    given.add_argument("scratch", type=Path)
    given.add_argument("seed", type=int)
    given.add_argument("nodes", type=int)
    given.add_argument("seconds", type=float)
    given = commands.add_parser("compare")
    for name in ("out", "one", "other"):
        given.add_argument(name, type=Path)
    given.add_argument("seconds", type=float)
    given.add_argument("nodes", type=int, nargs="?", default=COMPARED_NODES)
    chosen = parser.parse_args()
    if chosen.command == "learn":
        learn(chosen)
    elif chosen.command == "play":
        positions_to_file(chosen.scratch, chosen.seed, chosen.nodes, chosen.seconds)
    else:
        compare(chosen.out, chosen.one, chosen.other, chosen.seconds, chosen.nodes)


if __name__ == "__main__":
    main()
