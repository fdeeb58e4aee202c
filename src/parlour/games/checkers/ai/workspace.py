"""The memory of Checkers' search, and its small kernels: keys, repetitions, the order of turns."""

from typing import Any

import numpy as np

from parlour.core.bits import mixed, num_bits
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.checkers.ai.network import Network
from parlour.games.checkers.ai.turns import CAPTURED_AT, ENDS, MAX_TURNS
from parlour.games.checkers.state import MAX_QUIET
from parlour.pieces.transposition_table import EXACT, LOWER, UPPER, bound_of, depth_of, value_of

MAX_PLY = 120  # most turns from the root
WIN = 30_000
PROVEN = 25_000  # values beyond it are proven wins or losses
NO_TURN = -1
NODES_PER_LOOK = 256  # nodes between two checks of the stop flag
HISTORY_LIMIT = 1 << 14  # which the history approaches
MOST_GAIN = 400  # of history, by one cutoff

Workspace = Any  # one record: everything that a search writes, except the transposition table


def new_workspace(net: Network) -> Workspace:
    """Return an empty workspace for a network."""
    first = len(net.first_bias)
    fields = [
        ("nodes", np.int64),
        ("max_nodes", np.int64),
        ("is_stopped", np.int64),
        ("generation", np.int64),
        ("quiet_limit", np.int64),
        ("asks_five", np.int64),  # whether a position with five checkers need not be searched
        ("past", np.int64),  # quiet plies of the match before the root
        ("keys", np.int64, MAX_QUIET + MAX_PLY + 2),  # of the positions since then, and from the root to here
        ("history", np.int32, (2, ENDS + 1)),  # by side and step: how often it caused a cutoff, or did not
        ("replies", np.int32, (2, ENDS + 1)),  # by side and the turn before: the step that refuted it last
        ("killers", np.int64, (MAX_PLY + 1, 2)),  # by ply: steps that caused a cutoff in a sibling
        ("turns", np.int64, (MAX_PLY + 1, MAX_TURNS)),
        ("scores", np.int64, (MAX_PLY + 1, MAX_TURNS)),
        ("sums", np.int16, (MAX_PLY + 2, 2, first)),  # of the network's first layer
        ("clipped", np.int16, 2 * first),
        # By turn of the root: own checkers, enemy checkers, kings and quiet plies after it, for the other side.
        ("roots", np.int64, (MAX_TURNS, 4)),
        ("bonus", np.int64, MAX_TURNS),  # noise on each of them
        ("values", np.int64, MAX_TURNS),  # the latest value of each of them
        ("tried", np.int64, MAX_TURNS),  # nodes searched below each of them
        ("order", np.int64, MAX_TURNS),  # their numbers, the best first
    ]
    return np.zeros(1, np.dtype((np.record, fields), align=True))[0]


@kernel
def count_node(w: Workspace, flag: Flag) -> bool:
    """Count a node, and return whether to stop: when told to, or when the budget is spent."""
    w.nodes += 1
    if w.nodes >= w.max_nodes or (w.nodes % NODES_PER_LOOK == 0 and flag[0] != 0):
        w.is_stopped = 1
    return w.is_stopped != 0


@kernel(wraps=True)
def key_of(own: int, enemy: int, kings: int, side: int, late: int) -> int:
    """Return a hash of a position; `late` is its number of quiet plies when they can soon end the match, or 0."""
    rest: Any = np.int64(side | late << 8)
    factor: Any = np.int64(0x1E3779B97F4A7C15)
    return mixed((own + (rest << 36)) ^ mixed(enemy * factor + kings))


@kernel
def is_repeated(w: Workspace, ply: int, quiet: int, key: int) -> bool:
    """Return whether a position came up before, in the match or since the root."""
    here = w.past + ply
    found = False
    for back in range(4, min(quiet, here) + 1, 2):
        found |= w.keys[here - back] == key
    return found


@kernel
def to_table(value: int, ply: int) -> int:
    """Convert a value for storing: turns to a proven end count from this position instead of the root."""
    return value + ply if value > PROVEN else value - ply if value < -PROVEN else value


@kernel
def from_table(value: int, ply: int) -> int:
    """Convert a stored value back: turns to a proven end count from the root."""
    return value - ply if value > PROVEN else value + ply if value < -PROVEN else value


@kernel
def settles(packed: int, ply: int, depth: int, low: int, high: int) -> bool:
    """Return whether a table entry is deep enough and causes a cutoff or is exact for this window."""
    if packed == 0 or depth_of(packed) < depth:
        return False
    value, bound = from_table(value_of(packed), ply), bound_of(packed)
    return bound == EXACT or (bound == LOWER and value >= high) or (bound == UPPER and value <= low)


@kernel
def score_turns(w: Workspace, ply: int, side: int, n: int, hashed: int, before: int) -> None:
    """Score turns for their order: the hash turn, the longest jump, killers, the reply to the turn before, history."""
    turns, scores = w.turns[ply], w.scores[ply]
    for i in range(n):
        turn = turns[i]
        if turn & ENDS == hashed:
            scores[i] = 1 << 40
        elif turn > ENDS:
            scores[i] = num_bits(turn >> CAPTURED_AT)
        elif turn == w.killers[ply, 0]:
            scores[i] = 1 << 30
        elif turn == w.killers[ply, 1]:
            scores[i] = 1 << 29
        elif turn == w.replies[side, before & ENDS]:
            scores[i] = 1 << 28
        else:
            scores[i] = w.history[side, turn]


@kernel
def bring_best(w: Workspace, ply: int, i: int, n: int) -> int:
    """Swap the highest scored turn from index `i` on to index `i`, and return it."""
    turns, scores = w.turns[ply], w.scores[ply]
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    if best != i:
        turns[i], turns[best] = turns[best], turns[i]
        scores[i], scores[best] = scores[best], scores[i]
    return int(turns[i])


@kernel
def record_cutoff(w: Workspace, ply: int, side: int, i: int, depth: int, before: int) -> None:
    """Record that the step at index `i` caused a cutoff, and those before it did not."""
    turns = w.turns[ply]
    turn = turns[i]
    if w.killers[ply, 0] != turn:
        w.killers[ply, 1] = w.killers[ply, 0]
        w.killers[ply, 0] = turn
    w.replies[side, before & ENDS] = turn
    gain = min(depth * depth, MOST_GAIN)
    w.history[side, turn] += gain - w.history[side, turn] * gain // HISTORY_LIMIT
    for j in range(i):
        w.history[side, turns[j]] -= gain + w.history[side, turns[j]] * gain // HISTORY_LIMIT


@kernel
def bring_forward(w: Workspace, place: int) -> None:
    """Move a turn of the root before those of lower value."""
    i = w.order[place]
    while place > 0 and w.values[w.order[place - 1]] < w.values[i]:
        w.order[place] = w.order[place - 1]
        place -= 1
    w.order[place] = i


@kernel
def num_proven(w: Workspace, n: int) -> int:
    """Return how many of the first `n` turns of the root have a proven value."""
    proven = 0
    for place in range(n):
        proven += abs(w.values[w.order[place]]) > PROVEN
    return proven
