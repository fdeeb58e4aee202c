"""The search behind the solver: negamax over bitboards, with a transposition table, that can be stopped.

It ends where the book knows the score, and goes to the end of the game from positions with more checkers. Its table and
its order of moves are those of `reach.py`, which asks one question without recursion and so runs on a GPU as well; with
windows, killer moves and recursion a core answers the questions about all columns of a position sooner.
"""

from typing import Any

import numpy as np

from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.connect_four.board import COLUMN, playable, safe_slots, winning_slots
from parlour.games.connect_four.book import BOOK_BYTES, BOOK_PLIES, score_in_book, the_book
from parlour.games.connect_four.reach import (
    COLUMN_OF_MOVE,
    MOVE_BITS,
    SIDE,
    SIDE_BITS,
    ZERO,
    bounds_of,
    is_promised,
    keep,
    key_of,
    next_question,
    ordered_moves,
)
from parlour.games.connect_four.state import CHECKERS, COLUMN_BITS

MIN_SCORE = -(CHECKERS // 2) + 3  # four checkers win at the earliest
# On a core a look at the table costs less than on a GPU: twelve slow positions took 5.7 s, and 6.5 s with 30 and 28.
LAST_KEPT = 33  # positions with this many checkers are searched faster than looked up
LAST_PEEKED = 30  # up to this many checkers, replies are looked up before any is searched
TABLE_SIZE = 1 << 23  # a power of 2; 64 MB

# In one record, which a recursive call hands on as one address: three arrays would be 21 numbers.
MEMORY = np.dtype(
    (
        np.record,
        [
            ("book_plies", np.int64),  # checkers in the positions that the book knows; NO_BOOK
            ("killers", np.int64, CHECKERS + 2),  # by number of checkers + 2: the slot that last answered a question
            ("table", np.int64, TABLE_SIZE),
            ("book", np.uint8, BOOK_BYTES),
        ],
    ),
    align=True,
)
Memory = Any  # one record of MEMORY. Threads may share it: an entry is one word, and killers are only tried first
NO_BOOK = -1  # a number of checkers that no position has


def new_memory(*, has_book: bool) -> Memory:
    """Return a memory that knows nothing, or what the book does."""
    memory = np.zeros(1, MEMORY)[0]
    memory.book_plies = BOOK_PLIES if has_book else NO_BOOK
    if has_book:
        memory.book[:] = the_book()
    return memory


@kernel
def search(own: int, occupied: int, plies: int, low: int, high: int, memory: Memory, flag: Flag) -> int:
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
    if plies == memory.book_plies:
        return score_in_book(own, occupied, memory.book)
    if slots & slots - 1 == 0:
        return -search(own ^ occupied, occupied | slots, plies + 1, -high, -low, memory, flag)
    key = key_of(own, occupied, plies)
    if plies < LAST_KEPT:
        bounds = bounds_of(key, plies, memory.table)
        low, high = max(low, (bounds & SIDE) - ZERO), min(high, (bounds >> SIDE_BITS) - ZERO)
        if low >= high or (plies < LAST_PEEKED and is_promised(own, occupied, plies, slots, high, memory.table)):
            return high
    best = low
    moves = ordered_moves(own, occupied, plies, slots, memory.killers[plies + 2], memory.killers[plies])
    slot = 0
    while moves and best < high:
        slot = slots & COLUMN << COLUMN_BITS * ((moves & COLUMN_OF_MOVE) - 1)
        moves >>= MOVE_BITS
        best = max(best, -search(own ^ occupied, occupied | slot, plies + 1, -high, -best, memory, flag))
    if best >= high:
        memory.killers[plies + 2] = slot
    if plies < LAST_KEPT and flag[0] == 0:
        is_reached = best >= high
        keep(key, plies, best if is_reached else best + 1, is_reached, memory.table)
    return best


@kernel
def score_of(own: int, occupied: int, plies: int, low: int, memory: Memory, flag: Flag) -> int:
    """Return the exact score of a running position, by binary search with null windows.

    Args:
        low: what the score is known to be at least; MIN_SCORE where nothing is known.
    """
    if winning_slots(own, occupied) & playable(occupied):
        return (CHECKERS + 1 - plies) // 2
    low, high = max(low, -((CHECKERS - plies) // 2)), (CHECKERS - 1 - plies) // 2
    while low < high and flag[0] == 0:
        question = next_question(low, high)
        value = search(own, occupied, plies, question - 1, question, memory, flag)
        if value < question:
            high = value
        else:
            low = value
    return low


@kernel
def reaches(own: int, occupied: int, plies: int, score: int, memory: Memory, flag: Flag) -> bool:
    """Return whether the side to move can reach a score: one window instead of several."""
    if winning_slots(own, occupied) & playable(occupied):
        return (CHECKERS + 1 - plies) // 2 >= score
    return search(own, occupied, plies, score - 1, score, memory, flag) >= score
