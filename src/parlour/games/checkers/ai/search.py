"""The recursion of Checkers' own alpha-beta search, over bitboards and whole turns; see `thinker`.

Values are points for the side to move. `quiet` counts the plies since the last capture or man's move, `before` is the
turn that led here.
"""

import numpy as np

from parlour.core.bits import num_bits
from parlour.core.kernel import kernel
from parlour.core.level import UNKNOWN, Tables
from parlour.core.thinking import Flag
from parlour.games.checkers import endgames, five
from parlour.games.checkers.ai.network import Network, evaluate, sum_up, update_sums
from parlour.games.checkers.ai.turns import ENDS, after_turn, can_jump, has_turn, list_turns
from parlour.games.checkers.ai.workspace import (
    MAX_PLY,
    PROVEN,
    WIN,
    Workspace,
    bring_best,
    bring_forward,
    count_node,
    from_table,
    is_repeated,
    key_of,
    num_proven,
    record_cutoff,
    score_turns,
    settles,
    to_table,
)
from parlour.pieces.transposition_table import EXACT, LOWER, UPPER, Table, action_of, look_up, store, value_of

FIRST_REPEATED = 4  # quiet plies after which a position can have come up before
NEAR_LIMIT = 40  # plies before a draw by quiet plies from which they are part of a position
FIRST_WINDOWED = 5  # the first depth that is searched with a window around the value of the depth before
WINDOW = 30  # points
WIDEST_WINDOW = 1000
FIVE_WON = 10_000  # points for a win that is known without its length
# ProbCut: the least depth, the points beyond the window, and by how much less deep is searched.
LEAST_CUT, MARGIN, SHALLOWER = 5, 30, 4
LEAST_UNKNOWN = 4  # the least depth that is reduced where the table knows no turn
# Late move reductions: from this turn and depth on by one, and from these on by one more each.
FIRST_REDUCED, LEAST_REDUCED = 3, 3
FIRST_FURTHER, LEAST_FURTHER = 8, 5


@kernel
def known_value(
    w: Workspace, net: Network, tables: Tables, ply: int, own: int, enemy: int, kings: int, side: int, quiet: int,
    depth: int, is_jump: bool,
) -> int:  # fmt: skip
    """Return the value of a position that need not be searched; UNKNOWN otherwise."""
    if not is_jump and not has_turn(own, enemy, kings, side):
        return ply - WIN
    if quiet >= w.quiet_limit:
        return 0
    if quiet >= FIRST_REPEATED and is_repeated(w, ply, quiet, key_of(own, enemy, kings, side, 0)):
        return 0
    checkers = num_bits(own | enemy)
    if checkers <= endgames.MOST and len(tables) > 0:
        found = np.int64(tables[endgames.index_at(own, enemy, kings, side == 1)])
        return WIN - ply - found if found > 0 else ply - WIN - found if found < 0 else 0  # type: ignore[return-value]
    if checkers == five.NUMBER and w.asks_five != 0 and not is_jump:
        result = five.result_at(own, enemy, kings, side == 1, tables)
        if result != UNKNOWN:  # of two wins the one that looks nearer
            return result * FIVE_WON + evaluate(w, net, ply, side, checkers) if result != 0 else 0
    # A checker that can be captured next is searched on for a turn, as no evaluation tells whether it is lost.
    is_leaf = depth <= 0 and not is_jump and (depth < 0 or not can_jump(enemy, own, kings, 1 - side))
    return evaluate(w, net, ply, side, checkers) if is_leaf or ply >= MAX_PLY else UNKNOWN


@kernel
def reduction(depth: int, i: int, is_jump: bool) -> int:
    """Return by how much less deep the turn at index `i` is searched at first."""
    if is_jump or i < FIRST_REDUCED or depth < LEAST_REDUCED:
        return 0
    return 1 + (i >= FIRST_FURTHER) + (depth >= LEAST_FURTHER)


@kernel
def keep(
    w: Workspace, table: Table, key: int, ply: int, side: int, before: int, depth: int, best: int, turn: int,
    place: int, floor: int, high: int,
) -> None:  # fmt: skip
    """Keep what the search of a position has found: the value and the best turn, and which step caused a cutoff."""
    if w.is_stopped or depth <= 0:
        return
    if best >= high and turn <= ENDS:
        record_cutoff(w, ply, side, place, depth, before)
    bound = LOWER if best >= high else EXACT if best > floor else UPPER
    store(table, key, w.generation, to_table(best, ply), turn & ENDS, depth, bound)


@kernel
def search(
    w: Workspace, net: Network, table: Table, tables: Tables, flag: Flag, ply: int, own: int, enemy: int, kings: int,
    side: int, quiet: int, before: int, depth: int, low: int, high: int,
) -> int:  # fmt: skip
    """Return the value of a position; exact within the window."""
    if count_node(w, flag):
        return 0
    is_jump = can_jump(own, enemy, kings, side)
    value = known_value(w, net, tables, ply, own, enemy, kings, side, quiet, depth, is_jump)
    if value != UNKNOWN:
        return value
    w.keys[w.past + ply] = key_of(own, enemy, kings, side, 0)
    key = key_of(own, enemy, kings, side, quiet if w.quiet_limit - quiet < NEAR_LIMIT else 0)
    packed = look_up(table, key) if depth > 0 else 0
    is_closed = high - low == 1
    if is_closed and settles(packed, ply, depth, low, high):
        return from_table(value_of(packed), ply)
    if is_closed and not is_jump and depth >= LEAST_CUT and abs(high) < PROVEN:
        # ProbCut: what a shallower search finds far outside of the window, a deeper one hardly brings back.
        is_good = evaluate(w, net, ply, side, num_bits(own | enemy)) >= high
        bound = high + MARGIN if is_good else low - MARGIN
        value = search(
            w, net, table, tables, flag, ply, own, enemy, kings, side, quiet, before, depth - SHALLOWER,
            bound - is_good, bound + 1 - is_good,
        )  # fmt: skip
        if w.is_stopped or (value >= bound if is_good else value <= bound):
            return value if abs(value) < PROVEN else bound
    n = list_turns(own, enemy, kings, side, is_jump, w.turns[ply])
    hashed = action_of(packed)
    # Where no turn is known to begin with, a shallower search finds one for the next time.
    depth -= hashed < 0 and depth >= LEAST_UNKNOWN
    score_turns(w, ply, side, n, hashed, before)
    rest = depth if is_jump and n == 1 else depth - 1
    best, best_turn, best_place, floor = -WIN, 0, 0, low
    for i in range(n):
        turn = bring_best(w, ply, i, n)
        mine, theirs, crowned, still = after_turn(own, enemy, kings, side, quiet, turn)
        update_sums(w, net, ply, side, turn, kings, crowned)
        value, reduced = low + 1, reduction(depth, i, is_jump)
        if reduced:
            value = -search(
                w, net, table, tables, flag, ply + 1, theirs, mine, crowned, 1 - side, still, turn, rest - reduced,
                -low - 1, -low,
            )  # fmt: skip
        if i > 0 and value > low:
            value = -search(
                w, net, table, tables, flag, ply + 1, theirs, mine, crowned, 1 - side, still, turn, rest,
                -low - 1, -low,
            )  # fmt: skip
        if i == 0 or low < value < high:
            value = -search(
                w, net, table, tables, flag, ply + 1, theirs, mine, crowned, 1 - side, still, turn, rest, -high, -low
            )
        if value > best:
            best, best_turn, best_place = value, turn, i
            low = max(low, value)
        if best >= high or w.is_stopped:
            break
    keep(w, table, key, ply, side, before, depth, best, best_turn, best_place, floor, high)
    return best


@kernel
def try_root(
    w: Workspace, net: Network, table: Table, tables: Tables, flag: Flag, side: int, i: int, depth: int, low: int,
    high: int,
) -> int:  # fmt: skip
    """Search the position after a turn of the root, and return its value with its noise, unless it is proven."""
    own, enemy, kings, quiet = w.roots[i, 0], w.roots[i, 1], w.roots[i, 2], w.roots[i, 3]
    bonus, nodes = w.bonus[i], w.nodes
    # Numba gives a literal a type of its own, and a recursive kernel of two types cannot be cached on disk.
    ply: int = np.int64(1)  # type: ignore[assignment]  # no literal
    before: int = np.int64(0)  # type: ignore[assignment]  # no literal
    sum_up(w, net, ply, enemy if side == 0 else own, own if side == 0 else enemy, kings)
    value = -search(
        w, net, table, tables, flag, ply, own, enemy, kings, 1 - side, quiet, before, depth - 1, bonus - high,
        bonus - low,
    )  # fmt: skip
    w.tried[i] += w.nodes - nodes
    return value if abs(value) > PROVEN else value + bonus


@kernel
def deepen_once(
    w: Workspace, net: Network, table: Table, tables: Tables, flag: Flag, side: int, n: int, depth: int, floor: int,
    high: int, every: bool,
) -> int:  # fmt: skip
    """Search all turns of the root to one depth within a window; return the value of the best."""
    best = -WIN
    for place in range(n):
        i = w.order[place]
        low = floor if every else max(best, floor)
        value = low + 1
        if place > 0 and not every:
            value = try_root(w, net, table, tables, flag, side, i, depth, low, low + 1)
        if w.is_stopped == 0 and (place == 0 or every or low < value < high):
            value = try_root(w, net, table, tables, flag, side, i, depth, low, high)
        if w.is_stopped:
            break
        w.values[i] = value
        if every or value > low:  # below the window values are only bounds
            bring_forward(w, place)
        best = max(best, value)
        if best >= high:
            break
    return best


@kernel
def deepen(
    w: Workspace, net: Network, table: Table, tables: Tables, flag: Flag, side: int, n: int, max_depth: int, every: bool
) -> int:
    """Search deeper and deeper until the budget is spent or all is proven; return the last completed depth."""
    for depth in range(1, max_depth + 1):
        low, high, width = -WIN, WIN, WINDOW
        guess = w.values[w.order[0]]
        values, order = w.values.copy(), w.order.copy()
        if depth >= FIRST_WINDOWED and not every and abs(guess) < PROVEN:
            low, high = guess - width, guess + width
        while True:
            value = deepen_once(w, net, table, tables, flag, side, n, depth, low, high, every)
            if w.is_stopped:
                if every and depth > 1:  # the values of two depths cannot be compared
                    w.values[:], w.order[:] = values, order
                return depth - 1
            width *= 4
            if value <= low and low > -WIN:
                low = value - width if width < WIDEST_WINDOW else -WIN
            elif value >= high and high < WIN:
                high = value + width if width < WIDEST_WINDOW else WIN
            else:
                break
        asked = n if every else 1
        if num_proven(w, asked) == asked:
            return depth
    return max_depth
