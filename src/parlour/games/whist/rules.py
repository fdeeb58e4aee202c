"""The rules of Whist for two, as kernels in the contract's order."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import below, seed_generator
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues
from parlour.games.whist.deck import deal_all, deal_card, dealer_shuffles, open_deck, pick_card, take_top
from parlour.games.whist.memory import guess_cards, guess_deal
from parlour.games.whist.state import (
    ALL_CARDS,
    CARDS,
    CUT,
    DEAL,
    DEAL_ALL,
    DEALER_DRAW,
    DEALING,
    DRAFT_TRICKS,
    FOLLOW,
    LEAD,
    LOSER_TAKES,
    NONE,
    OVER,
    PAR,
    PICK,
    PRIZE_REVEAL,
    RANKS,
    REVEAL,
    SCRAMBLE,
    SHUFFLE,
    SHUFFLING,
    SUIT,
    TAKE,
    TARGET,
    TRICKS,
    TRUMP_REVEAL,
    WINNER_TAKES,
)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    s.is_quick = options[0]
    s.is_literal = options[1]
    s.is_clamped = options[2]
    s.alternates = options[3]
    s.dealer = NONE
    start_round(s)


@kernel
def to_act(s: Record) -> int:
    if s.step == OVER:
        return 0
    if s.step == DEALER_DRAW:
        return (1 if s.picks[0] == NONE else 0) | (2 if s.picks[1] == NONE else 0)
    return 1 << int(actor(s))


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    if s.step in (LEAD, FOLLOW):
        return list_codes(playable(s, seat), 0, out)
    if s.step == DEALER_DRAW:
        return list_codes(unclaimed(s), PICK, out)
    if s.step == SHUFFLING:
        for kind in range(SCRAMBLE, CUT + 1):
            out[kind] = SHUFFLE + kind
        return CUT + 1
    if s.step == DEALING:
        out[0] = DEAL
        out[1] = DEAL_ALL
        return 2
    out[0] = REVEAL if s.step in (TRUMP_REVEAL, PRIZE_REVEAL) else TAKE
    return 1


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    if action < CARDS:
        play_card(s, seat, action)
    elif action < SHUFFLE:
        pick_card(s, seat, action - PICK)
    elif action < DEAL:
        dealer_shuffles(s, action - SHUFFLE)
    elif action == DEAL:
        deal_card(s)
    elif action == DEAL_ALL:
        deal_all(s)
    elif action == REVEAL:
        reveal(s)
    else:
        take(s)


@kernel
def result(s: Record, seat: int) -> float:
    return 1.0 if s.scores[seat] >= TARGET else 0.0


@kernel
def hide(s: Record, seat: int) -> None:
    """Leave a seat its own hand once the trump is known, and everybody the prizes that were turned up."""
    s.generator[:] = 0
    for i in range(s.top, CARDS):
        if s.deck[i] != NONE and not s.turned >> int(s.deck[i]) & 1:
            s.deck[i] = NONE
    for other in range(2):
        if other != seat or s.step <= TRUMP_REVEAL:
            s.hands[other] &= s.turned


@kernel
def guess(s: Record, seat: int) -> None:
    """Take every order of the deck that fits what was seen as equally likely."""
    if s.step <= TRUMP_REVEAL:
        guess_deal(s)
    elif s.step != OVER:
        guess_cards(s, seat)


@kernel
def mid_turn(s: Record) -> bool:
    """The dealer draw, the three shuffles, the deal, and the loser's card with the next prize are one turn each."""
    if s.step == DEALER_DRAW:
        return s.picks[0] != s.picks[1]
    if s.step == SHUFFLING:
        return s.shuffles[0] != NONE
    if s.step == DEALING:
        return s.top > 0
    return s.step == PRIZE_REVEAL


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    if s.step == DEALER_DRAW:
        return s.picks[1 - seat] != NONE
    if s.step == FOLLOW:
        # Without ceremony the cards of the draw pile and of the next round come at once.
        return s.is_quick != 0 and (s.num_tricks < DRAFT_TRICKS or s.num_tricks + 1 == TRICKS)
    return s.step in (TRUMP_REVEAL, PRIZE_REVEAL, LOSER_TAKES)


@kernel
def actor(s: Record) -> int:
    """Return the seat to act; only when it is one alone."""
    if s.step < LEAD:
        return s.dealer
    return s.turn if s.step in (LEAD, WINNER_TAKES) else 1 - s.turn


@kernel
def list_codes(bits: int, offset: int, out: Actions) -> int:
    n = 0
    while bits:
        out[n] = offset + lowest_bit(bits)
        bits &= bits - 1
        n += 1
    return n


@kernel
def unclaimed(s: Record) -> int:
    """Return the set of places that nobody has picked in this dealer draw."""
    places = ALL_CARDS
    for seat in range(2):
        if s.picks[seat] != NONE:
            places &= ~(1 << int(s.picks[seat]))
    return places


@kernel
def playable(s: Record, seat: int) -> int:
    """Any card can be led; who follows must follow suit if he can, but need neither trump nor beat."""
    hand = s.hands[seat]
    return hand if s.step == LEAD else followers(hand, int(s.tricks[s.num_tricks, 0]))


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
        s.step = SHUFFLING
    else:
        s.dealer = NONE
        s.turn = NONE
        s.step = DEALER_DRAW


@kernel
def reveal(s: Record) -> None:
    """Turn up the top card of the draw pile; the first one of a round names the trump."""
    card = int(s.deck[s.top])
    s.turned |= 1 << card
    if s.trump == NONE:
        s.trump = card // RANKS
        s.turn = 1 - s.dealer
    s.step = LEAD


@kernel
def play_card(s: Record, seat: int, card: int) -> None:
    s.hands[seat] &= ~(1 << int(card))
    s.sizes[seat] -= 1
    if s.step == LEAD:
        s.tricks[s.num_tricks, 0] = card
        s.leaders |= seat << int(s.num_tricks)
        s.step = FOLLOW
    else:
        s.tricks[s.num_tricks, 1] = card
        end_trick(s, int(s.tricks[s.num_tricks, 0]), card)


@kernel
def follow_wins(lead: int, follow: int, trump: int, is_literal: bool) -> bool:
    """A higher card of the suit led wins, or a trump on another suit; ranks alone count by the literal rule."""
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
        s.step = WINNER_TAKES
        if s.is_quick:
            take(s)
            take(s)
            if s.step == PRIZE_REVEAL:
                reveal(s)
        return
    s.pairs[s.turn] += 1
    s.step = LEAD
    if s.num_tricks == TRICKS:
        end_round(s)


@kernel
def take(s: Record) -> None:
    """The winner takes the prize, then the loser the next card, unseen; after the last one the duel begins."""
    take_top(s, actor(s))
    if s.step == WINNER_TAKES:
        s.step = LOSER_TAKES
    else:
        s.step = PRIZE_REVEAL if s.top < CARDS else LEAD


@kernel
def end_round(s: Record) -> None:
    for seat in range(2):
        points = s.pairs[seat] - PAR
        if points > 0 or not s.is_clamped:
            s.scores[seat] += points
    if s.scores[0] >= TARGET or s.scores[1] >= TARGET:
        s.step = OVER
    else:
        start_round(s)


@kernel
def rounds_begun(s: Record, seat: int) -> int:
    """Experience counts the rounds."""
    return s.rounds
