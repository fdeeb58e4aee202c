"""The draft: each card is tried on the same guesses, the draft is played to its end by a rule, and its duel is solved.

The rule looks one trick ahead. What a card is worth in the duel was measured (`WORTH`); the winner of a trick gains
the worth of the prize over that of an average card of the draw pile, and both players lose the card they play.
"""

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit
from parlour.core.bytes_api import Bytes
from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.whist.ai.duel import Table, tricks_of_leader
from parlour.games.whist.ai.equity import expected_result
from parlour.games.whist.rules import guess
from parlour.games.whist.rules.round import follow_wins
from parlour.games.whist.state import CARDS, HAND, LEAD, NONE, RANKS, SUIT, SUITS, State

Values = NDArray[np.float64]

# Tricks that a card adds to its hand in the duel, from the two to the ace, less those of a low card of a side suit: a
# regression on 20,000 drafts by the rule, solved (bench/bench_whist.py fit), evened out to rise with the rank. Of a
# deviation of 2.32 tricks it leaves 1.22 unexplained.
WORTH = np.array(
    (
        (0.00, 0.00, 0.00, 0.01, 0.03, 0.05, 0.08, 0.14, 0.19, 0.27, 0.37, 0.47, 0.66),  # side suits
        (0.54, 0.54, 0.54, 0.55, 0.56, 0.57, 0.59, 0.64, 0.68, 0.77, 0.87, 0.98, 1.18),  # trumps
    )
)
LEAD_WORTH = 0.06  # tricks that the first lead of the duel adds, from the same regression
TWOS = sum(1 << RANKS * suit for suit in range(SUITS))


@kernel
def worth(card: int, trump: int) -> float:
    return WORTH[1 if card // RANKS == trump else 0, card % RANKS]


@kernel
def cheapest_discard(hand: int, trump: int) -> int:
    """Return the card of another suit than trump that is worth least, or NONE."""
    cheapest, least = NONE, 0.0
    for suit in range(SUITS):
        cards = hand & SUIT << RANKS * suit
        if suit != trump and cards:
            card = lowest_bit(cards)
            price = worth(card, trump)
            if cheapest == NONE or price < least:
                cheapest, least = card, price
    return cheapest


@kernel
def cheapest_replies(hand: int, lead: int, trump: int) -> tuple[int, int]:
    """Return the cheapest cards that win and that lose against a lead; NONE where there is none."""
    same_suit = hand & SUIT << RANKS * (lead // RANKS)
    if same_suit:
        higher = same_suit >> lead << lead
        low = lowest_bit(same_suit)
        return (lowest_bit(higher) if higher else NONE), (low if low < lead else NONE)
    trumps = hand & SUIT << RANKS * trump
    return (lowest_bit(trumps) if trumps else NONE), cheapest_discard(hand, trump)


@kernel
def best_reply(hand: int, lead: int, trump: int, gain: float) -> tuple[int, float]:
    """Choose what to play on a lead, where winning instead of losing is worth `gain`; return it and its value."""
    winner, loser = cheapest_replies(hand, lead, trump)
    if winner == NONE:
        return loser, -worth(loser, trump)
    value = gain - worth(winner, trump)
    if loser == NONE or value >= -worth(loser, trump):
        return winner, value
    return loser, -worth(loser, trump)


@kernel
def lowest_of_runs(hand: int) -> int:
    """Return the lowest of each run of neighbours: one is as good as another to play."""
    return hand & ~(hand << 1 & ~TWOS)


@kernel
def best_lead(hand: int, other: int, trump: int, gain: float) -> int:
    """Choose a lead for one trick, played with open hands."""
    best, best_value = NONE, 0.0
    leads = lowest_of_runs(hand)
    while leads:
        lead = lowest_bit(leads)
        leads &= leads - 1
        value = -worth(lead, trump) - best_reply(other, lead, trump, gain)[1]
        if best == NONE or value > best_value:
            best, best_value = lead, value
    return best


@kernel
def play_on(own: int, other: int, leads: bool, trump: int, deck: NDArray[np.int8], top: int) -> tuple[int, int, bool]:
    """Play the rest of the draft by the rule; return both hands and whether the first leads to the duel."""
    in_pile = 0.0
    for i in range(top, CARDS):
        in_pile += worth(int(deck[i]), trump)
    while top < CARDS:
        prize, unseen = int(deck[top]), int(deck[top + 1])
        in_pile -= worth(prize, trump)
        gain = 2 * (worth(prize, trump) - in_pile / (CARDS - top - 1) + LEAD_WORTH)
        in_pile -= worth(unseen, trump)
        first, second = (own, other) if leads else (other, own)
        lead = best_lead(first, second, trump, gain)
        reply = best_reply(second, lead, trump, gain)[0]
        own, other, leads = after_trick(own, other, leads, lead, reply, trump, prize, unseen)
        top += 2
    return own, other, leads


@kernel
def after_trick(
    own: int, other: int, leads: bool, lead: int, reply: int, trump: int, prize: int, unseen: int
) -> tuple[int, int, bool]:
    """Take a trick out of both hands and the next two cards into them; return them and whether `own` leads next."""
    played = ~(1 << lead | 1 << reply)
    wins = leads != follow_wins(lead, reply, trump, False)
    mine, yours = (prize, unseen) if wins else (unseen, prize)
    return own & played | 1 << mine, other & played | 1 << yours, wins


@kernel
def value_of_card(s: Record, seat: int, card: int, table: Table, stop: Flag) -> float:
    """Play a card in a guessed draft and the rest by the rule, solve the duel, and return the expected result."""
    own, other, trump, top = s.hands[seat], s.hands[1 - seat], int(s.trump), int(s.top)
    prize, unseen = int(s.deck[top]), int(s.deck[top + 1])
    if s.phase == LEAD:
        lead, leads = card, True
        reply = best_reply(other, lead, trump, gain_of_prize(s))[0]
    else:
        lead, leads, reply = int(s.tricks[s.num_tricks, 0]), False, card
    own, other, leads = after_trick(own, other, leads, lead, reply, trump, prize, unseen)
    own, other, leads = play_on(own, other, leads, trump, s.deck, top + 2)
    if leads:
        tricks = tricks_of_leader(own, other, trump, table, stop)
    else:
        tricks = HAND - tricks_of_leader(other, own, trump, table, stop)
    return expected_result(s, seat, tricks)


@kernel
def gain_of_prize(s: Record) -> float:
    """Return what winning the trick is worth rather than losing it; the draw pile is known or guessed."""
    trump, in_pile = int(s.trump), 0.0
    for i in range(s.top + 1, CARDS):
        in_pile += worth(int(s.deck[i]), trump)
    return 2 * (worth(int(s.deck[s.top]), trump) - in_pile / (CARDS - 1 - s.top) + LEAD_WORTH)


@kernel
def gain_of_trick(s: Record) -> float:
    """Return what winning the trick is worth rather than losing it: the prize, or in the duel the trick itself."""
    return gain_of_prize(s) if s.top < CARDS else 1.0


@kernel
def fresh_guess(s: Record, seat: int, random: Words) -> None:
    """Fill a hidden position with a fresh guess."""
    for i in range(2):
        s.generator[i] = random_below(random, 1 << 31)
    guess(s, seat)


@kernel
def choose_by_rule(s: Record, seat: int) -> int:
    """Choose a card of a guessed position by the rule of one trick."""
    trump, gain = int(s.trump), gain_of_trick(s)
    if s.phase == LEAD:
        return best_lead(s.hands[seat], s.hands[1 - seat], trump, gain)
    return best_reply(s.hands[seat], int(s.tricks[s.num_tricks, 0]), trump, gain)[0]


@kernel
def value_by_rule(s: Record, seat: int, card: int) -> float:
    """Return the value of a card by the rule of one trick, in tricks, up to a common constant."""
    trump, gain = int(s.trump), gain_of_trick(s)
    if s.phase == LEAD:
        return -worth(card, trump) - best_reply(s.hands[1 - seat], card, trump, gain)[1]
    wins = follow_wins(int(s.tricks[s.num_tricks, 0]), card, trump, False)
    return (gain if wins else 0.0) - worth(card, trump)


@kernel
def try_cards(
    hidden: Bytes, seat: int, cards: NDArray[np.int32], values: Values, by_rule: Values, random: Words, table: Table,
    stop: Flag,
) -> int:  # fmt: skip
    """Try every card on as many guesses as there is room for; return the number of guesses.

    Args:
        hidden: the bytes of the position as the seat may know it.
        values: `[len(cards), guesses]`, written: the expected results.
        by_rule: `[len(cards), guesses]`, written: their values by the rule, in tricks.
    """
    data = np.empty_like(hidden)
    for done in range(values.shape[1]):
        data[:] = hidden
        s = data.view(State)[0]
        fresh_guess(s, seat, random)
        for i in range(len(cards)):
            values[i, done] = value_of_card(s, seat, int(cards[i]), table, stop)
            by_rule[i, done] = value_by_rule(s, seat, int(cards[i]))
        if stop[0]:
            return done
    return values.shape[1]
