"""What people see of Whist, may pick, and are told."""

import msgspec

from parlour.core.contract import Record
from parlour.games.whist.rules.deck import num_shuffles
from parlour.games.whist.rules.round import actor, playable
from parlour.games.whist.state import (
    ALL_CARDS,
    CARDS,
    DEAL,
    DEAL_ALL,
    DEALER_DRAW,
    DEALING,
    DEALT,
    FOLLOW,
    LEAD,
    LOSER_TAKES,
    NONE,
    OVER,
    PICK,
    PRIZE_REVEAL,
    RANKS,
    REVEAL,
    SHUFFLE,
    SHUFFLES,
    SHUFFLING,
    TAKE,
    TARGET,
    TRUMP_REVEAL,
    WINNER_TAKES,
)
from parlour.games.whist.text.cards import (
    KIND_NAMES,
    SEAT_NAMES,
    SUIT_NAMES,
    card_to_text,
    card_words,
    cards_of,
    is_gold,
    prize,
    stage,
    suit_word,
)
from parlour.games.whist.text.narrate import narrate as narrate
from parlour.games.whist.text.why_not import must_follow
from parlour.games.whist.text.why_not import picks as picks
from parlour.games.whist.text.why_not import why_not as why_not

PHASES = {
    DEALER_DRAW: "dealer draw",
    SHUFFLING: "shuffle",
    DEALING: "deal",
    TRUMP_REVEAL: "trump",
    LEAD: "lead",
    FOLLOW: "follow",
    WINNER_TAKES: "take",
    LOSER_TAKES: "take",
    PRIZE_REVEAL: "take",
    OVER: "over",
}

KIND_LABELS = (
    "scramble the deck into any order",
    "riffle: let two packets fall together",
    "shuffle overhand: lift packets onto a new pile",
    "cut: put cards from the top under the rest",
)


class DealerDraw(msgspec.Struct, frozen=True):
    """The draw for the dealer."""

    is_open: bool  # cards are being picked
    picks: list[int]  # by seat: place of the card picked, counted from 1; 0 for none
    shown: list[str]  # by seat: the cards of the last complete draw; empty before
    ties: int


class Prize(msgspec.Struct, frozen=True):
    """The card that lies face up on the draw pile."""

    card: str
    gold: bool  # desirable: a trump, or a jack or higher


class Trick(msgspec.Struct, frozen=True):
    """A trick; while it is being played, it has one card and no winner."""

    leader: int
    cards: list[str]  # lead, follow
    winner: int  # seat, or -1


class WhistView(msgspec.Struct, frozen=True):
    """A Whist table."""

    round: int
    stage: str  # deal, draft or duel; over
    phase: str
    trump: str  # a suit; empty before it is revealed
    points_to_win: int
    scores: list[int]  # by seat
    plays: list[int]  # by seat: rounds begun
    dealer: int  # seat, or -1 while it is being drawn
    turn: int  # the seat that leads or won the trick; the dealer while the cards are dealt; -1 for nobody
    dealer_draw: DealerDraw
    shuffles: list[str]  # kinds done in this round
    shuffles_to_go: int
    deck: int  # cards not yet dealt
    draw_pile: int
    discard_pile: int
    prize: Prize | None
    hands: list[int]  # by seat: number of cards
    hand: list[str]  # one's own, sorted; empty before the trump is revealed
    unplayable: list[str]  # cards of it that cannot be played to this trick
    why_unplayable: str
    trick: Trick | None
    last_trick: Trick | None
    pairs: list[int]  # by seat


def view(s: Record, seat: int) -> WhistView:
    is_dealing = s.phase < TRUMP_REVEAL
    hand = cards_of(s.hands[seat]) if seat in (0, 1) and s.phase > TRUMP_REVEAL else []
    is_following = s.phase == FOLLOW and actor(s) == seat
    allowed = int(playable(s, seat)) if is_following else ALL_CARDS
    unplayable = [card for card in hand if not allowed >> card & 1]
    card = prize(s)
    return WhistView(
        round=int(s.rounds),
        stage="over" if s.phase == OVER else stage(s),
        phase=phase(s),
        trump="" if s.trump == NONE else SUIT_NAMES[s.trump],
        points_to_win=TARGET,
        scores=s.scores.tolist(),
        plays=[int(s.rounds)] * 2,
        dealer=int(s.dealer),
        turn=int(s.turn),
        dealer_draw=_dealer_draw(s),
        shuffles=[KIND_NAMES[kind] for kind in s.shuffles[: num_shuffles(s)]],
        shuffles_to_go=SHUFFLES - int(num_shuffles(s)) if s.phase == SHUFFLING else 0,
        deck=CARDS - int(s.top) if is_dealing else 0,
        draw_pile=0 if is_dealing else CARDS - int(s.top),
        discard_pile=int(s.gone).bit_count() - 2 * int(s.pairs.sum()),
        prize=None if card == NONE else Prize(card_to_text(card), is_gold(card, int(s.trump))),
        hands=s.sizes.tolist(),
        hand=[card_to_text(card) for card in hand],
        unplayable=[card_to_text(card) for card in unplayable],
        why_unplayable=must_follow(s) if unplayable else "",
        trick=_trick(s, int(s.num_tricks), NONE) if s.phase == FOLLOW else None,
        last_trick=_trick(s, int(s.num_tricks) - 1, int(s.turn)) if s.num_tricks else None,
        pairs=s.pairs.tolist(),
    )


def _dealer_draw(s: Record) -> DealerDraw:
    is_open = bool(s.phase == DEALER_DRAW)
    return DealerDraw(
        is_open=is_open,
        picks=[int(place) + 1 for place in s.picks] if is_open else [0, 0],
        shown=[card_to_text(int(card)) for card in s.shown if card != NONE],
        ties=int(s.ties),
    )


def _trick(s: Record, number: int, winner: int) -> Trick | None:
    cards = [card_to_text(int(card)) for card in s.tricks[number] if card != NONE]
    return Trick(int(s.leaders) >> number & 1, cards, winner) if cards else None


def prompt(s: Record, seat: int) -> str:
    if s.phase == OVER:
        return "The game is over."
    if s.phase == DEALER_DRAW:
        return _prompt_draw(s, seat)
    acting = int(actor(s))
    return _prompt_actor(s, seat) if acting == seat else _prompt_other(s, SEAT_NAMES[acting])


def _prompt_draw(s: Record, seat: int) -> str:
    again = f"Tie {s.ties}. " if s.ties and s.picks[0] == s.picks[1] else ""
    if seat not in (0, 1):
        return f"{again}Both players choose a card to compete for dealer: the lower one deals."
    if s.picks[seat] != NONE:
        return "Wait for the other player to choose a card."
    return f"{again}Choose a card to compete for dealer: the lower one deals."


def _prompt_actor(s: Record, seat: int) -> str:
    if s.phase in (LEAD, FOLLOW):
        return _prompt_play(s, seat)
    if s.phase == WINNER_TAKES:
        return f"You won the trick: take {card_words(prize(s))}."
    return {
        SHUFFLING: f"You deal. Shuffle the deck: {_to_go(SHUFFLES - num_shuffles(s), 'shuffle')}.",
        DEALING: f"Deal the cards: {_to_go(DEALT - int(s.top), 'card')}.",
        TRUMP_REVEAL: "Reveal the trump: turn the top card of the draw pile.",
        LOSER_TAKES: "Take the top card of the draw pile.",
        PRIZE_REVEAL: "Reveal the next prize: turn the top card of the draw pile.",
    }[int(s.phase)]


def _prompt_play(s: Record, seat: int) -> str:
    if s.phase == LEAD:
        prizes = f" to win {card_words(prize(s))}" if stage(s) == "draft" else ""
        return f"{SUIT_NAMES[s.trump].capitalize()} are trump. Lead a card{prizes}."
    suit = int(s.tricks[s.num_tricks, 0]) // RANKS
    can_follow = any(card // RANKS == suit for card in cards_of(s.hands[seat]))
    return (
        f"Follow suit: play {suit_word(suit)}." if can_follow else f"You hold no {suit_word(suit)[2:]}: play any card."
    )


def _prompt_other(s: Record, name: str) -> str:
    return {
        SHUFFLING: f"{name} deals and is to shuffle the deck: {_to_go(SHUFFLES - num_shuffles(s), 'shuffle')}.",
        DEALING: f"{name} is to deal the cards: {_to_go(DEALT - int(s.top), 'card')}.",
        TRUMP_REVEAL: f"{name} is to reveal the trump.",
        LEAD: f"{name} is to lead.",
        FOLLOW: f"{name} is to play to the trick.",
        WINNER_TAKES: f"{name} won the trick and is to take the prize.",
        LOSER_TAKES: f"{name} is to take the top card of the draw pile.",
        PRIZE_REVEAL: f"{name} is to reveal the next prize.",
    }[int(s.phase)]


def _to_go(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'} to go"


def label(s: Record, seat: int, action: int) -> str:
    if action < CARDS:
        return f"{'lead' if s.phase == LEAD else 'play'} {card_words(action)}"
    if action < SHUFFLE:
        return f"pick card {action - PICK + 1}"
    if action < DEAL:
        return KIND_LABELS[action - SHUFFLE]
    if action == TAKE:
        return "take the prize" if s.phase == WINNER_TAKES else "take the top card of the draw pile"
    return {
        DEAL: "deal the top card",
        DEAL_ALL: "deal all cards",
        REVEAL: "reveal the trump" if s.phase == TRUMP_REVEAL else "reveal the next prize",
    }[action]


def phase(s: Record) -> str:
    return PHASES[int(s.phase)]


def side_names(s: Record) -> tuple[str, str]:
    return SEAT_NAMES


def ending(s: Record) -> str:
    return "points"
