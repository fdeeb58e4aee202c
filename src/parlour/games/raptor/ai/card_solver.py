"""Which card to choose in Raptor: a small game of its own, solved for mixed strategies.

Every pair of cards is played through to the end of the round, which gives a matrix. A side knows its own hand, and of
the other one only what the pile and the shuffles tell; so a strategy says, for every hand that a side may hold, how
often it plays each card. Regret matching finds strategies that cannot be exploited.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.evaluate import CERTAIN, Weights, score, to_chance
from parlour.games.raptor.ai.turn_search import ENDS, Desk, Row, copy_row, end_turn, finish_round, plan_turn
from parlour.games.raptor.ai.weights import HANDS
from parlour.games.raptor.rules.cards import is_possible_hand, pile
from parlour.games.raptor.rules.contract import reveal
from parlour.games.raptor.state import ALL_CARDS, CARDS, EFFECT, RAPTOR, SCIENTIST, State

MAX_HANDS = 84  # ways to take three of nine cards
SOLVING_ROUNDS = 100


class Book(NamedTuple):
    """Memory of one card game; by side first, raptor and scientist."""

    matrix: NDArray[np.float64]  # [CARDS, CARDS], by card of the raptor and of the scientist: the raptor's chance
    hands: NDArray[np.int64]  # [2, MAX_HANDS]: the sets of cards that a side may hold, all equally likely
    num: NDArray[np.int64]  # [2]: how many they are
    regrets: NDArray[np.float64]  # [2, MAX_HANDS, CARDS]
    plans: NDArray[np.float64]  # [2, MAX_HANDS, CARDS]: how often a hand plays each card
    mix: NDArray[np.float64]  # [2, CARDS]: how often a side plays each card, over all its hands
    gain: NDArray[np.float64]  # [CARDS]


def new_book() -> Book:
    return Book(
        matrix=np.zeros((CARDS, CARDS), np.float64),
        hands=np.zeros((2, MAX_HANDS), np.int64),
        num=np.zeros(2, np.int64),
        regrets=np.zeros((2, MAX_HANDS, CARDS), np.float64),
        plans=np.zeros((2, MAX_HANDS, CARDS), np.float64),
        mix=np.zeros((2, CARDS), np.float64),
        gain=np.zeros(CARDS, np.float64),
    )


@kernel
def play_pairs(
    desk: Desk, book: Book, stage: int, start: Row, raptor_cards: int, scientist_cards: int, width: int, ends: int
) -> None:
    """Play the round with every pair out of two sets of cards; fill the matrix with what comes out.

    The best `ends` ends of an effect are tried, each against the reply to it. The last round stays in `desk.table`.
    """
    s, after = start.view(State)[0], desk.table[stage + 1]
    for raptor in range(CARDS):
        for scientist in range(CARDS):
            if raptor_cards >> raptor & scientist_cards >> scientist & 1 == 0:
                continue
            row = desk.table[stage]
            copy_row(row, start)
            begin_round(row.view(State)[0], raptor, scientist)
            side, phase = row.view(State)[0].side, row.view(State)[0].phase
            if phase == EFFECT and ends > 1 and not desk.flag[0]:
                plan_turn(desk, stage, row, width, ends)
                best = -2.0 * CERTAIN
                for i in range(desk.num[stage, ENDS]):
                    end_turn(desk, stage, i, EFFECT, after)
                    odds = finish_round(desk, stage + 1, after, width)
                    if (odds if side == RAPTOR else -odds) > best:
                        best = odds if side == RAPTOR else -odds
                        copy_row(row, after)
                odds = best if side == RAPTOR else -best
            elif desk.flag[0]:
                odds = score(s, desk.weights, desk.found, desk.sets)
            else:
                odds = finish_round(desk, stage, row, width)
            book.matrix[raptor, scientist] = to_chance(odds - value_in_hand(desk.weights, raptor, scientist))


@kernel
def begin_round(s: Record, raptor: int, scientist: int) -> None:
    """Let the sides choose these cards, and turn them over."""
    s.hand[RAPTOR], s.hand[SCIENTIST] = 1 << raptor, 1 << scientist
    s.chosen[RAPTOR], s.chosen[SCIENTIST] = raptor + 1, scientist + 1
    reveal(s)


@kernel
def value_in_hand(weights: Weights, raptor: int, scientist: int) -> float:
    """Return what two cards add to the raptor's odds as long as they are not played."""
    return weights[HANDS + raptor] + weights[HANDS + CARDS + scientist]


@kernel
def unplayed(s: Record, side: int) -> int:
    """Return the set of cards that a side may choose, by what both sides know."""
    shown = int(s.chosen[side])
    return 1 << shown - 1 if shown > 0 and side == SCIENTIST and s.observation else ALL_CARDS & ~pile(s, side)


@kernel
def list_hands(s: Record, book: Book) -> None:
    """Write the hands that each side may hold, for an observer who knows only what is open."""
    for side in range(2):
        n = 0
        for hand in range(ALL_CARDS + 1):
            if is_possible_hand(s, side, hand):
                book.hands[side, n] = hand
                n += 1
        book.num[side] = n


@kernel
def solve_cards(book: Book) -> float:
    """Find what each hand should play when both choose in secret; return the raptor's chance."""
    book.regrets[:] = 0.0
    book.plans[:] = 0.0
    for t in range(SOLVING_ROUNDS):
        for side in range(2):
            mix_hands(book, side, t + 1.0)
        for side in range(2):
            add_regrets(book, side)
    for side in range(2):
        mix_plans(book, side)
    value = 0.0
    for i in range(CARDS):
        for j in range(CARDS):
            if book.mix[RAPTOR, i] > 0.0 and book.mix[SCIENTIST, j] > 0.0:
                value += book.mix[RAPTOR, i] * book.mix[SCIENTIST, j] * book.matrix[i, j]
    return value


@kernel
def mix_hands(book: Book, side: int, weight: float) -> None:
    """Let every hand play its cards in proportion to their regrets; add that to the plans and to the mix."""
    book.mix[side] = 0.0
    share = 1.0 / book.num[side]
    for h in range(book.num[side]):
        hand = book.hands[side, h]
        total, size = 0.0, 0
        for card in range(CARDS):
            if hand >> card & 1:
                total += book.regrets[side, h, card]
                size += 1
        for card in range(CARDS):
            if hand >> card & 1:
                often = book.regrets[side, h, card] / total if total > 0.0 else 1.0 / size
                book.plans[side, h, card] += weight * often
                book.mix[side, card] += share * often


@kernel
def find_gains(book: Book, side: int) -> None:
    """Write what each card of a side is worth to it against the mix of the other one."""
    for card in range(CARDS):
        gain = 0.0
        for other in range(CARDS):
            often = book.mix[1 - side, other]
            if often > 0.0:
                gain += often * (book.matrix[card, other] if side == RAPTOR else 1.0 - book.matrix[other, card])
        book.gain[card] = gain


@kernel
def add_regrets(book: Book, side: int) -> None:
    find_gains(book, side)
    for h in range(book.num[side]):
        hand = book.hands[side, h]
        total, size, mean = 0.0, 0, 0.0
        for card in range(CARDS):
            if hand >> card & 1:
                total += book.regrets[side, h, card]
                mean += book.regrets[side, h, card] * book.gain[card]
                size += 1
        if total > 0.0:
            mean /= total
        else:
            for card in range(CARDS):
                mean += book.gain[card] / size if hand >> card & 1 else 0.0
        for card in range(CARDS):
            if hand >> card & 1:
                book.regrets[side, h, card] = max(0.0, book.regrets[side, h, card] + book.gain[card] - mean)


@kernel
def mix_plans(book: Book, side: int) -> None:
    """Turn the sums of the plans into shares, and mix them."""
    book.mix[side] = 0.0
    for h in range(book.num[side]):
        total = book.plans[side, h].sum()
        for card in range(CARDS):
            book.plans[side, h, card] /= total
            book.mix[side, card] += book.plans[side, h, card] / book.num[side]


@kernel
def answer_cards(book: Book) -> float:
    """Find what each hand should play when the raptor sees the scientist's card; return the raptor's chance.

    The scientist's `gain` of a card is 1 less the mean of the raptor's best answers to it.
    """
    for card in range(CARDS):
        total = 0.0
        for h in range(book.num[RAPTOR]):
            total += best_answer(book, book.hands[RAPTOR, h], card)
        book.gain[card] = 1.0 - total / book.num[RAPTOR]
    book.plans[:] = 0.0
    value = 0.0
    for h in range(book.num[SCIENTIST]):
        best = -1
        for card in range(CARDS):
            if book.hands[SCIENTIST, h] >> card & 1 and (best < 0 or book.gain[card] > book.gain[best]):
                best = card
        book.plans[SCIENTIST, h, best] = 1.0
        value += (1.0 - book.gain[best]) / book.num[SCIENTIST]
    return value


@kernel
def best_answer(book: Book, hand: int, card: int) -> float:
    best = 0.0
    for mine in range(CARDS):
        if hand >> mine & 1:
            best = max(best, book.matrix[mine, card])
    return best


@kernel
def solve(s: Record, book: Book) -> float:
    """Find what each hand should play by the matrix of a round; return the raptor's chance."""
    list_hands(s, book)
    return answer_cards(book) if s.observation else solve_cards(book)
