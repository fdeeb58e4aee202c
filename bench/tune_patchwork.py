"""Learn the network of Patchwork's evaluation by self-play.

    python bench/tune_patchwork.py --out weights.npy [--start weights.npy] [--rounds 4] [--matches 8000] [--nodes 150]

A round plays matches between searches of few nodes, with some mistakes and, for every second score of matches, with a
taste of its own for places. Then the network is fitted to the results and to what the searches found, over the matches
of the latest rounds. The new weights play on if they beat the old ones in a sequential test. Without `--start` the
network first learns to judge by numbers that were tuned for the evaluation before it; what empty cells count stays
as it was tuned then.
"""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.patchwork.ai.evaluate import LEAD_SCALE
from parlour.games.patchwork.ai.fit import fit_of, sum_of
from parlour.games.patchwork.ai.network import look, run
from parlour.games.patchwork.ai.places import NOWHERE, Places, best_place
from parlour.games.patchwork.ai.search import MAX_NODES, Desk, Line, deepen, new_desk, play, set_root
from parlour.games.patchwork.ai.weights import (
    BOTH,
    BUTTONS,
    EMPTY,
    FIT,
    HIDDEN,
    NEIGHBOURHOODS,
    NUM_ROWS,
    PICKED,
    SECOND,
    TABLES,
    TO_COME,
    TO_GO,
    UNIT,
    Weights,
    WeightsType,
    weights_over,
)
from parlour.games.patchwork.patches import SIDE
from parlour.games.patchwork.rules.contract import INCOMES_UP_TO, is_over, result, score, seat_to_act, setup
from parlour.games.patchwork.rules.quilt import num_empty
from parlour.games.patchwork.state import CELLS, INCOME_SQUARES, LAST, MAX_LENGTH, NUM_PATCHES, ON_OFFER, State
from parlour.lab.sprt import Test, judge

MISTAKES = 20  # actions at random, of 1000
TASTE = 0.05  # points up or down for each neighbourhood
SAME_TASTE = 20  # matches in a row
LATEST = 3  # rounds whose matches are learned from
EPOCHS, BATCH, RATE = 10, 1024, 3e-3
TRUST = 0.5  # in what came out, the rest in what the search found
GATE = Test(0.0, 20.0)
MOST_PAIRS = 800

Numbers = NDArray[np.float32]  # weights, one part after another
MIDDLE = 1 << 4


class Log(NamedTuple):
    """Positions of many matches, and what became of them."""

    positions: NDArray[np.void]  # [n], of type Line
    found: NDArray[np.float32]  # [n], what the search found, in points for the seat to act
    scores: NDArray[np.int16]  # [n, 2], at the end
    results: NDArray[np.int8]  # [n], of seat 0

    def acting(self) -> NDArray[np.int64]:
        """Return the seats to act."""
        squares, last = self.positions["squares"], self.positions["last"]
        behind = np.where(squares[:, 0] < squares[:, 1], 0, 1)
        return np.where((squares[:, 0] == squares[:, 1]) | (self.positions["pending"] != 0), last, behind)


@kernel
def play_match(
    s: Record, first: Desk, second: Desk, nodes: int, mistakes: int, random: Words, flag: Flag,
    positions: NDArray[np.void], found: NDArray[np.float32],
) -> int:  # fmt: skip
    """Play a match between the desk of seat 0 and that of seat 1; return how many positions were written."""
    n = 0
    set_root(s, first)
    set_root(s, second)
    while not is_over(first.stack[0]):
        desk, other = (first, second) if seat_to_act(first.stack[0]) == 0 else (second, first)
        desk.work.counters[MAX_NODES] = nodes
        k = deepen(desk, flag)
        if k > 1:
            positions[n] = desk.stack[0]
            found[n] = desk.work.values[0, 0]
            n += 1
        i = random_below(random, k) if random_below(random, 1000) < mistakes else 0
        play(0, i, desk)
        desk.stack[0] = desk.stack[1]
        if is_over(desk.stack[0]):
            first.stack[0] = desk.stack[1]
        else:
            set_root(desk.stack[1], other)
    return n


def start_of(seed: int) -> Record:
    s: Record = np.zeros(1, State)[0]
    setup(s, np.zeros(2 + NUM_PATCHES, np.int64), np.array([seed, 5], np.uint64))
    return s


def play_many(weights: Numbers, nodes: int, matches: int, seed: int) -> Log:
    """Play matches of the weights against themselves."""
    learned = weights_over(weights)
    chance, random = np.random.default_rng(seed), np.array([seed], np.uint64)
    kept = (np.zeros(MAX_LENGTH, Line), np.zeros(MAX_LENGTH, np.float32))
    desk, logs = new_desk(nodes, learned), []
    for match in range(matches):
        if match % SAME_TASTE == 0:
            desk.work.keys[:] = 0
            desk.work.cells[:] = learned.cells
            if match // SAME_TASTE % 2:
                desk.work.cells[:] += symmetric(chance.normal(0, TASTE, learned.cells.shape))
        s = start_of(seed * 1_000_003 + match)
        n = play_match(s, desk, desk, nodes, MISTAKES, random, np.zeros(1, np.int64), *kept)
        end = desk.stack[0]
        scores = np.array([score(end, 0), score(end, 1)], np.int16)
        logs.append(
            Log(kept[0][:n].copy(), kept[1][:n].copy(), np.tile(scores, (n, 1)), np.full(n, result(end, 0), np.int8))
        )
    return Log(*map(np.concatenate, zip(*logs, strict=True)))


def compete(new: Numbers, old: Numbers, nodes: int, seed: int) -> tuple[str, float, int]:
    """Return which weights are better by a sequential test, the score of the new ones, and the matches played."""
    desks = [new_desk(nodes, weights_over(weights)) for weights in (new, old)]
    kept = (np.zeros(MAX_LENGTH, Line), np.zeros(MAX_LENGTH, np.float32))
    random, flag, pairs, verdict = np.array([seed], np.uint64), np.zeros(1, np.int64), list[float](), "open"
    while verdict == "open" and len(pairs) < MOST_PAIRS:
        total = 0.0
        for seat in range(2):
            first, second = desks if seat == 0 else desks[::-1]
            play_match(start_of(seed * 1_000_003 + len(pairs)), first, second, nodes, 0, random, flag, *kept)
            total += float(result(desks[0].stack[0], seat))
        pairs.append(total / 2)
        verdict = judge(GATE, pairs).verdict if len(pairs) % 20 == 0 else "open"
    return verdict, float(np.mean(pairs)), 2 * len(pairs)


# The quilts.


def turned(code: int) -> int:
    """Turn a neighbourhood by 90 degrees."""
    return sum((code >> 3 * row + column & 1) << 3 * column + 2 - row for row in range(3) for column in range(3))


def mirrored(code: int) -> int:
    return sum((code >> 3 * row + column & 1) << 3 * row + 2 - column for row in range(3) for column in range(3))


def _classes() -> NDArray[np.int64]:
    """Number the neighbourhoods such that those that are turned or mirrored are one; -1 with the middle covered."""
    first = np.zeros(NEIGHBOURHOODS, np.int64)
    for code in range(NEIGHBOURHOODS):
        alike = [code]
        for _ in range(3):
            alike.append(turned(alike[-1]))
        first[code] = min(alike + [mirrored(each) for each in alike])
    numbers = {code: i for i, code in enumerate(sorted({int(c) for c in first if not c & MIDDLE}))}
    return np.array([-1 if code & MIDDLE else numbers[int(first[code])] for code in range(NEIGHBOURHOODS)])


CLASSES = _classes()
NUM_CLASSES = int(CLASSES.max()) + 1


def symmetric(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make tables equal for neighbourhoods that are turned or mirrored."""
    by_class = np.zeros((TABLES, NUM_CLASSES + 1))
    by_class[:, CLASSES] = tables
    by_class[:, -1] = 0
    return by_class[:, CLASSES]


@kernel
def sums(positions: NDArray[np.void], tables: Weights, empty: NDArray[np.int64], found: NDArray[np.float32]) -> None:
    """Write the number of empty cells of every quilt, and what they count."""
    rows, cells = np.zeros(SIDE + 2, np.int64), np.zeros(CELLS, np.float32)
    for at in range(len(positions)):
        s = positions[at]
        for seat in range(2):
            empty[at, seat] = num_empty(s, seat)
            found[at, seat] = sum_of(s.quilts[seat, 0], s.quilts[seat, 1], tables, rows, cells)


@kernel
def lay_all(positions: NDArray[np.void], places: Places, patches: NDArray[np.int64], fits: NDArray[np.float32]) -> int:
    """Write the fit of a quilt before and after each patch that could be laid on it; return how many."""
    n = 0
    for at in range(len(positions)):
        s = positions[at]
        seat, patch = seat_to_act(s), int(s.behind)
        for _ in range(min(ON_OFFER, s.left)):
            patch = int(s.follower[patch])
            row = best_place(s, seat, patch, places)
            if places.actions[row] != NOWHERE:
                before = fit_of(s.quilts[seat, 0], s.quilts[seat, 1], places, places.quilt_rows, places.cell_values)
                patches[n], fits[n, 0], fits[n, 1] = patch, before, places.fits[row]
                n += 1
    return n


def fit_guesses(log: Log, tables: Weights) -> None:
    """Write what is usual and what comes after a patch, by the tables of what cells count."""
    empty, found = np.zeros((len(log.positions), 2), np.int64), np.zeros((len(log.positions), 2), np.float32)
    sums(log.positions, tables, empty, found)
    number = np.bincount(empty.ravel(), minlength=CELLS + 1)
    tables.usual[:] = np.bincount(empty.ravel(), found.ravel(), CELLS + 1) / np.maximum(number, 1)
    some = log.positions[:: max(len(log.positions) // 20_000, 1)]
    patches, fits = np.zeros(3 * len(some), np.int64), np.zeros((3 * len(some), 2), np.float32)
    n = lay_all(some, new_desk(1, tables).work, patches, fits)
    inputs = np.concatenate([fits[:n, :1], np.eye(NUM_PATCHES + 1)[patches[:n]]], axis=1)
    tables.after[:] = np.linalg.lstsq(inputs, fits[:n, 1], rcond=None)[0]
    off = fits[:n, 1] - inputs @ tables.after
    print(f"  a fit is guessed to {off.std():.2f} points, of {fits[:n, 1].std():.2f}", flush=True)


# The network.


class Samples(NamedTuple):
    picked: NDArray[np.int16]  # [n, PICKED]
    amounts: NDArray[np.float32]  # [n, 2 * BOTH]
    targets: NDArray[np.float32]  # [n], expected results


@kernel
def write_samples(
    positions: NDArray[np.void], work: Any, all_picked: NDArray[np.int16], all_amounts: NDArray[np.float32]
) -> None:
    for at in range(len(positions)):
        s = positions[at]
        for seat in range(2):
            s.fits[seat] = fit_of(s.quilts[seat, 0], s.quilts[seat, 1], work, work.quilt_rows, work.cell_values)
        look(s, seat_to_act(s), work.picked, work.amounts)
        all_picked[at] = work.picked
        all_amounts[at] = work.amounts


def samples(log: Log, weights: Weights, trust: float) -> Samples:
    n, acting = len(log.positions), log.acting()
    picked, amounts = np.zeros((n, PICKED), np.int16), np.zeros((n, 2 * BOTH), np.float32)
    write_samples(log.positions, new_desk(1, weights).work, picked, amounts)
    lead = (log.scores[:, 0] - log.scores[:, 1]) * (1 - 2 * acting)
    won = np.where(acting == 0, log.results, 1 - log.results)
    outcome = (to_chance(lead) + won) / 2
    return Samples(picked, amounts, (trust * outcome + (1 - trust) * to_chance(log.found)).astype(np.float32))


def to_chance(points: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(points, -100, 100) / LEAD_SCALE)))


@kernel
def add_slopes(at: NDArray[np.int64], data: Samples, network: Weights, slopes: Weights) -> float:
    """Add the slopes of the loss over some samples; return the loss."""
    picked, units = np.zeros(PICKED, np.int64), np.zeros((2, HIDDEN), np.float32)
    back, loss = np.zeros(HIDDEN, np.float32), 0.0
    for a in at:
        picked[:] = data.picked[a]
        lead = run(network, picked, data.amounts[a], units)
        p, y = 1.0 / (1.0 + np.exp(-lead / LEAD_SCALE)), data.targets[a]
        p = min(max(p, 1e-6), 1 - 1e-6)
        loss -= y * np.log(p) + (1 - y) * np.log(1 - p)
        error = np.float32(p - y)
        back[:] = 0.0
        for j in range(SECOND):
            if units[1, j] > 0:
                slopes.out[j] += error * units[1, j]
                slope = error * network.out[j]
                slopes.second_bias[j] += slope
                for h in range(HIDDEN):
                    if units[0, h] > 0:
                        slopes.mix[h, j] += slope * units[0, h]
                        back[h] += slope * network.mix[h, j]
        back[0] += error
        for h in range(HIDDEN):
            slopes.bias[h] += back[h]
        for i in range(2 * BOTH):
            for h in range(HIDDEN):
                slopes.scales[i, h] += data.amounts[a, i] * back[h]
        for i in range(PICKED):
            row = picked[i]
            for h in range(HIDDEN):
                slopes.rows[row, h] += back[h]
    return loss


@kernel
def step_by_adam(
    weights: Numbers, slopes: Numbers, mean: Numbers, square: Numbers, rate: float, step: int, size: int
) -> None:
    for i in range(len(weights)):
        slope = slopes[i] / size
        mean[i] = np.float32(0.9) * mean[i] + np.float32(0.1) * slope
        square[i] = np.float32(0.999) * square[i] + np.float32(0.001) * slope * slope
        weights[i] -= rate * (mean[i] / (1 - 0.9**step)) / (np.sqrt(square[i] / (1 - 0.999**step)) + 1e-8)
        slopes[i] = 0.0


def learn(weights: Numbers, data: Samples, chance: np.random.Generator, epochs: int) -> list[tuple[float, float]]:
    """Move a network towards the targets by Adam; return the losses by epoch, seen and held out."""
    slopes, mean, square = (np.zeros_like(weights) for _ in range(3))
    network, its_slopes = weights_over(weights), weights_over(slopes)
    order = np.arange(len(data.targets))
    held = len(order) // 20  # the last matches
    order, last = order[:-held], order[-held:]
    step, steps, losses = 0, epochs * (len(order) // BATCH), []
    for _ in range(epochs):
        chance.shuffle(order)
        loss = 0.0
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            step += 1
            loss += add_slopes(order[begin : begin + BATCH], data, network, its_slopes) / len(order)
            step_by_adam(weights, slopes, mean, square, RATE * (1 - step / (steps + 1)), step, BATCH)
        held_loss = add_slopes(last, data, network, its_slopes) / held
        slopes[:] = 0
        losses.append((float(loss), float(held_loss)))
    return losses


# The start.

# What things were worth in points of the final score, by the squares of the time track still to go, before there was a
# network; found by an evolution strategy, CMA-ES, over about 250,000 matches.
SQUARES_TO_GO = (0, 18, 36, 54)
TIME_VALUE = (0.0, 19.8, 56.6, 58.3)
BUTTON_VALUE = (1.0, 0.95, 1.7, 3.08)
INCOME_VALUE = (1.0, 1.07, 1.09, 1.67)  # for each income still to come
EMPTY_VALUE = (-2.0, -1.53, -1.57, -1.23)
GAP_VALUE = (0.0, 0.5, 1.0, 0.55)  # of a point by the neighbours of empty cells
AHEAD_VALUE = -0.69  # for each special patch still there
ALONE, DEAD_END, EDGE, LINE = -0.208, -0.046, -0.094, 0.052


def gap_value(code: int) -> float:
    """Return what an empty cell counts by its neighbours: none of them empty, one, and lines of three."""
    above, left, right, below = (1 - (code >> side & 1) for side in (1, 3, 5, 7))
    empty = above + left + right + below
    return ALONE * (empty == 0) + DEAD_END * (empty == 1) + EDGE * (4 - empty) + LINE * (left * right + above * below)


def hand_made(positions: NDArray[np.void], tables: Weights) -> NDArray[np.float64]:
    """Return the leads of seat 0 as they were judged before there was a network."""
    empty, gaps = np.zeros((len(positions), 2), np.int64), np.zeros((len(positions), 2), np.float32)
    sums(positions, tables, empty, gaps)
    to_go = LAST - positions["squares"].astype(np.float64)
    time_, button, income, cell, gap = (
        np.interp(to_go, SQUARES_TO_GO, value)
        for value in (TIME_VALUE, BUTTON_VALUE, INCOME_VALUE, EMPTY_VALUE, GAP_VALUE)
    )
    to_come = positions["income"] * (len(INCOME_SQUARES) - INCOMES_UP_TO[positions["squares"]])
    ahead = positions["squares"] > positions["squares"][:, ::-1]
    specials = np.array([int(each).bit_count() for each in positions["specials"]])
    worth = (
        AHEAD_VALUE * ahead * specials[:, None]
        + time_
        + button * positions["buttons"]
        + income * to_come
        + cell * empty
        + gap * gaps
    )
    return np.asarray(worth[:, 0] - worth[:, 1])


def by_hand(nodes: int, matches: int, seed: int) -> Numbers:
    """Return weights that judge as well as numbers set by hand: they have learned it over matches of their own."""
    chance = np.random.default_rng(seed)
    numbers = np.zeros(WeightsType.itemsize // 4, np.float32)
    w = weights_over(numbers)
    w.scales[:, 1:] = chance.normal(0, 0.3, (2 * BOTH, HIDDEN - 1))
    w.rows[:, 1:] = chance.normal(0, 0.02, (NUM_ROWS, HIDDEN - 1))
    w.mix[:] = chance.normal(0, 0.2, (HIDDEN, SECOND))
    w.out[:] = chance.normal(0, 0.1, SECOND)
    for amount, value in ((BUTTONS, 1), (TO_COME, 1), (EMPTY, -2), (TO_GO, 1), (FIT, 1)):
        w.scales[amount, 0] = value / UNIT[amount]
        w.scales[BOTH + amount, 0] = -value / UNIT[amount]
    w.cells[:] = [0.0 if code & MIDDLE else gap_value(code) for code in range(NEIGHBOURHOODS)]
    for _ in range(2):
        log = play_many(numbers, nodes, matches, seed)
        fit_guesses(log, w)
        data = samples(log, w, TRUST)
        leads = hand_made(log.positions, w) * np.where(log.acting() == 0, 1, -1)
        losses = learn(numbers, data._replace(targets=to_chance(leads).astype(np.float32)), chance, 2 * EPOCHS)
        print(f"start: mean score {log.scores.mean():.1f}, losses {losses[0][1]:.4f} {losses[-1][1]:.4f}", flush=True)
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=8000)
    parser.add_argument("--nodes", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = np.random.default_rng(arguments.seed)
    best: Numbers = (
        np.load(arguments.start).astype(np.float32)
        if arguments.start
        else by_hand(arguments.nodes, arguments.matches, arguments.seed)
    )
    logs: list[Log] = []
    for turn in range(1, arguments.rounds + 1):
        seed, began = 1000 * arguments.seed + turn, time.process_time()
        logs = [*logs, play_many(best, arguments.nodes, arguments.matches, seed)][-LATEST:]
        played = time.process_time()
        log = Log(*map(np.concatenate, zip(*logs, strict=True)))
        new = best.copy()
        fit_guesses(log, weights_over(new))
        data = samples(log, weights_over(new), TRUST)
        losses = learn(new, data, chance, EPOCHS)
        fitted = time.process_time()
        verdict, rate, matches = compete(new, best, arguments.nodes, seed)
        print(
            f"round {turn}: mean score {log.scores.mean():.1f}, {len(data.targets)} positions, losses "
            f"{losses[0][0]:.4f} {losses[-1][0]:.4f}, held out {losses[-1][1]:.4f}; {rate:.1%} of {matches} matches "
            f"against the last: {verdict}; {played - began:.0f} + {fitted - played:.0f} s",
            flush=True,
        )
        if verdict == "elo1":
            best = new
            np.save(arguments.out, best.astype(np.float16))


if __name__ == "__main__":
    main()
