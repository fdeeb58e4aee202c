"""Alpha-beta search over the patches: each is tried in its best place only, so that the search sees far ahead."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.fast_record import record_type
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.patchwork.ai.evaluate import SURE, bonus_lead, chance, final_lead
from parlour.games.patchwork.ai.fit import fit_of, guess_fit
from parlour.games.patchwork.ai.network import look, next_to_buy, run
from parlour.games.patchwork.ai.places import PLACES_FIELDS, best_place, fits_somewhere, gumbel, tempered_place
from parlour.games.patchwork.ai.weights import BOTH, HIDDEN, PICKED, WEIGHT_FIELDS, Weights
from parlour.games.patchwork.patches import ORIENTATIONS, PRICE, SHAPE_SIZE, SPECIAL
from parlour.games.patchwork.rules.contract import advance, carry_out, is_over, pay_for, seat_to_act
from parlour.games.patchwork.rules.quilt import num_empty
from parlour.games.patchwork.state import ADVANCE, LAST, MAX_LENGTH, ON_OFFER, State

NODES_PER_LOOK = 64  # at the stop flag
NODES, MAX_NODES, IS_STOPPED, ESTIMATES = range(4)  # the counters
# Actions at most this many points worse than the best are valued exactly; beyond that the value is a bound.
EXACT_WITHIN = 2.0
# The points by which the true fit of a quilt can make a last action better or worse than the guess.
MARGIN = 3.0
INFINITE = 2 * SURE
MAX_CANDIDATES = 1 + ON_OFFER
NO_PATCH = -1  # an advance

Values = NDArray[np.float64]

# A position in a search: without the notes, but with the empty cells and the fits of both quilts.
NOTES = ("generator", "moves", "length", "circle")
_FIELDS = [(name, *(kind.subdtype or (kind,))) for name, (kind, *_) in (State.fields or {}).items()]
Line = record_type(
    [field for field in _FIELDS if field[0] not in NOTES and "padding" not in field[0]]
    + [("empty", np.int8, (2,)), ("fits", np.float32, (2,))]
)


LEVELS = MAX_LENGTH + 1  # actions from the root
# All that a search writes, except for the line, and reads: one record, which a kernel takes as a single pointer
Work = record_type(
    [
        *WEIGHT_FIELDS,
        *PLACES_FIELDS,
        ("picked", np.int64, (PICKED,)),
        ("amounts", np.float32, (2 * BOTH,)),
        ("units", np.float32, (2, HIDDEN)),
        ("patches", np.int64, (LEVELS, MAX_CANDIDATES)),  # what can be bought, the most promising first, or NO_PATCH
        ("values", np.float64, (LEVELS, MAX_CANDIDATES)),  # what they promise
        ("tried", np.int64, (MAX_CANDIDATES,)),  # the nodes behind each action of the root
        ("counters", np.int64, (4,)),
    ]
)


class Desk(NamedTuple):
    """The memory of a search."""

    stack: NDArray[np.void]  # [LEVELS], the positions along the line
    work: Any


def new_desk(max_nodes: int, weights: Weights) -> Desk:
    work = np.zeros(1, Work)[0]
    for name, *_ in WEIGHT_FIELDS:
        work[name] = weights[name]
    work.counters[MAX_NODES] = max_nodes
    return Desk(np.zeros(LEVELS, Line), work)


@kernel
def set_root(s: Record, desk: Desk) -> None:
    """Put a position at the root."""
    root, w = desk.stack[0], desk.work
    root.quilts[:] = s.quilts
    root.specials = s.specials
    root.buttons[:] = s.buttons
    root.follower[:] = s.follower
    root.behind = s.behind
    root.left = s.left
    root.squares[:] = s.squares
    root.income[:] = s.income
    root.last = s.last
    root.pending = s.pending
    root.first_home = s.first_home
    root.bonus_7x7 = s.bonus_7x7
    root.seven = s.seven
    for seat in range(2):
        root.empty[seat] = num_empty(s, seat)
        root.fits[seat] = fit_of(s.quilts[seat, 0], s.quilts[seat, 1], w, w.quilt_rows, w.cell_values)


@kernel
def lead(s: Record, seat: int, desk: Desk) -> float:
    """Estimate by how many points a seat will win; negative when it will lose."""
    if s.squares[0] == LAST and s.squares[1] == LAST:
        return final_lead(s, seat)
    acts = next_to_buy(s)
    look(s, acts, desk.work.picked, desk.work.amounts)
    points = run(desk.work, desk.work.picked, desk.work.amounts, desk.work.units) + bonus_lead(s, acts)
    return points if acts == seat else -points


@kernel
def must_stop(counters: NDArray[np.int64], flag: Flag) -> bool:
    """Count a position; return whether the search is over."""
    counters[NODES] += 1
    if counters[NODES] >= counters[MAX_NODES] or (counters[NODES] % NODES_PER_LOOK == 0 and flag[0] != 0):
        counters[IS_STOPPED] = 1
    return counters[IS_STOPPED] != 0


@kernel
def put_in_order(i: int, patches: NDArray[np.int64], values: Values) -> int:
    """Move the i-th action forward to its place among those before it, behind equal ones; return the place."""
    patch, value = patches[i], values[i]
    while i > 0 and value > values[i - 1]:
        patches[i], values[i] = patches[i - 1], values[i - 1]
        i -= 1
    patches[i], values[i] = patch, value
    return i


@kernel
def action_of(level: int, i: int, desk: Desk) -> int:
    """Return the i-th action of a level: a patch is laid in its best place."""
    patch, s = desk.work.patches[level, i], desk.stack[level]
    return ADVANCE if patch == NO_PATCH else desk.work.actions[best_place(s, seat_to_act(s), patch, desk.work)]


@kernel
def play(level: int, i: int, desk: Desk) -> None:
    """Make the next position of the line by the i-th action of a level."""
    desk.stack[level + 1] = desk.stack[level]
    after, patch = desk.stack[level + 1], desk.work.patches[level, i]
    seat = seat_to_act(after)
    if patch == NO_PATCH:
        advance(after, seat)
    else:
        row = best_place(after, seat, patch, desk.work)
        carry_out(after, seat, desk.work.actions[row])
        after.empty[seat] -= SHAPE_SIZE[ORIENTATIONS * patch]
        after.fits[seat] = desk.work.fits[row]


@kernel
def guess(level: int, patch: int, desk: Desk) -> float:
    """Guess the lead after an action without looking for a place."""
    desk.stack[level + 1] = desk.stack[level]
    after = desk.stack[level + 1]
    seat = seat_to_act(after)
    if patch == NO_PATCH:
        advance(after, seat)
    else:
        pay_for(after, seat, patch)
        after.empty[seat] -= SHAPE_SIZE[ORIENTATIONS * patch]
        after.fits[seat] = guess_fit(after.fits[seat], patch, desk.work)
    return lead(after, seat, desk)


@kernel
def expand(level: int, desk: Desk) -> int:
    """Find the actions of a position, each with a guess at the lead after it, the best first; return their number."""
    s, patches, values = desk.stack[level], desk.work.patches[level], desk.work.values[level]
    if s.pending:
        patches[0], values[0] = SPECIAL, 0.0
        return 1
    seat, n, patch = seat_to_act(s), 1, int(s.behind)
    patches[0], values[0] = NO_PATCH, guess(level, NO_PATCH, desk)
    for _ in range(min(ON_OFFER, s.left)):
        patch = int(s.follower[patch])
        if PRICE[patch] <= s.buttons[seat] and fits_somewhere(s, seat, patch):
            patches[n], values[n] = patch, guess(level, patch, desk)
            put_in_order(n, patches, values)
            n += 1
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
    if must_stop(desk.work.counters, flag):
        return 0.0
    n = expand(level, desk)
    seat, best = seat_to_act(desk.stack[level]), -INFINITE
    is_last = depth <= 1 and n > 1
    if is_last and desk.work.values[level, 0] - MARGIN >= beta:
        desk.work.counters[ESTIMATES] += 1
        return desk.work.values[level, 0] - MARGIN
    for i in range(n):
        floor = max(alpha, best)
        if is_last and desk.work.values[level, i] + MARGIN <= floor:
            desk.work.counters[ESTIMATES] += 1
            best = max(best, desk.work.values[level, i] + MARGIN)
            break
        play(level, i, desk)
        left = depth_after(level, n, depth, desk)
        if depth <= 1 or is_over(desk.stack[level + 1]):
            desk.work.counters[ESTIMATES] += 1 - int(is_over(desk.stack[level + 1]))
            value = lead(desk.stack[level + 1], seat, desk)
        elif seat_to_act(desk.stack[level + 1]) == seat:
            value = search(level + 1, left, floor, beta, desk, flag)
        else:
            value = -search(level + 1, left, -beta, -floor, desk, flag)
        best = max(best, value)
        if best >= beta or desk.work.counters[IS_STOPPED]:
            break
    return best


@kernel
def search_root(n: int, depth: int, desk: Desk, flag: Flag) -> None:
    """Value the actions of the root again, and sort them. A stopped search leaves the rest as it was."""
    seat, best = seat_to_act(desk.stack[0]), -INFINITE
    level = depth - depth
    for i in range(n):
        before = desk.work.counters[NODES]
        play(level, i, desk)
        floor, left = best - EXACT_WITHIN, depth_after(level, n, depth, desk)
        if is_over(desk.stack[level + 1]):
            value = lead(desk.stack[level + 1], seat, desk)
        elif seat_to_act(desk.stack[level + 1]) == seat:
            value = search(level + 1, left, floor, INFINITE, desk, flag)
        else:
            value = -search(level + 1, left, -INFINITE, -floor, desk, flag)
        if desk.work.counters[IS_STOPPED]:
            return
        best = max(best, value)
        desk.work.values[level, i] = value
        spent = desk.work.tried[i] + desk.work.counters[NODES] - before
        place = put_in_order(i, desk.work.patches[level], desk.work.values[level])
        for j in range(i, place, -1):
            desk.work.tried[j] = desk.work.tried[j - 1]
        desk.work.tried[place] = spent


@kernel
def deepen(desk: Desk, flag: Flag) -> int:
    """Search deeper and deeper until the nodes are spent or the end is seen; return the number of root actions.

    The first row of `patches` and `values` then holds them, the best first.
    """
    desk.work.counters[NODES] = desk.work.counters[IS_STOPPED] = 0
    desk.work.tried[:] = 0
    n = expand(0, desk)
    for i in range(n):
        play(0, i, desk)
        desk.work.values[0, i] = lead(desk.stack[1], seat_to_act(desk.stack[0]), desk)
        put_in_order(i, desk.work.patches[0], desk.work.values[0])
    depth = 2
    desk.work.counters[ESTIMATES] = 1
    while (
        n > 1
        and desk.work.counters[ESTIMATES]
        and not desk.work.counters[IS_STOPPED]
        and abs(desk.work.values[0, 0]) < SURE / 2
    ):
        desk.work.counters[ESTIMATES] = 0
        search_root(n, depth, desk, flag)
        depth += 1
    return n


@kernel
def choose(n: int, temper: float, desk: Desk) -> int:
    """Return one of the actions of the root: the best, or with a temper the one that looks best at a glance."""
    s, w = desk.stack[0], desk.work
    if temper == 0.0:
        return action_of(0, 0, desk)
    best, best_value = 0, -np.inf
    for i in range(n):
        value = w.values[0, i] + temper * gumbel(w.random)
        if value > best_value:
            best, best_value = i, value
    patch = w.patches[0, best]
    return ADVANCE if patch == NO_PATCH else tempered_place(s, seat_to_act(s), patch, temper, w)


def thinking(max_nodes: int, weights: Weights, temper: float = 0.0) -> Callable[[Record, int, Words, Stop], Thought]:
    """Make a search.

    Args:
        max_nodes: the most positions whose actions are compared.
        temper: points by which it misjudges actions and places, as a softmax does: the closer two are, the more often
            it takes the wrong one.
    """
    free: list[Desk] = []  # a desk that is kept remembers places, which are the same in every match

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        try:
            desk = free.pop()
        except IndexError:
            desk = new_desk(max_nodes, weights)
        set_root(state, desk)
        n = deepen(desk, stop.flag)
        actions = [int(action_of(0, i, desk)) for i in range(n)]
        found = zip(actions, desk.work.values[0, :n].tolist(), desk.work.tried[:n].tolist(), strict=True)
        values = [ActionValue(action, chance(value), tried) for action, value, tried in found]
        desk.work.random[:] = random
        best = int(choose(n, temper, desk))
        random[:] = desk.work.random
        free.append(desk)
        return Thought(best, values)

    return think
