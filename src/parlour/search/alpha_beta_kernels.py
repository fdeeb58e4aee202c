"""The kernels of the alpha-beta search, compiled for each game: see `alpha_beta`."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from parlour.core.contract import Actions, Record
from parlour.core.game import Game
from parlour.core.kernel import kernel
from parlour.core.level import UNKNOWN, Scores, Tables
from parlour.core.thinking import Flag
from parlour.pieces.transposition_table import (
    EXACT,
    LOWER,
    NO_ACTION,
    UPPER,
    Table,
    action_of,
    bound_of,
    depth_of,
    look_up,
    store,
    value_of,
)
from parlour.search.workspace import (
    MAX_PLY,
    Workspace,
    bring_best,
    bring_forward,
    count_node,
    order,
    record_cutoff,
)

WIN = 30_000
PROVEN = 25_000  # values beyond it are proven wins or losses
# Late move reductions search late actions one turn less deep at first: 53 won, 108 drawn, 39 lost (53.5 % +- 4.8 %)
# against the same search without them, Checkers at 3,000 nodes.
FIRST_REDUCED = 3  # index of the first action that is reduced
LEAST_REDUCED = 3  # the least depth at which actions are reduced

Search = Callable[[Workspace, Table, Tables, Flag, int, int, int, int, int], int]
Lookup = Callable[[Workspace, Tables, int, int, int, int], int]
Child = Callable[[Workspace, int, int, int, int], int]
Deepen = Callable[[Workspace, Table, Tables, Flag, int, int, int, bool], int]


@kernel
def never(s: Record) -> bool:
    return False


@kernel
def always(s: Record) -> bool:
    return True


@kernel
def no_probe(s: Record, tables: Tables) -> int:
    return UNKNOWN


@kernel
def no_rank(s: Record, seat: int, actions: Actions, n: int, scores: Scores) -> None:
    for i in range(n):
        scores[i] = 0.0


@kernel
def to_table(value: int, ply: int) -> int:
    """Convert a value for storing: actions to a proven end count from this position instead of the root."""
    return value + ply if value > PROVEN else value - ply if value < -PROVEN else value


@kernel
def from_table(value: int, ply: int) -> int:
    """Convert a stored value back: actions to a proven end count from the root."""
    return value - ply if value > PROVEN else value + ply if value < -PROVEN else value


@kernel
def settles(packed: int, ply: int, depth: int, low: int, high: int) -> bool:
    """Return whether a table entry is deep enough and causes a cutoff or is exact for this window."""
    if packed == 0 or depth_of(packed) < depth:
        return False
    value, bound = from_table(value_of(packed), ply), bound_of(packed)
    return bound == EXACT or (bound == LOWER and value >= high) or (bound == UPPER and value <= low)


@kernel
def num_proven(w: Workspace, n: int) -> int:
    """Return how many of the first `n` root actions have a proven value."""
    proven = 0
    for i in range(n):
        proven += abs(w.values[w.roots[i]]) > PROVEN
    return proven


class Parts(NamedTuple):
    """The kernels of a game that its search calls."""

    evaluate: Any
    key: Any
    is_quiet: Any
    repeats: Any
    rank: Any
    probe: Any


@functools.cache
def _known_kernel(game: Game, parts: Parts) -> Lookup:
    result, state = game.rules.result, game.state
    evaluate, is_quiet, repeats, probe = parts.evaluate, parts.is_quiet, parts.repeats, parts.probe

    @kernel
    def known_value(w: Workspace, tables: Tables, ply: int, seats: int, viewer: int, depth: int) -> int:
        """Return the value for a viewer of a position that need not be searched; UNKNOWN otherwise."""
        s = w.stack[ply].view(state)[0]
        if seats == 0:
            value = result(s, viewer)
            return WIN - ply if value > 0.5 else ply - WIN if value < 0.5 else 0
        if repeats(s):
            return 0
        found = probe(s, tables)
        if found != UNKNOWN:
            value = WIN - ply - found if found > 0 else ply - WIN - found if found < 0 else 0
            return value if seats == 1 << viewer else -value
        if (depth <= 0 and is_quiet(s)) or ply >= MAX_PLY:
            return evaluate(s, viewer)
        return UNKNOWN

    return known_value


@functools.cache
def _child_kernel(game: Game) -> Child:
    apply, mid_turn, state = game.rules.apply, game.rules.mid_turn, game.state

    @kernel
    def make_child(w: Workspace, ply: int, seat: int, action: int, cost: int) -> int:
        """Write the position after an action into the next row of the stack, and return the depth it costs."""
        w.stack[ply + 1] = w.stack[ply]
        after = w.stack[ply + 1].view(state)[0]
        apply(after, seat, action)
        return 0 if mid_turn(after) else cost

    return make_child


@functools.cache
def _search_kernel(game: Game, parts: Parts) -> Search:
    known_value, make_child = _known_kernel(game, parts), _child_kernel(game)
    to_act, legal_actions, state = game.rules.to_act, game.rules.legal_actions, game.state
    key_of, is_quiet, rank = parts.key, parts.is_quiet, parts.rank

    @kernel
    def search(
        w: Workspace, table: Table, tables: Tables, flag: Flag, ply: int, viewer: int, depth: int, low: int, high: int
    ) -> int:
        """Return the value for a viewer of the position in row `ply` of the stack; exact within the window."""
        if count_node(w, flag):
            return 0
        s = w.stack[ply].view(state)[0]
        seats = to_act(s)
        known = known_value(w, tables, ply, seats, viewer, depth)
        if known != UNKNOWN:
            return known
        seat = seats >> 1
        sign = 1 if seat == viewer else -1
        low, high = (low, high) if sign > 0 else (-high, -low)
        key = key_of(s)
        packed = look_up(table, key)
        if settles(packed, ply, depth, low, high):
            return sign * from_table(value_of(packed), ply)
        n = legal_actions(s, seat, w.actions[ply])
        rank(s, seat, w.actions[ply], n, w.scores[ply])
        order(w, ply, seat, n, action_of(packed))
        quiet = depth > 0 and is_quiet(s)
        cost = 0 if n == 1 and not quiet else 1  # a single reply extends the quiescence search
        is_reduced = w.reduces and quiet and depth >= LEAST_REDUCED
        best, best_action, floor = -WIN, NO_ACTION, low
        for i in range(n):
            action = bring_best(w, ply, i, n)
            rest = depth - make_child(w, ply, seat, action, cost)
            value = low + 1
            if is_reduced and i >= FIRST_REDUCED:
                value = search(w, table, tables, flag, ply + 1, seat, rest - 1, low, low + 1)
            if i > 0 and value > low:
                value = search(w, table, tables, flag, ply + 1, seat, rest, low, low + 1)
            if i == 0 or low < value < high:
                value = search(w, table, tables, flag, ply + 1, seat, rest, low, high)
            if w.is_stopped:
                return 0
            if value > best:
                best, best_action = value, action
                low = max(low, value)
            if best >= high:
                record_cutoff(w, ply, seat, action, depth if quiet else 0)
                break
        bound = LOWER if best >= high else EXACT if best > floor else UPPER
        store(table, key, w.generation, to_table(best, ply), best_action, max(depth, 0), bound)
        return sign * best

    return search


@functools.cache
def deepen_kernel(game: Game, parts: Parts) -> Deepen:
    """Return the kernel that searches the root of a game deeper and deeper."""
    search, make_child = _search_kernel(game, parts), _child_kernel(game)

    @kernel
    def try_root(
        w: Workspace, table: Table, tables: Tables, flag: Flag, seat: int, i: int, depth: int, low: int, high: int
    ) -> int:
        """Search one root action, and return its value with its noise, unless it is proven."""
        action, before = int(w.roots[i]), w.nodes
        bonus = int(w.bonus[action])
        rest = depth - make_child(w, 0, seat, action, 1)
        # Numba gives a literal 1 a type of its own, and a recursive kernel of two types cannot be cached on disk.
        ply: int = np.int64(1)  # type: ignore[assignment]  # no literal
        value = search(w, table, tables, flag, ply, seat, rest, low - bonus, high - bonus)
        w.tried[action] += w.nodes - before
        return value if abs(value) > PROVEN else value + bonus

    @kernel
    def deepen_once(
        w: Workspace, table: Table, tables: Tables, flag: Flag, seat: int, n: int, depth: int, every: bool
    ) -> None:
        """Search all root actions to one depth, moving the best to the front as soon as it is found."""
        best = -WIN
        for i in range(n):
            value = best + 1
            if i > 0 and not every:
                value = try_root(w, table, tables, flag, seat, i, depth, best, best + 1)
            if not w.is_stopped and (i == 0 or every or value > best):
                low = -WIN if every else best
                value = try_root(w, table, tables, flag, seat, i, depth, low, WIN)
            if w.is_stopped:
                return
            w.values[w.roots[i]] = value
            if every or value > best:
                bring_forward(w, i)
            best = max(best, value)

    @kernel
    def deepen(
        w: Workspace, table: Table, tables: Tables, flag: Flag, seat: int, n: int, max_depth: int, every: bool
    ) -> int:
        """Search deeper and deeper until the budget is spent or all is proven; return the last completed depth."""
        for depth in range(1, max_depth + 1):
            deepen_once(w, table, tables, flag, seat, n, depth, every)
            if w.is_stopped:
                return depth - 1
            asked = n if every else 1
            if num_proven(w, asked) == asked:
                return depth
        return max_depth

    return deepen
