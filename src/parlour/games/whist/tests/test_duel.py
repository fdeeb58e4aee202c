"""The solver of the duel, compared with a search over all cards that knows none of its ideas."""

import random
import threading
import time

import numpy as np

from parlour.games.whist import duel
from parlour.games.whist.state import CARDS, NONE

GO_ON = np.zeros(1, np.int64)


def deal(choose: random.Random, tricks: int, cards: list[int]) -> tuple[set[int], set[int], int]:
    drawn = choose.sample(cards, 2 * tricks)
    return set(drawn[:tricks]), set(drawn[tricks:]), choose.randrange(4)


def bits(hand: set[int]) -> int:
    return sum(1 << card for card in hand)


def most_tricks(leader: set[int], other: set[int], trump: int, low: int, high: int) -> int:
    """Try every legal card of both sides; alpha-beta is the only shortcut."""
    best = low
    for lead in sorted(leader):
        worst = high
        for follow in sorted(card for card in other if card // 13 == lead // 13) or sorted(other):
            rests, left = (leader - {lead}, other - {follow}), len(leader) - 1
            if follow > lead if follow // 13 == lead // 13 else follow // 13 == trump:
                count = left - most_tricks(rests[1], rests[0], trump, left - worst, left - best) if left else 0
            else:
                count = 1 + (most_tricks(*rests, trump, best - 1, worst - 1) if left else 0)
            worst = min(worst, count)
            if worst <= best:
                break
        best = max(best, worst)
        if best >= high:
            break
    return best


def test_the_last_six_tricks_are_solved_without_an_error() -> None:
    choose, memory = random.Random(1), np.zeros_like(duel.table())
    for number in range(1000):
        tricks = 6 if number % 10 == 0 else choose.randint(1, 5)
        leader, other, trump = deal(choose, tricks, list(range(CARDS)))

        found = duel.tricks_of_leader(bits(leader), bits(other), trump, memory, GO_ON)

        assert found == most_tricks(leader, other, trump, -1, tricks + 1), (leader, other, trump)
