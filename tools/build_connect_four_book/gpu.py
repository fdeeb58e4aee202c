"""The threads of a GPU that narrow the bounds of positions."""

import functools
import importlib
import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.core.bits import num_bits
from parlour.games.connect_four.reach import UNKNOWN, YES, next_question, step
from parlour.games.connect_four.state import CHECKERS
from tools.build_connect_four_book.level import Level, Numbers

NO_POSITION = -1
BLOCK = 128  # threads
FIELDS = 10  # what a search keeps
POSITION, OWN, OCCUPIED, PLIES, LEAST, QUESTION, LOW, HIGH, VARIANT, NODES = range(FIELDS)
LOOK_AFTER = 1024  # nodes, after which a search asks whether another one has found its answer


@functools.cache
def gpu() -> Any:
    """Return numba-cuda, as Parlour uses it."""
    return importlib.import_module("parlour.core.batch.cuda").cuda


@functools.cache
def advance_kernel(max_registers: int) -> Any:
    """Return the kernel that advances the search of each thread by a number of positions."""
    cuda = gpu()

    @cuda.jit(max_registers=max_registers)
    def advance(own, occupied, lows, highs, order, share, counter, table, stacks, searches, most_nodes):  # type: ignore[no-untyped-def]
        lane = cuda.grid(1)
        position, mine, both = searches[POSITION, lane], searches[OWN, lane], searches[OCCUPIED, lane]
        plies, least, question = searches[PLIES, lane], searches[LEAST, lane], searches[QUESTION, lane]
        low, high, variant = searches[LOW, lane], searches[HIGH, lane], searches[VARIANT, lane]
        root = num_bits(occupied[position]) if position >= 0 else 0
        nodes = 0
        # One loop for all that a thread does: the 32 threads of a warp go through it together, each with its position.
        while nodes < most_nodes:
            if position < 0:
                ticket = cuda.atomic.add(counter, 0, 1)
                if ticket >= order.shape[0] * share:
                    break
                position, variant = order[ticket // share], ticket % share
                low, high = lows[position], highs[position]
                question = low  # no question yet
            nodes += 1
            is_next = question <= low
            if not is_next:
                mine, both, plies, least, answer = step(mine, both, plies, least, root, table, stacks, lane, variant)
                if answer == YES:
                    low = max(question, cuda.atomic.max(lows, position, question))
                elif answer != UNKNOWN:
                    high = min(question - 1, cuda.atomic.min(highs, position, question - 1))
                elif share > 1 and nodes % LOOK_AFTER == 0:
                    low = max(low, cuda.atomic.max(lows, position, low))
                    high = min(high, cuda.atomic.min(highs, position, high))
                is_next = low >= question or high < question
            if is_next and low >= high:
                position = NO_POSITION
            elif is_next:
                mine, both = own[position], occupied[position]
                root = plies = num_bits(both)
                least = question = next_question(low, high)
        searches[POSITION, lane], searches[OWN, lane], searches[OCCUPIED, lane] = position, mine, both
        searches[PLIES, lane], searches[LEAST, lane], searches[QUESTION, lane] = plies, least, question
        searches[LOW, lane], searches[HIGH, lane], searches[VARIANT, lane] = low, high, variant
        searches[NODES, lane] = nodes

    return advance


class Gpu:
    """A search for each thread of the GPU."""

    def __init__(self, level: Level, table_bits: int, lanes: int, registers: Sequence[int]) -> None:
        """Take memory for the searches.

        Args:
            registers: the numbers of registers to try for each thread; fewer let more threads run at the same time.
        """
        cuda = gpu()
        self.level, self.lanes = level, lanes
        self.rates = dict.fromkeys(registers, math.inf)  # positions looked at in a second
        self.own, self.occupied = cuda.to_device(level.own), cuda.to_device(level.occupied)
        self.table = cuda.device_array(1 << table_bits, np.int64)
        cuda.driver.device_memset(self.table, 0, self.table.nbytes)
        self.stacks = cuda.device_array((CHECKERS, lanes), np.int64)
        self.ask(np.zeros(0, np.int64), 1)

    def ask(self, order: Numbers, share: int) -> None:
        """Begin with other positions; what the searches under way have found is in the table."""
        self.order, self.share, self.num_asked = gpu().to_device(order), share, len(order)
        searches = np.zeros((FIELDS, self.lanes), np.int64)
        searches[POSITION] = NO_POSITION
        self.searches, self.counter = gpu().to_device(searches), gpu().to_device(np.zeros(1, np.int64))

    def advance(self, most_nodes: int) -> int:
        """Advance every search by some positions; return how many there were together."""
        cuda = gpu()
        low, high = cuda.to_device(self.level.low), cuda.to_device(self.level.high)
        registers = max(self.rates, key=lambda each: self.rates[each])
        begin = time.monotonic()
        advance_kernel(registers)[self.lanes // BLOCK, BLOCK](
            self.own, self.occupied, low, high, self.order, self.share, self.counter, self.table, self.stacks,
            self.searches, most_nodes,
        )  # fmt: skip
        event = cuda.event()
        event.record()
        while not event.query():  # the threads of the CPU work meanwhile
            time.sleep(0.01)
        spent = time.monotonic() - begin
        self.level.learn(low.copy_to_host(), high.copy_to_host())
        nodes = int(self.searches.copy_to_host()[NODES].sum())
        self.rates[registers] = nodes / spent
        return nodes

    @property
    def is_idle(self) -> bool:
        """Whether every position has been taken by a thread."""
        return int(self.counter.copy_to_host()[0]) >= self.num_asked * self.share
