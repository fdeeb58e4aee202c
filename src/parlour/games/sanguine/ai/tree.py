"""The tree of Sanguine's search, and the memory of a search.

A node is reached by what both sides saw: which kind of card was placed where. In the action codes of the game a card
goes by its place in the hand, which stands for another card in every guess, and equal cards are two actions; a tree
over kinds mixes up neither.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.games.sanguine.ai.answers import Boards
from parlour.games.sanguine.ai.evaluate import MAX_ROWS, NUM_FEATURES, Rows, Weights, gain, mean_value, sum_rows, weigh
from parlour.games.sanguine.ai.judge import NETWORK, Network, Sight, SightType, can_judge
from parlour.games.sanguine.ai.reading import ANY, Reading, new_reading
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import owner_sign
from parlour.games.sanguine.rules.secrets import Counts
from parlour.games.sanguine.state import MAX_CELLS, MAX_DECK, MAX_KINDS, NUM_ACTIONS, PASS, PASSES_TO_END, State

MAX_PATH = 4 * MAX_DECK + PASSES_TO_END + 1  # nodes from the root to the end of a match

Node = np.dtype((np.record, [
    ("total", np.float64),  # results of its visits, for the seat that chose it
    ("squares", np.float64),  # of the same results
    ("visits", np.int32),
    ("offered", np.int32),  # how often it could have been chosen
    ("placement", np.int32),  # that leads here: kind * MAX_CELLS + cell, or PASS
    ("first", np.int32),  # of the placements tried here; 0 for none
    ("next", np.int32),  # placement tried at the same node; 0 for none
]))  # fmt: skip
ROOT = 0
HABIT = 2  # of the counters


class Settings(NamedTuple):
    """How much is searched, and what the enemy is expected to do."""

    simulations: int  # on a board of the usual size, fewer on larger ones
    # Read the habits and the hand of the enemy out of the past. As Blue, 60 matches each: against strategy 3 95.0 %,
    # without reading 88 % (of 50); against strategy 4 94.2 and 82.5 %, without reading 89.2 and 80.8 % of the same 120.
    # Without reading 100,000 simulations score 87.5 % of 40 matches against each of them.
    reads: bool = False
    # With earlier weights (3000 simulations, 120 matches each, standard error 3.7 %): exploration 0.3 81 %, 0.5 77 %,
    # 1.0 75 %; width 2 84 %, 4 77 %, 8 77 %. Noise 0.3 78 %, 1.5 79 %, 5 81 % (200 matches each).
    exploration: float = 0.3
    width: float = 2.0  # after n visits of a node, width * sqrt(n) placements may be tried
    noise: float = 1.0  # of the rollouts' choices
    # Share of the network in the value of a leaf, where it knows the board; the rest is the result of a rollout. In
    # equal time (1,000 simulations against 600, 250 pairs, standard error 1.8 %) 1.0 scores 49.8 % against 0.5.
    trust: float = 0.0
    # Exploration where the network judges, whose values are less noisy: 0.15 scores 52.3 % against 0.3 (500
    # simulations, 250 pairs, standard error 1.7 %).
    judged_exploration: float = 0.15


class Work(NamedTuple):
    """The memory of one search."""

    settings: Settings
    boards: Boards  # [4], records: where the search starts, where a simulation stands, two to try things on
    nodes: NDArray[np.void]  # [N], Node
    counters: NDArray[np.int64]  # [3]: nodes used, choices made, the habit of the enemy in this simulation
    path: NDArray[np.int32]  # [MAX_PATH], the nodes of a simulation
    stamps: NDArray[np.int64]  # [NUM_ACTIONS], by placement: the choice at which its node was last seen
    held: NDArray[np.int64]  # [MAX_KINDS], by kind: the choice at which it was last in the hand
    logs: NDArray[np.float64]  # [N], what exploration is worth, by the number of offers
    rows: Rows
    weights: Weights
    left: Counts
    reading: Reading
    network: Network  # [1]
    sight: Sight  # [1], what the network sees
    unit: float  # the mean value of a card
    random: Words


def new_work(
    settings: Settings, root: Record, seat: int, simulations: int, random: Words, network: Network = NETWORK
) -> Work:
    """Make the memory of a search from a position in which nothing is hidden."""
    nodes = np.zeros(1 + simulations, Node)  # each simulation makes at most one
    is_judged = settings.trust > 0 and can_judge(root)
    exploration = settings.judged_exploration if is_judged else settings.exploration
    offers = np.maximum(1, np.arange(2 + simulations))
    return Work(
        settings, np.array([root] * 4, State), nodes, np.array([1, 0, ANY], np.int64), np.zeros(MAX_PATH, np.int32),
        np.zeros(NUM_ACTIONS, np.int64), np.zeros(MAX_KINDS, np.int64), exploration**2 * np.log(offers),
        np.zeros((2, MAX_ROWS), np.int64), np.zeros(NUM_FEATURES), np.zeros(MAX_KINDS, np.int8),
        new_reading(root, seat), network, np.zeros(1, SightType), mean_value(root), random,
    )  # fmt: skip


@kernel
def hand_index(s: Record, seat: int, kind: int) -> int:
    """Find a card in a hand; -1 when it is not there."""
    for i in range(s.hand_size[seat]):
        if hand_card(s, seat, i) == kind:
            return i
    return -1


@kernel
def to_placement(s: Record, seat: int, action: int) -> int:
    if action == PASS:
        return PASS
    return int(hand_card(s, seat, action // MAX_CELLS)) * MAX_CELLS + action % MAX_CELLS


@kernel
def to_action(s: Record, seat: int, placement: int) -> int:
    if placement == PASS:
        return PASS
    return hand_index(s, seat, placement // MAX_CELLS) * MAX_CELLS + placement % MAX_CELLS


@kernel(inline=True)
def add_node(work: Work, parent: int, placement: int) -> int:
    at = work.counters[0]
    work.counters[0] += 1
    node = work.nodes[at]
    node.total, node.squares, node.visits, node.offered, node.placement = 0.0, 0.0, 0, 1, placement
    node.first, node.next = 0, work.nodes[parent].first
    work.nodes[parent].first = at
    return int(at)


@kernel(inline=True)
def find_node(work: Work, parent: int, placement: int) -> int:
    """Find the node of a placement, or make it."""
    at = work.nodes[parent].first
    while at and work.nodes[at].placement != placement:
        at = work.nodes[at].next
    return int(at) if at else add_node(work, parent, placement)


@kernel(inline=True)
def best_untried(work: Work, s: Record, seat: int, stamp: int) -> int:
    """Return the best placement without a node; a pass first where it ends the game, last elsewhere; or -1."""
    can_pass = work.stamps[PASS] != stamp
    if can_pass and s.passes == PASSES_TO_END - 1:
        return PASS
    sign = owner_sign(seat)
    best, best_worth = -1, -np.inf
    for i in range(s.hand_size[seat]):
        kind = int(hand_card(s, seat, i))
        for cell in range(num_cells(s)):
            placement = kind * MAX_CELLS + cell
            if sign * s.pawns[cell] >= s.costs[kind] and work.stamps[placement] != stamp:
                if best < 0:
                    sum_rows(s, work.rows)
                    weigh(s, work.unit, work.weights)
                worth = gain(s, seat, kind, cell, work.rows, work.weights)
                if worth > best_worth:
                    best, best_worth = placement, worth
    return PASS if best < 0 and can_pass else best


@kernel(inline=True)
def choose(work: Work, at: int, s: Record, seat: int) -> int:
    """Choose a placement by the results so far, or try a new one; returns its node."""
    work.counters[1] += 1
    stamp, sign = work.counters[1], owner_sign(seat)
    for i in range(s.hand_size[seat]):
        work.held[hand_card(s, seat, i)] = stamp
    best, best_bound, tried = 0, -np.inf, 0
    child = work.nodes[at].first
    while child:
        node = work.nodes[child]
        placement = node.placement
        work.stamps[placement] = stamp
        kind = placement // MAX_CELLS
        if placement == PASS or (work.held[kind] == stamp and sign * s.pawns[placement % MAX_CELLS] >= s.costs[kind]):
            tried += 1
            node.offered += 1
            share = 1.0 / node.visits
            bound = share * node.total + math.sqrt(share * work.logs[node.offered])
            if bound > best_bound:
                best, best_bound = int(child), bound
        child = node.next
    if tried < work.settings.width * math.sqrt(work.nodes[at].visits + 1.0):
        fresh = best_untried(work, s, seat, stamp)
        if fresh >= 0:
            return add_node(work, at, fresh)
    return best
