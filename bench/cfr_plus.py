"""CFR+ over the last rounds of Matches and Patches, as kernels over a tree of all that can follow a position.

Regrets are updated for one seat after the other and never negative, and the average weighs iteration t by t, as in
OpenSpiel's `CFRPlusSolver`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.matches_and_patches.ai.endgame import LINES, MOST_ACTIONS, Desk, list_actions, make_desk, play
from parlour.games.matches_and_patches.rules.contract import result
from parlour.games.matches_and_patches.state import EAGLE, RUNNING, SNAKE

MOST_NODES = 1 << 20  # three rounds take 400,000

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


class Tree(NamedTuple):
    """Positions in which nobody has chosen, by number; the first is 0."""

    choices: Places  # [MOST_NODES, 2], of each seat; 1 for one that does not act, 0 at the end
    children: Places  # [MOST_NODES]: the first, then by Eagle's choice and by Snake's
    begin: Places  # [MOST_NODES, 2]: where the numbers of a seat begin in `Tables`
    results: Numbers  # [MOST_NODES], for Eagle, at the end
    used: Places  # [3]: nodes, numbers of both seats


class Tables(NamedTuple):
    """What CFR+ keeps for every choice of a seat, `[2, numbers]`."""

    regrets: Numbers
    strategy: Numbers
    average: Numbers
    gains: Numbers  # [LINES, MOST_ACTIONS], overwritten


@kernel
def grow(tree: Tree, desk: Desk, at: int, node: int) -> None:
    """Add all that can follow a position of the line."""
    s = desk.lines[at]
    if s.over != RUNNING:
        tree.results[node] = result(s, EAGLE)
        return
    m, n = list_actions(desk, at, EAGLE), list_actions(desk, at, SNAKE)
    tree.choices[node, EAGLE], tree.choices[node, SNAKE] = m, n
    tree.children[node] = tree.used[2]
    tree.begin[node] = tree.used[:2]
    tree.used[0] += m
    tree.used[1] += n
    tree.used[2] += m * n
    for i in range(m):
        for j in range(n):
            play(desk, at, desk.actions[at, EAGLE, i], desk.actions[at, SNAKE, j])
            grow(tree, desk, at + 1, tree.children[node] + i * n + j)


def make_tree(position: Record) -> Tree:
    """Return all that can follow a position with an empty deck, in which nobody has chosen."""
    n = MOST_NODES
    tree = Tree(
        np.zeros((n, 2), np.int64), np.zeros(n, np.int64), np.zeros((n, 2), np.int64), np.zeros(n), np.array([0, 0, 1])
    )
    grow(tree, make_desk(position), 0, 0)
    return tree


def make_tables(tree: Tree) -> Tables:
    """Begin with equal chances of all choices."""
    shape = (2, int(tree.used[:2].max()))
    tables = Tables(np.zeros(shape), np.ones(shape), np.zeros(shape), np.zeros((LINES, MOST_ACTIONS)))
    match_regrets(tree, tables, EAGLE)
    match_regrets(tree, tables, SNAKE)
    return tables


@kernel
def normalized(numbers: Numbers, out: Numbers) -> None:
    """Write chances in the proportion of these numbers, equal ones where all are 0."""
    total = numbers.sum()
    for i in range(len(numbers)):
        out[i] = numbers[i] / total if total > 0 else 1.0 / len(numbers)


@kernel
def match_regrets(tree: Tree, tables: Tables, seat: int) -> None:
    """Forget negative regrets, and choose in proportion to the others."""
    np.maximum(tables.regrets[seat], 0.0, tables.regrets[seat])
    for node in range(tree.used[2]):
        begin, end = tree.begin[node, seat], tree.begin[node, seat] + tree.choices[node, seat]
        if end > begin + 1:
            normalized(tables.regrets[seat, begin:end], tables.strategy[seat, begin:end])


@kernel
def walk(tree: Tree, tables: Tables, node: int, at: int, seat: int, mine: float, other: float, t: int) -> float:
    """Return what a seat gets from a node on, with the present strategies, and update its regrets and its average.

    Args:
        mine, other: how likely the node is reached by the choices of the seat, and of the other one.
    """
    if mine == 0.0 and other == 0.0:
        return 0.0
    n = tree.choices[node, SNAKE]
    begin, count = tree.begin[node, seat], tree.choices[node, seat]
    own = tables.strategy[seat, begin : begin + count]
    theirs = tables.strategy[1 - seat, tree.begin[node, 1 - seat] :]
    gains, total = tables.gains[at], 0.0
    for i in range(count):
        gains[i] = 0.0
        for j in range(tree.choices[node, 1 - seat]):
            child = tree.children[node] + (i * n + j if seat == EAGLE else j * n + i)
            value = tree.results[child] if seat == EAGLE else 1.0 - tree.results[child]
            if tree.choices[child, SNAKE]:
                value = walk(tree, tables, child, at + 1, seat, mine * own[i], other * theirs[j], t)
            gains[i] += theirs[j] * value
        total += own[i] * gains[i]
    for i in range(count):
        tables.regrets[seat, begin + i] += other * (gains[i] - total)
        tables.average[seat, begin + i] += t * mine * own[i]
    return total


@kernel
def iterate(tree: Tree, tables: Tables, iterations: int) -> None:
    """Run CFR+ from the beginning."""
    for t in range(1, iterations + 1):
        for seat in range(2):
            walk(tree, tables, 0, 0, seat, 1.0, 1.0, t)
            match_regrets(tree, tables, seat)


@kernel
def best_response(tree: Tree, tables: Tables, node: int, seat: int) -> float:
    """Return the most that a seat can get from a node on against the average strategy of the other one."""
    n, other = tree.choices[node, SNAKE], 1 - seat
    if n == 0:
        return tree.results[node] if seat == EAGLE else 1.0 - tree.results[node]
    begin, count = tree.begin[node, other], tree.choices[node, other]
    theirs = np.empty(count)
    normalized(tables.average[other, begin : begin + count], theirs)
    best = 0.0
    for i in range(tree.choices[node, seat]):
        total = 0.0
        for j in range(count):
            child = tree.children[node] + (i * n + j if seat == EAGLE else j * n + i)
            total += theirs[j] * best_response(tree, tables, child, seat)
        best = max(best, total)
    return best


def cfr_plus(position: Record, iterations: int) -> tuple[int, float]:
    """Run CFR+ from a position on; return its number of nodes and the exploitability of the average strategies.

    That is half of NashConv: the mean of what best responses of both seats gain, in expected results from 0 to 1.
    """
    tree = make_tree(position)
    tables = make_tables(tree)
    iterate(tree, tables, iterations)
    gains = best_response(tree, tables, 0, EAGLE) + best_response(tree, tables, 0, SNAKE) - 1.0
    return int(tree.used[2]), gains / 2.0
