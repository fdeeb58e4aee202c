"""Connect Four's Master and solver: errors against another program, and the time of answers, from a cold table.

python bench/bench_connect_four.py errors 2000    (Master on random positions of all depths)
python bench/bench_connect_four.py outside 300    (Master on the first positions outside the book)
python bench/bench_connect_four.py columns 300    (the solver on positions of 14 checkers)
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
from parlour.games.connect_four import book, master, solver
from parlour.games.connect_four.book_maker import first_outside

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
    print(f"{name}: {len(spent)} positions, {words}, mean {1000 * statistics.mean(spent):.1f} ms", flush=True)


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


def outside(positions: int) -> None:
    """Time Master where its own play can first leave the book."""
    choose = random.Random(2)
    for plies, lines in first_outside(book.FILE).items():
        sample = choose.sample(lines, min(len(lines), positions))
        spent = [timed(think, parlour.new("connect_four", position=line))[1] for line in sample]
        tell(f"Master, first position outside the book, {plies} checkers (there are {len(lines)})", spent)


def columns(positions: int) -> None:
    """Time the scores of all columns."""
    choose = random.Random(3)
    states = [random_position(choose, 14)[0].state for _ in range(positions)]
    tell("every column, 14 checkers", [timed(solve, state)[1] for state in states])


def main() -> int:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    think(random_position(random.Random(0), 30)[0])
    {"errors": errors, "outside": outside, "columns": columns}[sys.argv[1]](int(sys.argv[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
