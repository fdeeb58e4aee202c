"""Fit the weights of Raptor's evaluation: matches between equal planners, then a logistic regression on their results.

Prints the new table for `weights.py`, and how the new weights do against the old ones.

    python bench/tune_raptor.py [MATCHES] [SEED]
"""

import sys
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.games.raptor.ai.card_solver import Book, new_book, play_pairs, solve, unplayed
from parlour.games.raptor.ai.evaluate import Weights
from parlour.games.raptor.ai.features import BLOCKS, find_features
from parlour.games.raptor.ai.placement_search import plan_placement
from parlour.games.raptor.ai.turn_search import Desk, best_end, end_turn, new_desk, plan_turn
from parlour.games.raptor.ai.weights import WEIGHTS
from parlour.games.raptor.rules.contract import apply, legal_actions, seat_of, setup
from parlour.games.raptor.state import (
    CARD,
    CARDS,
    CHOOSE,
    HAND,
    OVER,
    RAPTOR,
    RAPTOR_WON,
    SCIENTIST,
    SCIENTIST_WON,
    State,
)

WIDTH = 2
# Turns and cards played at random, by side: positions differ then, and both sides win often enough to learn from
SLIP_PERCENTS = ((4, 4), (4, 15), (4, 30), (4, 50))
RIDGE = 30.0  # pulls weights towards 0: best of 1, 3, 10, 30 and 100 by the likelihood of 2,100 positions left out


class Log(NamedTuple):
    """The positions before the cards of one match, and its result for the raptor."""

    features: NDArray[np.float32]  # [R, FEATURES + 2 * CARDS]: hands last, less their mean
    result: float


def play(desks: tuple[Desk, Desk], book: Book, seed: int, blunder_percents: tuple[int, int]) -> Log:
    """Play a match by whole turns; `desks` are by side."""
    data = np.zeros(State.itemsize, np.uint8)
    s: Record = data.view(State)[0]
    random: Words = np.array([seed], np.uint64)
    setup(s, np.zeros(4, np.int64), np.array([seed, 1], np.uint64))
    rows = []
    while s.phase != OVER:
        desk = desks[s.side]
        blunders = [random_below(random, 100) < percent for percent in blunder_percents]
        if s.phase == CHOOSE:
            rows.append(_features(s, desk))
            _choose_cards(desks, book, data, random, blunders)
        elif s.phase < CHOOSE or blunders[s.side]:
            tries = 1 if blunders[s.side] or seed % 3 == 0 else 60
            n = legal_actions(s, seat_of(s, s.side), desk.legal[0])
            first = random_below(random, n) if tries == 1 else plan_placement(desk, data, tries, random)
            apply(s, seat_of(s, s.side), int(desk.legal[0, first]))
        else:
            phase = int(s.phase)
            plan_turn(desk, 0, data, WIDTH, 1)
            end_turn(desk, 0, best_end(desk, 0), phase, data)
    result = {RAPTOR_WON: 1.0, SCIENTIST_WON: 0.0}.get(int(s.over), 0.5)
    return Log(np.array(rows, np.float32), result)


def _features(s: Record, desk: Desk) -> NDArray[np.float64]:
    find_features(s, desk.found, desk.sets)
    hands = [(int(s.hand[side]) >> card & 1) - HAND / CARDS for side in (RAPTOR, SCIENTIST) for card in range(CARDS)]
    return np.concatenate([desk.found, hands])


def _choose_cards(
    desks: tuple[Desk, Desk], book: Book, data: NDArray[np.uint8], random: Words, blunders: list[bool]
) -> None:
    """Let both sides choose by the solved game, each by its own weights; the scientist first, who may be seen."""
    s: Record = data.view(State)[0]
    observation, hands, chosen = bool(s.observation), [int(hand) for hand in s.hand], [0, 0]
    for side in (SCIENTIST, RAPTOR):
        cards = [card for card in range(CARDS) if hands[side] >> card & 1]
        if side == SCIENTIST or desks[RAPTOR] is not desks[SCIENTIST]:
            open_cards = [unplayed(s, other) for other in (RAPTOR, SCIENTIST)]
            play_pairs(desks[side], book, 0, data, open_cards[RAPTOR], open_cards[SCIENTIST], 1, 1)
            solve(s, book)
        held = book.hands[side, : book.num[side]].tolist().index(hands[side])
        if blunders[side]:
            chosen[side] = cards[random_below(random, HAND)]
        elif observation and side == RAPTOR:
            chosen[side] = cards[int(np.argmax(book.matrix[cards, chosen[SCIENTIST]]))]
        else:
            shares = np.cumsum(book.plans[side, held, cards])
            chosen[side] = cards[min(int(np.searchsorted(shares, random_below(random, 1 << 30) / 2**30)), HAND - 1)]
    for side in (SCIENTIST, RAPTOR):
        apply(s, seat_of(s, side), CARD + chosen[side])


def fit(x: NDArray[np.float32], y: NDArray[np.float64], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """Find the most likely weights by Newton's method."""
    a, w = x.astype(np.float64), prior.copy()
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(a @ w, -30, 30)))
        slope = a.T @ (p - y) + RIDGE * w
        curve = (a * (p * (1 - p) + 1e-6)[:, None]).T @ a + RIDGE * np.eye(len(w))
        change = np.linalg.solve(curve, slope)
        w -= change
        if np.abs(change).max() < 1e-3:
            break
    return w


def table(w: NDArray[np.float64]) -> str:
    lines, at = [], 0
    for name, entries in (*BLOCKS, ("raptor_hand", CARDS), ("scientist_hand", CARDS)):
        numbers = ", ".join(f"{value + 0.0:.2f}" for value in w[at : at + entries])
        lines.append(f'    "{name}": ({numbers}{"," if entries == 1 else ""}),')
        at += entries
    return "\n".join(lines)


def score(raptor: Weights, scientist: Weights, matches: int, seed: int) -> float:
    flag, book = np.zeros(1, np.int64), new_book()
    desks = new_desk(WIDTH, raptor, flag), new_desk(WIDTH, scientist, flag)
    return float(np.mean([play(desks, book, seed + i, (0, 0)).result for i in range(matches)]))


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    flag, book = np.zeros(1, np.int64), new_book()
    desk = new_desk(WIDTH, WEIGHTS, flag)
    begin = time.process_time()
    logs = [play((desk, desk), book, seed + i, SLIP_PERCENTS[i % 4]) for i in range(matches)]
    x = np.concatenate([log.features for log in logs])
    y = np.concatenate([np.full(len(log.features), log.result) for log in logs])
    print(f"{matches} matches, {len(y)} positions, {time.process_time() - begin:.0f} s,", end=" ")
    print(f"raptor {np.mean([log.result for log in logs]):.1%}")
    w = fit(x, y, WEIGHTS)
    print(table(w))
    mine, theirs = score(w, WEIGHTS, 100, seed), score(WEIGHTS, w, 100, seed)
    print(f"new against old, 100 matches each: as the raptor {mine:.1%}, as the scientist {1 - theirs:.1%}")


if __name__ == "__main__":
    main()
