"""The kernels of tree searches over one game, for both devices: each takes the trees from `begin` to `end`.

They are called as those of a batch (see `core/batch/rows.py`). A simulation is `select`, then the evaluator, then
`back_up`.
"""

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

from parlour.core.batch.rows import ACTING, NO_SEAT, WAIT, Counts, Numbers, Rows, copy_row, encoder_of, next_seat
from parlour.core.contract import BOTH, Actions
from parlour.core.game import Game
from parlour.core.kernel import kernel
from parlour.lab.search.trees import (
    Rule,
    Schedule,
    Trees,
    best_of_round,
    choose_edge,
    completed_value,
    credit,
    improved_logit,
    improved_total,
    mean_value,
    mixed_value,
    most_visits,
    row_of,
    sign_of,
)
from parlour.search.ismcts import draw_word


class TreeKernels(NamedTuple):
    """The kernels of one game; each takes `slot`, `begin` and `end` last."""

    plant: Callable[..., None]
    select: Callable[..., None]
    back_up: Callable[..., None]
    harvest: Callable[..., None]


@kernel
def back_up(t: Trees, logits: Numbers, values: Numbers, is_gumbel: bool, slot: int, begin: int, end: int) -> None:
    """Take in what the evaluator says about the leaves: `logits [B, num_actions]`, `values [B]`."""
    for i in range(begin, end):
        credit(t, i, logits, values, is_gumbel)


@kernel
def harvest_tree(
    t: Trees, i: int, is_gumbel: bool, visits: Counts, policy: Numbers, values: Numbers, actions: Actions
) -> None:
    root, edges = t.nodes[i, 0], t.edges[row_of(t, i, 0)]
    visits[i, :], policy[i, :] = 0, 0.0
    values[i] = sign_of(max(root.seat, 0)) * mean_value(root)
    actions[i] = WAIT
    if root.seat == NO_SEAT:
        return
    sign, unknown, most = sign_of(root.seat), mixed_value(edges, root), most_visits(edges, root.num_edges)
    highest, total = improved_total(edges, root, unknown, most)
    value = 0.0
    for k in range(root.num_edges):
        action = edges[k].action
        visits[i, action] = edges[k].visits
        policy[i, action] = edges[k].visits / max(1, root.visits)
        if is_gumbel:
            share = math.exp(improved_logit(edges[k], sign, unknown, most) - highest) / total
            policy[i, action] = share
            value += share * completed_value(edges[k], sign, unknown)
    if is_gumbel:  # halving visits bad actions as often as good ones, so that the mean says little
        values[i] = value
    actions[i] = edges[best_of_round(edges, root, most)].action


@kernel
def harvest(
    t: Trees, is_gumbel: bool, visits: Counts, policy: Numbers, values: Numbers, actions: Actions, slot: int,
    begin: int, end: int,
) -> None:  # fmt: skip
    """Write what the searches found: `visits`, `policy [B, num_actions]`, `values`, `actions [B]`."""
    for i in range(begin, end):
        harvest_tree(t, i, is_gumbel, visits, policy, values, actions)


@functools.cache
def tree_kernels(game: Game) -> TreeKernels:  # noqa: C901, PLR0915  # short kernels, one after another
    """Return the kernels of a game; each is compiled on its first call."""
    to_act, legal_actions, apply, result, hide = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result, game.rules.hide,
    )  # fmt: skip
    state, encode = game.state, encoder_of(game)[1]

    @kernel
    def list_actions(t: Trees, i: int, at: int) -> None:
        """List the legal actions of a leaf; the mask held those of the last one."""
        for k in range(t.num_legal[i]):
            t.mask[i, t.legal[i, k]] = False
        seat = t.nodes[i, at].seat
        t.num_legal[i] = 0
        if seat != NO_SEAT:
            t.num_legal[i] = legal_actions(t.records.view(state)[row_of(t, i, at), 0], int(seat), t.legal[i])
        for k in range(t.num_legal[i]):
            t.mask[i, t.legal[i, k]] = True

    @kernel
    def know(t: Trees, i: int, at: int, seat: int, target: Rows) -> None:
        """Write what a seat may know of a node into row i of other memory."""
        copy_row(t.records[row_of(t, i, at)], target[i])
        hide(target.view(state)[i, 0], seat)

    @kernel
    def describe(t: Trees, i: int, at: int, seat: int) -> None:
        """Write who acts at a new leaf, what that seat may do and sees; or what a finished match is worth."""
        s, node = t.records.view(state)[row_of(t, i, at), 0], t.nodes[i, at]
        seats = to_act(s)
        node.seats = seats
        node.seat = seat if seats >> max(seat, 0) & 1 and seat != ACTING else next_seat(seats)
        node.num_edges, node.visits, node.total, node.value, node.twin = 0, 0, 0.0, 0.0, at
        list_actions(t, i, at)
        if seats == 0:
            node.value = 2.0 * result(s, 0) - 1.0
            return
        know(t, i, at, int(node.seat), t.known)
        t.observations[i, :] = 0.0
        encode(t.known[i], int(node.seat), t.observations[i])

    @kernel
    def looks_alike(t: Trees, i: int, at: int, seat: int) -> bool:
        """Return whether a seat knows the same of a node as of the leaf, which is in `known`."""
        know(t, i, at, seat, t.spare)
        for k in range(t.known.shape[1]):  # noqa: SIM110  # a kernel has no generators
            if t.known[i, k] != t.spare[i, k]:
                return False
        return True

    @kernel
    def twin_of(t: Trees, i: int, parent: int, leaf: int) -> int:
        """Return the first node after a choice that the leaf's seat cannot tell from the one before the leaf."""
        seat, edges = int(t.nodes[i, leaf].seat), t.edges[row_of(t, i, parent)]
        for k in range(t.nodes[i, parent].num_edges):
            other = int(edges[k].child)
            if other and other != leaf and t.nodes[i, other].twin == other and looks_alike(t, i, other, seat):
                return other
        return leaf

    @kernel
    def grow(t: Trees, i: int, at: int, k: int) -> int:
        """Add the node after an edge, with chance of its own, and return it."""
        leaf, random = int(t.used[i]), t.random[i : i + 1]
        t.used[i] += 1
        edge, parent, node = t.edges[row_of(t, i, at), k], t.nodes[i, at], t.nodes[i, leaf]
        edge.child, node.parent, node.edge = leaf, at, k
        copy_row(t.records[row_of(t, i, at)], t.records[row_of(t, i, leaf)])
        s = t.records.view(state)[row_of(t, i, leaf), 0]
        s.generator[0], s.generator[1], s.generator[2] = draw_word(random), draw_word(random), 0
        apply(s, int(parent.seat), int(edge.action))
        describe(t, i, leaf, ACTING)
        if parent.seats == BOTH and node.seat == 1 - parent.seat:
            node.twin = twin_of(t, i, at, leaf)
        return leaf

    @kernel
    def plant(t: Trees, rows: Rows, seat: int, slot: int, begin: int, end: int) -> None:
        """Make the positions of a batch the roots of new trees."""
        for i in range(begin, end):
            copy_row(rows[i], t.records[row_of(t, i, 0)])
            t.used[i], t.leaf[i], t.broken[i] = 1, 0, 0
            describe(t, i, 0, seat)

    @kernel
    def select(
        t: Trees, is_gumbel: bool, exploration: float, schedule: Schedule, simulation: int, slot: int, begin: int,
        end: int,
    ) -> None:  # fmt: skip
        """Go down each tree to a leaf, a new one unless a match is over there."""
        rule = Rule(is_gumbel, exploration, schedule)
        for i in range(begin, end):
            at, leaf = 0, -1
            while leaf < 0:
                if t.nodes[i, at].num_edges == 0:
                    leaf = at
                    continue
                k = choose_edge(t, i, at, rule, simulation)
                child = int(t.edges[row_of(t, i, at), k].child)
                if child == 0:
                    leaf = grow(t, i, at, k)
                at = child
            t.leaf[i] = leaf

    return TreeKernels(plant, select, back_up, harvest)
