"""Train a Connect Four player from nothing on the CPU: python -u examples/train_connect_four.py MINUTES > curve.csv."""

import functools
import sys
import time

import numpy as np
from numpy.typing import NDArray

import parlour

Array = NDArray[np.float32]
MINUTES, QUICK = float(sys.argv[1]) if len(sys.argv) > 1 else 0.02, {"quick_colours": True}
ROWS, HIDDEN, COLUMNS, MATCHES, rng = 256, 256, 7, 400 if MINUTES > 1 else 20, np.random.default_rng(1)
weights = [0.1 * rng.standard_normal(shape, np.float32) for shape in ((84, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,))]
means, squares = ([np.zeros_like(part) for part in weights] for _ in range(2))  # of the gradients, for Adam
new_batch = functools.cache(lambda rows: parlour.batch("connect_four", rows, seeds=1, options=QUICK))


def network(observations: Array) -> tuple[Array, Array, Array]:
    boards = observations[:, :2].reshape(-1, 84)
    hidden = np.maximum(boards @ weights[0] + weights[1], 0)
    return boards, hidden, np.tanh(hidden @ weights[2] + weights[3])[:, 0]


def look_ahead(records: NDArray[np.uint8], depth: int) -> Array:
    """Return what each column is worth to the seat to act, from -1 to 1, `[rows, COLUMNS]`; -2 when it is full."""
    tries, columns = new_batch(len(records) * COLUMNS), np.tile(np.arange(COLUMNS), len(records))
    tries.records[:] = np.repeat(records, COLUMNS, axis=0)
    seat, legal = tries.to_act() // 2, tries.legal_mask()[(row := np.arange(len(tries))), columns]
    done = tries.step(np.where(legal, columns, -1), check=False)
    theirs = look_ahead(tries.records, depth - 1).max(1) if depth > 1 else network(tries.observe())[2]
    return np.where(legal, np.where(done.ended, done.rewards[row, seat], -theirs), -2).reshape(-1, COLUMNS)


def learn(observations: Array, targets: Array, step: int, rate: float) -> float:
    boards, hidden, values = network(observations)
    slope = ((values - targets) * (1 - values**2))[:, None] / len(boards)
    back = slope @ weights[2].T * (hidden > 0)
    for i, gradient in enumerate((boards.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0))):
        means[i] += 0.1 * (gradient - means[i])
        squares[i] += 0.01 * (gradient**2 - squares[i])
        weights[i] -= rate * means[i] / (1 - 0.9**step) / (np.sqrt(squares[i] / (1 - 0.99**step)) + 1e-8)
    return float(np.square(values - targets).mean())


batch, results, open_rows, step, began = new_batch(ROWS), np.zeros(MATCHES), np.ones(MATCHES, bool), 0, time.monotonic()
while (used := (time.monotonic() - began) / (60 * MINUTES)) < 1:
    step, values = step + 1, look_ahead(batch.records, depth=1)
    error = learn(batch.observe(), values.max(1), step, rate=0.003 * (1.05 - used))
    if step % 100 == 1:
        print("step,error\n" * (step == 1) + f"{step},{error:.4f}")  # the curve, as the lab page reads it
    noise = 4 * rng.random(values.shape) * (rng.random((ROWS, 1)) < 0.1)  # explore: one action in ten is random
    batch.step(np.where(values > -2, values + noise, -9).argmax(1), restart=True)
(env := parlour.vector_env("connect_four", MATCHES, "casual", options=QUICK)).reset(seed=1)
while open_rows.any():
    rewards, over = env.step(look_ahead(env.batch.records, depth=4).argmax(1))[1:3]
    results, open_rows = results + rewards * open_rows, open_rows & ~over
print(f"{step} steps; {(results > 0).sum()} won and {(results < 0).sum()} lost of {MATCHES} against Casual")
