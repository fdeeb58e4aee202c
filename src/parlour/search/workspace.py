"""The memory of an alpha-beta search, with its move ordering: killer and history heuristics."""

from typing import Any

import numpy as np

from parlour.core.game import Game
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag

MAX_PLY = 120  # most actions from the root
NODES_PER_LOOK = 256  # nodes between two checks of the stop flag
HISTORY_LIMIT = 1 << 20

Workspace = Any  # one record: everything that a search writes, except the transposition table


def workspace_type(game: Game) -> "np.dtype[np.void]":
    """Return the dtype of a search's memory: one record, which a kernel takes as a single pointer."""
    return np.dtype(
        (
            np.record,
            [
                ("nodes", np.int64),
                ("max_nodes", np.int64),
                ("is_stopped", np.int64),
                ("generation", np.int64),
                ("reduces", np.int64),
                (
                    "history",
                    np.int32,
                    (2, game.facts.num_actions),
                ),  # by seat and action: its cutoffs, weighted by depth
                ("killers", np.int32, (MAX_PLY, 2)),  # by ply: actions that caused a cutoff in a sibling
                ("roots", np.int32, game.facts.num_actions),  # the root actions, the best first
                ("bonus", np.int32, game.facts.num_actions),  # noise on each of them
                ("values", np.int32, game.facts.num_actions),  # the latest value of each of them
                ("tried", np.int64, game.facts.num_actions),  # nodes searched below each of them
                ("actions", np.int32, (MAX_PLY + 1, game.facts.num_actions)),
                ("scores", np.float32, (MAX_PLY + 1, game.facts.num_actions)),
                (
                    "stack",
                    np.uint8,
                    (MAX_PLY + 2, game.state.itemsize),
                ),  # the positions from the root to the current node
            ],
        ),
        align=True,
    )


@kernel
def order(w: Workspace, ply: int, seat: int, n: int, hashed: int) -> None:
    """Add the move ordering to the game's own scores: the hash move first, then killers, then history."""
    actions, scores = w.actions[ply], w.scores[ply]
    for i in range(n):
        action = actions[i]
        if action == hashed:
            scores[i] += 4e9
        elif action == w.killers[ply, 0]:
            scores[i] += 2e9
        elif action == w.killers[ply, 1]:
            scores[i] += 1e9
        else:
            scores[i] += w.history[seat, action]


@kernel
def bring_best(w: Workspace, ply: int, i: int, n: int) -> int:
    """Swap the highest scored action from index `i` on to index `i`, and return it."""
    actions, scores = w.actions[ply], w.scores[ply]
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    if best != i:
        actions[i], actions[best] = actions[best], actions[i]
        scores[i], scores[best] = scores[best], scores[i]
    return int(actions[i])


@kernel
def record_cutoff(w: Workspace, ply: int, seat: int, action: int, depth: int) -> None:
    """Record that an action caused a cutoff, as killer and in the history; not in the quiescence search."""
    if depth <= 0:
        return
    if w.killers[ply, 0] != action:
        w.killers[ply, 1] = w.killers[ply, 0]
        w.killers[ply, 0] = action
    w.history[seat, action] += depth * depth
    if w.history[seat, action] > HISTORY_LIMIT:
        for other in range(w.history.shape[1]):
            w.history[0, other] //= 2
            w.history[1, other] //= 2


@kernel
def count_node(w: Workspace, flag: Flag) -> bool:
    """Count a node, and return whether to stop: when told to, or when the budget is spent."""
    w.nodes += 1
    if w.nodes >= w.max_nodes or (w.nodes % NODES_PER_LOOK == 0 and flag[0] != 0):
        w.is_stopped = 1
    return w.is_stopped != 0


@kernel
def bring_forward(w: Workspace, i: int) -> None:
    """Move a root action before those of lower value."""
    action = w.roots[i]
    while i > 0 and w.values[w.roots[i - 1]] < w.values[action]:
        w.roots[i] = w.roots[i - 1]
        i -= 1
    w.roots[i] = action
