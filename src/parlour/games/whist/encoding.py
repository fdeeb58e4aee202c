"""Whist for learners: a vector of sets of cards, what is known of the other hand, and the scores; suits are alike."""

import itertools

import numpy as np

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation, Symmetry
from parlour.core.kernel import kernel
from parlour.games.whist.rules.contract import to_act
from parlour.games.whist.rules.memory import card_of, took_unseen
from parlour.games.whist.state import (
    ALL_CARDS,
    CARDS,
    DRAFT_TRICKS,
    FOLLOW,
    HAND,
    MAX_ROUNDS,
    MAX_TIES,
    NONE,
    NUM_ACTIONS,
    RANKS,
    SHUFFLES,
    SUITS,
    TARGET,
    TRICKS,
    TRUMP_REVEAL,
)
from parlour.games.whist.text.cards import CARD_TEXTS, SUIT_NAMES

SET_NAMES = (
    "own hand",
    "own cards that the other player has seen",
    "known to be in the other hand",
    "never seen",
    "played",
    "prize",
    "led",
)  # of cards, one entry per card
OWN_HAND, OWN_SHOWN, OTHER_HAND, UNSEEN, GONE, PRIZE, LED = (CARDS * i for i in range(len(SET_NAMES)))
TRUMP = CARDS * len(SET_NAMES)  # one entry per suit, as in the next two
VOID = TRUMP + SUITS  # the other player could not follow this suit in the draft
SINCE = VOID + SUITS  # unseen cards that it has taken since then
PICKED = SINCE + SUITS  # by place: picked in the dealer draw
PHASE = PICKED + CARDS
PHASE_NAMES = (
    "dealer draw",
    "shuffles",
    "deal",
    "trump is turned",
    "lead",
    "follow",
    "winner takes",
    "loser takes",
    "prize is turned",
    "over",
)
NUMBERS = PHASE + len(PHASE_NAMES)
NUMBER_NAMES = (
    "to act",
    "leads, or won the trick",
    "deals",
    "other player deals",
    "own cards",
    "cards of the other player",
    "own pairs",
    "pairs of the other player",
    "own score",
    "score of the other player",
    "rounds",
    "tricks of this round",
    "draw pile",
    "ties of the dealer draw",
    "own rank in the dealer draw",
    "rank of the other player in the dealer draw",
    "shuffles",
    "without ceremony",
    "highest rank wins",
    "no negative scores",
    "players take turns to deal",
)
SIZE = NUMBERS + len(NUMBER_NAMES)
MOST_POINTS = 2.0 * TARGET  # a score is never further from 0


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    other = 1 - seat
    led = 1 << int(s.tricks[s.num_tricks, 0]) if s.phase == FOLLOW else 0
    prize = 1 << int(s.deck[s.top]) if s.top < CARDS and s.deck[s.top] != NONE else 0
    unseen = ALL_CARDS & ~(s.gone | s.turned | s.hands[0] | s.hands[1] | led)
    in_other_hand = s.hands[other]
    if s.top == CARDS and s.phase > TRUMP_REVEAL:  # in the duel the other hand is all that is unseen
        in_other_hand |= unseen
        unseen = 0
    put_cards(out, OWN_HAND, s.hands[seat])
    put_cards(out, OWN_SHOWN, s.hands[seat] & s.turned)
    put_cards(out, OTHER_HAND, in_other_hand)
    put_cards(out, UNSEEN, unseen)
    put_cards(out, GONE, s.gone)
    put_cards(out, PRIZE, prize)
    put_cards(out, LED, led)
    if s.trump != NONE:
        out[TRUMP + s.trump] = 1.0
        put_voids(s, other, out)
    out[PHASE + s.phase] = 1.0
    put_numbers(s, seat, out)


@kernel
def put_cards(out: Observation, first: int, cards: int) -> None:
    for card in range(CARDS):
        out[first + card] = cards >> card & 1


@kernel
def put_voids(s: Known, other: int, out: Observation) -> None:
    """Write which suits the other player could not follow in the draft, and what it has taken unseen since then."""
    for trick in range(min(s.num_tricks + 1, DRAFT_TRICKS)):
        card = card_of(s, other, trick)
        if card == NONE:
            continue
        suit = int(s.tricks[trick, 0]) // RANKS
        if suit != card // RANKS:
            out[VOID + suit] = 1.0
            out[SINCE + suit] = 0.0
        if took_unseen(s, other, trick):
            for each in range(SUITS):
                out[SINCE + each] += out[VOID + each] / DRAFT_TRICKS


@kernel
def put_numbers(s: Known, seat: int, out: Observation) -> None:
    n = NUMBERS
    out[n] = to_act(s) >> seat & 1
    out[n + 1] = 1.0 if s.turn == seat else 0.0
    out[n + 12] = (CARDS - s.top) / CARDS
    for k in range(2):
        player = seat ^ k
        out[n + 2 + k] = 1.0 if s.dealer == player else 0.0
        out[n + 4 + k] = s.sizes[player] / HAND
        out[n + 6 + k] = s.pairs[player] / HAND
        out[n + 8 + k] = s.scores[player] / MOST_POINTS
        out[n + 14 + k] = 0.0 if s.shown[player] == NONE else (s.shown[player] % RANKS + 1) / RANKS
        if s.picks[player] != NONE:
            out[PICKED + s.picks[player]] = 1.0
    out[n + 10] = s.rounds / MAX_ROUNDS
    out[n + 11] = s.num_tricks / TRICKS
    out[n + 13] = s.ties / MAX_TIES
    for i in range(SHUFFLES):
        out[n + 16] += (0.0 if s.shuffles[i] == NONE else 1.0) / SHUFFLES
    out[n + 17] = s.is_quick
    out[n + 18] = s.is_literal
    out[n + 19] = s.is_clamped
    out[n + 20] = s.alternates


NAMES = (
    *(f"{name}: {card}" for name in SET_NAMES for card in CARD_TEXTS),
    *(f"{name}: {suit}" for name in ("trump", "void", "cards taken since the void") for suit in SUIT_NAMES),
    *(f"picked: place {place + 1}" for place in range(CARDS)),
    *(f"phase: {phase}" for phase in PHASE_NAMES),
    *NUMBER_NAMES,
)


def _symmetry(order: tuple[int, ...]) -> Symmetry:
    """Return the exchange in which suit i of the image is suit `order[i]`."""
    entries, actions, suits = np.arange(SIZE), np.arange(NUM_ACTIONS), np.array(order)
    for first in range(0, TRUMP, CARDS):
        entries[first : first + CARDS] = entries[first : first + CARDS].reshape(SUITS, RANKS)[suits].ravel()
    for first in (TRUMP, VOID, SINCE):
        entries[first : first + SUITS] = first + suits
    actions[entries[:CARDS]] = np.arange(CARDS)
    return Symmetry(", ".join(SUIT_NAMES[suit] for suit in order), entries, actions)


SYMMETRIES = tuple(_symmetry(order) for order in itertools.permutations(range(SUITS)) if order != tuple(range(SUITS)))
ENCODING = Encoding((SIZE,), encode, NAMES, SYMMETRIES)
