"""Learn the network that judges positions of Matches and Patches, by self-play.

    python bench/tune_matches.py --out judge.npy [--start judge.npy] [--rounds 3] [--matches 4000]

Without `--start` the first matches are played by the worth of single placements. A round plays matches on each board
between small searches with the latest weights, and fits the network to the results of all rounds so far. The new
weights play on if they beat the old ones in a sequential test.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import BOTH, Record
from parlour.core.generator import Words
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.matches_and_patches.ai.evaluate import NOISE, choose
from parlour.games.matches_and_patches.ai.judge import (
    COUNTS,
    HIDDEN,
    INPUTS,
    Weights,
    WeightsType,
    count,
    weights_over,
    write_inputs,
)
from parlour.games.matches_and_patches.ai.levels import AHEAD
from parlour.games.matches_and_patches.ai.round_search import ROOT, Work, make_work, search
from parlour.games.matches_and_patches.rules.contract import apply, hide, num_cells, result, setup, to_act
from parlour.games.matches_and_patches.state import LARGE, MAX_ROUNDS, SIZES, State
from parlour.lab.sprt import Test, judge

BOARDS = (1, 0)  # numbers of the option `board`: the small one first, as in the weights
CANDIDATES, SIMULATIONS = 8, 48  # of the searches that play
EPOCHS, BATCH, RATE = 6, 1024, 3e-3
HELD_OUT = 0.1
GATE = Test(0.0, 20.0)
MOST_PAIRS = 1500

Numbers = NDArray[np.float32]


@kernel
def think(s: Record, seat: int, work: Work, rounds: int, flag: Flag) -> int:
    """Choose an action by a small search."""
    work.records[ROOT] = s
    hide(work.records[ROOT], seat)
    work.tally.totals[:] = 0.0
    work.tally.squares[:] = 0.0
    work.tally.tries[:] = 0
    search(work, seat, CANDIDATES, SIMULATIONS, rounds, flag)
    return int(work.tally.actions[0])


@kernel
def play_match(
    s: Record, searches: bool, first: Work, second: Work, rounds: int, flag: Flag, counts: Numbers, empties: Numbers
) -> int:
    """Play a match that is set up; write what was counted between its rounds, and return how many there were.

    Args:
        first, second: the memory and the weights of the two seats.
        counts: `[MAX_ROUNDS, 2, COUNTS]`.
        empties: `[MAX_ROUNDS]`.
    """
    n, seats, placed = 0, to_act(s), 0
    while seats:
        seat = 0 if seats & 1 else 1
        work = first if seat == 0 else second
        action = think(s, seat, work, rounds, flag) if searches else choose(s, seat, NOISE, work.random, work.hopes)
        apply(s, seat, action)
        seats = to_act(s)
        if seats == BOTH and s.placed > placed:
            placed = int(s.placed)
            count(s, 0, counts[n])
            count(s, 1, counts[n])
            empties[n] = num_cells(s) - placed
            n += 1
    return n


class Player:
    """Plays matches between two sets of weights, and keeps what was counted in them."""

    def __init__(self, seed: int) -> None:
        self._random: Words = np.array([seed], np.uint64)
        self._seeds = np.random.default_rng(seed)
        self._flag: Flag = np.zeros(1, np.int64)
        self._state = np.zeros(1, State)
        self._counts = np.zeros((MAX_ROUNDS, 2, COUNTS), np.float32)
        self._empties = np.zeros(MAX_ROUNDS, np.float32)

    def play(self, board: int, seed: Any, searches: bool, weights: tuple[Weights, Weights]) -> tuple[Any, Any, float]:
        """Return the counts, the numbers of empty cells, and the result of the first seat."""
        s = self._state[0]
        setup(s, np.array([board], np.int64), seed)
        first, second = (make_work(s, self._random, each) for each in weights)
        rounds = AHEAD[SIZES[board] // LARGE]
        n = play_match(s, searches, first, second, rounds, self._flag, self._counts, self._empties)
        return self._counts[:n].copy(), self._empties[:n].copy(), float(result(s, 0))

    def new_seed(self) -> Any:
        return self._seeds.integers(0, 2**63, 2).astype(np.uint64)


class Log:
    """What was counted in matches on one board, and their results."""

    def __init__(self) -> None:
        self.counts: list[Any] = []
        self.empties: list[Any] = []
        self.results: list[Any] = []

    def add(self, counts: Any, empties: Any, outcome: float) -> None:
        self.counts.append(counts)
        self.empties.append(empties)
        self.results.append(np.full(len(empties), outcome, np.float32))

    def inputs(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return what the network sees for each seat, `[n, INPUTS]`, and the results of the first one."""
        counts, empties = np.concatenate(self.counts), np.concatenate(self.empties)
        seen = np.empty((2, len(empties), INPUTS), np.float32)
        for seat in range(2):
            for i in range(len(empties)):
                write_inputs(counts[i], seat, int(empties[i]), seen[seat, i])
        return seen[0], seen[1], np.concatenate(self.results)


def fit(log: Log, random: np.random.Generator) -> tuple[NDArray[np.void], float]:
    """Return the weights that tell the results best, and the error of those held out, in nats per position."""
    own, other, results = log.inputs()
    cut = int(len(results) * (1 - HELD_OUT))
    mean, spread = own[:cut].mean(0), own[:cut].std(0) + 1e-6
    own, other = (own - mean) / spread, (other - mean) / spread
    parts = [
        random.normal(0, np.sqrt(2 / INPUTS), (INPUTS, HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        random.normal(0, np.sqrt(2 / HIDDEN), HIDDEN).astype(np.float32),
    ]
    moments = [[np.zeros_like(part) for part in parts] for _ in range(2)]
    steps = 0
    for epoch in range(EPOCHS):
        order, rate = random.permutation(cut), RATE * 0.5**epoch
        for begin in range(0, cut, BATCH):
            at = order[begin : begin + BATCH]
            steps += 1
            gradients = _gradients(parts, own[at], other[at], results[at])
            for i, gradient in enumerate(gradients):
                moments[0][i] += 0.1 * (gradient - moments[0][i])
                moments[1][i] += 0.001 * (gradient**2 - moments[1][i])
                size = np.sqrt(moments[1][i] / (1 - 0.999**steps)) + 1e-8
                parts[i] -= (rate * moments[0][i] / (1 - 0.9**steps) / size).astype(np.float32)
    error = _error(_expected(parts, own[cut:], other[cut:]), results[cut:])
    weights = np.zeros(1, WeightsType)
    weights["mix"][0] = parts[0] / spread[:, None]
    weights["bias"][0] = parts[1] - mean / spread @ parts[0]
    weights["out"][0] = parts[2]
    return weights, error


def _gradients(parts: list[Numbers], own: Numbers, other: Numbers, results: Numbers) -> list[Numbers]:
    wrong = (_expected(parts, own, other) - results) / len(results)
    total = [np.zeros_like(part) for part in parts]
    for x, sign in ((own, 1), (other, -1)):
        hidden = np.maximum(x @ parts[0] + parts[1], 0)
        back = np.outer(sign * wrong, parts[2]) * (hidden > 0)
        for i, gradient in enumerate((x.T @ back, back.sum(0), hidden.T @ (sign * wrong))):
            total[i] += gradient
    return total


def _expected(parts: list[Numbers], own: Numbers, other: Numbers) -> Numbers:
    outputs = [np.maximum(x @ parts[0] + parts[1], 0) @ parts[2] for x in (own, other)]
    expected: Numbers = 1 / (1 + np.exp(outputs[1] - outputs[0]))
    return expected


def _error(expected: Numbers, results: Numbers) -> float:
    sure = np.clip(expected, 1e-4, 1 - 1e-4)
    return float(-(results * np.log(sure) + (1 - results) * np.log(1 - sure)).mean())


def passes(player: Player, new: Weights, old: Weights) -> bool:
    """Let new weights meet the old ones, in pairs with the same deal and the seats swapped, on both boards in turn."""
    scores: list[float] = []
    while len(scores) < MOST_PAIRS:
        board, seed = BOARDS[len(scores) % 2], player.new_seed()
        won = player.play(board, seed, True, (new, old))[2] + 1 - player.play(board, seed, True, (old, new))[2]
        scores.append(won / 2)
        if len(scores) % 50 == 0 and judge(GATE, scores).verdict != "open":
            break
    verdict = judge(GATE, scores).verdict
    print(f"gate: {sum(scores) / len(scores):.1%} of {len(scores)} pairs, {verdict}", flush=True)
    return verdict == "elo1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=4000, help="on each board in a round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    player, random, logs = Player(given.seed), np.random.default_rng(given.seed), (Log(), Log())
    searches = given.start is not None
    numbers = np.zeros(2 * WeightsType.itemsize // 4, np.float32)
    best = weights_over(np.load(given.start).astype(np.float32) if searches else numbers)
    for number in range(given.rounds):
        begin = time.process_time()
        for board, log in zip(BOARDS, logs, strict=True):
            for _ in range(given.matches * (1 if searches else 5)):
                log.add(*player.play(board, player.new_seed(), searches, (best, best)))
        played = time.process_time() - begin
        fitted = [fit(log, random) for log in logs]
        new = np.concatenate([weights for weights, _ in fitted])
        errors = ", ".join(f"{error:.4f}" for _, error in fitted)
        spent = time.process_time() - begin - played
        print(f"round {number + 1}: {played:.0f} s played, {spent:.0f} s fitted; held-out error {errors}", flush=True)
        new_weights = weights_over(new.view(np.float32).copy())
        if not searches or passes(player, new_weights, best):
            best = new_weights
            np.save(given.out, best.view(np.float32))
        searches = True


if __name__ == "__main__":
    main()
