"""Whether a side can reach a score, by a search without recursion that runs on a CPU and on a GPU alike.

The question has two answers, so that a thread keeps one word for each ply: the moves that it has not tried there. Many
threads may share a table, as an entry is one word.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.kernel import kernel
from parlour.games.connect_four.board import (
    BOTTOM,
    CENTRE_FIRST,
    COLUMN,
    mirrored,
    playable,
    safe_slots,
    winning_slots,
)
from parlour.games.connect_four.state import CHECKERS, COLUMN_BITS

# A power of 2 long: the key of a position above BOUND_BITS, and both bounds of its score; 0 is empty.
Table = NDArray[np.int64]
Stacks = NDArray[np.int64]  # by number of checkers and search: the moves that are left, the one under way first

UNKNOWN, NO, YES = 0, 1, 2

SIDE_BITS = 6  # of one bound
SIDE = (1 << SIDE_BITS) - 1
BOUND_BITS = 2 * SIDE_BITS
ZERO = CHECKERS // 2  # a bound is kept as score + ZERO
NO_BOUNDS = 2 * ZERO << SIDE_BITS  # at most ZERO, at least -ZERO
SCATTER = 0x1E3779B97F4A7C15  # odd: spreads neighbouring keys
POSITIVE = (1 << 63) - 1

MOVE_BITS = 8  # of one move in a list of moves: its column, counted from 1, in the lower 3, its value above
COLUMN_OF_MOVE = 0b111
VALUE_OF_MOVE = 0b11111000
MOST_THREATS = 0b111  # of a move, that are told apart

LAST_FOLDED = 22  # up to this many checkers, mirror images share an entry
LAST_EARLY = 22  # later positions, of which there are many more, do not displace those up to this many checkers
LAST_KEPT = 32  # positions with this many checkers are searched faster than looked up
LAST_ORDERED = 33  # from this many checkers on, ordering moves by their threats costs a core more than it saves
FIRST_PLIES = 8  # of a search, in which its variants differ
LAST_PEEKED = 28  # up to this many checkers, replies are looked up before any is searched


@kernel
def key_of(own: int, occupied: int, plies: int) -> int:
    """Return the key of a position; with few checkers, mirror images share one."""
    key = own + occupied
    return min(key, mirrored(key)) if plies <= LAST_FOLDED else key


@kernel(wraps=True)
def place_of(key: int, plies: int, table: Table) -> int:
    """Return the index of a position in the table: the first half is for those with fewer checkers."""
    half = len(table) >> 1
    place = (key * SCATTER & POSITIVE) >> 64 - num_bits(len(table) - 1)
    return place if plies <= LAST_EARLY else half + place


@kernel
def bounds_of(key: int, plies: int, table: Table) -> int:
    """Return what the table knows of a score: at most, above SIDE_BITS, and at least."""
    entry = table[place_of(key, plies, table)]
    return entry & (1 << BOUND_BITS) - 1 if entry >> BOUND_BITS == key and entry != 0 else NO_BOUNDS


@kernel
def keep(key: int, plies: int, least: int, is_reached: bool, table: Table) -> None:
    """Note in the table that a score is at least, or is less than, `least`."""
    bounds = bounds_of(key, plies, table)
    most, at_least = bounds >> SIDE_BITS, bounds & SIDE
    if is_reached:
        at_least = max(at_least, least + ZERO)
    else:
        most = min(most, least - 1 + ZERO)
    table[place_of(key, plies, table)] = key << BOUND_BITS | most << SIDE_BITS | at_least


@kernel
def ordered_moves(own: int, occupied: int, plies: int, slots: int, first: int, second: int) -> int:
    """Pack moves into one number, from its lowest bits: first those with most threats, then the most central.

    Args:
        first, second: slots that go before others with as many threats; 0 for none.
    """
    moves = 0
    end = 0
    for column in CENTRE_FIRST:
        slot = slots & COLUMN << COLUMN_BITS * column
        if slot:
            value = 0
            if plies < LAST_ORDERED:
                threats = num_bits(winning_slots(own | slot, occupied | slot))
                value = min(threats, MOST_THREATS) << 5 | (slot == first) << 4 | (slot == second) << 3
            i = end
            while i > 0 and moves >> i - MOVE_BITS & VALUE_OF_MOVE < value:
                i -= MOVE_BITS
            moves = moves & (1 << i) - 1 | (value | column + 1) << i | moves >> i << i + MOVE_BITS
            end += MOVE_BITS
    return moves


@kernel
def is_promised(own: int, occupied: int, plies: int, slots: int, least: int, table: Table) -> bool:
    """Return whether the table already promises a score of at least `least` after one of the slots."""
    other = own ^ occupied
    while slots:
        key = key_of(other, occupied | slots & -slots, plies + 1)
        if ZERO - (bounds_of(key, plies + 1, table) >> SIDE_BITS) >= least:
            return True
        slots &= slots - 1
    return False


@kernel
def quick_answer(own: int, occupied: int, plies: int, slots: int, least: int) -> int:
    """Return whether a score of `least` is reached where that is plain to see; UNKNOWN elsewhere."""
    if slots == 0:
        return YES if -((CHECKERS - plies) // 2) >= least else NO
    if plies >= CHECKERS - 2:
        return YES if least <= 0 else NO
    if -((CHECKERS - 2 - plies) // 2) >= least:  # the other side cannot win at once
        return YES
    return NO if (CHECKERS - 1 - plies) // 2 < least else UNKNOWN  # nor can this one


@kernel
def known_answer(own: int, occupied: int, plies: int, slots: int, least: int, table: Table) -> int:
    """Return whether a score of `least` is reached by what the table knows; UNKNOWN where it does not know it."""
    bounds = bounds_of(key_of(own, occupied, plies), plies, table)
    if (bounds & SIDE) - ZERO >= least:
        return YES
    if (bounds >> SIDE_BITS) - ZERO < least:
        return NO
    return YES if plies < LAST_PEEKED and is_promised(own, occupied, plies, slots, least, table) else UNKNOWN


@kernel
def turned_moves(moves: int, plies: int, key: int, variant: int) -> int:
    """Return the moves with the first two exchanged in some positions, others for each variant; variant 0 in none."""
    second = moves >> MOVE_BITS & (1 << MOVE_BITS) - 1
    if variant == 0 or second == 0 or (key >> 5 ^ key >> 17 ^ key >> 31 ^ variant * (plies + 7)) & 3:
        return moves
    return moves >> 2 * MOVE_BITS << 2 * MOVE_BITS | (moves & (1 << MOVE_BITS) - 1) << MOVE_BITS | second


@kernel
def next_question(low: int, high: int) -> int:
    """Return the score to ask for next where the exact one lies from `low` to `high`: first who wins, then how soon."""
    middle = low + (high - low) // 2
    if middle <= 0 and -(-low // 2) < middle:
        middle = -(-low // 2)
    elif middle >= 0 and high // 2 > middle:
        middle = high // 2
    return middle + 1


@kernel(inline=True)
def step(
    own: int, occupied: int, plies: int, least: int, root: int, table: Table, stacks: Stacks, lane: int, variant: int
) -> tuple[int, int, int, int, int]:
    """Look at one position of a search: return the next one, `least` for its side to move, and UNKNOWN.

    Where this was the last position, return the first one again and the answer to its question.
    """
    slots = safe_slots(own, occupied)
    answer = quick_answer(own, occupied, plies, slots, least)
    is_single = slots & slots - 1 == 0
    if answer == UNKNOWN and not is_single and plies < LAST_KEPT:
        answer = known_answer(own, occupied, plies, slots, least, table)
    if answer == UNKNOWN:
        moves = ordered_moves(own, occupied, plies, slots, 0, 0)
        if plies < root + FIRST_PLIES:
            moves = turned_moves(moves, plies, own + occupied, variant)
        stacks[plies, lane] = moves << 1 | is_single
    while answer != UNKNOWN and plies > root:  # back to the last position where another move can change the answer
        plies -= 1
        left = stacks[plies, lane]
        filled = COLUMN << COLUMN_BITS * ((COLUMN_OF_MOVE & left >> 1) - 1)
        occupied ^= (occupied & filled) + (BOTTOM & filled) >> 1
        own ^= occupied
        answer = NO + YES - answer
        least = 1 - least
        left = left >> 1 + MOVE_BITS << 1 | left & 1
        stacks[plies, lane] = left
        if answer == NO and left >> 1:
            answer = UNKNOWN
        elif left & 1 == 0 and plies < LAST_KEPT:
            keep(key_of(own, occupied, plies), plies, least, answer == YES, table)
    if answer == UNKNOWN:
        own ^= occupied
        occupied |= playable(occupied) & COLUMN << COLUMN_BITS * ((COLUMN_OF_MOVE & stacks[plies, lane] >> 1) - 1)
        plies += 1
        least = 1 - least
    return own, occupied, plies, least, answer


@kernel
def narrow(
    own: int, occupied: int, low: int, high: int, table: Table, stacks: Stacks, most_nodes: int
) -> tuple[int, int, int]:
    """Narrow the bounds of a position's score until they meet, or until `most_nodes` positions have been looked at.

    The side to move must not be able to win at once. Returns both bounds, and the number of positions.
    """
    root = plies = num_bits(occupied)
    least = question = next_question(low, high)
    nodes = 0
    while low < high and nodes < most_nodes:
        nodes += 1
        own, occupied, plies, least, answer = step(own, occupied, plies, least, root, table, stacks, 0, 0)
        if answer == YES:
            low = question
        elif answer == NO:
            high = question - 1
        if answer != UNKNOWN:
            least = question = next_question(low, high)
    return low, high, nodes
