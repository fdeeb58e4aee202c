"""Whist played a second time by a slow program that shares nothing with the rules but the words."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import parlour
from parlour.core.playout import perft
from parlour.core.registry import load
from support.matches import walk

GAME = load("whist")
RANKS = "23456789TJQKA"


class SlowRound:
    """A round of Whist from the first lead on, with cards as texts in lists."""

    def __init__(self, hands: Sequence[Sequence[str]], pile: Sequence[str], trump: str, leader: int) -> None:
        self.hands = [list(hand) for hand in hands]
        self.pile = list(pile)
        self.trump = trump
        self.seat = leader
        self.trick: list[str] = []
        self.pairs = [0, 0]

    def copy(self) -> "SlowRound":
        other = SlowRound(self.hands, self.pile, self.trump, self.seat)
        other.trick, other.pairs = list(self.trick), list(self.pairs)
        return other

    def legal(self) -> list[str]:
        hand = self.hands[self.seat]
        suited = [card for card in hand if self.trick and card[0] == self.trick[0][0]]
        return suited or list(hand)

    def value(self, card: str) -> int:
        """Trumps count 14 more, the suit led its rank, anything else nothing."""
        rank = RANKS.index(card[1]) + 2
        return rank + 14 if card[0] == self.trump else rank if card[0] == self.trick[0][0] else 0

    def play(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.trick.append(card)
        self.seat = 1 - self.seat
        if len(self.trick) == 2:
            if self.value(self.trick[1]) > self.value(self.trick[0]):
                self.seat = 1 - self.seat
            self.trick = []
            if self.pile:
                self.hands[self.seat].append(self.pile.pop(0))
                self.hands[1 - self.seat].append(self.pile.pop(0))
            else:
                self.pairs[self.seat] += 1

    @property
    def is_over(self) -> bool:
        return not self.hands[0] and not self.hands[1]


def count(table: SlowRound, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for card in table.legal():
        after = table.copy()
        after.play(card)
        nodes += count(after, depth - 1)
    return nodes


def cut_up(cards: str) -> list[str]:
    text = cards.replace("*", "").replace("-", "")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def slow(text: str) -> SlowRound:
    """Read a position before a lead."""
    _, _, _, _, turn, trump, _, hands, pile, *_ = text.split()
    first, second = (cut_up(hand) for hand in hands.split("/"))
    return SlowRound((first, second), cut_up(pile), trump, int(turn) - 1)


COUNTS = [
    line.split(" | ") for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if line[0] != "#"
]


@pytest.mark.parametrize(("text", "depth", "nodes"), COUNTS)
def test_the_slow_program_counts_the_same_sequences(text: str, depth: str, nodes: str) -> None:
    position = parlour.new("whist", seed=0, position=text, ceremony="quick")

    assert perft(position, int(depth)) == count(slow(text), int(depth)) == int(nodes)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("ceremony", ["full", "quick"])
def test_random_matches_go_the_same_way_in_the_slow_program(seed: int, ceremony: str) -> None:
    table: SlowRound | None = None
    scores = [0, 0]
    for position, seat, action in walk(GAME, seed, ceremony=ceremony):
        view = position.seen_by().view()
        if view.phase not in ("lead", "follow"):
            continue
        if table is None:
            table = slow(position.to_text())
        text = position.action_to_text(seat, action)
        assert seat == table.seat
        assert sorted(choice.action for choice in position.seen_by(seat).choices()) == sorted(table.legal())
        assert view.pairs == table.pairs
        table.play(text)
        if table.is_over:
            scores = [score + pairs - 6 for score, pairs in zip(scores, table.pairs, strict=True)]
            assert position.play(seat, action).seen_by().view().scores == scores
            table = None

    assert max(scores) >= 6


def test_the_seed_of_a_match_is_all_its_chance() -> None:
    choose = random.Random(3)
    first, second = parlour.new("whist", seed=9), parlour.new("whist", seed=9)
    while seats := first.to_act():
        seat = choose.choice(seats)
        action = choose.choice(first.legal_actions(seat))
        first, second = first.play(seat, action), second.play(seat, action)

    assert first == second
