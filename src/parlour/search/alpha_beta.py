"""Alpha-beta search, the same for every game in which actions alone decide and one seat acts at a time.

Iterative deepening, principal variation search, a transposition table, killer actions and history for the order of
actions, late reductions. Values are points for the seat to act; seats are compared, never assumed to alternate, and the
depth counts turns: the further actions of a turn cost none.

Nodes are positions reached by an action, those beyond the depth included. Three decisions about draws and ends:

- The key of a position says nothing of its past. A position that `repeats` an earlier one is worth a draw at once and
  is not looked up, so that a search avoids the first repetition and not only the last. What stands in the table may
  have been found along another path, with other repetitions; that is the price of every such table.
- A draw is worth 0 points to both: no contempt.
- A win is worth WIN less the number of actions to it, so that quick wins and slow losses are preferred.
"""

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Actions, Known, Record
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import UNKNOWN, AlphaBeta, Scores, Tables
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.search.random_while_hidden import random_while_hidden
from parlour.search.table import (
    EXACT,
    GENERATIONS,
    LOWER,
    NO_ACTION,
    UPPER,
    Table,
    action_of,
    bound_of,
    depth_of,
    look_up,
    new_table,
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
    workspace_type,
)

WIN = 30_000
PROVEN = 25_000  # values beyond it are won or lost for certain
# Late actions are searched one turn less deep at first: 53 won, 108 drawn, 39 lost (53.5 % +- 4.8 %) against the same
# search without, Checkers at 3,000 nodes.
FIRST_REDUCED = 3  # actions tried before
LEAST_REDUCED = 3  # depth from which on that is done

Search = Callable[[Workspace, Table, Tables, Flag, int, int, int, int, int], int]
Lookup = Callable[[Workspace, Tables, int, int, int, int], int]
Child = Callable[[Workspace, int, int, int, int], int]
Deepen = Callable[[Workspace, Table, Tables, Flag, int, int, int, bool], int]


@kernel
def no_tell(s: Record) -> bool:
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
    """Count the actions to a proven end from this position on, not from the root."""
    return value + ply if value > PROVEN else value - ply if value < -PROVEN else value


@kernel
def from_table(value: int, ply: int) -> int:
    return value - ply if value > PROVEN else value + ply if value < -PROVEN else value


@kernel
def settles(packed: int, ply: int, depth: int, low: int, high: int) -> bool:
    """Return whether what the table knows is deep and sharp enough for a window."""
    if packed == 0 or depth_of(packed) < depth:
        return False
    value, bound = from_table(value_of(packed), ply), bound_of(packed)
    return bound == EXACT or (bound == LOWER and value >= high) or (bound == UPPER and value <= low)


@kernel
def num_proven(w: Workspace, n: int) -> int:
    """Count the proven among the first `n` actions of the root."""
    proven = 0
    for i in range(n):
        proven += abs(w.values[w.roots[i]]) > PROVEN
    return proven


class Parts(NamedTuple):
    """The kernels of a game that a search is compiled from."""

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
        """Return the value to a viewer of a position that need not be searched; UNKNOWN otherwise."""
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
        """Write the position after an action into the next row; give what it costs of the depth."""
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
        """Return what the position in row `ply` of the stack is worth to a viewer: exact within the window."""
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
        packed = look_up(table, key, w.generation)
        if settles(packed, ply, depth, low, high):
            return sign * from_table(value_of(packed), ply)
        n = legal_actions(s, seat, w.actions[ply])
        rank(s, seat, w.actions[ply], n, w.scores[ply])
        order(w, ply, seat, n, action_of(packed))
        quiet = depth > 0 and is_quiet(s)
        cost = 0 if n == 1 and not quiet else 1  # the only way on costs no depth
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
def _deepen_kernel(game: Game, parts: Parts) -> Deepen:
    search, make_child = _search_kernel(game, parts), _child_kernel(game)

    @kernel
    def try_root(
        w: Workspace, table: Table, tables: Tables, flag: Flag, seat: int, i: int, depth: int, low: int, high: int
    ) -> int:
        """Search one action of the root; its bonus counts, but not on what is proven."""
        action, before = int(w.roots[i]), w.nodes
        bonus = int(w.bonus[action])
        rest = depth - make_child(w, 0, seat, action, 1)
        # A bare 1 would be a type of its own, and a recursive kernel of two types cannot be kept on disk.
        ply: int = np.int64(1)  # type: ignore[assignment]  # no literal
        value = search(w, table, tables, flag, ply, seat, rest, low - bonus, high - bonus)
        w.tried[action] += w.nodes - before
        return value if abs(value) > PROVEN else value + bonus

    @kernel
    def deepen_once(
        w: Workspace, table: Table, tables: Tables, flag: Flag, seat: int, n: int, depth: int, every: bool
    ) -> None:
        """Search all actions of the root to one depth, and bring the best to the front as soon as it is found."""
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
        """Search ever deeper until the budget is spent or nothing is left to prove; give the last whole depth."""
        for depth in range(1, max_depth + 1):
            deepen_once(w, table, tables, flag, seat, n, depth, every)
            if w.is_stopped:
                return depth - 1
            asked = n if every else 1
            if num_proven(w, asked) == asked:
                return depth
        return max_depth

    return deepen


class AlphaBetaThinker:
    """Thinks about positions of one game, one at a time, in memory of its own."""

    def __init__(self, game: Game, settings: AlphaBeta) -> None:
        self.game, self.settings = game, settings
        parts = Parts(
            settings.evaluate,
            settings.key,
            settings.is_quiet or always,
            settings.repeats or no_tell,
            settings.rank or no_rank,
            settings.probe or no_probe,
        )
        self._deepen = _deepen_kernel(game, parts)
        self._work = np.zeros(1, workspace_type(game))[0]
        self._work.reduces = settings.reduces
        self._table = new_table(settings.memory_mb)
        self._tables = settings.tables() if settings.tables else np.zeros(0, np.int8)
        self.nodes = 0  # spent on the last position
        self.depth = 0  # turns that were looked ahead at it, in full

    @property
    def num_bytes(self) -> int:
        return self._table.nbytes + self._work.nbytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Find the best action of a seat that is to act.

        While something is hidden (the bag of a colour draw), every action is as good as any other.

        Args:
            state: gone through `hide` for the seat.
            random: the state of a `random_below` generator: orders equal actions, makes noise, fills in what is hidden.
        """
        thought = random_while_hidden(self.game, state, seat, random)
        if thought is not None:
            return thought
        roots = np.empty(self.game.facts.num_actions, np.int32)
        n = self.game.rules.legal_actions(state, seat, roots)
        self._prepare(state, roots[:n], random)
        every = self.settings.every_action
        self.depth = self._deepen(self._work, self._table, self._tables, stop.flag, seat, n, self.settings.depth, every)
        self.nodes = int(self._work.nodes)
        return self._thought(n if every else 1)

    def _prepare(self, s: Record, roots: NDArray[np.int32], random: Words) -> None:
        """Put the root into the workspace; its actions come in random order, so that equal ones are equally likely."""
        w, n, noise = self._work, len(roots), self.settings.noise
        w.nodes = w.is_stopped = 0
        w.max_nodes = self.settings.nodes if n > 1 or self.settings.every_action else self.settings.nodes // 16
        w.generation = (w.generation + 1) % GENERATIONS
        if w.generation == 0:
            self._table[:] = 0
            w.generation = 1
        w.history[:] = w.tried[:] = 0
        w.killers[:] = NO_ACTION
        w.values[:] = -WIN
        w.stack[0] = np.frombuffer(s.tobytes(), np.uint8)
        for i in range(n - 1, 0, -1):
            j = random_below(random, i + 1)
            roots[i], roots[j] = roots[j], roots[i]
        w.roots[:n] = roots
        for action in roots:
            w.bonus[action] = random_below(random, 2 * noise + 1) - noise

    def _thought(self, n: int) -> Thought:
        w = self._work
        actions = w.roots[:n].tolist()
        values = [int(w.values[action]) for action in actions]
        is_exact = all(abs(value) > PROVEN for value in values) and self.depth > 0
        return Thought(
            actions[0],
            [
                ActionValue(action, self._expected(value - int(w.bonus[action])), int(w.tried[action]))
                for action, value in zip(actions, values, strict=True)
            ],
            is_exact,
        )

    def _expected(self, points: int) -> float:
        """Turn points into an expected result, 0 to 1."""
        if abs(points) > PROVEN:
            return 1.0 if points > 0 else 0.0
        return 1 / (1 + math.exp(-points / self.settings.points_per_logit))


def make_alpha_beta(game: Game, settings: AlphaBeta) -> AlphaBetaThinker:
    """Make a thinker with its own memory; the kernels are compiled once per game."""
    return AlphaBetaThinker(game, settings)
