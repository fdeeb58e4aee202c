"""The Whist table drawn for the terminal, as a seat or the spectator sees it."""

from parlour.core.contract import Known
from parlour.core.phrasing import counted
from parlour.games.whist.rules.deck import num_shuffles
from parlour.games.whist.rules.memory import card_of
from parlour.games.whist.state import CARDS, DEALER_DRAW, DEALT, FOLLOW, NONE, OVER, RANKS, SUITS, TARGET, TRUMP_REVEAL
from parlour.games.whist.text.cards import (
    KIND_NAMES,
    RANK_LETTERS,
    SIDE_NAMES,
    SUIT_NAMES,
    cards_of,
    is_gold,
    prize,
    stage,
)

SUIT_GLYPHS = "♣♠♥♦"
GOLD = "★"  # after a prize that is desirable
PLACES_PER_LINE = 13


def render(s: Known, seat: int) -> str:
    """Draw what a seat or a spectator sees, its own hand at the bottom."""
    rival = 1 if seat == 0 else 0
    return "\n".join([_headline(s), "", _player(s, rival, seat), *_middle(s), _player(s, 1 - rival, seat)])


def glyphs(card: int) -> str:
    """Draw a card: ♠Q."""
    return SUIT_GLYPHS[card // RANKS] + _rank(card)


def _rank(card: int) -> str:
    return RANK_LETTERS[card % RANKS].replace("T", "10")


def _cards(count: int) -> str:
    return counted(count, "card")


def _headline(s: Known) -> str:
    trump = f", trump {SUIT_GLYPHS[s.trump]} {SUIT_NAMES[s.trump]}" if s.trump != NONE else ""
    scores = ", ".join(f"{name} {score}" for name, score in zip(SIDE_NAMES, s.scores, strict=True))
    name = "over" if s.phase == OVER else stage(s)
    return f"{TARGET} points win: {scores}    Round {s.rounds}, {name}{trump}"


def _player(s: Known, seat: int, viewer: int) -> str:
    roles = " (dealer)" if s.dealer == seat and s.phase != OVER else ""
    is_known = seat == viewer and s.phase > TRUMP_REVEAL
    cards = _hand(s, seat) if is_known else _cards(int(s.sizes[seat]))
    pairs = f"    pairs: {s.pairs[seat]}" if stage(s) == "duel" else ""
    return f"{SIDE_NAMES[seat]}{roles}: {cards}{pairs}"


def _hand(s: Known, seat: int) -> str:
    hand = cards_of(s.hands[seat])
    suits = [[_rank(card) for card in hand if card // RANKS == suit] for suit in range(SUITS)]
    return "   ".join(f"{SUIT_GLYPHS[suit]} {' '.join(suits[suit])}" for suit in range(SUITS) if suits[suit]) or "none"


def _middle(s: Known) -> list[str]:
    if s.phase == DEALER_DRAW:
        return _splayed_deck(s)
    if stage(s) == "deal":
        kinds = ", ".join(KIND_NAMES[kind] for kind in s.shuffles[: num_shuffles(s)])
        name = "Draw pile" if s.top >= DEALT else "Deck"
        return [f"  {name}: {_cards(CARDS - int(s.top))}{f', shuffled: {kinds}' if kinds else ''}"]
    lines = [f"  {_piles(s)}"] if stage(s) == "draft" else []
    if s.phase == FOLLOW:
        lines.append(f"  Trick: {SIDE_NAMES[s.turn]} led {glyphs(int(s.tricks[s.num_tricks, 0]))}")
    if s.num_tricks and s.tricks[s.num_tricks - 1, 0] != NONE:
        lines.append(f"  Last trick: {_last_trick(s)}")
    return lines


def _piles(s: Known) -> str:
    card = prize(s)
    shown = f", prize {glyphs(card)}{GOLD if is_gold(card, int(s.trump)) else ''}" if card != NONE else ""
    return f"Draw pile: {_cards(CARDS - int(s.top))}{shown}    Discard pile: {_cards(2 * int(s.num_tricks))}"


def _last_trick(s: Known) -> str:
    last = int(s.num_tricks) - 1
    leader = int(s.leaders) >> last & 1
    plays = ", ".join(f"{SIDE_NAMES[seat]} {glyphs(int(card_of(s, seat, last)))}" for seat in (leader, 1 - leader))
    return f"{plays}; {SIDE_NAMES[s.turn]} won"


def _splayed_deck(s: Known) -> list[str]:
    marks = [f"{'--' if place in s.picks else place + 1:>4}" for place in range(CARDS)]
    return ["".join(marks[i : i + PLACES_PER_LINE]) for i in range(0, CARDS, PLACES_PER_LINE)]
