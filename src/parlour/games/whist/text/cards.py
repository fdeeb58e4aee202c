"""Playing cards as people read and say them: `SQ`, the queen of spades."""

from parlour.core.contract import Known
from parlour.core.phrasing import NUMBERED_SEATS
from parlour.games.whist.state import (
    CARDS,
    DRAFT_TRICKS,
    LEAD,
    LOSER_TAKES,
    NONE,
    OVER,
    PRIZE_REVEAL,
    RANKS,
    WINNER_TAKES,
)

SUIT_LETTERS = "CSHD"
RANK_LETTERS = "23456789TJQKA"
SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds")
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
CARD_TEXTS = tuple(suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS)
TEXT_TO_CARD = {word: card for card, text in enumerate(CARD_TEXTS) for word in (text, text[::-1])}
JACK = RANK_LETTERS.index("J")
KIND_NAMES = ("scramble", "riffle", "overhand", "cut")
SIDE_NAMES = NUMBERED_SEATS  # only the order differs


def card_to_text(card: int) -> str:
    """Write a card: suit, then rank."""
    return CARD_TEXTS[card]


def text_to_card(text: str) -> int | None:
    """Read a card written as `SQ` or `QS`, `10` for `T`; None when the text is something else."""
    return TEXT_TO_CARD.get(text.strip().upper().replace("10", "T"))


def card_words(card: int) -> str:
    """Name a card: the queen of spades."""
    return f"the {RANK_NAMES[card % RANKS]} of {SUIT_NAMES[card // RANKS]}"


def suit_word(suit: int) -> str:
    """Name one card of a suit: a spade."""
    return f"a {SUIT_NAMES[suit][:-1]}"


def cards_of(bits: int) -> list[int]:
    """List a set of cards, sorted by suit, then rank."""
    left, cards = int(bits), []
    while left:
        lowest = left & -left
        cards.append(lowest.bit_length() - 1)
        left ^= lowest
    return cards


def is_gold(card: int, trump: int) -> bool:
    """Return whether a prize is desirable: a trump, or a jack or higher."""
    return card // RANKS == trump or card % RANKS >= JACK


def stage(s: Known) -> str:
    """Name the stage of the round: deal, draft or duel."""
    if s.phase < LEAD:
        return "deal"
    is_drafting = s.num_tricks < DRAFT_TRICKS or s.phase in (WINNER_TAKES, LOSER_TAKES, PRIZE_REVEAL)
    return "draft" if is_drafting and s.phase != OVER else "duel"


def prize(s: Known) -> int:
    """Return the card that lies face up on the draw pile, or NONE."""
    card = int(s.deck[s.top]) if s.top < CARDS else NONE
    return card if card != NONE and int(s.turned) >> card & 1 else NONE
