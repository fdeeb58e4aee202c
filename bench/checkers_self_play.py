"""Matches of Checkers' search against itself: positions to learn its network from, and which network wins.

Every match begins with random turns and ends early where the endgame tables or a proven value tell its result.
"""

import os
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import Tables
from parlour.core.thinking import Flag
from parlour.games.checkers import endgames
from parlour.games.checkers.ai import network
from parlour.games.checkers.ai.search import deepen
from parlour.games.checkers.ai.turns import after_turn, can_jump, list_turns
from parlour.games.checkers.ai.workspace import NO_TURN, PROVEN, WIN, Workspace, is_repeated, key_of, new_workspace
from parlour.games.checkers.state import START
from parlour.pieces.transposition_table import Table, new_table

NOISE = 10  # points
QUIET_LIMIT = 30  # plies without a capture or a man's move after which a match is called a draw
MOST_QUIET = 8  # of a position that is kept
FEW = 8  # checkers; with so few every second position is kept
LOPSIDED = 250  # points after the random turns; of such matches one in four is played
RUNNING = 2  # no result yet
COLUMNS = 6  # own, enemy, kings, side, value, result
MOST_PLIES = 300
MOST_DEPTH = 40
TABLE_MB = 8
MATCHES_PER_LOOK = 50  # matches between two looks for a new network

Rows = NDArray[np.int64]  # [positions, COLUMNS]
Board = tuple[int, int, int, int]  # own, enemy, kings, side


@kernel
def enter(w: Workspace, own: int, enemy: int, kings: int, side: int, quiet: int) -> int:
    """Put a position and what follows on each of its turns into the workspace; return the number of turns."""
    w.past = quiet
    w.keys[quiet] = key_of(own, enemy, kings, side, 0)
    n = list_turns(own, enemy, kings, side, can_jump(own, enemy, kings, side), w.turns[0])
    for i in range(n):
        w.roots[i, 1], w.roots[i, 0], w.roots[i, 2], w.roots[i, 3] = after_turn(
            own, enemy, kings, side, quiet, w.turns[0, i]
        )
        w.order[i], w.values[i], w.bonus[i] = i, -WIN, 0
    return n


@kernel
def result_of(w: Workspace, tables: Tables, own: int, enemy: int, kings: int, side: int, quiet: int, n: int) -> int:
    """Return the result for the side to move, 1, 0 or -1, in a position with `n` turns that was entered."""
    if n == 0:
        return -1
    if quiet >= w.quiet_limit or is_repeated(w, 0, quiet, w.keys[quiet]):
        return 0
    if num_bits(own | enemy) <= endgames.MOST:
        end = int(tables[endgames.index_at(own, enemy, kings, side == 1)])
        return (end > 0) - (end < 0)
    return RUNNING


@kernel
def choose(
    w: Workspace, net: network.Network, table: Table, tables: Tables, flag: Flag, side: int, n: int, nodes: int,
    random: Words,
) -> int:  # fmt: skip
    """Return the index of the turn that a search prefers in a position with `n` turns that was entered."""
    w.nodes, w.is_stopped, w.max_nodes = 0, 0, nodes
    w.generation = w.generation % 60_000 + 1
    w.killers[:] = NO_TURN
    for i in range(n):
        w.bonus[i] = random_below(random, 2 * NOISE + 1) - NOISE
    deepen(w, net, table, tables, flag, side, n, MOST_DEPTH, False)
    return w.order[0]


@kernel
def play_match(
    w: Workspace, net: network.Network, table: Table, tables: Tables, flag: Flag, nodes: int, random: Words, out: Rows
) -> int:
    """Play a match, write its positions and return their number."""
    own, enemy, kings, side, quiet = START[0], START[1], 0, 0, 0
    opening = 4 + random_below(random, 9)
    found = ply = 0
    w.quiet_limit = QUIET_LIMIT
    while True:
        n = enter(w, own, enemy, kings, side, quiet)
        result = result_of(w, tables, own, enemy, kings, side, quiet, n)
        if result != RUNNING:
            break
        pick = random_below(random, n)
        if ply >= opening:
            pick = choose(w, net, table, tables, flag, side, n, nodes, random)
            value = w.values[pick]
            if abs(value) > PROVEN:
                result = 1 if value > 0 else -1
                break
            if ply == opening and abs(value) > LOPSIDED and random_below(random, 4) > 0:
                return 0
            is_kept = num_bits(own | enemy) > FEW or random_below(random, 2) == 0
            if is_kept and quiet <= MOST_QUIET and not can_jump(own, enemy, kings, side) and found < len(out):
                out[found, 0], out[found, 1], out[found, 2], out[found, 3] = own, enemy, kings, side
                out[found, 4] = value - w.bonus[pick]
                found += 1
        own, enemy, kings, quiet = w.roots[pick, 0], w.roots[pick, 1], w.roots[pick, 2], w.roots[pick, 3]
        side = 1 - side
        ply += 1
    for i in range(found):
        out[i, 5] = result if out[i, 3] == side else -result
    return found


class Player:
    """A network with a search of its own."""

    def __init__(self, path: Path, nodes: int, table_mb: int = TABLE_MB) -> None:
        self.nodes = nodes
        self.net = network.load(path)
        self.work = new_workspace(self.net)
        self.work.quiet_limit = QUIET_LIMIT
        self.memory = self.work, self.net, new_table(table_mb), endgames.load(), np.zeros(1, np.int64)
        self.seconds, self.searched = 0.0, 0

    def play_match(self, random: Words, out: Rows) -> int:
        self.work.history //= 2
        return play_match(*self.memory, self.nodes, random, out)

    def enter(self, board: Board, quiet: int) -> int:
        return enter(self.work, *board, quiet)

    def choose(self, side: int, n: int, random: Words) -> int:
        begin = time.process_time()
        self.work.history //= 8
        pick = choose(*self.memory, side, n, self.nodes, random)
        self.seconds += time.process_time() - begin
        self.searched += int(self.work.nodes)
        return pick


def positions_to_file(folder: Path, seed: int, nodes: int, seconds: float) -> None:
    """Play with the network `current.npz` of a folder, as it is replaced, and append positions to a file there."""
    begin, parent, path, played_with = time.monotonic(), os.getppid(), folder / "current.npz", 0.0
    random, out = np.array([seed], np.uint64), np.zeros((MOST_PLIES, COLUMNS), np.int64)
    with (folder / f"positions-{seed}.bin").open("ab") as file:
        while time.monotonic() - begin < seconds and os.getppid() == parent:
            if path.stat().st_mtime != played_with:
                played_with = path.stat().st_mtime
                network.load.cache_clear()
                player = Player(path, nodes)
            for _ in range(MATCHES_PER_LOOK):
                file.write(out[: player.play_match(random, out)].tobytes())
            file.flush()


def match(players: list[Player], seed: int) -> int:
    """Play a match from three to six random turns that follow from the seed; return the result for the first player."""
    board, quiet, random = (*START, 0, 0), 0, np.array([seed], np.uint64)
    opening, ply = 3 + random_below(random, 4), 0
    while True:
        side = board[3]
        n = [player.enter(board, quiet) for player in players][side]
        mover = players[side]
        result = result_of(mover.work, mover.memory[3], *board, quiet, n)
        if result != RUNNING:
            return result if side == 0 else -result
        pick = random_below(random, n)
        if ply >= opening:
            pick = mover.choose(side, n, random)
            value = int(mover.work.values[pick])
            if abs(value) > PROVEN:
                return 1 if (value > 0) == (side == 0) else -1
        own, enemy, kings, quiet = (int(each) for each in mover.work.roots[pick])
        board, ply = (own, enemy, kings, 1 - side), ply + 1


def pair(one: Player, other: Player, seed: int) -> list[int]:
    """Play a match with each colour from the same random turns; return both results for the first player."""
    return [match([one, other], seed), -match([other, one], seed)]


def equal_times(one: Player, other: Player, seed: int) -> None:
    """Set the nodes of the second player to what it searches in the time of the first."""
    for number in range(3):  # the first time they are compiled
        for player in (one, other):
            player.seconds, player.searched = 0.0, 0
        pair(one, other, seed + number)
    speeds = [player.searched / player.seconds for player in (one, other)]
    other.nodes = int(one.nodes * speeds[1] / speeds[0])
    for player in (one, other):
        player.seconds, player.searched = 0.0, 0
