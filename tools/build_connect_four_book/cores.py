"""The threads of the CPU that narrow the bounds of positions."""

import threading
import time

import numpy as np

from parlour.games.connect_four.reach import narrow
from parlour.games.connect_four.state import CHECKERS
from tools.build_connect_four_book.level import Level, Numbers

NO_POSITION = -1
CPU_NODES = 1 << 21  # between two looks at the clock


class Cores:
    """Threads of the CPU, which take positions from the end of the order."""

    def __init__(self, level: Level, threads: int, table_bits: int) -> None:
        self.level, self.table = level, np.zeros(1 << table_bits, np.int64)
        self.low, self.high = level.low.copy(), level.high.copy()  # of these threads alone: nothing is written twice
        self.order, self.left, self.nodes, self.is_over = np.zeros(0, np.int64), 0, [0] * threads, False
        self._lock = threading.Lock()
        self.threads = [threading.Thread(target=self._work, args=(i,), daemon=True) for i in range(threads)]
        for thread in self.threads:
            thread.start()

    def ask(self, order: Numbers) -> None:
        with self._lock:
            self.order, self.left = order, len(order)

    def end(self) -> None:
        self.is_over = True
        for thread in self.threads:
            thread.join()

    def _take(self) -> int:
        with self._lock:
            while self.left:
                self.left -= 1
                i = int(self.order[self.left])
                if self.level.low[i] < self.level.high[i]:
                    return i
        return NO_POSITION

    def _work(self, number: int) -> None:
        stacks = np.zeros((CHECKERS, 1), np.int64)
        while not self.is_over:
            i = self._take()
            if i == NO_POSITION:
                time.sleep(0.05)
                continue
            board = int(self.level.own[i]), int(self.level.occupied[i])
            low, high = int(self.level.low[i]), int(self.level.high[i])
            while low < high and not self.is_over and self.level.low[i] < self.level.high[i]:
                low, high, nodes = narrow(*board, low, high, self.table, stacks, CPU_NODES)
                self.nodes[number] += nodes
                self.low[i], self.high[i] = low, high
