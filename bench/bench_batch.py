"""Measure batches: steps per second, side by side in one run with pgx and PettingZoo.

    python bench/bench_batch.py [--device cuda] [--others PYTHON] [--equal MATCHES] [--games ID ID] [--observe]

Every step plays a random legal action in every row and starts the next match where one ends. Another interpreter
(`--others`) measures pgx, with all its steps in one compiled scan, and the step loop of PettingZoo. `--equal` plays
random matches of every game on the CPU and on the GPU and compares the final records byte by byte. On a GPU, PyTorch
chooses actions too, with calls from Python and with the same calls in a CUDA graph.
`--observe` measures observations on one core, in the middle of matches.
"""

import argparse
import functools
import importlib
import json
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import parlour
from parlour.core.batch.rows import WAIT

SIZES = (64, 1024, 65_536, 1_048_576)
CONNECT_FOUR = "connect_four"
QUICK = {"quick_colours": True}
TRIES = 3
PGX = """
import json, sys, time
import jax, jax.numpy as jnp, pgx
from pgx.experimental import auto_reset
env = pgx.make("connect_four")
step, init = auto_reset(env.step, env.init), env.init
found = {}
for size, steps in json.loads(sys.argv[1]):
    def one(carry, _):
        state, key = carry
        key, draw, fresh = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(draw, logits, axis=-1)
        return (jax.vmap(step)(state, action, jax.random.split(fresh, size)), key), None
    play = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=steps)[0])
    state = jax.jit(jax.vmap(init))(jax.random.split(jax.random.PRNGKey(0), size))
    state, key = jax.block_until_ready(play(state, jax.random.PRNGKey(1)))
    best = 1e9
    for _ in range(3):
        began = time.perf_counter()
        state, key = jax.block_until_ready(play(state, key))
        best = min(best, time.perf_counter() - began)
    found[size] = size * steps / best
print(json.dumps(found))
"""

PETTINGZOO = """
import json, time
import numpy as np
from pettingzoo.classic import connect_four_v3
env, random, best, steps = connect_four_v3.env(), np.random.default_rng(1), 1e9, 4000
for _ in range(3):
    env.reset(seed=1)
    began = time.perf_counter()
    for _ in range(steps):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
        else:
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    best = min(best, time.perf_counter() - began)
print(json.dumps(steps / best))
"""


def steps_of(size: int) -> int:
    """Return how many steps of a batch are measured: fewer of a large one."""
    return max(4, min(200, 20_000_000 // size))


def best_time(action: Callable[[], object]) -> float:
    """Return the shortest of several times, the first of which compiles, in seconds."""
    action()
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return min(times)


def measure(game_id: str, size: int, device: str, each: bool) -> float:
    """Return steps per second, with a call for each step or with one call for all."""
    batch = parlour.batch(game_id, size, device, seeds=1, options=parlour.load(game_id).preset("quick"))
    steps = steps_of(size)

    def play() -> None:
        for _ in range(steps if each else 1):
            batch.play_random(1 if each else steps, restart=True)
        if device == "cuda":
            batch.seeds.copy_to_host()  # waits for all that came before

    return size * steps / best_time(play)


def measure_actions(size: int, device: str) -> float:
    """Return steps per second of Connect Four when Python chooses the actions with NumPy, from the mask."""
    batch = parlour.batch(CONNECT_FOUR, size, device, seeds=1, options=QUICK)
    random, steps = np.random.default_rng(1), max(4, steps_of(size) // 10)
    mask = batch.legal_mask()
    noise = random.random((size, mask.shape[1]), np.float32)

    def play() -> None:
        for _ in range(steps):
            batch.legal_mask(out=mask)
            actions = (mask * noise).argmax(axis=1)
            batch.step(actions, restart=True, check=False)

    return size * steps / best_time(play)


def measure_torch(size: int, graph: bool) -> float:
    """Return steps per second of Connect Four on the GPU when PyTorch chooses from the mask, by calls or by a graph."""
    torch: Any = importlib.import_module("torch")  # only where there is a GPU

    batch = parlour.batch(CONNECT_FOUR, size, "cuda", seeds=1, options=QUICK)
    mask = torch.zeros((size, parlour.load(CONNECT_FOUR).facts.num_actions), dtype=torch.bool, device="cuda")
    actions = torch.zeros(size, dtype=torch.int32, device="cuda")
    noise = torch.rand(mask.shape, device="cuda")
    out = batch.step(np.full(size, WAIT))
    steps = steps_of(size)

    def step() -> None:
        batch.legal_mask(out=mask)
        actions.copy_((mask * noise.uniform_()).argmax(1))
        batch.step(actions, restart=True, check=False, out=out)

    def play() -> None:
        for _ in range(steps):
            run()
        torch.cuda.synchronize()

    run = step
    if graph:
        step()
        stream, recorded = torch.cuda.Stream(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(recorded, stream=stream):
            batch.use_stream(stream)
            step()
        run = recorded.replay
    return size * steps / best_time(play)


def measure_others(python: str) -> tuple[float, dict[str, float]]:
    """Return steps per second of PettingZoo, and of pgx by batch size; nothing of one that is not installed."""
    sizes = json.dumps([(size, steps_of(size)) for size in SIZES])
    found: list[Any] = []
    for program, missing in ((PETTINGZOO, 0.0), (PGX, {})):
        ran = subprocess.run([python, "-c", program, sizes], capture_output=True, text=True, check=False)
        if ran.returncode:
            print(ran.stderr.splitlines()[-1])
        found.append(missing if ran.returncode else json.loads(ran.stdout.splitlines()[-1]))
    return found[0], found[1]


def compare_devices(games: Sequence[str], matches: int) -> None:
    """Play random matches of games on both devices and compare the final records."""
    for game_id in games:
        length = parlour.load(game_id).facts.max_length
        batches = [parlour.batch(game_id, matches, device, seeds=1) for device in ("cpu", "cuda")]
        for batch in batches:
            batch.play_random(length, seed=1)
        equal = np.array_equal(batches[0].records, batches[1].records.copy_to_host())
        print(f"{game_id}: {matches:,} matches, final records {'equal' if equal else 'DIFFERENT'}", flush=True)


def measure_connect_four(device: str, others_python: str | None) -> None:
    """Print steps per second of Connect Four by batch size, beside those of others."""
    loop, others = measure_others(others_python) if others_python else (0.0, {})
    if loop:
        print(f"PettingZoo connect_four_v3: {loop:,.0f} steps/s")
    for size in SIZES:
        each, whole = (measure(CONNECT_FOUR, size, device, flag) for flag in (True, False))
        line = f"connect_four {size:>9,}: {each:,.0f} steps/s by calls of one step, {whole:,.0f} in one call"
        if device == "cpu":
            line += f", {measure_actions(size, 'cpu'):,.0f} with NumPy's choices"
        else:
            by_calls, by_graph = measure_torch(size, graph=False), measure_torch(size, graph=True)
            line += f", {by_calls:,.0f} with PyTorch's choices, {by_graph:,.0f} with these in a graph"
        if str(size) in others:
            pgx = others[str(size)]
            line += f"; pgx {pgx:,.0f}: {each / pgx:.1f} and {whole / pgx:.1f} times"
        if loop:
            line += f"; PettingZoo: {each / loop:,.0f} times"
        print(line, flush=True)


def measure_observations(games: Sequence[str]) -> None:
    """Print for games how long an observation takes on one core, hiding included."""
    for game_id in games:
        batch = parlour.batch(game_id, 4096, seeds=1, options=parlour.load(game_id).preset("quick"), threads=1)
        batch.play_random(20, seed=1, restart=True)
        out = batch.observe()
        observe = best_time(functools.partial(batch.observe, out=out))
        step = best_time(functools.partial(batch.play_random, 1, restart=True))
        micros = [1e6 * seconds / len(batch) for seconds in (observe, step)]
        shape = " x ".join(map(str, batch.observation_shape))
        print(f"{game_id}: {shape} numbers in {micros[0]:.2f} µs; a random step {micros[1]:.2f} µs", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--others", help="a Python that has pgx, pettingzoo and pygame")
    parser.add_argument("--equal", type=int, default=0)
    parser.add_argument("--games", nargs="+", default=parlour.game_ids())
    parser.add_argument("--observe", action="store_true")
    arguments = parser.parse_args()
    if arguments.observe:
        measure_observations(arguments.games)
        return
    if arguments.equal:
        compare_devices(arguments.games, arguments.equal)
        return
    if CONNECT_FOUR in arguments.games:
        measure_connect_four(arguments.device, arguments.others)
    for game_id in arguments.games:
        size = 65_536 if arguments.device == "cuda" else 4096
        print(f"{game_id} {size:,}: {measure(game_id, size, arguments.device, each=False):,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
