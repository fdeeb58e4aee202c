"""Why an action of Whist is not possible, in words."""

from collections.abc import Sequence

import numpy as np

from parlour.core.contract import Known
from parlour.core.phrasing import listed, seat_name
from parlour.games.whist import rules
from parlour.games.whist.state import (
    CARDS,
    DEAL,
    DEAL_ALL,
    DEALER_DRAW,
    DEALING,
    FOLLOW,
    LEAD,
    LOSER_TAKES,
    NUM_ACTIONS,
    PICK,
    PRIZE_REVEAL,
    RANKS,
    REVEAL,
    SHUFFLE,
    SHUFFLING,
    TAKE,
    TRUMP_REVEAL,
    WINNER_TAKES,
)
from parlour.games.whist.text.cards import KIND_NAMES, card_to_text, card_words, suit_word, text_to_card

PILE_PICKS = {DEAL: "deck:deal", DEAL_ALL: "deck:deal_all", REVEAL: "pile:reveal", TAKE: "pile:take"}
FIRST = {
    DEALER_DRAW: f"First pick one of the {CARDS} cards: the lower one deals.",
    SHUFFLING: f"First shuffle the deck: {listed(KIND_NAMES)}.",
    DEALING: "First deal the cards, one by one or all at once.",
    TRUMP_REVEAL: "First reveal the top card of the draw pile: its suit is trump.",
    LEAD: "Lead a card from your hand.",
    FOLLOW: "Play a card from your hand to the trick.",
    WINNER_TAKES: "First take the prize that you won.",
    LOSER_TAKES: "First take the top card of the draw pile.",
    PRIZE_REVEAL: "First reveal the next prize.",
}


def picks(s: Known, seat: int, action: int) -> list[str]:
    return picks_of(action)


def picks_of(action: int) -> list[str]:
    """List the one thing that is picked for an action."""
    if action < CARDS:
        return [f"card:{card_to_text(action)}"]
    if action < SHUFFLE:
        return [f"place:{action - PICK + 1}"]
    if action < DEAL:
        return [f"shuffle:{KIND_NAMES[action - SHUFFLE]}"]
    return [PILE_PICKS[action]]


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    action = _action_of(picks)
    if action in legal(s, seat):
        return ""
    if action is not None and action < CARDS and s.phase in (LEAD, FOLLOW):
        return _why_not_card(s, seat, action)
    if action is not None and PICK <= action < SHUFFLE and s.phase == DEALER_DRAW:
        return f"{seat_name(1 - seat, seat)} picked card {action - PICK + 1}. Pick another one."
    return FIRST[int(s.phase)]


def _why_not_card(s: Known, seat: int, card: int) -> str:
    if not int(s.hands[seat]) >> card & 1:
        return f"You do not hold {card_words(card)}."
    return must_follow(s)


def must_follow(s: Known) -> str:
    """Explain why the cards of other suits cannot be played to the trick."""
    return f"Follow suit: you hold {suit_word(int(s.tricks[s.num_tricks, 0]) // RANKS)}."


def legal(s: Known, seat: int) -> list[int]:
    """List the legal actions of a seat that may act."""
    out = np.empty(NUM_ACTIONS, np.int32)
    return out[: rules.legal_actions(s, seat, out)].tolist()


def _action_of(picks: Sequence[str]) -> int | None:
    """Return the action that these picks stand for, legal or not; None for no action."""
    kind, _, what = picks[0].partition(":") if len(picks) == 1 else ("", "", "")
    if kind == "card":
        return text_to_card(what)
    if kind == "place" and what.isdecimal() and 1 <= int(what) <= CARDS:
        return PICK + int(what) - 1
    if kind == "shuffle" and what in KIND_NAMES:
        return SHUFFLE + KIND_NAMES.index(what)
    return next((action for action, pick in PILE_PICKS.items() if [pick] == list(picks)), None)
