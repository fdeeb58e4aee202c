"""Kernels of the cards: hands, decks and piles, and what both sides know of a hand.

A deck has no order here: it is the set of cards that are neither in the hand nor in the pile, and a draw takes any of
them with equal chance. That is what a shuffled deck does, and not even the record knows the order.
"""

from parlour.core.bits import num_bits
from parlour.core.contract import Actions, Record
from parlour.core.generator import below
from parlour.core.kernel import kernel
from parlour.games.raptor.rules.ground import nth_bit
from parlour.games.raptor.state import (
    ALL_CARDS,
    CARD,
    CARDS,
    CHOOSE,
    HAND,
    HIDDEN_CARD,
    PLACE_SCIENTISTS,
    SCIENTIST,
)


@kernel
def pile(s: Record, side: int) -> int:
    """Return the played cards as a set."""
    cards = 0
    for i in range(s.num_played[side]):
        cards |= 1 << int(s.played[side, i]) - 1
    return cards


@kernel
def hand_size(s: Record) -> int:
    """Return the number of cards in each hand, which both sides know."""
    if s.phase <= PLACE_SCIENTISTS:
        return 0
    return HAND if s.phase == CHOOSE else HAND - 1


@kernel
def draw_card(s: Record, side: int) -> None:
    """Draw one card; an empty deck is first made of the whole pile."""
    if int(s.hand[side]) | pile(s, side) == ALL_CARDS:
        reshuffle(s, side)
    deck = ALL_CARDS & ~(int(s.hand[side]) | pile(s, side))
    s.hand[side] |= 1 << nth_bit(deck, below(s.generator, num_bits(deck)))


@kernel
def deal(s: Record) -> None:
    for side in range(2):
        for _ in range(HAND):
            draw_card(s, side)


@kernel
def reshuffle(s: Record, side: int) -> None:
    """Shuffle pile and deck; the two cards in hand stay, so they are known to be none of the pile."""
    if s.two_of[side] == 0:
        s.two_of[side] = ALL_CARDS & ~pile(s, side)
    s.num_played[side] = 0
    s.played[side, :] = 0


@kernel
def play_card(s: Record, side: int) -> None:
    """Put the chosen card face up on the pile."""
    value = int(s.chosen[side])
    s.chosen[side] = 0
    s.revealed[side] = value
    s.played[side, s.num_played[side]] = value
    s.num_played[side] += 1
    bit = 1 << value - 1
    s.hand[side] = int(s.hand[side]) & ~bit
    note_played(s, side, bit)


@kernel
def note_played(s: Record, side: int, bit: int) -> None:
    """Draw the conclusion about the cards that stayed in hand: a card played may have been one of them."""
    if s.two_of[side] & bit:
        if s.one_of[side] == 0 or s.one_of[side] & bit:
            s.one_of[side] = s.two_of[side] & ~bit
        s.two_of[side] = 0
    elif s.one_of[side] & bit:
        s.one_of[side] = 0


@kernel
def list_cards(s: Record, side: int, out: Actions) -> int:
    n = 0
    for value in range(CARDS):
        if int(s.hand[side]) >> value & 1:
            out[n] = CARD + value
            n += 1
    return n


@kernel
def sides_choosing(s: Record) -> int:
    """Return a bit per side that has to choose now: both, but with Observation the scientist first."""
    sides = 0
    for side in range(2):
        if s.chosen[side] == 0:
            sides |= 1 << side
    return 1 << SCIENTIST if s.observation and sides == 3 else sides


@kernel
def is_shown(s: Record, side: int) -> bool:
    """Return whether a card chosen by a side lies open before the reveal."""
    return side == SCIENTIST and s.observation == 1


@kernel
def hide_cards(s: Record, side: int) -> None:
    s.hand[side] = 0
    if s.chosen[side] != 0 and not is_shown(s, side):
        s.chosen[side] = HIDDEN_CARD


@kernel
def is_possible_hand(s: Record, side: int, hand: int) -> bool:
    """Return whether a hand agrees with the pile, its size, a card shown, and the shuffles."""
    if hand & pile(s, side) or num_bits(hand) != hand_size(s):
        return False
    if s.chosen[side] > 0 and hand >> int(s.chosen[side]) - 1 & 1 == 0:
        return False
    if s.one_of[side] and num_bits(hand & int(s.one_of[side])) < 1:
        return False
    return s.two_of[side] == 0 or num_bits(hand & int(s.two_of[side])) >= 2


@kernel
def guess_cards(s: Record, side: int) -> None:
    """Deal a side one of its possible hands, and a choice out of it where it has chosen in secret."""
    possible = 0
    for hand in range(ALL_CARDS + 1):
        if is_possible_hand(s, side, hand):
            possible += 1
    number = below(s.generator, possible)
    for hand in range(ALL_CARDS + 1):
        if is_possible_hand(s, side, hand):
            if number == 0:
                s.hand[side] = hand
                break
            number -= 1
    if s.chosen[side] == HIDDEN_CARD:
        s.chosen[side] = 1 + nth_bit(int(s.hand[side]), below(s.generator, HAND))
