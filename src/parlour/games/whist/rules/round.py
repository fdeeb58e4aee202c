"""A round of Whist from its deal to its score: tricks, prizes, pairs. Kernels."""

from parlour.core.contract import Record
from parlour.core.generator import below
from parlour.core.kernel import kernel
from parlour.games.whist.rules.deck import deal_all, open_deck, take_top
from parlour.games.whist.state import (
    ALL_CARDS,
    CARDS,
    DEALER_DRAW,
    FOLLOW,
    LEAD,
    LOSER_TAKES,
    NONE,
    OVER,
    PAR,
    PRIZE_REVEAL,
    RANKS,
    SHUFFLING,
    SUIT,
    TARGET,
    TRICKS,
    WINNER_TAKES,
)


@kernel
def actor(s: Record) -> int:
    """Return the seat to act, in a phase where only one is."""
    if s.phase < LEAD:
        return s.dealer
    return s.turn if s.phase in (LEAD, WINNER_TAKES) else 1 - s.turn


@kernel
def unclaimed(s: Record) -> int:
    """Return the set of places not yet picked in this dealer draw."""
    places = ALL_CARDS
    for seat in range(2):
        if s.picks[seat] != NONE:
            places &= ~(1 << int(s.picks[seat]))
    return places


@kernel
def playable(s: Record, seat: int) -> int:
    """Return the cards that a seat may play: any to lead; to follow, those of the suit led if there are any."""
    hand = s.hands[seat]
    return hand if s.phase == LEAD else followers(hand, int(s.tricks[s.num_tricks, 0]))


@kernel
def followers(hand: int, lead: int) -> int:
    """Return the cards of a hand that may be played on a lead."""
    same_suit = hand & SUIT << RANKS * (lead // RANKS)
    return same_suit or hand


@kernel
def start_round(s: Record) -> None:
    s.rounds += 1
    s.hands[:] = 0
    s.gone = 0
    s.turned = 0
    s.tricks[:] = NONE
    s.leaders = 0
    s.num_tricks = 0
    s.top = 0
    s.sizes[:] = 0
    s.pairs[:] = 0
    s.trump = NONE
    s.picks[:] = NONE
    s.shown[:] = NONE
    s.ties = 0
    s.shuffles[:] = NONE
    open_deck(s)
    if s.is_quick:
        s.dealer = 1 - s.dealer if s.alternates and s.dealer != NONE else below(s.generator, 2)
        deal_all(s)
        reveal(s)
    elif s.alternates and s.dealer != NONE:
        s.dealer = 1 - s.dealer
        s.turn = s.dealer
        s.phase = SHUFFLING
    else:
        s.dealer = NONE
        s.turn = NONE
        s.phase = DEALER_DRAW


@kernel
def reveal(s: Record) -> None:
    """Turn up the top card of the draw pile; the first one of a round names the trump."""
    card = int(s.deck[s.top])
    s.turned |= 1 << card
    if s.trump == NONE:
        s.trump = card // RANKS
        s.turn = 1 - s.dealer
    s.phase = LEAD


@kernel
def play_card(s: Record, seat: int, card: int) -> None:
    s.hands[seat] &= ~(1 << int(card))
    s.sizes[seat] -= 1
    if s.phase == LEAD:
        s.tricks[s.num_tricks, 0] = card
        s.leaders |= seat << int(s.num_tricks)
        s.phase = FOLLOW
    else:
        s.tricks[s.num_tricks, 1] = card
        end_trick(s, int(s.tricks[s.num_tricks, 0]), card)


@kernel
def follow_wins(lead: int, follow: int, trump: int, is_literal: bool) -> bool:
    """Return whether the follower wins: by a higher card of the suit, a trump, or literally by a higher rank."""
    lead_suit, follow_suit = lead // RANKS, follow // RANKS
    if follow_suit == lead_suit:
        return follow > lead
    if is_literal and trump not in (lead_suit, follow_suit):
        return follow % RANKS > lead % RANKS
    return follow_suit == trump


@kernel
def end_trick(s: Record, lead: int, follow: int) -> None:
    s.gone |= 1 << lead | 1 << int(follow)
    s.num_tricks += 1
    if follow_wins(lead, follow, s.trump, s.is_literal != 0):
        s.turn = 1 - s.turn
    if s.top < CARDS:
        s.phase = WINNER_TAKES
        if s.is_quick:
            take(s)
            take(s)
            if s.phase == PRIZE_REVEAL:
                reveal(s)
        return
    s.pairs[s.turn] += 1
    s.phase = LEAD
    if s.num_tricks == TRICKS:
        end_round(s)


@kernel
def take(s: Record) -> None:
    """Take the top card: the winner the prize, then the loser an unseen card; after the last one the duel begins."""
    take_top(s, actor(s))
    if s.phase == WINNER_TAKES:
        s.phase = LOSER_TAKES
    else:
        s.phase = PRIZE_REVEAL if s.top < CARDS else LEAD


@kernel
def end_round(s: Record) -> None:
    for seat in range(2):
        points = s.pairs[seat] - PAR
        if points > 0 or not s.is_clamped:
            s.scores[seat] += points
    if s.scores[0] >= TARGET or s.scores[1] >= TARGET:
        s.phase = OVER
    else:
        start_round(s)


@kernel
def rounds_begun(s: Record, seat: int) -> int:
    """Return the number of rounds begun, the same for both seats."""
    return s.rounds
