"""The deck of Whist: what each shuffle does, and that no deal is more likely than another."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import parlour
from parlour.core.contract import Record
from parlour.core.generator import seed_generator, seed_to_words
from parlour.core.position import start
from parlour.core.registry import load
from parlour.games.whist.rules.deck import cut, open_deck, overhand, riffle, shuffle_deck
from parlour.games.whist.state import CARDS, CUT, DEALT, NONE, OVERHAND, RIFFLE, SCRAMBLE
from parlour.games.whist.tests.chance import assert_likely, assert_uniform, tail
from parlour.games.whist.text.cards import card_to_text

GAME = load("whist")
STANDARD = "".join(card_to_text(card) for card in range(CARDS))


def many(kernel: Callable[[Record], None], number: int) -> NDArray[np.int8]:
    """Shuffle the deck in standard order many times: `[number, 52]`."""
    s = parlour.new("whist", seed=0).state
    seed_generator(s.generator, seed_to_words(2026))
    decks = np.empty((number, CARDS), np.int8)
    for i in range(number):
        s.deck[:] = range(CARDS)
        kernel(s)
        decks[i] = s.deck
    return decks


def num_rising_sequences(deck: Sequence[int]) -> int:
    places = np.argsort(deck)
    return 1 + int((places[1:] < places[:-1]).sum())


@pytest.mark.parametrize(
    ("value", "freedom", "probability"),
    [(15.137, 1, 1e-4), (18.421, 2, 1e-4), (20.515, 5, 1e-3), (86.661, 50, 1e-3), (149.449, 100, 1e-3)],
)
def test_the_chi_square_is_that_of_the_tables(value: float, freedom: int, probability: float) -> None:
    assert tail(value, freedom) == pytest.approx(probability, rel=0.001)


def test_a_cut_is_a_rotation_by_1_to_51_each_equally_likely() -> None:
    decks = many(cut, 10_000)
    tops = decks[:, 0]

    assert all((deck == np.roll(np.arange(CARDS), -int(deck[0]))).all() for deck in decks)
    assert sorted(set(tops.tolist())) == list(range(1, CARDS))
    assert_uniform([int((tops == k).sum()) for k in range(1, CARDS)])


def test_a_riffle_has_at_most_two_rising_sequences() -> None:
    decks = many(riffle, 5_000)

    assert max(num_rising_sequences(deck) for deck in decks) == 2


def test_a_riffle_merges_as_the_model_says() -> None:
    """The top card falls under j cards of the lower packet with probability 2 ** -(j + 1)."""
    decks = many(riffle, 20_000)
    under = np.argmax(decks == 0, axis=1)
    counts = [int((under == j).sum()) for j in range(8)] + [int((under >= 8).sum())]
    expected = [20_000 / 2 ** (j + 1) for j in range(8)] + [20_000 / 2**8]

    assert_likely(counts, expected, freedom=8)


def test_a_riffle_cuts_a_binomial_number_of_cards() -> None:
    """The upper packet has 26 cards on average, with a variance of 13; five standard errors."""
    decks = many(riffle, 20_000)
    places = np.argsort(decks, axis=1)
    cuts = np.argmax(places[:, 1:] < places[:, :-1], axis=1) + 1

    assert abs(cuts.mean() - 26) < 5 * math.sqrt(13 / 20_000)
    assert abs(cuts.var() - 13) < 5 * 13 * math.sqrt(2 / 20_000)


def packets(deck: Sequence[int]) -> list[list[int]]:
    """Cut a deck where the next card is not the next higher one; the packet that was lifted first comes first."""
    found: list[list[int]] = []
    for card in deck:
        if found and card == found[-1][-1] + 1:
            found[-1].append(card)
        else:
            found.append([card])
    return found[::-1]


def test_an_overhand_shuffle_keeps_packets_of_3_to_9_and_reverses_their_order() -> None:
    sizes: Counter[int] = Counter()
    for deck in many(overhand, 4_000).tolist():
        lifted = packets(deck)
        assert [card for packet in lifted for card in packet] == list(range(CARDS))
        assert all(3 <= len(packet) <= 9 for packet in lifted[:-1])
        assert len(lifted[-1]) <= 9
        sizes[len(lifted[0])] += 1

    assert_uniform([sizes[size] for size in range(3, 10)])


def table_of(decks: NDArray[np.int8]) -> list[int]:
    """Count every card at every place."""
    return [int(n) for place in range(CARDS) for n in np.bincount(decks[:, place], minlength=CARDS)]


def assert_every_card_everywhere(decks: NDArray[np.int8]) -> None:
    """A table of permutations has 51 * 51 free cells, and its chi-square is 52 / 51 of a free draw's."""
    counts = table_of(decks)
    assert_likely(counts, [len(decks) / CARDS] * len(counts), (CARDS - 1) ** 2, scale=51 / 52)


def test_a_scramble_puts_every_card_everywhere_equally_often() -> None:
    assert_every_card_everywhere(many(lambda s: shuffle_deck(s, SCRAMBLE), 10_000))


def test_a_scramble_keeps_no_neighbours() -> None:
    """The card that follows a card is any of the other 51, equally often."""
    decks = many(lambda s: shuffle_deck(s, SCRAMBLE), 10_000).astype(int)
    steps = (decks[:, 1:] - decks[:, :-1]) % CARDS
    counts = [int((steps == k).sum()) for k in range(1, CARDS)]

    assert_likely(counts, [10_000.0] * 51, freedom=50)  # a deck has 51 neighbours, and each step is as likely


def test_the_deck_of_a_new_round_is_uniform() -> None:
    assert_every_card_everywhere(many(open_deck, 10_000))


def test_a_wrong_shuffle_would_be_noticed() -> None:
    """The same test refuses a riffle, which leaves cards near where they were."""
    with pytest.raises(AssertionError):
        assert_every_card_everywhere(many(riffle, 1_000))


def test_every_kind_of_shuffle_keeps_a_random_deck_random() -> None:
    def after_all(s: Record) -> None:
        open_deck(s)
        for kind in (RIFFLE, OVERHAND, CUT):
            shuffle_deck(s, kind)

    assert_every_card_everywhere(many(after_all, 10_000))


def locations(s: Record) -> list[int]:
    """Return where every card is: 0, 1 in a hand, 2 + i at place i of the draw pile."""
    found = [0] * CARDS
    for i, card in enumerate(s.deck[DEALT:]):
        found[card] = 2 + i
    return [found[card] or int(s.hands[1]) >> card & 1 for card in range(CARDS)]


def assert_deals_are_uniform(deals: NDArray[np.int64]) -> None:
    """Every card: 13 of 52 times in each hand, once at each place of the pile; 51 * 27 free cells."""
    counts = [int(n) for card in range(CARDS) for n in np.bincount(deals[:, card], minlength=DEALT + 2)]
    shares = [13 / CARDS] * 2 + [1 / CARDS] * DEALT
    assert_likely(counts, [len(deals) * share for share in shares] * CARDS, (CARDS - 1) * (DEALT + 1), scale=51 / 52)


def test_deals_are_uniform() -> None:
    deals = np.array([locations(start(GAME, seed, GAME.preset("quick")).state) for seed in range(8_000)])

    assert_deals_are_uniform(deals)


def test_deals_after_the_whole_ceremony_are_uniform() -> None:
    """Even when the dealer only cuts, and the drawn cards lie under the deck."""
    deals = []
    for seed in range(4_000):
        position = parlour.new("whist", seed=seed)
        while position.state.dealer == NONE:
            position = position.play(0, "p1").play(1, "p2")
        for action in ("cut", "cut", "cut", "deal_all", "reveal"):
            position = position.play(int(position.state.dealer), action)
        deals.append(locations(position.state))

    assert_deals_are_uniform(np.array(deals))


def test_hands_have_as_many_cards_of_a_suit_as_chance_gives() -> None:
    """The clubs of a hand of 13 are hypergeometric."""
    number = 8_000
    hands = [int(start(GAME, seed, GAME.preset("quick")).state.hands[0]) for seed in range(number)]
    clubs = Counter((hand & (1 << 13) - 1).bit_count() for hand in hands)
    chances = [math.comb(13, k) * math.comb(39, 13 - k) / math.comb(52, 13) for k in range(14)]
    counts = [*(clubs[k] for k in range(7)), sum(clubs[k] for k in range(7, 14))]
    expected = [number * p for p in (*chances[:7], sum(chances[7:]))]

    assert_likely(counts, expected, freedom=7)


def test_three_in_51_dealer_draws_are_ties() -> None:
    """10,000 draws, four standard errors; the dealer is either seat equally often."""
    number, ties, dealers = 10_000, 0, [0, 0]
    for seed in range(number):
        position = parlour.new("whist", seed=seed).play(0, "p1").play(1, "p52")
        if position.state.dealer == NONE:
            ties += 1
        else:
            dealers[position.state.dealer] += 1

    share = 3 / 51
    assert abs(ties / number - share) < 4 * math.sqrt(share * (1 - share) / number)
    assert_uniform(dealers)


def test_the_coin_after_the_third_tie_is_fair() -> None:
    text = f"pick 1 0:0 2 -,- {STANDARD}"
    dealers = Counter(
        parlour.new("whist", seed=seed, position=text).play(0, "p6").play(1, "p45").seen_by().view().dealer
        for seed in range(2_000)
    )

    assert_uniform([dealers[0], dealers[1]])
