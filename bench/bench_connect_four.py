"""Connect Four's Master and solver: errors against another program, and the time of answers, from a cold table.

python bench/bench_connect_four.py errors 2000    (Master on random positions of all depths)
python bench/bench_connect_four.py columns 300 [FIRST LAST]    (the solver on random positions, by number of checkers)
python bench/bench_connect_four.py balanced 300 [FIRST LAST]   (the same, after play that gives little away)
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import bitbully_databases
import numpy as np
from bitbully import bitbully_core

import parlour
from bench_solver import random_position
from parlour.core.contract import Record
from parlour.core.thinking import Stop
from parlour.games.connect_four import master, solver

P = TypeVar("P")
T = TypeVar("T")
DATABASE = Path(bitbully_databases.__file__).parent / "assets" / "book_12ply_distances.dat"


def timed(work: Callable[[P], T], given: P) -> tuple[T, float]:
    """Do work from a cold table; returns its answer and the CPU time it took."""
    solver.forget()
    begin = time.process_time()
    answer = work(given)
    return answer, time.process_time() - begin


def tell(name: str, spent: Sequence[float]) -> None:
    """Print one row: how many answers, and how long they took."""
    ranked = sorted(spent)
    parts = {"median": ranked[len(ranked) // 2], "95 %": ranked[len(ranked) * 95 // 100], "longest": ranked[-1]}
    words = ", ".join(f"{part} {1000 * value:.1f} ms" for part, value in parts.items())
    slow = sum(each > 1.0 for each in spent)
    mean = 1000 * statistics.mean(spent)
    print(f"{name}: {len(spent)} positions, {words}, mean {mean:.1f} ms, {slow} above 1 s", flush=True)


def think(position: parlour.Position) -> int | None:
    """Let Master choose; None where it asks its other search."""
    seat = position.to_act()[0]
    thought = master.think(position.seen_by(seat).known, seat, np.zeros(1, np.uint64), Stop())
    return thought and thought.best


def solve(state: Record) -> dict[int, int]:
    return solver.solve(state, Stop())


def errors(positions: int) -> None:
    """Count the drops of Master that give away a score, by another program's."""
    theirs, choose = bitbully_core.BitBullyCore(DATABASE), random.Random(1)
    wrong, unproven, spent = 0, 0, []
    for number in range(positions):
        position, columns = random_position(choose, number % 42)
        best, seconds = timed(think, position)
        spent.append(seconds)
        if best is None:
            unproven += 1
            continue
        scores = {}
        for action in position.legal_actions(position.to_act()[0]):
            board = bitbully_core.BoardCore()
            board.setBoard(columns)
            scores[action] = theirs.scoreMove(board, action, 0)
        wrong += scores[best] != max(scores.values())
    print(f"random positions of 0 to 41 checkers: {wrong} errors; {unproven} early ones left to the other search")
    tell("Master on them", spent)


def balanced_state(choose: random.Random, checkers: int) -> Record:
    """Drop this number of checkers so that no score falls by more than 1: such positions take longest."""
    while True:
        position = parlour.new("connect_four", position="")
        while position.state.plies < checkers and position.to_act():
            scores = solve(position.state)
            good = [column for column in scores if scores[column] >= max(scores.values()) - 1]
            position = position.play(position.to_act()[0], choose.choice(good))
        if position.to_act():
            return position.state


def random_state(choose: random.Random, checkers: int) -> Record:
    return random_position(choose, checkers)[0].state


def columns(positions: int, state_of: Callable[[random.Random, int], Record], checkers: Sequence[int]) -> None:
    """Time the scores of all columns."""
    for number in checkers:
        choose = random.Random(number)
        states = [state_of(choose, number) for _ in range(positions)]
        tell(f"every column, {number} checkers", [timed(solve, state)[1] for state in states])


def main() -> int:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    think(random_position(random.Random(0), 30)[0])
    command, positions = sys.argv[1], int(sys.argv[2])
    first, last = (int(each) for each in sys.argv[3:5] or (0, 16))
    if command == "errors":
        errors(positions)
    else:
        columns(positions, balanced_state if command == "balanced" else random_state, range(first, last + 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
