"""Build the opening book of Checkers: all turns of a position are searched, and the good ones are followed.

    python bench/build_checkers_book.py OUT [--seconds 1200] [--processes 1] [--nodes 2000000] [--network FILE]

OUT is written after each ply, with the values of the last ply carried back to the ones before, so that it can be
stopped at any time.
"""

import argparse
import multiprocessing
import time
from pathlib import Path

import numpy as np

from checkers_self_play import MOST_DEPTH, Player
from parlour.games.checkers.ai import book, network
from parlour.games.checkers.ai.search import deepen_once
from parlour.games.checkers.ai.thinker import spread
from parlour.games.checkers.ai.workspace import NO_TURN, PROVEN, WIN
from parlour.games.checkers.state import SQUARES, START

FOLLOWED = 30  # points by which a turn may be worse than the best one for the book to go on with it
QUIET_LIMIT = 80
TABLE_MB = 64
LAST_PLY = 14

Turns = dict[int, int]  # key after each turn: its value for the side that plays it; 0 for the key where a king is made
PLAYERS: list[Player] = []  # of this process


def prepare(path: Path, nodes: int) -> None:
    """Make the searching player of a process."""
    PLAYERS.append(Player(path, nodes, TABLE_MB))


def search(key: int) -> tuple[int, Turns]:
    """Return the values of all turns of a position, by the last depth that was searched to its end."""
    player = PLAYERS[0]
    w = player.work
    w.quiet_limit = QUIET_LIMIT
    n = player.enter((spread(key & 0xFFFFFFFF), spread(key >> SQUARES), 0, 0), 0)
    w.nodes, w.is_stopped, w.max_nodes = 0, 0, player.nodes
    w.generation = w.generation % 60_000 + 1
    w.killers[:] = NO_TURN
    w.history //= 8
    values = np.zeros(n, np.int64)
    for depth in range(1, MOST_DEPTH):
        deepen_once(*player.memory, 0, n, depth, -WIN, WIN, True)
        if w.is_stopped:
            break
        values = w.values[:n].copy()
    after = [(int(w.roots[i, 0]), int(w.roots[i, 1]), int(w.roots[i, 2])) for i in range(n)]
    return key, {
        0 if kings else book.key_at(own, enemy, 1): int(value)
        for (own, enemy, kings), value in zip(after, values, strict=True)
    }


def followed(turns: Turns) -> list[int]:
    """Return the keys after the turns that the book goes on with; none where they are decided or make a king."""
    best = max(turns.values())
    keys = [after for after, value in turns.items() if value >= best - FOLLOWED]
    return keys if abs(best) < PROVEN and 0 not in keys else []


def carried_back(plies: list[dict[int, Turns]]) -> book.Book:
    """Return the values of all positions that are followed: from the last ply to the first."""
    values: book.Book = {}
    for ply in reversed(plies):
        for key, turns in ply.items():
            keys = followed(turns)
            for after in keys:
                values.setdefault(after, -turns[after])
            if keys:
                values[key] = max(-values[after] for after in keys)
    return values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--network", type=Path, default=network.FILE)
    given = parser.parse_args()
    begin, plies, layer = time.monotonic(), list[dict[int, Turns]](), [book.key_at(*START, 0)]
    context = multiprocessing.get_context("spawn")
    with context.Pool(given.processes, prepare, (given.network, given.nodes)) as pool:
        while layer and len(plies) <= LAST_PLY:
            plies.append({})
            for key, turns in pool.imap(search, layer):
                plies[-1][key] = turns
                if time.monotonic() - begin > given.seconds:
                    break
            values = carried_back(plies)
            book.save(values, given.out)
            spent = time.monotonic() - begin
            print(
                f"ply {len(plies) - 1}: {len(plies[-1])} of {len(layer)} searched, {len(values)} known, {spent:.0f} s",
                flush=True,
            )
            if spent > given.seconds:
                break
            layer = sorted({after for turns in plies[-1].values() for after in followed(turns)})


if __name__ == "__main__":
    main()
