"""Sanguine's own tree search over guesses of the hidden cards.

Each simulation deals the cards that the seat has not seen in another way, the enemy's as the past suggests where it was
read, and then expects the enemy to go on by the habit that was read too. A node is reached by what both sides saw:
which kind of card was placed where. In the action codes of the game a card goes by its place in the hand, which stands
for another card in every guess, and equal cards are two actions; a tree over kinds mixes up neither.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below, seed_generator
from parlour.core.kernel import kernel
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.sanguine.ai.answers import Boards, careful, is_small, noisy_greedy
from parlour.games.sanguine.ai.evaluate import MAX_ROWS, NUM_FEATURES, Rows, Weights, gain, mean_value, sum_rows, weigh
from parlour.games.sanguine.ai.reading import (
    ANY,
    CONTROL,
    FILL,
    MINIMAX,
    ROWS,
    Reading,
    deal,
    new_reading,
    pick_habit,
    read_past,
)
from parlour.games.sanguine.ai.strategies import control, fill_first, max_row
from parlour.games.sanguine.rules import apply, guess, legal_actions, result
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import owner_sign
from parlour.games.sanguine.rules.secrets import Counts, num_unseen, unseen_place
from parlour.games.sanguine.state import MAX_CELLS, MAX_DECK, MAX_KINDS, NUM_ACTIONS, PASS, PASSES_TO_END, State

MAX_PATH = 4 * MAX_DECK + PASSES_TO_END + 1  # nodes from the root to the end of a match
USUAL_CELLS = 15
FEWEST = 64  # simulations, also on the largest boards
FORCED = 256  # simulations where there is only one action, and only its value is asked

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
    # Above 0 an enemy without a known habit is expected to play like strategy 4: beyond the tree always, inside while
    # the mean result is below this. So a seat that is ahead is prepared for the best answers, and one that is behind
    # sets traps.
    # As Blue against strategy 4 (1500 simulations, 120 matches each, standard error 3 %): 0.5 89 %, 0.25 86 %, always
    # 86 %, only beyond the tree 79 %. The price: as Blue against the same search without hope (60 matches) it scores
    # 8 %, where that search scores about 17 % against itself; as Red nothing changes (81 %).
    hope: float = 0.0
    # Read the habits and the hand of the enemy out of the past. As Blue, 60 matches each: against strategy 3 95.0 %,
    # without reading 88 % (of 50); against strategy 4 94.2 and 82.5 %, without reading 89.2 and 80.8 % of the same 120.
    # Without reading 100,000 simulations score 87.5 % of 40 matches against each of them.
    reads: bool = False
    # With earlier weights (3000 simulations, 120 matches each, standard error 3.7 %): exploration 0.3 81 %, 0.5 77 %,
    # 1.0 75 %; width 2 84 %, 4 77 %, 8 77 %. Noise 0.3 78 %, 1.5 79 %, 5 81 % (200 matches each).
    exploration: float = 0.3
    width: float = 2.0  # after n visits of a node, width * sqrt(n) placements may be tried
    noise: float = 1.0  # of the rollouts' choices


class Work(NamedTuple):
    """The memory of one search."""

    settings: Settings
    boards: Boards  # [4], records: where the search starts, where a simulation stands, two to try things on
    nodes: NDArray[np.void]  # [N], Node
    counters: NDArray[np.int64]  # [3]: nodes used, choices made, the habit of the enemy in this simulation
    path: NDArray[np.int32]  # [MAX_PATH], the nodes of a simulation
    stamps: NDArray[np.int64]  # [NUM_ACTIONS], by placement: the choice at which its node was last seen
    rows: Rows
    weights: Weights
    left: Counts
    reading: Reading
    unit: float  # the mean value of a card
    random: Words


@kernel
def restart(work: Work, seat: int) -> None:
    """Put a simulation back to the start and deal the unseen cards again, the enemy's as far as they can be read."""
    root, s = work.boards[0], work.boards[1]
    s.pawns[:] = root.pawns
    s.cards[:] = root.cards
    s.modifiers[:] = root.modifiers
    s.hand[:] = root.hand
    s.hand_size[:] = root.hand_size
    s.drawn[:] = root.drawn
    s.turn = root.turn
    s.passes = root.passes
    s.played = root.played
    habit = pick_habit(work.reading, work.random)
    work.counters[HABIT] = habit
    if not s.shuffled:
        return
    for i in range(num_unseen(s, seat, seat) - 1, 0, -1):
        here = unseen_place(s, seat, seat, i)
        there = unseen_place(s, seat, seat, random_below(work.random, i + 1))
        s.order[seat, here], s.order[seat, there] = s.order[seat, there], s.order[seat, here]
    deal(work.reading, habit, root, seat, work.random)
    s.order[1 - seat] = work.reading.orders[habit]


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


@kernel
def is_possible(s: Record, seat: int, placement: int) -> bool:
    if placement == PASS:
        return True
    kind = placement // MAX_CELLS
    return owner_sign(seat) * s.pawns[placement % MAX_CELLS] >= s.costs[kind] and hand_index(s, seat, kind) >= 0


@kernel
def add_node(work: Work, parent: int, placement: int) -> int:
    at = work.counters[0]
    work.counters[0] += 1
    node = work.nodes[at]
    node.total, node.squares, node.visits, node.offered, node.placement = 0.0, 0.0, 0, 1, placement
    node.first, node.next = 0, work.nodes[parent].first
    work.nodes[parent].first = at
    return int(at)


@kernel
def find_node(work: Work, parent: int, placement: int) -> int:
    """Find the node of a placement, or make it."""
    at = work.nodes[parent].first
    while at and work.nodes[at].placement != placement:
        at = work.nodes[at].next
    return int(at) if at else add_node(work, parent, placement)


@kernel
def best_untried(work: Work, s: Record, seat: int, stamp: int) -> int:
    """Return the best placement without a node; a pass first where it ends the game, last elsewhere; or -1."""
    can_pass = work.stamps[PASS] != stamp
    if can_pass and s.passes == PASSES_TO_END - 1:
        return PASS
    sum_rows(s, work.rows)
    weigh(s, work.unit, work.weights)
    sign = owner_sign(seat)
    best, best_worth = -1, -np.inf
    for i in range(s.hand_size[seat]):
        kind = int(hand_card(s, seat, i))
        for cell in range(num_cells(s)):
            placement = kind * MAX_CELLS + cell
            if sign * s.pawns[cell] >= s.costs[kind] and work.stamps[placement] != stamp:
                worth = gain(s, seat, kind, cell, work.rows, work.weights)
                if worth > best_worth:
                    best, best_worth = placement, worth
    return PASS if best < 0 and can_pass else best


@kernel
def choose(work: Work, at: int, s: Record, seat: int) -> int:
    """Choose a placement by the results so far, or try a new one; returns its node."""
    work.counters[1] += 1
    stamp = work.counters[1]
    best, best_bound, tried = 0, -np.inf, 0
    child = work.nodes[at].first
    while child:
        node = work.nodes[child]
        work.stamps[node.placement] = stamp
        if is_possible(s, seat, node.placement):
            tried += 1
            node.offered += 1
            share = math.log(node.offered) / node.visits
            bound = node.total / node.visits + work.settings.exploration * math.sqrt(share)
            if bound > best_bound:
                best, best_bound = int(child), bound
        child = node.next
    if tried < work.settings.width * math.sqrt(work.nodes[at].visits + 1.0):
        fresh = best_untried(work, s, seat, stamp)
        if fresh >= 0:
            return add_node(work, at, fresh)
    return best


@kernel
def is_behind(work: Work) -> bool:
    return work.nodes[ROOT].total < work.settings.hope * work.nodes[ROOT].visits


@kernel
def habit_of(work: Work, s: Record, seat: int, fallback: int) -> int:
    """Return the habit by which a seat is expected to act; ANY for the one that searches, or to save time."""
    if seat == work.boards[0].turn or not is_small(s, seat):
        return ANY
    habit = work.counters[HABIT]
    return fallback if habit == ANY else int(habit)


@kernel
def act_by(work: Work, habit: int, s: Record, seat: int) -> int:
    """Choose an action by a habit."""
    tries = work.boards[2:]
    if habit == FILL:
        return fill_first(s, seat, tries, work.left)
    if habit == ROWS:
        return max_row(s, seat, tries, work.left)
    if habit == CONTROL:
        return control(s, seat, tries, work.left)
    return careful(s, seat, tries[0], work.left, work.rows)


@kernel
def descend(work: Work) -> int:
    """Play a simulation as far as the tree knows it and one step beyond; returns the length of its path."""
    s, at, depth, is_new = work.boards[1], ROOT, 0, False
    fallback = MINIMAX if is_behind(work) else ANY
    while s.passes < PASSES_TO_END and not is_new:
        seat = int(s.turn)
        habit = habit_of(work, s, seat, fallback)
        if habit == ANY:
            at = choose(work, at, s, seat)
        else:
            at = find_node(work, at, to_placement(s, seat, act_by(work, habit, s, seat)))
        is_new = work.nodes[at].visits == 0
        work.path[depth] = at
        depth += 1
        apply(s, seat, to_action(s, seat, work.nodes[at].placement))
    return depth


@kernel
def play_out(work: Work) -> None:
    """Play a simulation to its end."""
    s = work.boards[1]
    fallback = MINIMAX if work.settings.hope > 0 else ANY
    while s.passes < PASSES_TO_END:
        seat = int(s.turn)
        habit = habit_of(work, s, seat, fallback)
        if habit == ANY:
            action = noisy_greedy(s, seat, work.unit, work.settings.noise, work.rows, work.weights, work.random)
        else:
            action = act_by(work, habit, s, seat)
        apply(s, seat, action)


@kernel
def run(work: Work, seat: int, simulations: int, flag: Flag) -> None:
    """Run simulations until told to stop, at least one."""
    for done in range(simulations):
        if done and flag[0] != 0:
            return
        restart(work, seat)
        depth = descend(work)
        play_out(work)
        value = result(work.boards[1], seat)
        work.nodes[ROOT].visits += 1
        work.nodes[ROOT].total += value
        for i in range(depth):
            node = work.nodes[work.path[i]]
            points = value if i % 2 == 0 else 1.0 - value
            node.visits += 1
            node.total += points
            node.squares += points * points


def make_think(settings: Settings) -> Callable[[Record, int, Words, Stop], Thought]:
    """Return a search with these settings."""

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        root = state.copy()
        seed_generator(
            root.generator, np.array([random_below(random, 1 << 31), random_below(random, 1 << 31)], np.uint64)
        )
        guess(root, seat)
        simulations = num_simulations(root, seat, settings.simulations)
        work = new_work(settings, root, seat, simulations, random)
        if settings.reads and root.dealt and root.shuffled:
            read_past(work.reading, root, seat, work.boards[1:], work.left, random, stop.flag)
        run(work, seat, simulations, stop.flag)
        return thought_of(work, seat)

    return think


def num_simulations(s: Record, seat: int, usual: int) -> int:
    """Return how many simulations are made here: on larger boards each takes longer, and a forced action needs few."""
    if legal_actions(s, seat, np.empty(NUM_ACTIONS, np.int32)) == 1:
        usual = min(usual, FORCED)
    return max(min(usual, FEWEST), round(usual * min(1.0, USUAL_CELLS / num_cells(s))))


def new_work(settings: Settings, root: Record, seat: int, simulations: int, random: Words) -> Work:
    nodes = np.zeros(1 + simulations, Node)  # each simulation makes at most one
    return Work(
        settings, np.array([root] * 4, State), nodes, np.array([1, 0, ANY], np.int64), np.zeros(MAX_PATH, np.int32),
        np.zeros(NUM_ACTIONS, np.int64), np.zeros((2, MAX_ROWS), np.int64), np.zeros(NUM_FEATURES),
        np.zeros(MAX_KINDS, np.int8), new_reading(root, seat), mean_value(root), random,
    )  # fmt: skip


def thought_of(work: Work, seat: int) -> Thought:
    """Read the thought out of the tree: the best action is the one tried most."""
    values, at = [], int(work.nodes[ROOT]["first"])
    while at:
        node = work.nodes[at]
        visits = int(node["visits"])
        if visits:
            mean = float(node["total"]) / visits
            spread = math.sqrt(max(0.0, float(node["squares"]) / visits - mean * mean))
            action = int(to_action(work.boards[0], seat, int(node["placement"])))
            values.append(ActionValue(action, mean, visits, spread))
        at = int(node["next"])
    values.sort(key=lambda value: (-value.simulations, -value.value, value.action))
    return Thought(values[0].action, values)
