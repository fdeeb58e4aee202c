"""An exact solver of Connect Four: negamax over bitboards with a transposition table.

The score of a position, for the side to move: 22 minus the number of checkers the winner will have used, negative when
that is the other side, 0 for a draw; so a quick win scores higher.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.connect_four.notation import COLOURS
from parlour.games.connect_four.state import CHECKERS, COLUMN_BITS, COLUMNS, ROWS, RUNNING
from parlour.pieces.bag import NOBODY

Table = NDArray[np.int64]  # [TABLE_SIZE]: the key of a position above BOUND_BITS, a bound of its score below; 0 empty
Scratch = NDArray[np.int64]  # [CHECKERS, COLUMNS]: the moves of each ply, their value above VALUE_SHIFT

BOTTOM = sum(1 << COLUMN_BITS * column for column in range(COLUMNS))
BOARD = BOTTOM * ((1 << ROWS) - 1)
COLUMN = (1 << ROWS) - 1  # the slots of column 0
COLUMN_MASKS = tuple(COLUMN << COLUMN_BITS * column for column in (3, 2, 4, 1, 5, 0, 6))  # centre first
LINE_SHIFTS = (COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1)  # rows and both diagonals

MIN_SCORE, MAX_SCORE = -(CHECKERS // 2) + 3, CHECKERS // 2 - 3
BOUND_BITS = 8
UPPER = 1 - MIN_SCORE  # an upper bound is kept as score + UPPER
LOWER = UPPER + MAX_SCORE - MIN_SCORE + 1  # a lower one as score + LOWER, above all upper ones
VALUE_SHIFT = 56

# Best of 14 combinations on 60 positions of 12 checkers, 2.3 s with the first values tried and 1.5 s with these.
TABLE_SIZE = 1_048_573  # a prime; 8 MB: larger tables forget less but miss the processor's caches
LAST_KEPT = 38  # positions with so many checkers are searched anew faster than they are looked up
LAST_ORDERED = 36  # from so many checkers on, ordering moves by their threats costs more than it saves
LAST_PEEKED = 32  # up to so many checkers, replies are looked up before any is searched


@kernel
def winning_slots(stones: int, occupied: int) -> int:
    """Empty slots, reachable now or not, that would complete four of these stones."""
    slots = stones << 1 & stones << 2 & stones << 3
    for shift in LINE_SHIFTS:
        pair = stones << shift & stones << 2 * shift
        slots |= pair & (stones << 3 * shift | stones >> shift)
        pair = stones >> shift & stones >> 2 * shift
        slots |= pair & (stones >> 3 * shift | stones << shift)
    return slots & BOARD & ~occupied


@kernel
def playable(occupied: int) -> int:
    """The slot that a checker would fall to in each column that is not full."""
    return occupied + BOTTOM & BOARD


@kernel
def safe_slots(own: int, occupied: int) -> int:
    """Playable slots after which the other side cannot win at once; none when nothing helps."""
    slots = playable(occupied)
    threats = winning_slots(own ^ occupied, occupied)
    forced = slots & threats
    if forced:
        if forced & forced - 1:
            return 0
        slots = forced
    return slots & ~(threats >> 1)


@kernel
def list_moves(own: int, occupied: int, slots: int, moves: Scratch) -> int:
    """Write slots, those that make most threats first, then the most central ones; give their number."""
    n = 0
    is_ordered = num_bits(occupied) < LAST_ORDERED
    for column in COLUMN_MASKS:
        slot = slots & column
        if slot:
            value = num_bits(winning_slots(own | slot, occupied | slot)) if is_ordered else 0
            i = n
            while i > 0 and moves[i - 1] >> VALUE_SHIFT < value:
                moves[i] = moves[i - 1]
                i -= 1
            moves[i] = value << VALUE_SHIFT | slot
            n += 1
    return n


@kernel
def refuting_score(own: int, occupied: int, moves: Scratch, n: int, high: int, table: Table) -> int:
    """Give a score of at least `high` that the table already promises for one of the moves, or `high - 1`."""
    for i in range(n):
        key = (own ^ occupied) + (occupied | moves[i] & BOARD)
        entry = table[key % TABLE_SIZE]
        bound = entry & (1 << BOUND_BITS) - 1
        if entry >> BOUND_BITS == key and bound < LOWER and UPPER - bound >= high:
            return UPPER - bound
    return high - 1


@kernel
def narrowed(key: int, low: int, high: int, table: Table) -> tuple[int, int]:
    """Narrow a window by what the table knows of a position."""
    entry = table[key % TABLE_SIZE]
    bound = entry & (1 << BOUND_BITS) - 1
    if entry >> BOUND_BITS != key:
        return low, high
    return (max(low, bound - LOWER), high) if bound >= LOWER else (low, min(high, bound - UPPER))


@kernel
def search(own: int, occupied: int, plies: int, low: int, high: int, table: Table, scratch: Scratch) -> int:
    """Give the score if it lies between `low` and `high`, otherwise a bound at or beyond them.

    The side to move must not be able to win at once.
    """
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
        return -search(own ^ occupied, occupied | slots, plies + 1, -high, -low, table, scratch)
    key = own + occupied
    low, high = narrowed(key, low, high, table)
    if low >= high:
        return high
    moves = scratch[plies]
    n = list_moves(own, occupied, slots, moves)
    if plies < LAST_PEEKED:
        promised = refuting_score(own, occupied, moves, n, high, table)
        if promised >= high:
            return promised
    best = low
    for i in range(n):
        slot = moves[i] & BOARD
        best = max(best, -search(own ^ occupied, occupied | slot, plies + 1, -high, -best, table, scratch))
        if best >= high:
            break
    if plies < LAST_KEPT:
        table[key % TABLE_SIZE] = key << BOUND_BITS | best + (LOWER if best >= high else UPPER)
    return best


@kernel
def score_of(own: int, occupied: int, plies: int, table: Table, scratch: Scratch) -> int:
    """Give the exact score of a running position, by asking ever narrower windows whether it lies below or above."""
    if winning_slots(own, occupied) & playable(occupied):
        return (CHECKERS + 1 - plies) // 2
    low, high = -((CHECKERS - plies) // 2), (CHECKERS + 1 - plies) // 2
    while low < high:
        middle = low + (high - low) // 2
        if middle <= 0 and -(-low // 2) < middle:
            middle = -(-low // 2)
        elif middle >= 0 and high // 2 > middle:
            middle = high // 2
        value = search(own, occupied, plies, middle, middle + 1, table, scratch)
        if value <= middle:
            high = value
        else:
            low = value
    return low


@functools.cache
def _table() -> Table:
    """The memory of this process. Threads may share it: an entry is one word, written and read whole."""
    return np.zeros(TABLE_SIZE, np.int64)


def forget() -> None:
    """Empty the memory, to measure from a cold start."""
    _table()[:] = 0


def score_of_state(s: Record) -> int:
    """Give the exact score of a running position for the side to move."""
    plies = int(s.plies)
    own, occupied = int(s.stones[plies % 2]), int(s.stones[0] | s.stones[1])
    scratch = np.zeros((CHECKERS, COLUMNS), np.int64)
    return int(score_of(own, occupied, plies, _table(), scratch))


def solve(s: Record) -> dict[int, int]:
    """Give the exact score of every legal drop for the side to move; none in the colour draw and after the end."""
    if s.first == NOBODY or s.over != RUNNING:
        return {}
    plies = int(s.plies)
    own, occupied = int(s.stones[plies % 2]), int(s.stones[0] | s.stones[1])
    return {
        column: _score_of_drop(own, occupied, plies, slot)
        for column in range(COLUMNS)
        if (slot := playable(occupied) & COLUMN << COLUMN_BITS * column)
    }


def _score_of_drop(own: int, occupied: int, plies: int, slot: int) -> int:
    if winning_slots(own, occupied) & slot:
        return (CHECKERS + 1 - plies) // 2
    if plies + 1 == CHECKERS:
        return 0
    scratch = np.zeros((CHECKERS, COLUMNS), np.int64)
    return -int(score_of(own ^ occupied, occupied | slot, plies + 1, _table(), scratch))


def explain(s: Record, score: int) -> str:
    """Say what a score means for the side to move."""
    if score == 0:
        return "a draw"
    side = int(s.plies) % 2 if score > 0 else 1 - int(s.plies) % 2
    number = CHECKERS // 2 + 1 - abs(score)
    return f"{COLOURS[side]} wins with checker {number} of {CHECKERS // 2}"
