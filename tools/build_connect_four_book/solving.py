"""Solves a level with the GPU and the cores side by side, and says how far it is."""

import argparse
import sys
import time

import numpy as np

from parlour.core.thinking import Stop
from parlour.games.connect_four.negamax import MIN_SCORE, new_memory, score_of
from tools.build_connect_four_book.cores import Cores
from tools.build_connect_four_book.gpu import Gpu, gpu
from tools.build_connect_four_book.level import Level, random_level

BEGIN = time.monotonic()
MOST_VARIANTS = 64  # searches of one position at the same time
SAVE_AFTER_S = 60.0


def tell(words: str) -> None:
    """Print words with the time since the start."""
    sys.stdout.write(f"{time.monotonic() - BEGIN:6.1f} s  {words}\n")
    sys.stdout.flush()


def solve(level: Level, arguments: argparse.Namespace, end: float) -> None:
    """Narrow the bounds of a level until it is solved or the time is over, and save them."""
    device = None if arguments.no_gpu else _checked_gpu(level, arguments)
    cores = Cores(level, arguments.threads, arguments.cpu_table_bits)
    try:
        _narrow(level, device, cores, end, arguments)
    finally:
        cores.end()
        level.learn(cores.low, cores.high)
        level.save(arguments.out)


def _checked_gpu(level: Level, arguments: argparse.Namespace) -> Gpu:
    num_sm = gpu().get_current_device().MULTIPROCESSOR_COUNT
    lanes = num_sm * arguments.per_sm
    for registers in arguments.registers:
        _check(lanes, registers)
    device = Gpu(level, arguments.table_bits, lanes, arguments.registers)
    tell(f"{num_sm} multiprocessors, {lanes:,} searches at a time, a table of {device.table.nbytes >> 30} GiB")
    return device


def _check(lanes: int, registers: int, size: int = 2000) -> None:
    """Compare the GPU with the solver of the game; end the program where they differ."""
    level, flag = random_level(size, 22, 32, seed=1), Stop().flag
    device = Gpu(level, 22, lanes, [registers])
    begin = time.monotonic()
    device.ask(np.arange(size), 1)
    while len(level.unsolved()) and time.monotonic() < begin + 30:
        device.advance(20_000)
    memory = new_memory(has_book=False)
    scores = [
        score_of(int(a), int(b), int(b).bit_count(), MIN_SCORE, memory, flag)
        for a, b in zip(level.own, level.occupied, strict=True)
    ]
    wrong = int(np.sum((level.low != scores) | (level.high != scores)))
    if wrong:
        raise SystemExit(f"The GPU is wrong or too slow: {wrong} of {size} positions differ from the solver.")
    spent = time.monotonic() - begin
    tell(f"self-check: {size} positions as the solver has them, {registers} registers, {spent:.1f} s")


def _narrow(level: Level, device: Gpu | None, cores: Cores, end: float, arguments: argparse.Namespace) -> None:
    choose, share, most_nodes, saved = np.random.default_rng(1), 0, 4096, time.monotonic()
    while len(left := level.unsolved()) and time.monotonic() + arguments.slice < end:
        # At first each thread has a position of its own; when all are taken, several threads share one that is left.
        wanted = min(MOST_VARIANTS, max(1, device.lanes // len(left))) if device else 1
        if share == 0 or ((device.is_idle if device else cores.left == 0) and (wanted >= 2 * share or share == 1)):
            share = wanted
            order = choose.permutation(left)  # neighbours would search the same positions at the same time
            cores.ask(order)
            if device:
                device.ask(order, share)
        begin = time.monotonic()
        if device:
            nodes = device.advance(most_nodes)
        else:
            before = sum(cores.nodes)
            time.sleep(arguments.slice)
            nodes = sum(cores.nodes) - before
        level.learn(cores.low, cores.high)
        spent, solved = time.monotonic() - begin, len(left) - len(level.unsolved())
        rates = {each: f"{rate / 1e6:.0f}" for each, rate in device.rates.items()} if device else {}
        tell(
            f"{len(left) - solved:9,} left, {solved / spent:9,.0f} positions/s, {nodes / spent / 1e6:8,.1f} million "
            f"nodes/s, {nodes / max(1, solved):9,.0f} nodes each, CPU {sum(cores.nodes) / 1e9:.1f} billion nodes, "
            f"slice of {most_nodes:,} in {spent:.1f} s, {share} at one, rates {rates}"
        )
        most_nodes = int(most_nodes * min(4.0, arguments.slice / spent))
        if time.monotonic() - saved > SAVE_AFTER_S:
            level.save(arguments.out)
            saved = time.monotonic()
