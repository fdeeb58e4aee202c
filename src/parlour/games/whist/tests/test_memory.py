"""What can be known in Whist: nothing hidden is shown, and a guess is any deal that fits, each equally likely."""

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import pytest

import parlour
from parlour import Position
from parlour.core.contract import SEATS, SPECTATOR, Record
from parlour.core.position import start
from parlour.core.registry import load
from parlour.games.whist.state import CARDS, DRAFT_TRICKS, HAND, NONE, RANKS, TAKE, TRUMP_REVEAL
from parlour.games.whist.tests.chance import assert_likely, assert_uniform
from parlour.games.whist.text.cards import card_to_text, card_words, cards_of, text_to_card
from support.matches import guess_record, guessed, positions, walk

GAME = load("whist")
VIEWERS = (*SEATS, SPECTATOR)


# Nothing hidden is shown


def hidden_cards(position: Position, viewer: int) -> set[int]:
    """The cards that a viewer cannot see: deck, pile, other hands, and all hands before the trump."""
    s = position.state
    hidden = {int(card) for card in s.deck[s.top :]} - (
        {int(s.deck[s.top])} if position.seen_by().view().prize else set()
    )
    for seat in SEATS:
        if seat != viewer or s.phase <= TRUMP_REVEAL:
            hidden |= set(cards_of(s.hands[seat]))
    return hidden


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"\b[CSHD][2-9TJQKA]\b", text))


@pytest.mark.parametrize("ceremony", ["full", "quick"])
def test_a_view_a_prompt_and_a_drawing_never_hold_a_hidden_card(ceremony: str) -> None:
    for seed in range(4):
        for position in positions(GAME, seed, ceremony=ceremony):
            for viewer in VIEWERS:
                hidden = {card_to_text(card) for card in hidden_cards(position, viewer)}
                draw = position.seen_by().view().dealer_draw
                view = msgspec.structs.replace(
                    position.seen_by(viewer).view(), dealer_draw=draw.__class__(False, [], [], 0)
                )
                words = position.seen_by(viewer).prompt()

                assert not cards_in(msgspec.json.encode(view).decode()) & hidden
                assert not any(card_words(card) in words for card in hidden_cards(position, viewer))


@pytest.mark.parametrize("ceremony", ["full", "quick"])
def test_what_is_told_names_no_card_that_is_hidden_before_and_after(ceremony: str) -> None:
    for seed in range(3):
        for before, seat, action in walk(GAME, seed, ceremony=ceremony):
            after = before.play(seat, action)
            if (
                before.seen_by().view().dealer_draw.is_open
                or before.seen_by().view().round != after.seen_by().view().round
            ):
                continue  # the dealer draw shows two cards that are hidden again
            for viewer in VIEWERS:
                told = before.narrate(seat, action, viewer)
                text = " ".join(happening.message for happening in told)
                data = msgspec.json.encode([happening.data for happening in told]).decode()
                # A prize that was just taken is in the other hand, but both players saw it.
                hidden = hidden_cards(before, viewer) & hidden_cards(after, viewer) - {action}
                turned = set(cards_of(after.state.turned))

                assert not any(card_words(card) in text for card in hidden - turned)
                assert not cards_in(data) & {card_to_text(card) for card in hidden - turned}


def test_hiding_leaves_of_the_other_hand_the_prizes_that_went_there() -> None:
    position = play_all(start_of_draft(), "C2 C3 take take reveal")

    assert [card_to_text(card) for card in cards_of(position.seen_by(0).known.hands[1])] == ["H2"]
    assert cards_of(position.seen_by(1).known.hands[0]) == []  # the loser's H3 is unseen
    assert [card_to_text(card) for card in position.seen_by(SPECTATOR).known.deck if card != NONE] == ["H4"]


def start_of_draft() -> Position:
    deck = "".join(card_to_text(card) for card in range(CARDS))
    return play_all(parlour.new("whist", seed=1, position=f"deal 1 0:0 2 -/- {deck}"), "deal_all reveal")


def play_all(position: Position, actions: str) -> Position:
    for action in actions.split():
        position = position.play(position.to_act()[0], action)
    return position


# A guess before the trump is known


def test_a_guess_before_the_trump_repeats_what_was_seen_of_the_deck() -> None:
    position = parlour.new("whist", seed=3).play(0, "p1").play(1, "p2")
    shown = [int(card) for card in position.state.shown]
    dealer = int(position.state.dealer)
    cut_thrice = play_all(position, "cut cut cut")

    assert dealer != NONE
    for seed in range(20):
        assert [int(card) for card in guessed(position, 0, seed).state.deck[-2:]] == shown
        deck = [int(card) for card in guessed(cut_thrice, 1, seed).state.deck]
        assert deck[(deck.index(shown[0]) + 1) % CARDS] == shown[1]
    scrambled = play_all(position, "cut scramble cut")
    tops = {int(guessed(scrambled, 0, seed).state.deck[0]) for seed in range(200)}
    assert len(tops) > 40


def test_a_guess_after_the_coin_leaves_the_shown_cards_in_their_places() -> None:
    deck = "".join(card_to_text(card) for card in range(CARDS))
    position = parlour.new("whist", seed=3, position=f"pick 1 0:0 2 -,- {deck}").play(0, "p6").play(1, "p45")

    for seed in range(20):
        guess = guessed(position, 0, seed).state.deck
        assert [card_to_text(int(guess[place])) for place in (5, 44)] == ["C7", "D7"]


def test_a_guess_during_the_dealer_draw_and_the_deal_is_uniform() -> None:
    draw = parlour.new("whist", seed=3).play(0, "p1")
    dealt = play_all(parlour.new("whist", seed=3).play(0, "p1").play(1, "p2"), "scramble cut riffle deal deal deal")

    for position in (draw, dealt):
        tops = Counter(int(guessed(position, 1, seed).state.deck[40]) for seed in range(3_000))
        assert_uniform([tops[card] for card in range(CARDS)])


# A guess while cards are played: a past that the seat has seen must be possible


@dataclass
class Past:
    """What all viewers saw a seat do in the draft of a round; times count the tricks."""

    plays: list[tuple[int, int]] = field(default_factory=list)  # time and card
    voids: list[tuple[int, int]] = field(default_factory=list)  # time and suit it could not follow
    prizes: set[int] = field(default_factory=set)
    unseen: list[int] = field(default_factory=list)  # times after which it took an unseen card


def note(past: Past, position: Position, action: int, time: int) -> None:
    """Add an action to its seat's past, from what was seen, not from the memory in the record."""
    view = position.seen_by().view()
    if action < CARDS:
        past.plays.append((time, action))
        lead = text_to_card(view.trick.cards[0]) if view.trick else None
        if lead is not None and lead // RANKS != action // RANKS:
            past.voids.append((time, lead // RANKS))
    elif action == TAKE and view.prize is not None:
        past.prizes.add(text_to_card(view.prize.card) or 0)
    elif action == TAKE:
        past.unseen.append(time - 1)


def replay_hands(past: Past, hand: list[int]) -> bool:
    """Return whether this hand can have come out of that past.

    Each card that was never a prize was dealt, or was one of the unseen cards. Find when each came; then every follow
    must have been legal.
    """
    played = {card: time for time, card in past.plays}
    cards = [card for card in {*played, *hand} if card not in past.prizes]
    slots = [-1] * HAND + past.unseen  # the trick after which the card came
    fits = [[slot for slot in range(len(slots)) if can_lie(card, slots[slot], played, past)] for card in cards]
    owner: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for slot in fits[card]:
            if slot not in tried:
                tried.add(slot)
                if slot not in owner or place(owner[slot], tried):
                    owner[slot] = card
                    return True
        return False

    return len(cards) == len(slots) and all(place(i, set()) for i in range(len(cards)))


def can_lie(card: int, came: int, played: dict[int, int], past: Past) -> bool:
    """Return whether a card can have come: before it was played, and not before a void that it would have broken."""
    went = played.get(card, DRAFT_TRICKS + 1)
    is_held = [came < time < went for time, suit in past.voids if suit == card // RANKS]
    return came < went and not any(is_held)


def void_walk(seed: int) -> Iterator[tuple[Position, int, int]]:
    """Play a match full of voids: lead what the other does not hold, and get rid of short suits."""
    choose = random.Random(seed)
    position = parlour.new("whist", seed=seed)
    while seats := position.to_act():
        seat = seats[0]
        mine, theirs = (
            Counter(card // RANKS for card in cards_of(position.state.hands[other])) for other in (seat, 1 - seat)
        )
        is_lead = position.seen_by().view().phase == "lead"
        codes = position.legal_actions(seat)
        ranks = [(theirs[code // RANKS] > 0 if is_lead else False, mine[code // RANKS]) for code in codes]
        action = choose.choice([code for code, rank in zip(codes, ranks, strict=True) if rank == min(ranks)])
        yield position, seat, action
        position = position.play(seat, action)


@pytest.mark.parametrize("seed", range(6))
def test_a_guess_has_a_past_that_the_seat_can_have_seen(seed: int) -> None:
    pasts, time, num_voids = (Past(), Past()), 0, 0
    for number, (position, seat, action) in enumerate(void_walk(seed)):
        stage = position.seen_by().view().stage
        if stage == "deal":
            pasts, time = (Past(), Past()), 0
        elif stage == "draft":
            guess = guessed(position, seat, number)
            hand = cards_of(guess.state.hands[1 - seat])

            assert replay_hands(pasts[1 - seat], cards_of(position.state.hands[1 - seat])), "the truth has its past"
            assert replay_hands(pasts[1 - seat], hand)
            assert guess.state.hands[seat] == position.state.hands[seat]
            num_voids -= len(pasts[seat].voids)
            note(pasts[seat], position, action, time)
            num_voids += len(pasts[seat].voids)
            time += position.seen_by().view().phase == "follow"

    assert num_voids >= 5


def test_the_replay_refuses_a_hand_that_broke_a_void() -> None:
    past = Past(plays=[(0, 40)], voids=[(0, 0)], unseen=[0])
    clubs, spades = list(range(13)), list(range(13, 26))

    assert replay_hands(past, [clubs[0], *spades[:12]])  # taken after the void
    assert not replay_hands(past, [*clubs[:2], *spades[:11]])


@pytest.mark.parametrize("seed", range(6))
def test_in_the_duel_the_other_hand_is_known_by_memory(seed: int) -> None:
    for position in positions(GAME, seed, ceremony=1)[:-1]:
        if position.seen_by().view().stage == "duel":
            for seat in SEATS:
                assert guessed(position, seat, seed).state.hands.tolist() == position.state.hands.tolist()


@pytest.mark.parametrize("seed", range(3))
def test_a_guess_has_52_cards_for_every_viewer(seed: int) -> None:
    for position in positions(GAME, seed)[:-1]:
        for viewer in VIEWERS:
            s = guessed(position, viewer, seed).state
            lead = [int(s.tricks[s.num_tricks, 0])] if position.seen_by().view().phase == "follow" else []
            pile = [int(card) for card in s.deck[s.top :]]
            hands = [cards_of(hand) for hand in s.hands]

            assert sorted([*hands[0], *hands[1], *cards_of(s.gone), *pile, *lead]) == list(range(CARDS))
            assert [len(hand) for hand in hands] == s.sizes.tolist()


# Uniformity, compared with all deals of a small case


class World(NamedTuple):
    """What a seat does not know: the other hand, and the pile in order."""

    hand: tuple[int, ...]
    pile: tuple[int, ...]


class Draft(NamedTuple):
    """The end of a draft: the first hand, what it knows of the second and what not, and the pile."""

    first: str
    known: str
    unseen: str
    pile: str
    trump: str
    plays: str  # by the two seats in turn, as the rules give it

    def position(self) -> Position:
        known = "".join(f"{card}*" for card in self.known.split())
        hands = f"{self.first}/{known}{self.unseen}".replace(" ", "")
        pile = self.pile.replace(" ", "*", 1).replace(" ", "")
        text = f"lead 1 0:0 2 1 {self.trump} 0:0 {hands} {pile} - -"
        return start(GAME, 1, GAME.preset("quick"), text)

    def end(self) -> Position | None:
        """Play the cards; None where one of them cannot be played in this deal."""
        position = self.position()
        for text in self.plays.split():
            seat = position.to_act()[0]
            (action,) = GAME.notation.text_to_actions(position.state, seat, text)
            if action not in position.legal_actions(seat):
                return None
            position = position.play(seat, action)
        return position


def world_of(s: Record) -> World:
    return World(tuple(cards_of(s.hands[1])), tuple(int(card) for card in s.deck[s.top :]))


def all_worlds(draft: Draft) -> Counter[World]:
    """Deal what the first seat cannot see in every way, play the same cards, and keep what looks the same to it."""
    end = draft.end()
    assert end is not None
    pile = draft.pile.split()
    turned = {card_to_text(card) for card in cards_of(end.state.turned)}
    places = [place for place, card in enumerate(pile) if card not in turned]
    size = len(draft.unseen.split())
    cards = draft.unseen.split() + [pile[place] for place in places]
    worlds: Counter[World] = Counter()
    for order in itertools.permutations(cards):
        for place, card in zip(places, order[size:], strict=True):
            pile[place] = card
        other = draft._replace(unseen=" ".join(order[:size]), pile=" ".join(pile)).end()
        if other is not None and other.seen_by(0).known.tobytes() == end.seen_by(0).known.tobytes():
            worlds[world_of(other.state)] += 1
    return worlds


SPADES_AND_MORE = "SA SK SQ SJ ST S9 S8 CA CK CQ DA DK DQ"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ"


@pytest.mark.parametrize(
    "draft",
    [
        # The second seat is void in spades, takes a card, and plays a club that can be old or new.
        Draft(SPADES_AND_MORE, HEARTS, "C2 D2 C3", "HQ S7 C4 S6 D3 D4", "S", "SA H2 CA C3"),
        # The same, but an unseen card goes on the first spade.
        Draft(SPADES_AND_MORE, HEARTS, "C2 D2 C3", "HQ S7 C4 S6 D3 D4", "S", "SA D2 CA C3"),
        # It takes a spade after its void, and follows suit with it.
        Draft(SPADES_AND_MORE, HEARTS, "C2 D2 C3", "HQ S7 C4 S6 D3 D4", "S", "SA D2 SK S7 CA"),
        # Void in spades, then in clubs, then a diamond that can be of any age.
        Draft(SPADES_AND_MORE, HEARTS, "D2 D5 D6", "HQ S7 C4 D7 D3 C6 HK C5", "S", "SA H2 CA D2 DA D7"),
        # Void in clubs, then in spades, then a club that must have come in between.
        Draft(SPADES_AND_MORE, HEARTS, "D2 D5 D6", "HQ C7 C4 D7 D3 C6 HK S5", "S", "CA H2 SA D2 CK C7"),
        # Void in clubs, in spades, and in clubs again.
        Draft(SPADES_AND_MORE, HEARTS, "D2 D5 D6", "HQ D8 C4 D7 D3 C6 HK S5", "S", "CA H2 SA D2 CK D5 DA"),
        # Void in clubs, in spades, and in spades again: what came after the first may be a club.
        Draft(SPADES_AND_MORE, HEARTS, "D2 D5 D6", "HQ C7 C4 D7 D3 C6 HK S5", "S", "CA H2 SA D2 SK D5 DA"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_a_guess_is_uniform_over_all_deals_that_fit(draft: Draft) -> None:
    """Chi-square at 1 in 10,000 against the enumeration of every deal."""
    worlds = all_worlds(draft)
    end = draft.end()
    assert end is not None
    hidden, number = end.seen_by(0).known, 20_000
    drawn = Counter(world_of(guess_record(GAME, hidden, 0, seed)) for seed in range(number))
    keys = sorted(worlds)
    share = number / sum(worlds.values())

    assert set(drawn) <= set(worlds)
    assert_likely([drawn[key] for key in keys], [share * worlds[key] for key in keys], len(keys) - 1)


def test_the_deals_that_fit_do_not_weigh_all_hands_alike() -> None:
    """Counted by hand: the last card of the pile is a spade in 14 of 20 deals, not in 2 of 5."""
    worlds = all_worlds(Draft(SPADES_AND_MORE, HEARTS, "C2 D2 C3", "HQ S7 C4 S6 D3 D4", "S", "SA H2 CA C3"))
    last = Counter[str]()
    for world, count in worlds.items():
        last[card_to_text(world.pile[-1])] += count

    orders = math.factorial(3)  # of the three cards that were dealt
    assert last == {"S7": 7 * orders, "S6": 7 * orders, "D4": 2 * orders, "C2": 2 * orders, "D2": 2 * orders}


def test_a_guess_at_the_first_lead_is_uniform() -> None:
    """Every card outside the seat's own hand is in the other hand 13 of 38 times (the prize is seen)."""
    position = parlour.new("whist", seed=2, ceremony="quick")
    hidden, number = position.seen_by(0).known, 5_000
    counts = Counter(card for seed in range(number) for card in cards_of(guess_record(GAME, hidden, 0, seed).hands[1]))
    unseen = [card for card in range(CARDS) if not int(hidden.hands[0] | hidden.turned) >> card & 1]
    share = 13 / 38

    assert set(counts) == set(unseen)
    # Of 38 cards, 13 are drawn: 37 degrees of freedom, and the variance of a draw without replacement.
    assert_likely([counts[card] for card in unseen], [number * share] * 38, 37, scale=37 / 38 / (1 - share))
