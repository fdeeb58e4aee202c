"""The memory of tree searches, a tree in each row of a batch, and the kernels that know no game.

A node is a position that the search has reached, an edge a legal action of it. Totals and values are always those of
seat 0, from -1 to 1; who looks at them turns the sign. So it does not matter in which order the seats act.

Shapes: B trees of N nodes with W edges each; a node of tree i has the row `i * N + node` in `edges` and `records`.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.batch.rows import NO_SEAT, Counts, Mask, Numbers, Rows
from parlour.core.contract import Actions
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel

Node = np.dtype((np.record, np.dtype([
    ("total", np.float64),  # sum of the values of the simulations through it
    ("visits", np.int32),  # those simulations, without the one that made it
    ("parent", np.int32),
    ("edge", np.int32),  # of the parent, that leads here
    ("twin", np.int32),  # the node whose statistics count: itself, except after a choice that its seat has not seen
    ("num_edges", np.int32),  # 0 until it is evaluated, and when the match is over
    ("value", np.float32),  # what the evaluator, or the result, says
    ("seat", np.int8),  # that acts; NO_SEAT when the match is over
    ("seats", np.int8),  # a bit per seat that may act
], align=True)))  # fmt: skip
Edge = np.dtype((np.record, np.dtype([
    ("total", np.float64),
    ("visits", np.int32),
    ("action", np.int32),
    ("child", np.int32),  # 0 until it is visited
    ("logit", np.float32),
    ("prior", np.float32),  # softmax of the logits of its node
    ("noise", np.float32),  # of Gumbel's distribution, at the root
], align=True)))  # fmt: skip

# How much Gumbel's search trusts values more than logits: sigma(q) = (VISIT_OFFSET + most visits) * q, q from 0 to 1.
VISIT_OFFSET = 50.0
WORST = -1e30  # the lowest logit; also in place of one that is no number


class Trees(NamedTuple):
    """The memory of B searches."""

    nodes: NDArray[Any]  # `[B, N]` of Node
    edges: NDArray[Any]  # `[B * N, W]` of Edge
    records: Rows  # `[B * N, itemsize]`, the positions
    legal: Actions  # `[B, num_actions]`: the actions of the leaf, of which the first count
    num_legal: Counts  # `[B]`
    mask: Mask  # `[B, num_actions]`: the same as a mask
    observations: Numbers  # `[B, *observation_shape]`: what the seat that acts at the leaf may know
    leaf: Counts  # `[B]`: the node that a simulation has come to
    used: Counts  # `[B]`: nodes in use
    broken: Counts  # `[B]`: 1 where the evaluator has answered something that is no logit or value
    random: Words  # `[B]`
    known: Rows  # `[B, itemsize]`, scratch
    spare: Rows  # `[B, itemsize]`, scratch


Schedule = NDArray[np.int32]


class Rule(NamedTuple):
    """How edges are chosen."""

    is_gumbel: bool
    exploration: float  # of PUCT
    schedule: Schedule  # `[C + 1, S]`: by considered actions and simulation, see `halving`


@kernel
def row_of(t: Trees, i: int, at: int) -> int:
    """Return the row of a node in `edges` and `records`."""
    return i * t.nodes.shape[1] + at


@kernel
def sign_of(seat: int) -> float:
    """Return what turns a value of seat 0 into one of this seat."""
    return 1.0 if seat == 0 else -1.0


@kernel
def gumbel_noise(random: Words) -> float:
    """Draw from Gumbel's distribution."""
    return -math.log(-math.log((random_below(random, 1 << 31) + 0.5) / (1 << 31)))


@kernel
def set_edge(edge: Any, action: int, logit: float, noise: float) -> None:
    edge.total, edge.visits, edge.action, edge.child = 0.0, 0, action, 0
    edge.logit, edge.prior, edge.noise = logit, 0.0, noise


@kernel
def swap_edges(a: Any, b: Any) -> None:
    action, logit, noise = a.action, a.logit, a.noise
    set_edge(a, b.action, b.logit, b.noise)
    set_edge(b, action, logit, noise)


@kernel
def sift_down(edges: NDArray[Any], at: int, n: int) -> None:
    """Restore the heap, the least likely edge first, below a place."""
    while 2 * at + 1 < n:
        least = 2 * at + 1
        if least + 1 < n and edges[least + 1].logit + edges[least + 1].noise < edges[least].logit + edges[least].noise:
            least += 1
        if edges[at].logit + edges[at].noise <= edges[least].logit + edges[least].noise:
            return
        swap_edges(edges[at], edges[least])
        at = least


@kernel
def keep_edge(edges: NDArray[Any], kept: int, action: int, logit: float, noise: float) -> int:
    """Add an edge, in place of the least likely one when there is no room; return how many there are."""
    most = len(edges)
    if kept < most:
        set_edge(edges[kept], action, logit, noise)
        return kept + 1
    if kept == most:  # the first one too many makes a heap of them
        for at in range(most // 2 - 1, -1, -1):
            sift_down(edges, at, most)
    if logit + noise > edges[0].logit + edges[0].noise:
        set_edge(edges[0], action, logit, noise)
        sift_down(edges, 0, most)
    return most + 1


@kernel
def set_priors(edges: NDArray[Any], n: int) -> None:
    """Make the logits of n edges a distribution."""
    highest, total = WORST, 0.0
    for k in range(n):
        highest = max(highest, edges[k].logit)
    for k in range(n):
        total += math.exp(edges[k].logit - highest)
    for k in range(n):
        edges[k].prior = math.exp(edges[k].logit - highest) / total


@kernel
def expand(t: Trees, i: int, at: int, logits: Numbers, is_noisy: bool) -> None:
    """Add the edges of a node: the legal actions of the leaf, or the likeliest where there is no room for all."""
    edges, kept = t.edges[row_of(t, i, at)], 0
    for m in range(t.num_legal[i]):
        action = t.legal[i, m]
        logit = float(logits[i, action])
        if not WORST <= logit <= -WORST:
            if logit != -np.inf:  # which says "never"
                t.broken[i] = 1
            logit = WORST
        kept = keep_edge(edges, kept, action, logit, gumbel_noise(t.random[i : i + 1]) if is_noisy else 0.0)
    t.nodes[i, at].num_edges = min(kept, len(edges))
    set_priors(edges, t.nodes[i, at].num_edges)


@kernel
def copy_edges(t: Trees, i: int, at: int, twin: int) -> None:
    """Copy the edges of a twin to a node, in the same order even if the evaluator has not answered quite the same."""
    source, target, n = t.edges[row_of(t, i, twin)], t.edges[row_of(t, i, at)], t.nodes[i, twin].num_edges
    for k in range(n):
        set_edge(target[k], source[k].action, source[k].logit, 0.0)
    t.nodes[i, at].num_edges = n


@kernel
def credit(t: Trees, i: int, logits: Numbers, values: Numbers, is_gumbel: bool) -> None:
    """Store what the evaluator says about the leaf, unless its match is over, and add its value to all above it."""
    at = int(t.leaf[i])
    leaf = t.nodes[i, at]
    if leaf.seat != NO_SEAT and leaf.num_edges == 0:
        value = float(values[i])
        if not -1.0 <= value <= 1.0:
            t.broken[i] = 1
            value = 0.0
        leaf.value = sign_of(leaf.seat) * value
        if leaf.twin == at:
            expand(t, i, at, logits, is_gumbel and at == 0)
        else:
            copy_edges(t, i, at, int(leaf.twin))
    gain = float(leaf.value)
    while at:
        edge, at = int(t.nodes[i, at].edge), int(t.nodes[i, at].parent)
        twin = t.nodes[i, at].twin
        counted = t.edges[row_of(t, i, twin), edge]
        counted.visits += 1
        counted.total += gain
        t.nodes[i, twin].visits += 1
        t.nodes[i, twin].total += gain


@kernel
def mean_value(node: Any) -> float:
    """Return what a node is worth to seat 0 after its simulations."""
    return (node.value + node.total) / (1 + node.visits)


@kernel
def completed_value(edge: Any, sign: float, unknown: float) -> float:
    """Return what an edge is worth to the seat that acts, with a guess for unvisited ones."""
    return sign * edge.total / edge.visits if edge.visits else unknown


@kernel
def best_by_puct(edges: NDArray[Any], node: Any, exploration: float) -> int:
    """Return the edge with the highest upper bound; an unvisited one is thought to be worth what the node is."""
    sign = sign_of(node.seat)
    effort = exploration * math.sqrt(max(1, node.visits))
    unknown = sign * mean_value(node)
    best, best_bound = 0, -np.inf
    for k in range(node.num_edges):
        edge = edges[k]
        bound = completed_value(edge, sign, unknown) + effort * edge.prior / (1 + edge.visits)
        if bound > best_bound:
            best, best_bound = k, bound
    return best


@kernel
def mixed_value(edges: NDArray[Any], node: Any) -> float:
    """Return what unvisited edges are thought to be worth: the node's value mixed with those of visited edges."""
    weight, total = 0.0, 0.0
    for k in range(node.num_edges):
        if edges[k].visits:
            weight += edges[k].prior
            total += edges[k].prior * edges[k].total / edges[k].visits
    if weight == 0.0:
        return sign_of(node.seat) * node.value
    return sign_of(node.seat) * (node.value + node.visits * (total / weight)) / (1 + node.visits)


@kernel
def most_visits(edges: NDArray[Any], n: int) -> int:
    most = 0
    for k in range(n):
        most = max(most, edges[k].visits)
    return most


@kernel
def improved_logit(edge: Any, sign: float, unknown: float, most: int) -> float:
    """Return the logit of an edge, raised by its completed value."""
    return edge.logit + (VISIT_OFFSET + most) * (1.0 + completed_value(edge, sign, unknown)) / 2.0


@kernel
def best_of_round(edges: NDArray[Any], node: Any, visits: int) -> int:
    """Return the best of the edges of the root that have this many visits; the others have dropped out."""
    sign, unknown, most = sign_of(node.seat), mixed_value(edges, node), most_visits(edges, node.num_edges)
    best, best_score = 0, -np.inf
    for k in range(node.num_edges):
        if edges[k].visits == visits:
            score = edges[k].noise + improved_logit(edges[k], sign, unknown, most)
            if score > best_score:
                best, best_score = k, score
    return best


@kernel
def improved_total(edges: NDArray[Any], node: Any, unknown: float, most: int) -> tuple[float, float]:
    """Return the highest improved logit of a node, and the sum of the exponentials of all less that one."""
    sign, highest, total = sign_of(node.seat), -np.inf, 0.0
    for k in range(node.num_edges):
        highest = max(highest, improved_logit(edges[k], sign, unknown, most))
    for k in range(node.num_edges):
        total += math.exp(improved_logit(edges[k], sign, unknown, most) - highest)
    return highest, total


@kernel
def most_lacking(edges: NDArray[Any], node: Any) -> int:
    """Return the edge whose share of the visits lags furthest behind the improved policy."""
    sign, unknown, most = sign_of(node.seat), mixed_value(edges, node), most_visits(edges, node.num_edges)
    highest, total = improved_total(edges, node, unknown, most)
    best, best_lack = 0, -np.inf
    for k in range(node.num_edges):
        share = math.exp(improved_logit(edges[k], sign, unknown, most) - highest) / total
        lack = share - edges[k].visits / (1 + node.visits)
        if lack > best_lack:
            best, best_lack = k, lack
    return best


@kernel
def choose_edge(t: Trees, i: int, at: int, rule: Rule, simulation: int) -> int:
    """Return the edge that a simulation takes from a node."""
    node = t.nodes[i, t.nodes[i, at].twin]
    edges = t.edges[row_of(t, i, t.nodes[i, at].twin)]
    if not rule.is_gumbel:
        return best_by_puct(edges, node, rule.exploration)
    if at:
        return most_lacking(edges, node)
    return best_of_round(edges, node, rule.schedule[min(node.num_edges, rule.schedule.shape[0] - 1), simulation])
