"""Measure whether looking further ahead helps Raptor's raptor between equals.

Both sides choose their turns by matches that are played on to the end, instead of by the judge after the round: the
best ends of a turn are tried several times each, with fresh chance, and the one that wins most is taken. The cards come
from the card solver as in play.

    python bench/bench_raptor_horizon.py --matches 60 [--tries 8] [--ends 4] [--processes 2]
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any

import numpy as np

from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.card_solver import Book, new_book
from parlour.games.raptor.ai.turn_search import ENDS, Desk, Row, end_turn, new_desk, plan_turn
from parlour.games.raptor.ai.weights import WEIGHTS
from parlour.games.raptor.rules.contract import apply, seat_of, setup
from parlour.games.raptor.state import CARD, CHOOSE, DRAWN, EFFECT, OVER, RAPTOR, RAPTOR_WON, RETURN, SCIENTIST, State
from parlour.players.simulation import wilson
from tune_raptor import TURN_ENDS, pick, place_one, play_round, play_turn, solve_round

NO_ERRORS = np.zeros(2, np.int64)
STANDARD = np.array([0, 0, 0, 0, 0, 0, 0, 6], np.int64)  # options


@kernel
def result_of(row: Row) -> float:
    """Return the raptor's result of a match that is over."""
    s = row.view(State)[0]
    return 0.5 if s.over == DRAWN else 1.0 if s.over == RAPTOR_WON else 0.0


@kernel
def play_on(desk: Desk, book: Book, row: Row, random: Words, errors: Any) -> float:
    """Play a match to its end with fresh chance, and return the raptor's result."""
    s = row.view(State)[0]
    s.generator[0] = np.uint64(random_below(random, 1 << 60))
    while EFFECT <= s.phase <= RETURN:
        play_turn(desk, row, random, 0)
    while s.phase != OVER:
        play_round(desk, desk, book, row, random, errors, True)
    return result_of(row)


@kernel
def try_turn(wide: Desk, desk: Desk, book: Book, row: Row, work: Row, random: Words, tries: int, errors: Any) -> None:
    """Play the turn whose end wins most of the matches that are played on from it."""
    s = row.view(State)[0]
    phase, is_raptor, ends = int(s.phase), s.side == RAPTOR, wide.nodes.shape[2]
    plan_turn(wide, 0, row, ends, ends)
    best, chosen = -1.0, 0
    for i in range(wide.num[0, ENDS]):
        won = 0.0
        for _ in range(tries):
            end_turn(wide, 0, i, phase, work)
            result = play_on(desk, book, work, random, errors)
            won += result if is_raptor else 1.0 - result
        if won > best:
            best, chosen = won, i
    end_turn(wide, 0, chosen, phase, row)


@kernel
def choose_cards(desk: Desk, book: Book, row: Row, random: Words) -> None:
    s = row.view(State)[0]
    solve_round(desk, book, row)
    card, other = pick(s, book, SCIENTIST, random, 0), 0
    if not s.observation:
        other = pick(s, book, RAPTOR, random, 0)
    apply(s, seat_of(s, SCIENTIST), CARD + card)
    if s.observation:
        solve_round(desk, book, row)
        other = pick(s, book, RAPTOR, random, 0)
    apply(s, seat_of(s, RAPTOR), CARD + other)


def play(seed: int, tries: int, ends: int) -> float:
    """Play a match of the standard game and return the raptor's result."""
    flag, books = np.zeros(1, np.int64), (new_book(), new_book())
    wide, desk = new_desk(ends, WEIGHTS, flag), new_desk(TURN_ENDS, WEIGHTS, flag)
    row, work = np.zeros(State.itemsize, np.uint8), np.zeros(State.itemsize, np.uint8)
    s, random = row.view(State)[0], np.array([seed * 7919], np.uint64)
    setup(s, STANDARD, np.array([seed, 1], np.uint64))
    while s.phase < CHOOSE:
        place_one(desk, row, random, 0, at_random=False)
    while s.phase != OVER:
        choose_cards(desk, books[0], row, random)
        while EFFECT <= s.phase <= RETURN:
            try_turn(wide, desk, books[1], row, work, random, tries, NO_ERRORS)
    return float(result_of(row))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--ends", type=int, default=4)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    seeds = range(1, arguments.matches + 1)
    with ProcessPoolExecutor(arguments.processes) as pool:
        results = list(pool.map(play, seeds, repeat(arguments.tries), repeat(arguments.ends)))
    low, high = wilson(sum(results) / len(results), len(results))
    print(f"raptor {np.mean(results):.1%} of {len(results)} matches, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
