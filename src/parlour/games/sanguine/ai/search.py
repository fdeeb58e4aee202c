"""Sanguine's own tree search over guesses of the hidden cards.

Each simulation deals the cards that the seat has not seen in another way, the enemy's as the past suggests where it was
read, and then expects the enemy to go on by the habit that was read too. Where a simulation leaves the tree, a network
judges, a rollout is played to the end, or both.
"""

import math
from collections.abc import Callable

import numpy as np

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below, seed_generator
from parlour.core.kernel import kernel
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.sanguine.ai.answers import careful, is_small, noisy_greedy
from parlour.games.sanguine.ai.judge import NETWORK, Network, can_judge, judge
from parlour.games.sanguine.ai.reading import ANY, CONTROL, FILL, ROWS, deal, pick_habit, read_past
from parlour.games.sanguine.ai.strategies import control, fill_first, max_row
from parlour.games.sanguine.ai.tree import (
    HABIT,
    ROOT,
    Settings,
    Work,
    choose,
    find_node,
    new_work,
    to_action,
    to_placement,
)
from parlour.games.sanguine.rules import apply, guess, legal_actions, result
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.secrets import num_unseen, unseen_place
from parlour.games.sanguine.state import NUM_ACTIONS, PASSES_TO_END

USUAL_CELLS = 15
FEWEST = 64  # simulations, also on the largest boards
FORCED = 256  # simulations where there is only one action, and only its value is asked


@kernel(inline=True)
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


@kernel(inline=True)
def habit_of(work: Work, s: Record, seat: int) -> int:
    """Return the habit by which a seat is expected to act; ANY for the one that searches, or to save time."""
    return ANY if seat == work.boards[0].turn or not is_small(s, seat) else int(work.counters[HABIT])


@kernel(inline=True)
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


@kernel(inline=True)
def descend(work: Work) -> int:
    """Play a simulation as far as the tree knows it and one step beyond; returns the length of its path."""
    s, at, depth, is_new = work.boards[1], ROOT, 0, False
    while s.passes < PASSES_TO_END and not is_new:
        seat = int(s.turn)
        habit = habit_of(work, s, seat)
        if habit == ANY:
            at = choose(work, at, s, seat)
        else:
            at = find_node(work, at, to_placement(s, seat, act_by(work, habit, s, seat)))
        is_new = work.nodes[at].visits == 0
        work.path[depth] = at
        depth += 1
        apply(s, seat, to_action(s, seat, work.nodes[at].placement))
    return depth


@kernel(inline=True)
def play_out(work: Work) -> None:
    """Play a simulation to its end."""
    s = work.boards[1]
    while s.passes < PASSES_TO_END:
        seat = int(s.turn)
        habit = habit_of(work, s, seat)
        if habit == ANY:
            action = noisy_greedy(s, seat, work.unit, work.settings.noise, work.rows, work.weights, work.random)
        else:
            action = act_by(work, habit, s, seat)
        apply(s, seat, action)


@kernel(inline=True)
def leaf_value(work: Work, seat: int) -> float:
    """Return what the end of a path is worth to the seat that searches; the network knows no habits."""
    s, trust, judged = work.boards[1], 0.0, 0.0
    if s.passes < PASSES_TO_END and work.counters[HABIT] == ANY and work.settings.trust > 0.0 and can_judge(s):
        trust = work.settings.trust
        judged = judge(s, work.unit, work.rows, work.weights, work.network[0], work.sight[0])
        if s.turn != seat:
            judged = 1.0 - judged
    if trust == 1.0:
        return judged
    play_out(work)
    return trust * judged + (1.0 - trust) * result(s, seat)


@kernel
def run(work: Work, seat: int, simulations: int, flag: Flag) -> None:
    """Run simulations until told to stop, at least one."""
    for done in range(simulations):
        if done and flag[0] != 0:
            return
        restart(work, seat)
        depth = descend(work)
        value = leaf_value(work, seat)
        work.nodes[ROOT].visits += 1
        work.nodes[ROOT].total += value
        for i in range(depth):
            node = work.nodes[work.path[i]]
            points = value if i % 2 == 0 else 1.0 - value
            node.visits += 1
            node.total += points
            node.squares += points * points


def make_think(settings: Settings, network: Network = NETWORK) -> Callable[[Record, int, Words, Stop], Thought]:
    """Return a search with these settings."""

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        root = state.copy()
        seed_generator(
            root.generator, np.array([random_below(random, 1 << 31), random_below(random, 1 << 31)], np.uint64)
        )
        guess(root, seat)
        simulations = num_simulations(root, seat, settings.simulations)
        work = new_work(settings, root, seat, simulations, random, network)
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
