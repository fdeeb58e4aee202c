"""What each side may know of the cards, and what can be deduced."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import parlour
from parlour import SPECTATOR, Position
from parlour.core.contract import Record
from parlour.core.generator import seed_generator, seed_to_words
from parlour.games.raptor.rules.cards import is_possible_hand
from parlour.games.raptor.tests.tables import RAPTOR, SCIENTIST, at, both_play
from parlour.games.raptor.text.board import cards
from parlour.games.raptor.view import RaptorView


def guesses(position: Position, seat: int, times: int = 2000) -> list[Record]:
    found: list[Record] = []
    for seed in range(times):
        state = position.seen_by(seat).known
        seed_generator(state.generator, seed_to_words(seed))
        position.game.rules.guess(state, seat)
        found.append(state)
    return found


def hands(position: Position, seat: int, side: int) -> Counter[str]:
    """Count the guessed hands of a side."""
    return Counter("".join(map(str, cards(int(state.hand[side])))) for state in guesses(position, seat))


def assert_uniform(counts: Counter[str], kinds: int) -> None:
    expected = counts.total() / kinds
    assert len(counts) == kinds
    assert all(abs(count - expected) < 5 * np.sqrt(expected) for count in counts.values())


def test_a_seat_sees_its_own_hand_only() -> None:
    position = at("hands=138,249")

    assert [card.value for card in position.seen_by(RAPTOR).view().cards[RAPTOR].hand] == [1, 3, 8]
    assert position.seen_by(RAPTOR).view().cards[SCIENTIST].hand == []
    assert [cards.hand for cards in position.seen_by(SPECTATOR).view().cards] == [[], []]


@pytest.mark.parametrize("viewer", [SCIENTIST, SPECTATOR])
def test_a_secret_choice_is_seen_to_be_made_but_not_which(viewer: int) -> None:
    position = at("hands=138,249").play(RAPTOR, "3")
    shown = position.seen_by(viewer).view().cards[RAPTOR]

    assert (shown.has_chosen, shown.chosen) == (True, None)
    assert int(position.seen_by(viewer).known.chosen[RAPTOR]) == -1
    assert int(position.seen_by(viewer).known.hand[RAPTOR]) == 0
    assert position.seen_by(RAPTOR).view().cards[RAPTOR].chosen.value == 3
    assert position.seen_by(RAPTOR).known.generator.tolist() == [0, 0, 0]


def test_the_second_choice_and_a_shown_card_reveal_something() -> None:
    position = at("hands=138,249")
    reveals = position.game.rules.reveals
    (first, *_), (second, *_) = (position.legal_actions(seat) for seat in (RAPTOR, SCIENTIST))

    assert not reveals(position.state, RAPTOR, first)
    assert reveals(position.play(RAPTOR, first).state, SCIENTIST, second)
    assert reveals(at("observation=1 hands=138,249").state, SCIENTIST, second)


def test_both_orders_of_choosing_give_the_same_reveal() -> None:
    start = at("hands=138,249")
    one = start.play(RAPTOR, "3").play(SCIENTIST, "9")
    other = start.play(SCIENTIST, "9").play(RAPTOR, "3")

    assert one == other


def test_a_guess_deals_any_hand_of_the_cards_not_played() -> None:
    assert_uniform(hands(at("played=,147 hands=138,259"), RAPTOR, SCIENTIST), 20)


def test_a_guess_after_the_reveal_has_two_cards() -> None:
    assert_uniform(hands(both_play(9, 4, "played=,37"), RAPTOR, SCIENTIST), 15)


def test_a_guess_lets_a_hidden_choice_be_any_card_of_the_hand() -> None:
    position = at("hands=138,249").play(SCIENTIST, "9")
    chosen = Counter(str(int(state.chosen[SCIENTIST])) for state in guesses(position, RAPTOR))

    assert_uniform(chosen, 9)
    assert all(int(state.hand[1]) >> int(state.chosen[1]) - 1 & 1 for state in guesses(position, RAPTOR, 200))


def test_a_guess_keeps_a_shown_card() -> None:
    position = at("observation=1 hands=138,249").play(SCIENTIST, "9")
    found = hands(position, RAPTOR, SCIENTIST)

    assert all("9" in hand for hand in found)
    assert_uniform(found, 28)
    assert {int(state.chosen[SCIENTIST]) for state in guesses(position, RAPTOR, 50)} == {9}
    assert position.seen_by(SPECTATOR).view().cards[SCIENTIST].chosen.value == 9  # both seats know it


def test_an_empty_deck_tells_the_whole_hand() -> None:
    assert set(hands(at("played=,123456 hands=138,789"), RAPTOR, SCIENTIST)) == {"789"}


def test_the_cards_that_stayed_in_hand_around_a_shuffle_were_not_in_the_pile() -> None:
    # The pile holds 2, 3, 4, 5 and then 1: two cards of 6, 7, 8, 9 stay; the third is any of the others.
    position = at("played=,2345 hands=678,189").play(RAPTOR, "8").play(SCIENTIST, "1").play(SCIENTIST, "gas:e3")
    after = position.play(RAPTOR, "done")

    found = hands(after, RAPTOR, SCIENTIST)
    assert all(len(set(hand) & set("6789")) >= 2 for hand in found)
    assert_uniform(found, 6 * 5 + 4)  # two of the four and one of the other five, or three of the four


def known(position: Position, side: int) -> tuple[list[int], list[int]]:
    """Return the sets of which a side is known to hold at least one, and at least two."""
    return cards(int(position.state.one_of[side])), cards(int(position.state.two_of[side]))


def test_the_hand_left_when_an_empty_deck_is_shuffled_is_known() -> None:
    position = at("played=,123456 hands=138,789").play(RAPTOR, "8").play(SCIENTIST, "8")

    assert known(position, SCIENTIST) == ([], [7, 9])
    assert set(hands(position, RAPTOR, SCIENTIST)) == {f"{low}79" for low in range(1, 7)} | {"789"}


def test_a_card_played_may_have_been_one_of_those_that_stayed() -> None:
    other = at("two=,6789 hands=159,267").play(RAPTOR, "5").play(SCIENTIST, "2")
    same = at("two=,6789 hands=159,267").play(RAPTOR, "9").play(SCIENTIST, "7")
    again = at("one=,68 hands=159,267").play(RAPTOR, "9").play(SCIENTIST, "6")
    kept = at("one=,68 two=,6789 hands=159,267").play(RAPTOR, "9").play(SCIENTIST, "7")
    both = at("one=,68 two=,6789 hands=159,267").play(RAPTOR, "9").play(SCIENTIST, "6")

    assert known(other, SCIENTIST) == ([], [6, 7, 8, 9])
    assert known(same, SCIENTIST) == ([6, 8, 9], [])
    assert known(again, SCIENTIST) == ([], [])
    assert known(kept, SCIENTIST) == ([6, 8], [])
    assert known(both, SCIENTIST) == ([7, 8, 9], [])


class Watcher:
    """Deduces the possible hands of a side from what both sides see, hand by hand."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.pile: set[int] = set()
        self.hands = {frozenset(hand) for hand in combinations(range(1, 10), 3)}

    def watch(self, before: RaptorView, after: RaptorView) -> None:
        if before.phase == "card" and not any(cards.has_chosen for cards in after.cards) and before.round:
            revealed = after.cards[self.side].revealed
            assert revealed
            card = revealed.value
            self.hands = {hand - {card} for hand in self.hands if card in hand}
            self.pile.add(card)
        if after.phase == "actions" and not after.cards[self.side].played:
            self.pile = set()  # shuffled by a card 1
        if after.round > before.round >= 1:
            if len(self.pile) == 7:
                self.pile = set()
            self.hands = {hand | {card} for hand in self.hands for card in set(range(1, 10)) - hand - self.pile}


@pytest.mark.parametrize("seed", range(12))
def test_the_possible_hands_are_exactly_those_that_can_be_deduced(seed: int) -> None:
    choose = random.Random(seed)
    position = parlour.new("raptor", seed=seed)
    watchers = [Watcher(side) for side in (RAPTOR, SCIENTIST)]
    while seats := position.to_act():
        seat = choose.choice(seats)
        after = position.play(seat, choose.choice(position.legal_actions(seat)))
        before_view, view = position.seen_by().view(), after.seen_by().view()
        for watcher in watchers:
            watcher.watch(before_view, view)
            if view.phase == "card":
                assert_deduced(after, watcher)
        position = after


def assert_deduced(position: Position, watcher: Watcher) -> None:
    shown, hidden = position.seen_by().view().cards[watcher.side].chosen, position.seen_by(SPECTATOR).known
    possible = [mask for mask in range(512) if is_possible_hand(hidden, watcher.side, mask)]

    assert int(position.state.hand[watcher.side]) in possible
    assert {frozenset(cards(mask)) for mask in possible} == {
        hand for hand in watcher.hands if not shown or shown.value in hand
    }
