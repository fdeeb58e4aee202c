"""The deck of Whist before the play: four kinds of shuffle, the dealer draw, the deal. Kernels."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.generator import below, shuffle
from parlour.core.kernel import kernel
from parlour.games.whist.state import (
    CARDS,
    DEALING,
    DEALT,
    MAX_TIES,
    NONE,
    OVERHAND,
    RANKS,
    RIFFLE,
    SCRAMBLE,
    SHUFFLES,
    SHUFFLING,
    TRUMP_REVEAL,
)

SMALLEST_PACKET, LARGEST_PACKET = 3, 9  # of an overhand shuffle


@kernel
def open_deck(s: Record) -> None:
    """Put all 52 cards together in a secret order, each equally likely."""
    for i in range(CARDS):
        s.deck[i] = i
    shuffle(s.generator, s.deck, CARDS)


@kernel
def turn_around(deck: NDArray[np.int8], first: int, end: int) -> None:
    """Reverse the cards at places first..end - 1."""
    end -= 1
    while first < end:
        deck[first], deck[end] = deck[end], deck[first]
        first += 1
        end -= 1


@kernel
def riffle(s: Record) -> None:
    """Cut Binomial(52, 1/2) cards and let both packets fall together, each way equally likely."""
    # Bit i: the card at place i comes from the lower packet. Random bits make both the cut and the merge.
    lower = below(s.generator, 1 << CARDS)
    rest = CARDS - num_bits(lower)
    for i in range(CARDS):
        if lower >> i & 1:
            card = s.deck[rest]
            for place in range(rest, i, -1):
                s.deck[place] = s.deck[place - 1]
            s.deck[i] = card
            rest += 1


@kernel
def overhand(s: Record) -> None:
    """Lift packets of 3 to 9 cards from the top, each onto the one before; the last may be shorter."""
    turn_around(s.deck, 0, CARDS)
    end = CARDS
    while end > 0:
        packet = min(end, SMALLEST_PACKET + below(s.generator, LARGEST_PACKET - SMALLEST_PACKET + 1))
        turn_around(s.deck, end - packet, end)
        end -= packet


@kernel
def cut(s: Record) -> None:
    """Put the top k cards under the rest, k from 1 to 51."""
    k = 1 + below(s.generator, CARDS - 1)
    turn_around(s.deck, 0, k)
    turn_around(s.deck, k, CARDS)
    turn_around(s.deck, 0, CARDS)


@kernel
def shuffle_deck(s: Record, kind: int) -> None:
    if kind == SCRAMBLE:
        shuffle(s.generator, s.deck, CARDS)
    elif kind == RIFFLE:
        riffle(s)
    elif kind == OVERHAND:
        overhand(s)
    else:
        cut(s)


@kernel
def num_shuffles(s: Record) -> int:
    n = 0
    while n < SHUFFLES and s.shuffles[n] != NONE:
        n += 1
    return n


@kernel
def dealer_shuffles(s: Record, kind: int) -> None:
    shuffle_deck(s, kind)
    n = num_shuffles(s)
    s.shuffles[n] = kind
    if n + 1 == SHUFFLES:
        s.phase = DEALING


@kernel
def pick_card(s: Record, seat: int, place: int) -> None:
    """Claim a face-down card; the second claim shows both."""
    s.picks[seat] = place
    if s.picks[1 - seat] != NONE:
        s.shown[0] = s.deck[s.picks[0]]
        s.shown[1] = s.deck[s.picks[1]]
        decide_dealer(s)


@kernel
def decide_dealer(s: Record) -> None:
    """Make the lower rank the dealer; equal ranks draw again, and after the third tie a coin decides."""
    ranks0, ranks1 = s.shown[0] % RANKS, s.shown[1] % RANKS
    if ranks0 != ranks1:
        put_under(s)
        make_dealer(s, 0 if ranks0 < ranks1 else 1)
        return
    s.ties += 1
    if s.ties == MAX_TIES:
        make_dealer(s, below(s.generator, 2))
    else:
        shuffle(s.generator, s.deck, CARDS)
        s.picks[0] = NONE
        s.picks[1] = NONE


@kernel
def make_dealer(s: Record, seat: int) -> None:
    s.dealer = seat
    s.turn = seat
    s.phase = SHUFFLING


@kernel
def put_under(s: Record) -> None:
    """Put the two shown cards to the bottom, the first seat's above the second's."""
    n = 0
    for i in range(CARDS):
        card = s.deck[i]
        if card not in (s.shown[0], s.shown[1]):
            s.deck[n] = card
            n += 1
    s.deck[n] = s.shown[0]
    s.deck[n + 1] = s.shown[1]


@kernel
def deal_card(s: Record) -> None:
    """Deal the top card to the non-dealer and the dealer in turn; after 26 cards the rest is the draw pile."""
    seat = s.dealer if s.top & 1 else 1 - s.dealer
    take_top(s, seat)
    if s.top == DEALT:
        s.phase = TRUMP_REVEAL


@kernel
def deal_all(s: Record) -> None:
    while s.top < DEALT:
        deal_card(s)


@kernel
def take_top(s: Record, seat: int) -> None:
    s.hands[seat] |= 1 << int(s.deck[s.top])
    s.sizes[seat] += 1
    s.deck[s.top] = NONE
    s.top += 1
