"""Fit the weights of Checkers' evaluation to the results of matches that the program plays against itself.

    python bench/tune_checkers.py play MATCHES SEED FILE    # appends positions and results
    python bench/tune_checkers.py fit FILE...               # prints weights and the points per logit

Each match begins with a few random actions. Positions without a forced jump are kept, with the result for black.
The fit minimises the squared error of logistic(points / points per logit), by gradient steps, from the present weights.
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import parlour
from parlour.core.generator import random_below
from parlour.core.kernel import kernel
from parlour.core.level import AlphaBeta
from parlour.core.thinking import Stop
from parlour.games.checkers import GAME
from parlour.games.checkers.evaluate import DEFAULT, TERMS, evaluate, is_quiet, key, repeats, weigh
from parlour.games.checkers.state import CHECKERS, State
from parlour.search.alpha_beta import AlphaBetaThinker

NODES = 2500
RANDOM_ACTIONS = 8
UNIT = 1000  # weight by which a single term is read off
STEPS = 6000
RATE = 0.4
PULL = 2e-7  # towards the weights before, per squared point: terms that hardly occur stay where they are


def play(matches: int, seed: int, path: Path) -> None:
    settings = AlphaBeta(evaluate, key, NODES, is_quiet=is_quiet, repeats=repeats, noise=4, memory_mb=1)
    thinker = AlphaBetaThinker(GAME, settings)
    random = np.array([seed], np.uint64)
    with path.open("ab") as file:
        for number in range(matches):
            position = parlour.new("checkers", position="B:W21-32:B1-12")
            seen, count = [], 0
            opening = RANDOM_ACTIONS + random_below(random, 2)
            while seats := position.to_act():
                seat = seats[0]
                actions = position.legal_actions(seat)
                if count < opening:
                    action = actions[random_below(random, len(actions))]
                else:
                    if is_quiet(position.state):
                        seen.append(position.data)
                    action = thinker.think(position.seen_by(seat).known, seat, random, Stop()).best
                position, count = position.play(seat, action), count + 1
            result = GAME.rules.result(position.state, 0)
            for data in seen:
                file.write(np.float32(result).tobytes() + data.tobytes())
            if number % 50 == 49:
                print(f"{number + 1} matches", flush=True)


@kernel
def read_terms(data: NDArray[np.uint8], weights: NDArray[np.int64], out: NDArray[np.float32]) -> None:
    """Read every term off every position `[P, itemsize]` into out `[P, terms, 2]`."""
    for i in range(len(data)):
        s = data[i].view(State)[0]
        for term in range(weights.shape[0]):
            for phase in range(2):
                weights[term, phase] = UNIT
                out[i, term, phase] = weigh(s, weights) / (UNIT * CHECKERS)
                weights[term, phase] = 0


def load(paths: list[Path]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    raw = np.concatenate([np.frombuffer(path.read_bytes(), np.uint8) for path in paths])
    rows = raw.reshape(-1, 4 + State.itemsize)
    terms = np.zeros((len(rows), *DEFAULT.shape), np.float32)
    read_terms(rows[:, 4:].copy(), np.zeros_like(DEFAULT), terms)
    return terms.reshape(len(rows), -1), rows[:, :4].copy().view(np.float32)[:, 0]


def fit(paths: list[Path]) -> None:
    terms, results = load(paths)
    weights = DEFAULT.astype(np.float32).ravel()
    begin = weights.copy()
    scales = np.arange(20, 400, 5)
    errors = [np.mean((results - 1 / (1 + np.exp(-terms @ weights / scale))) ** 2) for scale in scales]
    scale = scales[int(np.argmin(errors))]
    print(f"{len(results)} positions, error {min(errors):.5f} with {scale} points per logit", flush=True)
    momentum, square = np.zeros_like(weights), np.zeros_like(weights)
    random = np.random.default_rng(1)
    for step in range(STEPS):
        some = random.integers(len(results), size=8192)
        guess = 1 / (1 + np.exp(-terms[some] @ weights / scale))
        slope = terms[some].T @ ((guess - results[some]) * guess * (1 - guess)) / len(some) / scale
        slope += PULL * (weights - begin)
        momentum = 0.9 * momentum + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        rate = RATE * (1 - step / STEPS)
        weights -= rate * momentum / (np.sqrt(square) + 1e-9)
    error = np.mean((results - 1 / (1 + np.exp(-terms @ weights / scale))) ** 2)
    print(f"fitted: error {error:.5f}")
    for name, pair in zip(TERMS, weights.reshape(-1, 2), strict=True):
        print(f'    "{name}": ({pair[0]:.0f}, {pair[1]:.0f}),')


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
    else:
        fit([Path(name) for name in sys.argv[2:]])
