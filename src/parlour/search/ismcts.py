"""Information-set Monte Carlo tree search, for hidden information, simultaneous choices and chance.

Each simulation starts with a determinization: a guess of everything the seat cannot know, future chance included. A
node stands for an information set: it is reached by the actions since the root, whatever the determinization. Where
both seats choose at once, each selects by its own statistics without seeing the other's choice.
"""

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import BOTH, Actions, Known, Record
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import Rank, Scores, TreeSearch
from parlour.core.thinking import Flag, Stop, Thought
from parlour.search.rollout import Rollout, make_rollout
from parlour.search.tree import BETWEEN_LOOKS, MAX_DEPTH, Nodes, num_open, thought_of

Node = np.dtype((np.record, [
    ("total", np.float64),  # sum of the results of its visits, for the seat that chose it
    ("squares", np.float64),  # sum of their squares
    ("visits", np.int32),
    ("offered", np.int32),  # how often it was legal when its parent was visited
    ("action", np.int32),  # that leads here
    ("first", np.int32, 2),  # by seat: its first child; 0 for none
    ("next", np.int32),  # the next child of the same seat and parent; 0 for none
]))  # fmt: skip
NODES_PER_SIMULATION = 3  # at most: an action of each seat, and the node that both lead to

# run(work, hidden, seat, simulations, flag): returns the simulations made.
Run = Callable[["Work", Bytes, int, int, Flag], int]


class Work(NamedTuple):
    """The memory and the settings of a search."""

    nodes: Nodes
    used: NDArray[np.int64]  # [1], the number of nodes in use
    path: NDArray[np.int32]  # the nodes of the current simulation
    choosers: NDArray[np.int8]  # the seats that selected them
    actions: Actions  # [num_actions]
    where: NDArray[np.int32]  # [num_actions], by action: its child node
    scores: Scores  # [num_actions]
    random: Words
    exploration: float
    width: float
    widening: float


class InformationSetTree:
    """Information-set tree search over one game with hidden information, chance or simultaneous choices."""

    keeps_results = False

    def __init__(self, game: Game, settings: TreeSearch) -> None:
        self._game, self._settings = game, settings
        self._run = make_run(game, make_rollout(game, settings.value_fn, settings.playout_actions, settings.policy),
                             settings.rank)  # fmt: skip
        wanted = 2 + NODES_PER_SIMULATION * settings.simulations
        self._nodes = np.empty(min(wanted, settings.memory_mb * 2**20 // Node.itemsize), Node)

    @property
    def num_bytes(self) -> int:
        return self._nodes.nbytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Return the best action of a seat, given only what it knows."""
        settings, n = self._settings, self._game.facts.num_actions
        work = Work(
            self._nodes, np.ones(1, np.int64), np.empty(2 * MAX_DEPTH, np.int32), np.empty(2 * MAX_DEPTH, np.int8),
            np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.float32), random,
            settings.exploration, settings.width, settings.widening,
        )  # fmt: skip
        self._run(work, np.frombuffer(state.tobytes(), np.uint8), seat, settings.simulations, stop.flag)
        return thought_of(self._nodes[self._tried(seat)])

    def _tried(self, seat: int) -> list[int]:
        """List the children of the root for a seat."""
        tried, at = [], int(self._nodes[0]["first"][seat])
        while at:
            tried.append(at)
            at = int(self._nodes[at]["next"])
        return tried


@kernel
def add_node(nodes: Nodes, used: NDArray[np.int64], parent: int, seat: int, action: int) -> int:
    """Add a child for an action of a seat, and return it; 0 when the memory is full."""
    at = used[0]
    if at == len(nodes):
        return 0
    used[0] += 1
    node = nodes[at]
    node.total, node.squares, node.visits, node.offered, node.action = 0.0, 0.0, 0, 0, action
    node.first[0], node.first[1] = 0, 0
    node.next = nodes[parent].first[seat]
    nodes[parent].first[seat] = at
    return int(at)


@kernel
def find_node(nodes: Nodes, parent: int, seat: int, action: int) -> int:
    """Return the child for an action of a seat; 0 when there is none."""
    at = nodes[parent].first[seat]
    while at and nodes[at].action != action:
        at = nodes[at].next
    return int(at)


@kernel
def draw_word(random: Words) -> np.uint64:
    """Return 62 random bits to seed the generator of a determinization."""
    high = random_below(random, 1 << 31)
    return np.uint64((high << 31) | random_below(random, 1 << 31))


@kernel
def exploration(work: Work, in_secret: bool) -> float:
    """Return the exploration constant; randomized for simultaneous choices, or both seats would move in step."""
    return work.exploration * (random_below(work.random, 256) / 128 if in_secret else 1.0)


@kernel
def credit(work: Work, depth: int, value: float) -> None:
    """Backpropagate the result of a simulation, seen from seat 0, along its path."""
    for i in range(depth):
        node = work.nodes[work.path[i]]
        gain = value if work.choosers[i] == 0 else 1.0 - value
        node.visits += 1
        node.total += gain
        node.squares += gain * gain


@functools.cache
def make_run(game: Game, rollout: Rollout, rank: Rank | None) -> Run:
    """Return the search kernel of a game."""
    to_act, legal_actions, apply, result, guess = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result, game.rules.guess,
    )  # fmt: skip
    state, choose = game.state, make_choose(game, rank)

    @kernel
    def is_legal(s: Record, seat: int, action: int, actions: Actions) -> bool:
        if not to_act(s) >> seat & 1:
            return False
        n = legal_actions(s, seat, actions)
        return action in actions[:n]

    @kernel
    def descend(work: Work, s: Record, seat: int) -> int:
        """Select and expand: play a simulation through the tree to one new node, and return the length of its path."""
        nodes, at, depth, seats, is_new = work.nodes, 0, 0, to_act(s), False
        while seats and not is_new and depth < 2 * MAX_DEPTH - 1:
            actor = seat if at == 0 else 0 if seats & 1 else 1
            other = 1 - actor
            mine = choose(work, at, s, actor, seats == BOTH)
            theirs = choose(work, at, s, other, True) if seats == BOTH else 0
            if mine == 0:
                break
            is_new = nodes[mine].visits == 0
            work.path[depth], work.choosers[depth] = mine, actor
            depth += 1
            apply(s, actor, int(nodes[mine].action))
            at = mine
            # Where both race, unlike in simultaneous choices, one action can make the other illegal.
            if theirs and is_legal(s, other, nodes[theirs].action, work.actions):
                is_new = is_new or nodes[theirs].visits == 0
                work.path[depth], work.choosers[depth] = theirs, other
                depth += 1
                apply(s, other, int(nodes[theirs].action))
                at = find_node(nodes, mine, other, nodes[theirs].action)
                if at == 0:
                    is_new = True
                    add_node(nodes, work.used, mine, other, nodes[theirs].action)
            seats = to_act(s)
        return depth

    @kernel
    def run(work: Work, hidden: Bytes, seat: int, simulations: int, flag: Flag) -> int:
        data = np.empty_like(hidden)
        root = work.nodes[0]
        root.first[0], root.first[1], root.next, root.visits = 0, 0, 0, 0
        for done in range(simulations):
            if done % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 and flag[0] != 0:
                return done
            data[:] = hidden
            s = data.view(state)[0]
            s.generator[0], s.generator[1], s.generator[2] = draw_word(work.random), draw_word(work.random), 0
            guess(s, seat)
            depth = descend(work, s, seat)
            value = rollout(s, work.actions, work.random) if to_act(s) else result(s, 0)
            credit(work, depth, value)
        return simulations

    return run


def make_next_untried(rank: Rank | None) -> Callable[[Work, Record, int, int, int], int]:
    """Return the kernel that picks an action without a node: the best ranked, or a random one."""
    if rank is None:

        @kernel
        def any_untried(work: Work, s: Record, seat: int, n: int, untried: int) -> int:
            k = random_below(work.random, untried)
            for i in range(n):
                if work.where[work.actions[i]] == 0:
                    if k == 0:
                        return int(work.actions[i])
                    k -= 1
            return -1

        return any_untried

    @kernel
    def best_untried(work: Work, s: Record, seat: int, n: int, untried: int) -> int:
        actions, scores = work.actions, work.scores
        rank(s, seat, actions, n, scores)
        best = -1
        for i in range(n):
            if work.where[actions[i]] == 0 and (best < 0 or scores[i] > scores[best]):
                best = i
        return int(actions[best])

    return best_untried


def make_choose(game: Game, rank: Rank | None) -> Callable[[Work, int, Record, int, bool], int]:
    """Return the selection kernel of a game."""
    legal_actions, next_untried = game.rules.legal_actions, make_next_untried(rank)

    @kernel
    def choose(work: Work, at: int, s: Record, seat: int, in_secret: bool) -> int:
        """Select the child of a node for a seat by its upper confidence bound; 0 when the memory is full."""
        nodes, actions, where = work.nodes, work.actions, work.where
        n = legal_actions(s, seat, actions)
        for i in range(n):
            where[actions[i]] = 0
        child = nodes[at].first[seat]
        while child:
            where[nodes[child].action] = child
            child = nodes[child].next
        best, best_bound, tried, visits = 0, -1.0, 0, 0
        for i in range(n):
            child = where[actions[i]]
            if child:
                node = nodes[child]
                node.offered += 1
                if node.visits == 0:
                    return int(child)
                tried += 1
                visits += node.visits
                effort = exploration(work, in_secret) * math.sqrt(math.log(node.offered) / node.visits)
                bound = node.total / node.visits + effort
                if bound > best_bound:
                    best, best_bound = int(child), bound
        if tried < n and (work.widening >= 1.0 or tried < num_open(visits, work.width, work.widening)):
            fresh = add_node(nodes, work.used, at, seat, next_untried(work, s, seat, n, n - tried))
            if fresh:
                nodes[fresh].offered = 1
                return fresh
        return best

    return choose
