"""Learn the network of Raptor's evaluation by self-play.

Matches are played by the planners and the card solver as they are, most of them from uneven starts, so that both sides
win some; every position before the cards is kept. The network is fitted to the results, pulled towards its judgement
of the position a round later. Then it plays on. Without `--start` it begins knowing nothing.

    python bench/tune_raptor.py --minutes 60 --out network.npy [--start network.npy] [--seed 1] [--processes 2]
    python bench/tune_raptor.py --join one.npy other.npy --out network.npy
    python bench/tune_raptor.py --compare one.npy other.npy [--matches 200] [--seed 1] [--processes 2]

Prints a line after each fit; every tenth tells how the network does on either side against the one it started with.
A run learns with half of the units. `--join` puts the units of two runs side by side, so that their judgements are
averaged, and their errors with them; `--compare` plays two networks against each other, each on either side.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.card_solver import Book, new_book, play_pairs, solve, unplayed
from parlour.games.raptor.ai.features import find_features
from parlour.games.raptor.ai.layout import FEATURES
from parlour.games.raptor.ai.placement_search import plan_placement
from parlour.games.raptor.ai.turn_search import ENDS, Desk, Row, best_end, end_turn, finish_round, new_desk, plan_turn
from parlour.games.raptor.ai.weights import BIAS, HANDS, HIDDEN, OUT, SIZE
from parlour.games.raptor.geometry import CELL_OF, MAP_NAMES, SPACES
from parlour.games.raptor.rules.contract import apply, legal_actions, seat_of, setup
from parlour.games.raptor.state import (
    BABY_KIND,
    CARD,
    CARDS,
    CHOOSE,
    DRAWN,
    EFFECT,
    FREE,
    INACTIVE,
    OVER,
    RAPTOR,
    RAPTOR_WON,
    RETURN,
    SCIENTIST,
    SCIENTIST_KIND,
    State,
)
from parlour.players.simulation import wilson

UNITS = HIDDEN // 2  # that a run learns with
MATCHES = 600  # between two fits
PAST = 80  # fits whose matches are still learned from
CHECKED = 120  # matches for each side in a check
WIDTH, TURN_ENDS = 2, 4
TRIES = 40  # placements
# Turns and cards at random, in percent, by side: most matches are good ones, some are lopsided
ERRORS = ((2, 2), (2, 2), (2, 2), (2, 2), (3, 15), (15, 3))
TRUST = 0.8  # in what came out, the rest in the judgement of the next round
EPOCHS, BATCH, RATE, DECAY = 1, 1024, 1e-3, 1e-5

Array = NDArray[np.float32]


@kernel
def play_turn(desk: Desk, row: Row, random: Words, errors: int) -> None:
    s = row.view(State)[0]
    if random_below(random, 100) < errors:
        n = legal_actions(s, seat_of(s, s.side), desk.legal[0])
        apply(s, seat_of(s, s.side), desk.legal[0, random_below(random, n)])
        return
    phase = int(s.phase)
    if phase == EFFECT:
        plan_turn(desk, 0, row, WIDTH, TURN_ENDS)
        sign = 1.0 if s.side == RAPTOR else -1.0
        best, chosen = -1e9, 0
        for i in range(desk.num[0, ENDS]):
            end_turn(desk, 0, i, phase, desk.table[0])
            odds = sign * finish_round(desk, 1, desk.table[0], 1)
            if odds > best:
                best, chosen = odds, i
        end_turn(desk, 0, chosen, phase, row)
    else:
        plan_turn(desk, 0, row, WIDTH, 1)
        end_turn(desk, 0, best_end(desk, 0), phase, row)


@kernel
def place_one(desk: Desk, row: Row, random: Words, errors: int, at_random: bool) -> None:
    s = row.view(State)[0]
    n = legal_actions(s, seat_of(s, s.side), desk.legal[0])
    if at_random or random_below(random, 100) < errors:
        first = random_below(random, n)
    else:
        first = plan_placement(desk, row, TRIES, random)
        legal_actions(s, seat_of(s, s.side), desk.legal[0])
    apply(s, seat_of(s, s.side), desk.legal[0, first])


@kernel
def vary(s: Record, random: Words) -> None:
    """Change what both sides have at the start, so that matches of equal strength are won by either of them."""
    s.reserve = random_below(random, 7)
    s.escaped = max(random_below(random, 5) - 2, 0)
    s.captured = max(random_below(random, 6) - 3, 0)
    s.tokens = max(random_below(random, 6) - 2, 0)
    babies, scientists = int(s.escaped) + int(s.captured), random_below(random, 3)
    asleep = random_below(random, 3)
    offset = random_below(random, SPACES)
    for i in range(SPACES):
        cell = CELL_OF[(i * 29 + offset) % SPACES]
        if s.board[cell] == BABY_KIND:
            if babies > 0:
                s.board[cell] = FREE
                babies -= 1
            elif asleep > 1:
                s.board[cell] |= INACTIVE
                asleep -= 1
        elif s.board[cell] == SCIENTIST_KIND and scientists > 0:
            s.board[cell] = FREE
            s.scientists -= 1
            scientists -= 1


@kernel
def solve_round(desk: Desk, book: Book, row: Row) -> None:
    s = row.view(State)[0]
    play_pairs(desk, book, 0, row, unplayed(s, RAPTOR), unplayed(s, SCIENTIST), 1, 1)
    solve(s, book)


@kernel
def pick(s: Record, book: Book, side: int, random: Words, errors: int) -> int:
    """Return the card that a side plays by the solved game."""
    hand = int(s.hand[side])
    if random_below(random, 100) < errors:
        skip = random_below(random, 3)
        for card in range(CARDS):
            if hand >> card & 1:
                if skip == 0:
                    return card
                skip -= 1
    best, chosen = -1.0, 0
    if s.observation and side == RAPTOR:
        for card in range(CARDS):
            if hand >> card & 1 and book.matrix[card, int(s.chosen[SCIENTIST]) - 1] > best:
                best, chosen = book.matrix[card, int(s.chosen[SCIENTIST]) - 1], card
        return chosen
    held = 0
    while book.hands[side, held] != hand:
        held += 1
    draw = random_below(random, 1 << 30) / (1 << 30)
    for card in range(CARDS):
        if hand >> card & 1:
            chosen = card
            draw -= book.plans[side, held, card]
            if draw < 0.0:
                return card
    return chosen


@kernel
def play_round(raptor: Desk, scientist: Desk, book: Book, row: Row, random: Words, errors: Any, alike: bool) -> None:
    """Place the figurines, or play from the choice of the cards to the next one."""
    s = row.view(State)[0]
    if s.phase < CHOOSE:
        at_random = random_below(random, 3) == 0 and errors[0] > 0
        while s.phase < CHOOSE:
            if s.side == RAPTOR:
                place_one(raptor, row, random, errors[0], at_random)
            else:
                place_one(scientist, row, random, errors[1], at_random)
        if errors[0] > 0 and random_below(random, 4) > 0:
            vary(s, random)
        return
    solve_round(scientist, book, row)
    card = pick(s, book, SCIENTIST, random, errors[1])
    if s.observation:
        apply(s, seat_of(s, SCIENTIST), CARD + card)
        solve_round(raptor, book, row)
        other = pick(s, book, RAPTOR, random, errors[0])
        apply(s, seat_of(s, RAPTOR), CARD + other)
    else:
        if not alike:
            solve_round(raptor, book, row)
        other = pick(s, book, RAPTOR, random, errors[0])
        apply(s, seat_of(s, SCIENTIST), CARD + card)
        apply(s, seat_of(s, RAPTOR), CARD + other)
    while EFFECT <= s.phase <= RETURN:
        if s.side == RAPTOR:
            play_turn(raptor, row, random, errors[0])
        else:
            play_turn(scientist, row, random, errors[1])


class Log(NamedTuple):
    """A match: what was seen before the cards of each round, and its result for the raptor."""

    inputs: NDArray[np.uint8]  # [R, FEATURES + 2 * CARDS], hands last
    result: float


def play(raptor: Desk, scientist: Desk, book: Book, seed: int, errors: tuple[int, int]) -> Log:
    """Play a match; with errors every second one with a map and factions by chance."""
    data = np.zeros(State.itemsize, np.uint8)
    s: Record = data.view(State)[0]
    random: Words = np.array([seed], np.uint64)
    options = np.array([0, 0, 0, 0, 0, 0, 0, 6], np.int64)
    if any(errors) and seed & 1:
        options[4:7] = seed % len(MAP_NAMES), seed >> 2 & 1, seed >> 3 & 1
    setup(s, options, np.array([seed, 1], np.uint64))
    rows = []
    while s.phase != OVER:
        if s.phase == CHOOSE:
            rows.append(_inputs(s, raptor))
        play_round(raptor, scientist, book, data, random, np.array(errors, np.int64), raptor is scientist)
    return Log(np.array(rows, np.uint8), 0.5 if s.over == DRAWN else float(s.over == RAPTOR_WON))


def _inputs(s: Record, desk: Desk) -> NDArray[np.float32]:
    find_features(s, desk.found, desk.sets)
    hands = [int(s.hand[side]) >> card & 1 for side in (RAPTOR, SCIENTIST) for card in range(CARDS)]
    return np.concatenate([desk.found[:FEATURES], np.array(hands, np.float32)])


def odds(network: Array, x: Array) -> tuple[Array, Array]:
    """Return the hidden units and the logarithms of the raptor's odds of many positions."""
    hidden = np.maximum(x[:, :FEATURES] @ network[:BIAS].reshape(FEATURES, HIDDEN) + network[BIAS:OUT], 0)
    return hidden, hidden @ network[OUT : OUT + HIDDEN] + network[OUT + HIDDEN] + x[:, FEATURES:] @ network[HANDS:]


def chance(value: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(value, -30, 30))), np.float32)


def to_inputs(log: Log) -> Array:
    """Return the positions of a match as the network takes them: a hand less its mean."""
    x = log.inputs.astype(np.float32)
    x[:, FEATURES:] -= 1 / 3
    return x


def targets(network: Array, log: Log) -> Array:
    """Return what each position of a match is worth by what came after it."""
    judged = chance(odds(network, to_inputs(log))[1])
    worth = np.zeros(len(judged), np.float32)
    after = log.result
    for i in range(len(judged) - 1, -1, -1):
        worth[i] = after
        after = TRUST * after + (1 - TRUST) * judged[i]
    return worth


def gradient(network: Array, x: Array, y: Array) -> Array:
    hidden, value = odds(network, x)
    error = (chance(value) - y) / len(y)
    slope = np.empty_like(network)
    back = np.outer(error, network[OUT : OUT + HIDDEN]) * (hidden > 0)
    slope[:BIAS] = (x[:, :FEATURES].T @ back).ravel()
    slope[BIAS:OUT] = back.sum(0)
    slope[OUT : OUT + HIDDEN] = hidden.T @ error
    slope[OUT + HIDDEN] = error.sum()
    slope[HANDS:] = x[:, FEATURES:].T @ error
    return slope + DECAY * network


def fit(network: Array, logs: list[Log], random: np.random.Generator) -> tuple[Array, float]:
    """Move the network towards the targets by Adam; return it with its loss over the last tenth of the steps."""
    x = np.concatenate([to_inputs(log) for log in logs])
    y = np.concatenate([targets(network, log) for log in logs])
    network, mean, square, losses = network.copy(), np.zeros(SIZE, np.float32), np.zeros(SIZE, np.float32), []
    steps = EPOCHS * len(x) // BATCH
    for step in range(1, steps + 1):
        at = random.integers(len(x), size=BATCH)
        slope = gradient(network, x[at], y[at])
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        rate = RATE * (1 - step / (steps + 1))
        network -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        if step > 0.9 * steps:
            p = np.clip(chance(odds(network, x[at])[1]), 1e-6, 1 - 1e-6)
            losses.append(float(-np.mean(y[at] * np.log(p) + (1 - y[at]) * np.log(1 - p))))
    return network.astype(np.float32), float(np.mean(losses))


def units_of(network: Array) -> NDArray[np.intp]:
    """Return the units that have learned something; the others stay idle."""
    return np.flatnonzero(network[:BIAS].reshape(FEATURES, HIDDEN).any(0))


def wake_units(network: Array, random: np.random.Generator) -> Array:
    """Return a network of which the first half of the units, where idle, have small random weights to learn from."""
    network = network.copy()
    idle = np.setdiff1d(np.arange(UNITS), units_of(network))
    network[:BIAS].reshape(FEATURES, HIDDEN)[:, idle] = random.normal(0, 0.1, (FEATURES, len(idle)))
    network[OUT : OUT + HIDDEN][idle] = random.normal(0, 0.02, len(idle))
    return network


def joined(networks: Sequence[Array]) -> Array:
    """Return a network whose judgement is the mean of the judgements of several, with the units of all of them."""
    if sum(len(units_of(network)) for network in networks) > HIDDEN:
        sys.exit(f"Together these networks have more than {HIDDEN} units.")
    whole, begin = np.zeros(SIZE, np.float32), 0
    for network in networks:
        units = units_of(network)
        to = np.arange(begin, begin + len(units))
        whole[:BIAS].reshape(FEATURES, HIDDEN)[:, to] = network[:BIAS].reshape(FEATURES, HIDDEN)[:, units]
        whole[BIAS + to] = network[BIAS + units]
        whole[OUT + to] = network[OUT + units] / len(networks)
        whole[OUT + HIDDEN :] += network[OUT + HIDDEN :] / len(networks)
        begin += len(units)
    return whole


def play_many(raptor: Array, scientist: Array, seed: int, matches: int, with_errors: bool) -> list[Log]:
    flag, book = np.zeros(1, np.int64), new_book()
    desk = new_desk(TURN_ENDS, raptor, flag)
    other = desk if raptor is scientist else new_desk(TURN_ENDS, scientist, flag)
    return [
        play(desk, other, book, seed + i, ERRORS[i % len(ERRORS)] if with_errors else (0, 0)) for i in range(matches)
    ]


class Players:
    """Plays matches in several processes."""

    def __init__(self, processes: int, seed: int) -> None:
        self._pool, self._processes, self._seed = ProcessPoolExecutor(processes), processes, seed << 32

    def play(self, raptor: Array, scientist: Array, matches: int, *, with_errors: bool) -> list[Log]:
        parts = 4 * self._processes
        each = -(-matches // parts)
        seeds = [self._seed + i * each for i in range(parts)]
        self._seed += parts * each
        done = self._pool.map(play_many, repeat(raptor), repeat(scientist), seeds, repeat(each), repeat(with_errors))
        return [log for part in done for log in part]

    def results(self, raptor: Array, scientist: Array, matches: int) -> list[float]:
        """Return the raptor's results of at least this many matches without errors."""
        return [log.result for log in self.play(raptor, scientist, matches, with_errors=False)]

    def score(self, raptor: Array, scientist: Array) -> float:
        return float(np.mean(self.results(raptor, scientist, CHECKED)))


def compare(players: Players, one: Array, other: Array, matches: int) -> None:
    """Print how two networks do against each other, each on either side."""
    as_raptor = players.results(one, other, matches)
    as_scientists = [1 - result for result in players.results(other, one, matches)]
    for name, results in (("raptor", as_raptor), ("scientists", as_scientists)):
        rate = float(np.mean(results))
        low, high = wilson(rate, len(results))
        print(f"the first as {name}: {rate:.1%} ({low:.1%} to {high:.1%}) of {len(results)}")


def learn(players: Players, start: Array, random: np.random.Generator, minutes: float, out: str) -> None:
    """Play and fit in turn until the time is up, and save every network."""
    began, network, past = time.monotonic(), wake_units(start, random), list[list[Log]]()
    for turn in range(1, 10_000):
        playing = start if turn == 1 else network
        logs = players.play(playing, playing, MATCHES, with_errors=True)
        past = [*past, logs][-PAST:]
        network, loss = fit(network, [log for each in past for log in each], random)
        np.save(out, network)
        rate = np.mean([log.result for log in logs])
        print(f"{time.monotonic() - began:.0f} s, fit {turn}: loss {loss:.4f}, raptor {rate:.1%} from uneven starts")
        if turn % 10 == 0:
            equal = players.score(network, network)
            mine, theirs = players.score(network, start), players.score(start, network)
            print(f"  raptor between equals {equal:.1%}, new against old {mine:.1%}, old against new {theirs:.1%}")
        sys.stdout.flush()
        if time.monotonic() - began > 60 * minutes:
            break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--out")
    parser.add_argument("--start")
    parser.add_argument("--join", nargs="+")
    parser.add_argument("--compare", nargs=2)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    if not given.out and not given.compare:
        parser.error("--out says where the network goes")
    if given.join:
        np.save(given.out, joined([np.load(path) for path in given.join]))
        return
    players = Players(given.processes, given.seed)
    if given.compare:
        one, other = (np.load(path) for path in given.compare)
        compare(players, one, other, given.matches)
        return
    start: Array = np.load(given.start) if given.start else np.zeros(SIZE, np.float32)
    learn(players, start, np.random.default_rng(given.seed), given.minutes, given.out)


if __name__ == "__main__":
    main()
