"""The kernels of the contract, in its order."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues
from parlour.games.whist.rules.deck import deal_all, deal_card, dealer_shuffles, pick_card
from parlour.games.whist.rules.memory import guess_cards, guess_deal
from parlour.games.whist.rules.round import actor, play_card, playable, reveal, start_round, take, unclaimed
from parlour.games.whist.state import (
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
    PICK,
    PRIZE_REVEAL,
    REVEAL,
    SCRAMBLE,
    SHUFFLE,
    SHUFFLING,
    TAKE,
    TARGET,
    TRICKS,
    TRUMP_REVEAL,
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
    if s.phase == OVER:
        return 0
    if s.phase == DEALER_DRAW:
        return (1 if s.picks[0] == NONE else 0) | (2 if s.picks[1] == NONE else 0)
    return 1 << int(actor(s))


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    if s.phase in (LEAD, FOLLOW):
        return list_codes(playable(s, seat), 0, out)
    if s.phase == DEALER_DRAW:
        return list_codes(unclaimed(s), PICK, out)
    if s.phase == SHUFFLING:
        for kind in range(SCRAMBLE, CUT + 1):
            out[kind] = SHUFFLE + kind
        return CUT + 1
    if s.phase == DEALING:
        out[0] = DEAL
        out[1] = DEAL_ALL
        return 2
    out[0] = REVEAL if s.phase in (TRUMP_REVEAL, PRIZE_REVEAL) else TAKE
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
    """Leave a seat its own hand once the trump is known, and every viewer the prizes that were turned up."""
    s.generator[:] = 0
    for i in range(s.top, CARDS):
        if s.deck[i] != NONE and not s.turned >> int(s.deck[i]) & 1:
            s.deck[i] = NONE
    for other in range(2):
        if other != seat or s.phase <= TRUMP_REVEAL:
            s.hands[other] &= s.turned


@kernel
def guess(s: Record, seat: int) -> None:
    """Draw one of the orders of the deck that fit what was seen, each equally likely."""
    if s.phase <= TRUMP_REVEAL:
        guess_deal(s)
    elif s.phase != OVER:
        guess_cards(s, seat)


@kernel
def mid_turn(s: Record) -> bool:
    """Treat the dealer draw, the shuffles, the deal, and the loser's card with the next prize as one turn each."""
    if s.phase == DEALER_DRAW:
        return s.picks[0] != s.picks[1]
    if s.phase == SHUFFLING:
        return s.shuffles[0] != NONE
    if s.phase == DEALING:
        return s.top > 0
    return s.phase == PRIZE_REVEAL


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    """A card of the draft shows a part of a hidden hand, and by its suit what else may be in it."""
    if s.phase == DEALER_DRAW:
        return s.picks[1 - seat] != NONE
    if s.phase in (LEAD, FOLLOW):
        # In the duel both hands are known by memory; without ceremony its last card deals the next round.
        is_new_deal = s.is_quick != 0 and s.phase == FOLLOW and s.num_tricks + 1 == TRICKS
        return s.num_tricks < DRAFT_TRICKS or is_new_deal
    return s.phase in (TRUMP_REVEAL, PRIZE_REVEAL, LOSER_TAKES)


@kernel
def list_codes(bits: int, offset: int, out: Actions) -> int:
    n = 0
    while bits:
        out[n] = offset + lowest_bit(bits)
        bits &= bits - 1
        n += 1
    return n
