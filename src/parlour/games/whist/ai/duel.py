"""An exact solver of the duel, in which both hands are known by memory: how many tricks does the leader take?

Only the order of the cards that are left counts, so a suit is packed into 14 bits: from the highest bit a 1 that marks
the length, then the cards from the top, 1 where the leader holds it. The four suits are one word, the trumps highest,
the others sorted: all deals that play alike are one position, whatever the cards, the suits and the seats are called.
By the literal trick rule the ranks of different suits are compared, and this is not so: the solver leaves it alone.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.whist.rules.round import follow_wins, followers
from parlour.games.whist.state import NONE, RANKS, SUIT, SUITS

Table = NDArray[np.int64]  # [TABLE_SIZE]: a position, then 4 bits each for the fewest and the most tricks; 0 empty
Counts = NDArray[np.int8]

LANE_BITS = RANKS + 1
LANE = (1 << LANE_BITS) - 1  # the bits of lane 0
TRUMP_SHIFT = LANE_BITS * (SUITS - 1)
TRUMP_LANE = LANE << TRUMP_SHIFT
BOUND_BITS = 4
BOUND = (1 << BOUND_BITS) - 1

TABLE_BITS = 16  # 0.5 MB; a deal fills about 700 entries, and 4 times the size was no faster
TABLE_SIZE = 1 << TABLE_BITS

NO, YES, UNSETTLED = range(3)


def _in_every_lane(bits: int) -> int:
    return sum(bits << LANE_BITS * lane for lane in range(SUITS))


CARD_BITS = _in_every_lane(LANE >> 1)
WITHOUT_1, WITHOUT_2, WITHOUT_4, WITHOUT_8 = (_in_every_lane(LANE >> count) for count in (1, 2, 4, 8))


def _sure_trumps() -> Counts:
    """Count, by holder and packed suit, the trumps that win however they are played: no higher one is left for them.

    A trump is beaten only by a higher one, and each higher one beats only once. Counted from the top, the holder gets
    as many tricks as the holder is ever ahead of the other side.
    """
    sure = np.zeros((2, 1 << LANE_BITS), np.int8)
    for length in range(1, RANKS + 1):
        suits = np.arange(1 << length)
        for holder in range(2):
            ahead, most = np.zeros(1 << length, int), np.zeros(1 << length, int)
            for place in range(length - 1, -1, -1):
                ahead += np.where(suits >> place & 1 == holder, 1, -1)
                most = np.maximum(most, ahead)
            sure[holder, 1 << length :][: 1 << length] = most
    return sure


SURE_TRUMPS = _sure_trumps()


@kernel
def pack(own: int, other: int, trump: int) -> int:
    """Pack two hands as the position of the one that leads, `own`."""
    position, lane = 0, 0
    for suit in range(SUITS):
        packed, place = 0, 0
        cards = (own | other) >> RANKS * suit & SUIT
        while cards:
            packed |= (own >> RANKS * suit + lowest_bit(cards) & 1) << place
            cards &= cards - 1
            place += 1
        packed |= 1 << place
        if suit == trump:
            position |= packed << TRUMP_SHIFT
        else:
            position |= packed << LANE_BITS * lane
            lane += 1
    return position


@kernel
def filled_down(bits: int) -> int:
    """Set every bit below the highest one of each lane."""
    bits |= bits >> 1 & WITHOUT_1
    bits |= bits >> 2 & WITHOUT_2
    bits |= bits >> 4 & WITHOUT_4
    return bits | bits >> 8 & WITHOUT_8


@kernel
def cards_of(position: int) -> int:
    return filled_down(position) >> 1 & CARD_BITS


@kernel
def sorted_sides(position: int) -> int:
    """Sort the suits that are not trump: their names do not matter."""
    first, second, third = position & LANE, position >> LANE_BITS & LANE, position >> 2 * LANE_BITS & LANE
    if first < second:
        first, second = second, first
    if second < third:
        second, third = third, second
    if first < second:
        first, second = second, first
    return position & TRUMP_LANE | third << 2 * LANE_BITS | second << LANE_BITS | first


@kernel
def lane_of(bit: int) -> int:
    """Return all bits of the lane in which a bit is."""
    lane = LANE
    while bit > lane:
        lane <<= LANE_BITS
    return lane


@kernel
def without(position: int, bit: int, lane: int) -> int:
    """Take a card out of its lane; those above it close up."""
    above = lane & ~(bit | bit - 1)
    return position & ~(above | bit) | (position & above) >> 1


@kernel
def sure_tricks(own: int, other: int, top: int, trumps: int) -> int:
    """Count tricks that the leader can make whatever the other side does: sure trumps, and top cards led first.

    Args:
        top: the cards of the leader that are higher than all of the other side in their suit.
        trumps: the packed trump suit.
    """
    tricks = int(SURE_TRUMPS[1, trumps])
    draws_trumps = num_bits(top & TRUMP_LANE) >= num_bits(other & TRUMP_LANE)
    for side in range(SUITS - 1):
        lane = LANE << LANE_BITS * side
        winners, followers = num_bits(top & lane), num_bits(other & lane)
        if not draws_trumps:
            tricks += min(winners, followers)  # more of them could be trumped
        elif winners >= followers:
            tricks += num_bits(own & lane)  # those below win too when the other side has run out
        else:
            tricks += winners
    return tricks


@kernel
def replies(lead: int, lane: int, other: int) -> int:
    """Return the cards that may be best to play on a lead.

    A high card is never worse to keep than a lower one of its suit. So a winner
    wins as cheaply as possible, and a loser gives up the lowest card of a suit.
    """
    same_suit = other & lane
    if same_suit:
        higher = same_suit & ~(lead | lead - 1)
        return same_suit & -same_suit | higher & -higher
    lowest = 0
    for suit in range(SUITS):
        cards = other & LANE << LANE_BITS * suit
        lowest |= cards & -cards
    return lowest


@kernel
def after_trick(position: int, lead: int, lane: int, reply: int) -> tuple[int, bool]:
    """Return the position of the winner of a trick, and whether the follower won."""
    reply_lane = lane_of(reply)
    # The higher card goes first, so that the other one has not moved.
    if reply > lead:
        after = without(without(position, reply, reply_lane), lead, lane)
    else:
        after = without(without(position, lead, lane), reply, reply_lane)
    follow_wins = reply > lead if reply_lane == lane else reply_lane == TRUMP_LANE
    return (after ^ cards_of(after) if follow_wins else after), follow_wins


@kernel(wraps=True)
def slot_of(position: int) -> int:
    """Return the place of a position in the table: a multiplicative hash, its middle bits."""
    return position * -7046029254386353131 >> 40 & TABLE_SIZE - 1


@kernel
def settled(position: int, own: int, other: int, top: int, tricks: int, goal: int, table: Table) -> int:
    """Return, without search, whether the leader can take `goal` tricks: YES, NO or UNSETTLED."""
    trumps = position >> TRUMP_SHIFT
    if tricks - SURE_TRUMPS[0, trumps] < goal:
        return NO
    if sure_tricks(own, other, top, trumps) >= goal:
        return YES
    entry = table[slot_of(position)]
    if entry >> 2 * BOUND_BITS == position:
        if entry >> BOUND_BITS & BOUND >= goal:
            return YES
        if entry & BOUND < goal:
            return NO
    return UNSETTLED


@kernel
def remember(position: int, tricks: int, goal: int, can_take: bool, table: Table) -> None:
    if position >> SUITS * LANE_BITS - 1:  # with all trumps still out it has no room in a word
        return
    slot = slot_of(position)
    entry = table[slot]
    fewest, most = 0, tricks
    if entry >> 2 * BOUND_BITS == position:
        fewest, most = entry >> BOUND_BITS & BOUND, entry & BOUND
    if can_take:
        fewest = goal
    else:
        most = goal - 1
    table[slot] = position << 2 * BOUND_BITS | fewest << BOUND_BITS | most


@kernel
def leader_takes(position: int, tricks: int, goal: int, table: Table, stop: Flag) -> bool:
    """Return whether the leader can take `goal` of the tricks that are left; meaningless once told to stop."""
    if goal <= 0 or goal > tricks or stop[0]:
        return goal <= 0
    position = sorted_sides(position)
    cards = cards_of(position)
    own, other = position & cards, cards & ~position
    top = cards & ~filled_down(other)
    answer = settled(position, own, other, top, tricks, goal, table)
    if answer != UNSETTLED:
        return answer == YES
    can_take = False
    leads = own & ~(own << 1)  # of neighbours one stands for all
    while leads and not can_take:
        lead = leads & top or leads  # top cards first: 2,000 positions searched in the median deal instead of 3,000
        lead &= -lead
        leads ^= lead
        lane = lane_of(lead)
        rest = replies(lead, lane, other)
        can_take = True
        while rest and can_take:
            reply = rest
            while reply & reply - 1:  # the highest first, trumps above all: 2,000 positions, the lowest first 4,800
                reply &= reply - 1
            rest ^= reply
            after, follow_wins = after_trick(position, lead, lane, reply)
            if follow_wins:
                can_take = not leader_takes(after, tricks - 1, tricks - goal, table, stop)
            else:
                can_take = leader_takes(after, tricks - 1, goal - 1, table, stop)
    if not stop[0]:
        remember(position, tricks, goal, can_take, table)
    return can_take


@kernel
def tricks_of_leader(own: int, other: int, trump: int, table: Table, stop: Flag) -> int:
    """Count the tricks that the hand which leads takes when both sides play their best."""
    position, tricks = pack(own, other, trump), num_bits(own)
    low, high, goal = 0, tricks, tricks + 1 >> 1
    while low < high:
        if leader_takes(position, tricks, goal, table, stop):
            low = goal
        else:
            high = goal - 1
        goal = low + 1 if low == goal else high
    return low


@kernel
def tricks_with(own: int, other: int, lead: int, follow: int, trump: int, table: Table, stop: Flag) -> int:
    """Count the tricks of the hand that leads, when this trick is played from these hands."""
    own &= ~(1 << lead)
    other &= ~(1 << follow)
    if follow_wins(lead, follow, trump, False):
        return num_bits(other) - tricks_of_leader(other, own, trump, table, stop)
    return 1 + tricks_of_leader(own, other, trump, table, stop)


@kernel
def solve_cards(own: int, other: int, lead: int, trump: int, tricks: Counts, table: Table, stop: Flag) -> None:
    """Count, for each card that can be played now, the tricks that its holder takes from here.

    Args:
        own: the hand of the side to play.
        lead: the card that the other side has led, or NONE.
        tricks: `[CARDS]`, written; NONE for cards that cannot be played and for those not solved before the stop.
    """
    tricks[:] = NONE
    cards = own if lead == NONE else followers(own, lead)
    while cards and not stop[0]:
        card = lowest_bit(cards)
        cards &= cards - 1
        if lead != NONE:
            count = num_bits(own) - tricks_with(other | 1 << lead, own, lead, card, trump, table, stop)
        else:
            count = num_bits(own)
            rest = followers(other, card)
            while rest:
                follow = lowest_bit(rest)
                rest &= rest - 1
                count = min(count, tricks_with(own, other, card, follow, trump, table, stop))
        if not stop[0]:
            tricks[card] = count


@functools.cache
def table() -> Table:
    """Return the memory of this process. Threads may share it: an entry is one word, written and read whole."""
    return np.zeros(TABLE_SIZE, np.int64)
