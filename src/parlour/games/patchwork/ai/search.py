"""Alpha-beta search over the patches: each is tried in its best place only, so that the search sees far ahead.

A match is decided by which patches are bought and when; where they lie is a matter of each quilt alone. So the search
has three actions to choose from instead of eighty, and with the places remembered (see `places`) a node costs about a
microsecond. What was tried instead, with the score against this search:

- tree search over all places, ranked and judged by `evaluate.lead`: 6 % with 300 simulations against 400 nodes, 12 %
  with 3,000 against 4,000 (16 and 8 matches), and three times as slow;
- three places of each patch at the root: 30 % (30 matches, 6,000 nodes); two near the root: 35 % (40 matches, 7,000);
- matches played to their end beyond the depth, instead of a judgement: 8 % (40 matches, 600 nodes);
- a table of good actions from the last depth, and less depth for late actions: a tenth of an action deeper, 50 % and
  43 % (100 matches each, 500 nodes).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Actions, Record
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.patchwork.ai.evaluate import SURE, chance, final_lead, lead
from parlour.games.patchwork.ai.places import MAX_CANDIDATES, Places, list_candidates, new_places
from parlour.games.patchwork.rules.contract import apply, is_over, seat_to_act
from parlour.games.patchwork.state import MAX_LENGTH, State

MAX_PLACES = 1 << 17  # that are remembered: 2.5 MB
NODES_PER_LOOK = 64  # at the stop flag
NODES, MAX_NODES, IS_STOPPED, ESTIMATES = range(4)  # the counters
# Actions at most this many points worse than the best are valued exactly; beyond that the value is a bound.
EXACT_WITHIN = 2.0
INFINITE = 2 * SURE

Values = NDArray[np.float64]


class Desk(NamedTuple):
    """Everything that a search writes; by level, that is, actions from the root."""

    stack: NDArray[np.void]  # [levels], the positions along the line
    actions: NDArray[np.int32]  # [levels, MAX_CANDIDATES], the most promising first
    values: Values  # [levels, MAX_CANDIDATES], what they promise
    places: Places
    tried: NDArray[np.int64]  # [MAX_CANDIDATES], the nodes behind each action of the root
    counters: NDArray[np.int64]  # [4]


def new_desk(max_nodes: int) -> Desk:
    levels = MAX_LENGTH + 1
    return Desk(
        np.zeros(levels, State),
        np.zeros((levels, MAX_CANDIDATES), np.int32),
        np.zeros((levels, MAX_CANDIDATES)),
        new_places(min(MAX_PLACES, 1 << max_nodes.bit_length())),
        np.zeros(MAX_CANDIDATES, np.int64),
        np.array([0, max_nodes, 0, 0]),
    )


@kernel
def must_stop(counters: NDArray[np.int64], flag: Flag) -> bool:
    """Count a position; return whether the search is over."""
    counters[NODES] += 1
    if counters[NODES] >= counters[MAX_NODES] or (counters[NODES] % NODES_PER_LOOK == 0 and flag[0] != 0):
        counters[IS_STOPPED] = 1
    return counters[IS_STOPPED] != 0


@kernel
def put_in_order(i: int, actions: Actions, values: Values) -> int:
    """Move the i-th action forward to its place among those before it, behind equal ones; return the place."""
    action, value = actions[i], values[i]
    while i > 0 and value > values[i - 1]:
        actions[i], values[i] = actions[i - 1], values[i - 1]
        i -= 1
    actions[i], values[i] = action, value
    return i


@kernel
def play(level: int, i: int, desk: Desk) -> None:
    """Make the next position of the line by the i-th action of a level."""
    desk.stack[level + 1] = desk.stack[level]
    apply(desk.stack[level + 1], seat_to_act(desk.stack[level]), desk.actions[level, i])


@kernel
def expand(level: int, desk: Desk) -> int:
    """Find the candidates of a position, each with the lead after it as it is judged at once, the best first."""
    s, after = desk.stack[level], desk.stack[level + 1]
    actions, values = desk.actions[level], desk.values[level]
    seat = seat_to_act(s)
    n = list_candidates(s, seat, desk.places, actions)
    for i in range(n):
        play(level, i, desk)
        values[i] = final_lead(after, seat) if is_over(after) else lead(after, seat)
        put_in_order(i, actions, values)
    return n


@kernel
def depth_after(level: int, n: int, depth: int, desk: Desk) -> int:
    """Return the depth left after one of n actions: what is forced, or not yet the whole turn, costs none."""
    return depth if n == 1 or desk.stack[level + 1].pending else depth - 1


@kernel
def search(level: int, depth: int, alpha: float, beta: float, desk: Desk, flag: Flag) -> float:
    """Return the lead of the seat to act, when the game is not over; outside of alpha to beta it is only a bound.

    The value of a stopped search means nothing. No argument may be a literal: the compiler would make a second version
    of this kernel for it, and versions that call each other cannot be read back from the disk.
    """
    if must_stop(desk.counters, flag):
        return 0.0
    n = expand(level, desk)
    if depth <= 1:
        desk.counters[ESTIMATES] += 1
        return desk.values[level, 0]
    seat, best = seat_to_act(desk.stack[level]), -INFINITE
    for i in range(n):
        play(level, i, desk)
        value, floor, left = desk.values[level, i], max(alpha, best), depth_after(level, n, depth, desk)
        if not is_over(desk.stack[level + 1]):
            if seat_to_act(desk.stack[level + 1]) == seat:
                value = search(level + 1, left, floor, beta, desk, flag)
            else:
                value = -search(level + 1, left, -beta, -floor, desk, flag)
        best = max(best, value)
        if best >= beta or desk.counters[IS_STOPPED]:
            break
    return best


@kernel
def search_root(n: int, depth: int, desk: Desk, flag: Flag) -> None:
    """Value the actions of the root again, and sort them. A stopped search leaves the rest as it was."""
    seat, best = seat_to_act(desk.stack[0]), -INFINITE
    level = depth - depth
    for i in range(n):
        before = desk.counters[NODES]
        play(level, i, desk)
        value, floor, left = desk.values[level, i], best - EXACT_WITHIN, depth_after(level, n, depth, desk)
        if not is_over(desk.stack[level + 1]):
            if seat_to_act(desk.stack[level + 1]) == seat:
                value = search(level + 1, left, floor, INFINITE, desk, flag)
            else:
                value = -search(level + 1, left, -INFINITE, -floor, desk, flag)
        if desk.counters[IS_STOPPED]:
            return
        best = max(best, value)
        desk.values[level, i] = value
        spent = desk.tried[i] + desk.counters[NODES] - before
        place = put_in_order(i, desk.actions[level], desk.values[level])
        for j in range(i, place, -1):
            desk.tried[j] = desk.tried[j - 1]
        desk.tried[place] = spent


@kernel
def deepen(desk: Desk, flag: Flag) -> int:
    """Search deeper and deeper until the nodes are spent or the end is seen; return the number of root actions.

    The first row of `actions` and `values` then holds them, the best first.
    """
    n = expand(0, desk)
    depth = 2
    desk.counters[ESTIMATES] = 1
    while n > 1 and desk.counters[ESTIMATES] and not desk.counters[IS_STOPPED] and abs(desk.values[0, 0]) < SURE / 2:
        desk.counters[ESTIMATES] = 0
        search_root(n, depth, desk, flag)
        depth += 1
    return n


def thinking(max_nodes: int) -> Callable[[Record, int, Words, Stop], Thought]:
    """Make a search of at most `max_nodes` nodes, that is, positions whose candidates are found."""

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        desk = new_desk(max_nodes)
        desk.stack[0] = state
        n = deepen(desk, stop.flag)
        found = zip(desk.actions[0, :n].tolist(), desk.values[0, :n].tolist(), desk.tried[:n].tolist(), strict=True)
        values = [ActionValue(action, chance(value), tried) for action, value, tried in found]
        return Thought(values[0].action, values)

    return think
