"""The solver of the duel, compared with a search over all cards that shares none of its ideas."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from parlour.core.kernel import kernel
from parlour.games.whist.ai import duel
from parlour.games.whist.state import CARDS, HAND, NONE

GO_ON = np.zeros(1, np.int64)
STOP = np.ones(1, np.int64)
DECK = tuple(range(CARDS))
CLUBS_AND_HEARTS = tuple(card for card in DECK if card // 13 in (0, 2))


def deal(choose: random.Random, tricks: int, cards: Sequence[int] = DECK) -> tuple[int, int, int]:
    drawn = choose.sample(cards, 2 * tricks)
    return bits(drawn[:tricks]), bits(drawn[tricks:]), choose.randrange(4)


def bits(hand: Sequence[int]) -> int:
    return sum(1 << card for card in hand)


def new_table() -> duel.Table:
    return np.zeros(duel.TABLE_SIZE, np.int64)


@kernel
def most_tricks(leader: int, other: int, trump: int, low: int, high: int) -> int:
    """Try every legal card of both sides; alpha-beta is the only shortcut."""
    left, best = -1, low
    for card in range(52):
        left += leader >> card & 1
    for lead in range(52):
        if not leader >> lead & 1 or best >= high:
            continue
        suit = 8191 << lead // 13 * 13
        follows = other & suit or other
        worst = high
        for follow in range(52):
            if not follows >> follow & 1 or worst <= best:
                continue
            one, two = leader & ~(1 << lead), other & ~(1 << follow)
            beats = follow > lead if follow // 13 == lead // 13 else follow // 13 == trump
            if beats:
                count = left - most_tricks(two, one, trump, left - worst, left - best) if left else 0
            else:
                count = 1 + (most_tricks(one, two, trump, best - 1, worst - 1) if left else 0)
            worst = min(worst, count)
        best = max(best, worst)
    return best


def truth(leader: int, other: int, trump: int) -> int:
    return most_tricks(leader, other, trump, -1, HAND + 1) if leader else 0


@pytest.mark.parametrize("cards", [DECK, CLUBS_AND_HEARTS])
def test_the_last_six_tricks_are_solved_without_an_error(cards: tuple[int, ...]) -> None:
    choose, table = random.Random(1), new_table()
    for _ in range(1000):
        hands = deal(choose, 6, cards)

        assert duel.tricks_of_leader(*hands, table, GO_ON) == truth(*hands), hands


def test_longer_duels_are_solved_without_an_error() -> None:
    choose, table = random.Random(2), new_table()
    for tricks, deals in ((7, 60), (8, 8)):
        for _ in range(deals):
            hands = deal(choose, tricks)

            assert duel.tricks_of_leader(*hands, table, GO_ON) == truth(*hands), hands


def test_all_thirteen_trumps_may_be_out() -> None:
    choose = random.Random(3)
    for _ in range(20):
        cards = [*range(13, 26), choose.randrange(13)]
        choose.shuffle(cards)
        hands = bits(cards[:7]), bits(cards[7:]), 1
        table = new_table()

        for _ in range(2):  # the second time from the table
            assert duel.tricks_of_leader(*hands, table, GO_ON) == truth(*hands)


def test_every_lead_is_valued() -> None:
    choose, table, tricks = random.Random(4), new_table(), np.empty(CARDS, np.int8)
    for _ in range(100):
        own, other, trump = deal(choose, 5)
        duel.solve_cards(own, other, NONE, trump, tricks, table, GO_ON)

        for card in DECK:
            alone = most_tricks_with_lead(own, other, trump, card) if own >> card & 1 else NONE
            assert tricks[card] == alone


def most_tricks_with_lead(own: int, other: int, trump: int, lead: int) -> int:
    follows = [card for card in DECK if other >> card & 1 and card // 13 == lead // 13]
    follows = follows or [card for card in DECK if other >> card & 1]
    return min(tricks_with(own, other, trump, lead, follow) for follow in follows)


def tricks_with(own: int, other: int, trump: int, lead: int, follow: int) -> int:
    own, other = own & ~(1 << lead), other & ~(1 << follow)
    if follow > lead if follow // 13 == lead // 13 else follow // 13 == trump:
        return own.bit_count() - truth(other, own, trump)
    return 1 + truth(own, other, trump)


def test_every_card_on_a_lead_is_valued() -> None:
    choose, table, tricks = random.Random(5), new_table(), np.empty(CARDS, np.int8)
    for _ in range(100):
        leader, own, trump = deal(choose, 5)
        lead = choose.choice([card for card in DECK if leader >> card & 1])
        duel.solve_cards(own, leader & ~(1 << lead), lead, trump, tricks, table, GO_ON)

        same_suit = any(own >> card & 1 and card // 13 == lead // 13 for card in DECK)
        for card in DECK:
            is_legal = own >> card & 1 and (not same_suit or card // 13 == lead // 13)
            assert tricks[card] == (5 - tricks_with(leader, own, trump, lead, card) if is_legal else NONE)


def test_best_play_of_both_sides_takes_the_tricks_that_were_promised() -> None:
    choose, table, tricks = random.Random(6), new_table(), np.empty(CARDS, np.int8)
    for _ in range(20):
        own, other, trump = deal(choose, HAND)
        promised, taken, leads = duel.tricks_of_leader(own, other, trump, table, GO_ON), 0, True
        while own:
            first, second = (own, other) if leads else (other, own)
            duel.solve_cards(first, second, NONE, trump, tricks, table, GO_ON)
            lead = int(tricks.argmax())
            duel.solve_cards(second, first & ~(1 << lead), lead, trump, tricks, table, GO_ON)
            follow = int(tricks.argmax())
            leads ^= follow > lead if follow // 13 == lead // 13 else follow // 13 == trump
            taken += leads
            own, other = (hand & ~(1 << lead | 1 << follow) for hand in (own, other))

        assert taken == promised


def test_the_names_of_cards_and_side_suits_do_not_matter() -> None:
    # Trump hearts. The leader has the highest spade, and the lowest club of three.
    one = duel.pack(bits([25, 0, 26]), bits([13, 5, 7]), 2)
    # The same with diamonds for spades, spades for clubs and clubs as trump.
    two = duel.pack(bits([50, 20, 3]), bits([40, 22, 24]), 0)

    assert duel.sorted_sides(one) == duel.sorted_sides(two)


def test_a_solver_that_is_told_to_stop_keeps_nothing_that_is_wrong() -> None:
    table, tricks = new_table(), np.empty(CARDS, np.int8)
    own, other, trump = deal(random.Random(7), HAND)
    duel.solve_cards(own, other, NONE, trump, tricks, table, STOP)

    assert (tricks == NONE).all()
    assert not table.any()
