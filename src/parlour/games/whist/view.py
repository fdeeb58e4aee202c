"""What a seat or a spectator sees of Whist, may pick, and is told."""

import functools
from collections.abc import Sequence

import msgspec
import numpy as np

from parlour.core.contract import SEATS, Choice, Known, Pile, Record
from parlour.core.fast_record import plain
from parlour.core.kernel import in_python
from parlour.core.phrasing import counted, seat_name
from parlour.games.whist.rules import round as round_rules
from parlour.games.whist.rules.round import playable
from parlour.games.whist.state import (
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
    CARD_TEXTS,
    KIND_NAMES,
    SIDE_NAMES,
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
from parlour.games.whist.text.notation import code_to_text
from parlour.games.whist.text.why_not import must_follow, picks_of
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


actor = in_python(round_rules.actor)


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
    dealer: int  # seat, or -1 while it is being drawn
    dealer_draw: DealerDraw
    shuffles: list[str]  # kinds done in this round
    shuffles_to_go: int
    deck: int  # cards not yet dealt
    draw_pile: int
    pile_action: str  # what is done with its top card: reveal or take
    discard_pile: int
    prize: Prize | None
    hands: list[int]  # by seat: number of cards
    hand: list[str]  # of the viewer, sorted; empty before the trump is revealed
    unplayable: list[str]  # cards of it that cannot be played to this trick
    why_unplayable: str
    trick: Trick | None
    last_trick: Trick | None
    pairs: list[int]  # by seat


def view(s: Known, seat: int) -> WhistView:
    p = plain(s)
    now = p.phase
    is_dealing = now < TRUMP_REVEAL
    hand = int(p.hands[seat]) if seat in (0, 1) and now > TRUMP_REVEAL else 0
    is_following = now == FOLLOW and actor(p) == seat
    unplayable = hand & ~int(playable(s, seat)) if is_following else 0
    card = prize(p)
    shuffles = [KIND_NAMES[kind] for kind in p.shuffles.tolist() if kind != NONE]
    return WhistView(
        round=p.rounds,
        stage="over" if now == OVER else stage(p),
        phase=PHASES[now],
        trump="" if p.trump == NONE else SUIT_NAMES[p.trump],
        points_to_win=TARGET,
        scores=p.scores.tolist(),
        dealer=p.dealer,
        dealer_draw=_dealer_draw(now == DEALER_DRAW, p.picks.tobytes(), p.shown.tobytes(), p.ties),
        shuffles=shuffles,
        shuffles_to_go=SHUFFLES - len(shuffles) if now == SHUFFLING else 0,
        deck=CARDS - p.top if is_dealing else 0,
        draw_pile=0 if is_dealing else CARDS - p.top,
        pile_action="reveal" if now in (TRUMP_REVEAL, PRIZE_REVEAL) else "take",
        discard_pile=p.gone.bit_count() - 2 * sum(p.pairs.tolist()),
        prize=None if card == NONE else Prize(card_to_text(card), is_gold(card, p.trump)),
        hands=p.sizes.tolist(),
        hand=_card_texts(hand),
        unplayable=_card_texts(unplayable),
        why_unplayable=must_follow(p) if unplayable else "",
        trick=_trick(p, p.num_tricks, NONE) if now == FOLLOW else None,
        last_trick=_trick(p, p.num_tricks - 1, p.turn) if p.num_tricks else None,
        pairs=p.pairs.tolist(),
    )


# What changes rarely is made once: it is then also quickly found to be the same as before.


@functools.lru_cache(maxsize=4096)
def _card_texts(cards: int) -> list[str]:
    return [CARD_TEXTS[card] for card in cards_of(cards)]


@functools.lru_cache(maxsize=4096)
def _dealer_draw(is_open: bool, picks: bytes, shown: bytes, ties: int) -> DealerDraw:
    places, cards = np.frombuffer(picks, np.int8), np.frombuffer(shown, np.int8)
    return DealerDraw(
        is_open=is_open,
        picks=[place + 1 for place in places.tolist()] if is_open else [0, 0],
        shown=[CARD_TEXTS[card] for card in cards.tolist() if card != NONE],
        ties=ties,
    )


def _trick(s: Known, number: int, winner: int) -> Trick | None:
    lead, follow = s.tricks[number].tolist()
    return None if lead == NONE else _trick_of(s.leaders >> number & 1, lead, follow, winner)


@functools.lru_cache(maxsize=4096)
def _trick_of(leader: int, lead: int, follow: int, winner: int) -> Trick:
    return Trick(leader, [CARD_TEXTS[card] for card in (lead, follow) if card != NONE], winner)


def face_down(s: Record) -> list[Pile]:
    """Return the cards of the deck that nobody has seen, from the top."""
    hidden = [int(card) for card in s.deck[s.top :] if card != NONE and not int(s.turned) >> int(card) & 1]
    return [Pile("Draw pile", [card_words(card).removeprefix("the ") for card in hidden])] if hidden else []


def prompt(s: Known, seat: int) -> str:
    p = plain(s)
    if p.phase == OVER:
        return "The game is over."
    if p.phase == DEALER_DRAW:
        return _prompt_draw(p, seat)
    acting = actor(p)
    return _prompt_actor(p, seat) if acting == seat else _prompt_other(p, seat_name(acting, seat))


def _prompt_draw(s: Known, seat: int) -> str:
    waiting = [other for other in SEATS if s.picks[other] == NONE]
    if len(waiting) == 1 and seat not in waiting:
        return f"{seat_name(waiting[0], seat)} is picking a card."
    tie = f"Tie {s.ties}. " if s.ties and len(waiting) == 2 else ""
    pick = "Pick" if seat in waiting else "Both players pick"
    return f"{tie}{pick} a card: the lower one deals."


def _prompt_actor(s: Known, seat: int) -> str:
    if s.phase in (LEAD, FOLLOW):
        return _prompt_play(s, seat)
    if s.phase == WINNER_TAKES:
        return f"You won the trick: take {card_words(prize(s))}."
    if s.phase == SHUFFLING:
        return f"You deal. Shuffle the deck: {_to_go(s)}."
    if s.phase == DEALING:
        return f"Deal the cards: {_to_go(s)}."
    return PROMPTS[s.phase]


PROMPTS = {
    TRUMP_REVEAL: "Reveal the trump: turn the top card of the draw pile.",
    LOSER_TAKES: "Take the top card of the draw pile.",
    PRIZE_REVEAL: "Reveal the next prize: turn the top card of the draw pile.",
}


def _prompt_play(s: Known, seat: int) -> str:
    if s.phase == LEAD:
        goal = f" to win {card_words(prize(s))}" if stage(s) == "draft" else ""
        return f"{_trump(s)} Lead a card{goal}."
    suit = int(s.tricks[s.num_tricks, 0]) // RANKS
    can_follow = any(card // RANKS == suit for card in cards_of(s.hands[seat]))
    return f"Follow suit: play {suit_word(suit)}." if can_follow else f"You have no {SUIT_NAMES[suit]}: play any card."


def _trump(s: Known) -> str:
    return f"{SUIT_NAMES[s.trump].capitalize()} are trump."


DOES = {
    TRUMP_REVEAL: "is revealing the trump",
    FOLLOW: "is choosing a card to play",
    WINNER_TAKES: "won the trick and is taking the prize",
    LOSER_TAKES: "is taking the top card of the draw pile",
    PRIZE_REVEAL: "is revealing the next prize",
}


def _prompt_other(s: Known, name: str) -> str:
    if s.phase == LEAD:
        return f"{_trump(s)} {name} is choosing a card to lead."
    if s.phase == SHUFFLING:
        return f"{name} deals and is shuffling the deck: {_to_go(s)}."
    if s.phase == DEALING:
        return f"{name} is dealing the cards: {_to_go(s)}."
    return f"{name} {DOES[s.phase]}."


def _to_go(s: Known) -> str:
    if s.phase == SHUFFLING:
        return f"{counted(s.shuffles.tolist().count(NONE), 'shuffle')} to go"
    return f"{counted(DEALT - s.top, 'card')} to go"


def label(s: Known, seat: int, action: int) -> str:
    return _label(int(s.phase), action)


def choices(s: Known, seat: int, actions: Sequence[int]) -> list[Choice]:
    """Return actions as a person meets them."""
    now = int(s.phase)
    return [_choice(now, action) for action in actions]


@functools.cache
def _choice(now: int, action: int) -> Choice:
    return Choice(code_to_text(action), picks_of(action), _label(now, action))


def _label(now: int, action: int) -> str:
    if action < CARDS:
        return f"{'lead' if now == LEAD else 'play'} {card_words(action)}"
    if action < SHUFFLE:
        return f"pick card {action - PICK + 1}"
    if action < DEAL:
        return KIND_LABELS[action - SHUFFLE]
    if action == TAKE:
        return "take the prize" if now == WINNER_TAKES else "take the top card of the draw pile"
    return {
        DEAL: "deal the top card",
        DEAL_ALL: "deal all cards",
        REVEAL: "reveal the trump" if now == TRUMP_REVEAL else "reveal the next prize",
    }[action]


def phase(s: Known) -> str:
    return PHASES[int(s.phase)]


def side_names(s: Known) -> tuple[str, str]:
    return SIDE_NAMES


def ending(s: Known) -> str:
    return "points"
