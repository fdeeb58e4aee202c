"""The search behind the solver: negamax over bitboards, with a transposition table, that can be stopped."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.connect_four.board import CENTRE_FIRST, COLUMN, mirrored, playable, safe_slots, winning_slots
from parlour.games.connect_four.state import CHECKERS, COLUMN_BITS

Table = NDArray[np.int64]  # a power of 2 long: the key of a position above BOUND_BITS, a bound of its score; 0 empty

MIN_SCORE, MAX_SCORE = -(CHECKERS // 2) + 3, CHECKERS // 2 - 3
BOUND_BITS = 8
UPPER = 1 - MIN_SCORE  # an upper bound is kept as score + UPPER
LOWER = UPPER + MAX_SCORE - MIN_SCORE + 1  # a lower one as score + LOWER, above all upper ones
SCATTER = 0x1E3779B97F4A7C15  # odd: spreads neighbouring keys
POSITIVE = (1 << 63) - 1
MOVE_BITS = 8  # of one move in a list of moves: its column in the lower 3, its value above
COLUMN_OF_MOVE = 0b111
VALUE_OF_MOVE = 0b11111000

# With a table of 2 GB, 444444 and then 44444: 14.2 s without it, 12.3 s with 18, 13.5 s with 22, 10.4 s with 26.
LAST_FAR = 26  # later positions only use the first entries of a large table, which stay in the CPU cache
NEAR_BITS = 20
LAST_FOLDED = 10  # up to this many checkers, mirror images share an entry: 17 s instead of 26 s for 4444 and on
# Best of 14 combinations on 60 positions of 12 checkers, 2.3 s with the first values tried and 1.5 s with these.
LAST_KEPT = 38  # positions with this many checkers are searched faster than looked up
LAST_ORDERED = 36  # from this many checkers on, ordering moves by their threats costs more than it saves
LAST_PEEKED = 32  # up to this many checkers, replies are looked up before any is searched


@kernel(wraps=True)
def place_of(key: int, plies: int, table: Table) -> int:
    """Return the index of a position in the table: the highest bits of a product modulo 2 ** 63."""
    return (key * SCATTER & POSITIVE) >> 63 - min(num_bits(len(table) - 1), NEAR_BITS if plies > LAST_FAR else 63)


@kernel
def key_of(own: int, occupied: int, plies: int) -> int:
    """Return the key of a position; with few checkers, mirror images share one."""
    key = own + occupied
    return min(key, mirrored(key)) if plies <= LAST_FOLDED else key


@kernel
def ordered_moves(own: int, occupied: int, slots: int) -> int:
    """Pack moves into one number, from its lowest bits: first those with most threats, then the most central."""
    moves = 0
    end = 0
    is_ordered = num_bits(occupied) < LAST_ORDERED
    for column in CENTRE_FIRST:
        slot = slots & COLUMN << COLUMN_BITS * column
        if slot:
            value = num_bits(winning_slots(own | slot, occupied | slot)) << 3 if is_ordered else 0
            i = end
            while i > 0 and moves >> i - MOVE_BITS & VALUE_OF_MOVE < value:
                i -= MOVE_BITS
            moves = moves & (1 << i) - 1 | (value | column) << i | moves >> i << i + MOVE_BITS
            end += MOVE_BITS
    return moves


@kernel
def refuting_score(own: int, occupied: int, plies: int, slots: int, high: int, table: Table) -> int:
    """Return a score of at least `high` that the table already promises for one of the slots, or `high - 1`."""
    other = own ^ occupied
    while slots:
        key = key_of(other, occupied | slots & -slots, plies + 1)
        entry = table[place_of(key, plies + 1, table)]
        bound = entry & (1 << BOUND_BITS) - 1
        if entry >> BOUND_BITS == key and bound < LOWER and UPPER - bound >= high:
            return UPPER - bound
        slots &= slots - 1
    return high - 1


@kernel
def narrowed(key: int, plies: int, low: int, high: int, table: Table) -> tuple[int, int]:
    """Narrow a window by the bound in the table."""
    entry = table[place_of(key, plies, table)]
    bound = entry & (1 << BOUND_BITS) - 1
    if entry >> BOUND_BITS != key or entry == 0:  # the key of the empty board is 0 too
        return low, high
    return (max(low, bound - LOWER), high) if bound >= LOWER else (low, min(high, bound - UPPER))


@kernel
def search(own: int, occupied: int, plies: int, low: int, high: int, table: Table, flag: Flag) -> int:
    """Return the score if it lies between `low` and `high`, otherwise a bound at or beyond them.

    The side to move must not be able to win at once. When stopped it returns anything, but stores nothing wrong.
    """
    if flag[0] != 0:
        return low
    slots = safe_slots(own, occupied)
    if slots == 0:
        return -((CHECKERS - plies) // 2)
    if plies >= CHECKERS - 2:
        return 0
    low = max(low, -((CHECKERS - 2 - plies) // 2))  # the other side cannot win at once
    high = min(high, (CHECKERS - 1 - plies) // 2)  # nor can this one
    if low >= high:
        return low
    if slots & slots - 1 == 0:
        return -search(own ^ occupied, occupied | slots, plies + 1, -high, -low, table, flag)
    key = key_of(own, occupied, plies)
    low, high = narrowed(key, plies, low, high, table)
    if low >= high:
        return high
    if plies < LAST_PEEKED:
        promised = refuting_score(own, occupied, plies, slots, high, table)
        if promised >= high:
            return promised
    best = low
    moves = ordered_moves(own, occupied, slots)
    while slots and best < high:
        slot = slots & COLUMN << COLUMN_BITS * (moves & COLUMN_OF_MOVE)
        slots ^= slot
        moves >>= MOVE_BITS
        best = max(best, -search(own ^ occupied, occupied | slot, plies + 1, -high, -best, table, flag))
    if plies < LAST_KEPT and flag[0] == 0:
        table[place_of(key, plies, table)] = key << BOUND_BITS | best + (LOWER if best >= high else UPPER)
    return best


@kernel
def score_of(own: int, occupied: int, plies: int, table: Table, flag: Flag) -> int:
    """Return the exact score of a running position, by binary search with null windows."""
    if winning_slots(own, occupied) & playable(occupied):
        return (CHECKERS + 1 - plies) // 2
    low, high = -((CHECKERS - plies) // 2), (CHECKERS + 1 - plies) // 2
    while low < high and flag[0] == 0:
        middle = low + (high - low) // 2
        if middle <= 0 and -(-low // 2) < middle:
            middle = -(-low // 2)
        elif middle >= 0 and high // 2 > middle:
            middle = high // 2
        value = search(own, occupied, plies, middle, middle + 1, table, flag)
        if value <= middle:
            high = value
        else:
            low = value
    return low


@kernel
def at_least(own: int, occupied: int, plies: int, score: int, table: Table, flag: Flag) -> bool:
    """Return whether the side to move can reach a score: one window instead of several."""
    if winning_slots(own, occupied) & playable(occupied):
        return (CHECKERS + 1 - plies) // 2 >= score
    return search(own, occupied, plies, score - 1, score, table, flag) >= score
