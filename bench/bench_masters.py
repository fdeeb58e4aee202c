"""A player of this checkout against a level of another checkout, in pairs that begin alike, with the seats swapped.

    python bench/bench_masters.py GAME CHECKOUT [--player master] [--level master] [--matches 400] [--first 1]
        [--jobs 1] [--option NAME=VALUE ...]

CHECKOUT is a folder with the other `src`; its level plays in a process of its own. `--player` is written as in the
lab's tournaments: `master`, `policy@FILE`. A VALUE `@FILE` is the text of a file, for a deck that the other checkout
does not have. Times are processor times of one core.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.core import registry
from parlour.core.position import Position, start
from parlour.core.thinking import Stop
from parlour.lab.entrants import make_entrant
from parlour.players.simulation import opening_actions, wilson

WORKER = Path(__file__).with_name("earlier_master.py")


@dataclass(frozen=True)
class Task:
    """One match: who plays, where, and from which beginning."""

    game: str
    checkout: str
    player: str
    level: str
    options: dict[str, Any]
    pair: int
    seat: int  # of this checkout's player


@dataclass(frozen=True)
class Played:
    """How a match went, and the seconds and actions of this player and of the other one."""

    seat: int
    result: float
    seconds: tuple[float, float]
    actions: tuple[int, int]
    longest: float  # seconds of this player for one action


class Other:
    """The other checkout, in a process of its own."""

    def __init__(self, checkout: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(WORKER)], env={**os.environ, "PYTHONPATH": path_of(checkout)}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def tell(self, *words: object) -> None:
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)

    def ask(self, seat: int) -> tuple[str, float]:
        """Return what it plays, and the seconds it took."""
        assert self._process.stdout is not None
        self.tell("go", seat)
        seconds, _, action = self._process.stdout.readline().rstrip("\n").partition(" ")
        return action, float(seconds)


OTHERS: dict[str, Other] = {}  # of this process


def path_of(checkout: str) -> str:
    """Return the other sources, followed by what this process imports from elsewhere."""
    rest = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part and not part.endswith("src")]
    return os.pathsep.join([str(Path(checkout) / "src"), *rest])


def play(task: Task) -> Played:
    """Play one match."""
    game = registry.load(task.game)
    if task.checkout not in OTHERS:
        OTHERS[task.checkout] = Other(task.checkout)
    other, position = OTHERS[task.checkout], start(game, task.pair, task.options)
    other.tell("new", game.id, task.level, 2 * task.pair + 1 - task.seat, task.pair, json.dumps(task.options))
    player = make_entrant(task.player, game, 2 * task.pair + task.seat)

    def follow(seat: int, action: str | int) -> Position:
        text = action if isinstance(action, str) else position.action_to_text(seat, action)
        other.tell("play", seat, text)
        return position.play(seat, action)

    for seat, action in opening_actions(position, game.players.opening_actions, task.pair):
        position = follow(seat, action)
    seconds, actions, longest = [0.0, 0.0], [0, 0], 0.0
    while seats := position.to_act():
        seat, whose = seats[0], int(seats[0] != task.seat)
        if whose == 0:
            begin = time.process_time()
            chosen: str | int = player.choose(position.seen_by(seat).known, seat, Stop())
            spent = time.process_time() - begin
            longest = max(longest, spent)
        else:
            chosen, spent = other.ask(seat)
        seconds[whose] += spent
        actions[whose] += 1
        position = follow(seat, chosen)
    result = float(game.rules.result(position.state, task.seat))
    return Played(task.seat, result, (seconds[0], seconds[1]), (actions[0], actions[1]), longest)


def summary(played: list[Played]) -> str:
    """Return the score so far in one line."""
    results = [one.result for one in played]
    rate = sum(results) / len(results)
    low, high = wilson(rate, len(results))
    seats = [[one.result for one in played if one.seat == seat] for seat in range(2)]
    by_seat = ", ".join(f"{sum(part) / max(1, len(part)):.1%} of {len(part)}" for part in seats)
    ms = [1000 * sum(one.seconds[k] for one in played) / max(1, sum(one.actions[k] for one in played)) for k in (0, 1)]
    return (
        f"{len(results)} matches: {results.count(1.0)} won, {results.count(0.5)} drawn, {results.count(0.0)} lost: "
        f"{rate:.1%} ({low:.1%} to {high:.1%}); by seat {by_seat}; ms per action {ms[0]:.1f}, theirs {ms[1]:.1f}, "
        f"longest {1000 * max(one.longest for one in played):.0f}"
    )


def option(text: str) -> tuple[str, str]:
    """Read an option of the game."""
    name, _, value = text.partition("=")
    return name, Path(value[1:]).read_text() if value.startswith("@") else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("checkout")
    parser.add_argument("--player", default="master")
    parser.add_argument("--level", default="master")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--first", type=int, default=1, help="number of the first pair")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    given = parser.parse_args()
    game = registry.load(given.game)
    options = {**game.preset("quick"), **dict(map(option, given.option))}
    tasks = [
        Task(game.id, given.checkout, given.player, given.level, options, given.first + number // 2, number % 2)
        for number in range(given.matches)
    ]
    played: list[Played] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for one in pool.map(play, tasks):
            played.append(one)
            if len(played) % 20 == 0 or len(played) == len(tasks):
                print(game.id, given.player, summary(played), flush=True)


if __name__ == "__main__":
    main()
