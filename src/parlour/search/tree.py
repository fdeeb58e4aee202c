"""Monte Carlo tree search (UCT) for games of perfect information.

The children of a node are adjacent in memory, in the order in which they are tried. A leaf is expanded on its second
visit. When the memory is full, the tree stops growing and the simulations continue. The next thought goes on with the
part of the tree that the match has reached: what was simulated there is still true when nothing is hidden.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Actions, Known, Record
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import Rank, Scores, TreeSearch
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.search.random_while_hidden import random_while_hidden
from parlour.search.rollout import Rollout, make_rollout

Node = np.dtype((np.record, [
    ("total", np.float64),  # sum of the results of its visits, for the seat that chose it
    ("visits", np.int32),
    ("action", np.int32),  # that leads here
    ("first", np.int32),  # its first child; 0 while it is a leaf
    ("children", np.int32),
]))  # fmt: skip
Nodes = NDArray[np.void]  # [memory] of Node
BETWEEN_LOOKS = 32  # simulations between two checks of the stop flag
MAX_DEPTH = 256
BETWEEN_THOUGHTS = 2  # actions after which the tree goes on: an own one and the reply

# run(nodes, used, root, seat, simulations, exploration, width, widening, random, flag): returns the simulations made.
# The root has been visited, so that it is expanded at once.
Run = Callable[[Nodes, NDArray[np.int64], Bytes, int, int, float, float, float, Words, Flag], int]


class Tree:
    """Tree search over one game with perfect information."""

    keeps_results = True

    def __init__(self, game: Game, settings: TreeSearch) -> None:
        self._game, self._settings = game, settings
        self._run = make_run(game, make_rollout(game, settings.value_fn, settings.playout_actions, settings.policy),
                             settings.rank)  # fmt: skip
        most_children = min(game.facts.num_actions, num_open(settings.simulations, settings.width, settings.widening))
        wanted = 1 + (settings.simulations + 1) * most_children
        size = min(wanted, settings.memory_mb * 2**20 // 2 // Node.itemsize)
        self._nodes, self._spare = np.empty(size, Node), np.empty(size, Node)
        self._root: Record | None = None  # of the tree in `_nodes`

    @property
    def num_bytes(self) -> int:
        return self._nodes.nbytes + self._spare.nbytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Return the best action of the seat that is to act."""
        thought = random_while_hidden(self._game, state, seat, random)
        if thought is not None:
            return thought
        settings, used = self._settings, np.array([self._begin(state)])
        self._root = state.copy()
        root = np.frombuffer(state.tobytes(), np.uint8)
        self._run(self._nodes, used, root, seat, settings.simulations, settings.exploration,
                  settings.width, settings.widening, random, stop.flag)  # fmt: skip
        first, children = int(self._nodes[0]["first"]), int(self._nodes[0]["children"])
        return thought_of(self._nodes[first : first + children])

    def _begin(self, state: Known) -> int:
        """Make a position the root, with all that is known below it; returns the number of nodes."""
        found = None if self._root is None else self._find(0, self._root, state.tobytes(), BETWEEN_THOUGHTS)
        used = 1
        if found is None:
            self._nodes[0] = np.zeros((), Node)
        else:
            self._nodes, self._spare = self._spare, self._nodes
            used = copy_tree(self._spare, found, self._nodes)
        self._nodes[0]["visits"] = max(1, self._nodes[0]["visits"])
        return used

    def _find(self, at: int, s: Record, wanted: bytes, depth: int) -> int | None:
        """Return the node of a position, at most `depth` actions below a node."""
        if s.tobytes() == wanted:
            return at
        first, children = int(self._nodes[at]["first"]), int(self._nodes[at]["children"])
        actor = 0 if self._game.rules.to_act(s) & 1 else 1
        for child in range(first, first + children) if depth else ():
            after = s.copy()
            self._game.rules.apply(after, actor, int(self._nodes[child]["action"]))
            if (found := self._find(child, after, wanted, depth - 1)) is not None:
                return found
        return None


def thought_of(tried: Nodes) -> Thought:
    """Return the result of a search from the children of its root: the best is the most visited."""
    values = [
        ActionValue(int(node["action"]), float(node["total"] / node["visits"]), int(node["visits"]), spread_of(node))
        for node in tried
        if node["visits"]
    ]
    values.sort(key=lambda value: (value.simulations, value.value), reverse=True)
    return Thought(values[0].action, values)


def spread_of(node: Any) -> float:
    """Return the standard deviation of the results of a node; 0 when it keeps no squares."""
    if "squares" not in (node.dtype.names or ()):
        return 0.0
    mean = node["total"] / node["visits"]
    return math.sqrt(max(0.0, node["squares"] / node["visits"] - mean * mean))


@kernel
def copy_tree(source: Nodes, at: int, target: Nodes) -> int:
    """Copy a node with all below it to the front of other memory, and return the number of nodes copied."""
    target[0] = source[at]
    used, done = 1, 0
    while done < used:
        first, children = target[done].first, target[done].children
        if first:
            target[done].first = used
            for i in range(children):
                target[used + i] = source[first + i]
            used += children
        done += 1
    return used


@kernel
def num_open(visits: int, width: float, widening: float) -> int:
    """Return the number of children that progressive widening allows after `visits` visits."""
    return max(1, int(width * max(1, visits) ** widening))


@kernel
def sort_down(actions: Actions, scores: Scores, n: int, most: int) -> None:
    """Move the `most` highest scored of n actions to the front, the best first; equal ones keep their order."""
    for i in range(min(n, most)):
        best = i
        for j in range(i + 1, n):
            if scores[j] > scores[best]:
                best = j
        action, score = actions[best], scores[best]
        for j in range(best, i, -1):
            actions[j], scores[j] = actions[j - 1], scores[j - 1]
        actions[i], scores[i] = action, score


@kernel
def mix(actions: Actions, n: int, random: Words) -> None:
    """Shuffle the first n actions."""
    for i in range(n - 1, 0, -1):
        j = random_below(random, i + 1)
        actions[i], actions[j] = actions[j], actions[i]


@kernel
def best_child(nodes: Nodes, at: int, exploration: float, opened: int) -> int:
    """Select a child by its upper confidence bound; an unvisited one comes first."""
    first = nodes[at].first
    effort = exploration * math.sqrt(math.log(nodes[at].visits))
    best, best_bound = first, -1.0
    for child in range(first, first + min(opened, nodes[at].children)):
        visits = nodes[child].visits
        if visits == 0:
            return child
        bound = nodes[child].total / visits + effort / math.sqrt(visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@functools.cache
def make_run(game: Game, rollout: Rollout, rank: Rank | None) -> Run:
    """Return the search kernel of a game."""
    to_act, legal_actions, apply, result = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result,
    )  # fmt: skip
    state, num_actions, is_ranked = game.state, game.facts.num_actions, rank is not None

    @kernel
    def unranked(s: Record, seat: int, actions: Actions, n: int, scores: Scores) -> None:
        pass

    rank_all = rank or unranked

    @kernel
    def expand(
        nodes: Nodes, used: NDArray[np.int64], at: int, s: Record, seat: int, actions: Actions, scores: Scores,
        most: int, random: Words,
    ) -> bool:  # fmt: skip
        """Add the children of a leaf; return False when the memory is full."""
        n = legal_actions(s, seat, actions)
        kept = min(n, most)
        if used[0] + kept > len(nodes):
            return False
        if is_ranked:
            rank_all(s, seat, actions, n, scores)
            sort_down(actions, scores, n, kept)
        else:
            mix(actions, n, random)
        nodes[at].first, nodes[at].children = used[0], kept
        for i in range(kept):
            node = nodes[used[0] + i]
            node.total, node.visits, node.action, node.first, node.children = 0.0, 0, actions[i], 0, 0
        used[0] += kept
        return True

    @kernel
    def run(
        nodes: Nodes, used: NDArray[np.int64], root: Bytes, seat: int, simulations: int, exploration: float,
        width: float, widening: float, random: Words, flag: Flag,
    ) -> int:  # fmt: skip
        data, path, choosers = np.empty_like(root), np.empty(MAX_DEPTH, np.int32), np.empty(MAX_DEPTH, np.int8)
        actions, scores = np.empty(num_actions, np.int32), np.empty(num_actions, np.float32)
        most = num_open(simulations, width, widening)
        for done in range(simulations):
            if done % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 and flag[0] != 0:
                return done
            data[:] = root
            s = data.view(state)[0]
            at, depth, seats, actor = 0, 0, 1, seat
            while seats and depth < MAX_DEPTH:
                if nodes[at].first == 0 and (
                    nodes[at].visits == 0 or not expand(nodes, used, at, s, actor, actions, scores, most, random)
                ):
                    break
                opened = num_open(nodes[at].visits, width, widening) if widening < 1.0 else num_actions
                at = best_child(nodes, at, exploration, opened)
                path[depth], choosers[depth] = at, actor
                depth += 1
                apply(s, actor, int(nodes[at].action))
                seats = to_act(s)
                actor = 0 if seats & 1 else 1
            value = rollout(s, actions, random) if seats else result(s, 0)
            nodes[0].visits += 1
            for i in range(depth):
                node = nodes[path[i]]
                node.visits += 1
                node.total += value if choosers[i] == 0 else 1.0 - value
        return simulations

    return run
