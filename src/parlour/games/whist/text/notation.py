"""Whist as text.

- An action is a card that is led or played, suit before rank: `SQ`, `HT`; `p1` to `p52` for a card picked in the dealer
  draw, counted from the top; `scramble`, `riffle`, `overhand`, `cut`; `deal`, `deal_all`; `reveal`; `take`.
- A position says what is done next, the round and the scores, and then, by that first word (seats are 1 and 2, `-` is
  nothing, the deck is written from its top):
  `pick ROUND SCORES TIES PLACES DECK`, with the places picked so far: `pick 1 0:0 0 17,- C2HT...`;
  `shuffle ROUND SCORES DEALER DONE DECK`, with the number of shuffles done;
  `deal ROUND SCORES DEALER HANDS DECK`: both hands, and 52 to 26 cards; with 26 the trump is revealed next;
  `lead`, `follow`, `win` (the winner takes), `lose` (the loser takes) or `prize` (the loser reveals), then
  `ROUND SCORES DEALER TURN TRUMP PAIRS HANDS PILE LEAD TRICKS`, where TURN is the seat that leads or won the trick:
  `follow 1 0:0 2 1 H 0:0 C2C4.../C3C5... H2H3... CT -`;
  `over ROUND SCORES`.
  TRICKS are the finished tricks of the round, all or none; a `*` marks cards that were prizes, so that both know them.
"""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.whist.state import (
    CARDS,
    DEAL,
    DEAL_ALL,
    PICK,
    REVEAL,
    SHUFFLE,
    TAKE,
)
from parlour.games.whist.text.cards import KIND_NAMES, card_to_text, text_to_card
from parlour.games.whist.text.draw import render as render
from parlour.games.whist.text.position_text import state_to_text as state_to_text
from parlour.games.whist.text.position_text import text_to_state as text_to_state

WORDS = dict(zip(KIND_NAMES, range(SHUFFLE, DEAL), strict=True)) | {
    "deal": DEAL,
    "deal_all": DEAL_ALL,
    "reveal": REVEAL,
    "take": TAKE,
}
CODES = {code: word for word, code in WORDS.items()}


def action_to_text(s: Record, seat: int, action: int) -> str:
    return code_to_text(action)


def code_to_text(action: int) -> str:
    """Write an action, which reads the same in all positions."""
    if action < CARDS:
        return card_to_text(action)
    return CODES.get(action) or f"p{action - PICK + 1}"


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = text.strip().lower()
    if word in WORDS:
        return [WORDS[word]]
    place = re.fullmatch(r"p([0-9]{1,3})", word)
    if place:
        return [_place(int(place[1]))]
    card = text_to_card(word)
    if card is None:
        raise BadNotation(
            f"{text.strip() or 'Nothing'} is not an action. Type a card like SQ for the queen of spades, "
            "or one of the words that are listed."
        )
    return [card]


def _place(number: int) -> int:
    if not 1 <= number <= CARDS:
        raise BadNotation(f"The deck holds the cards p1 to p{CARDS}; p{number} is not one of them.")
    return PICK + number - 1
