"""Batches on the CPU: the rows in slices, one for each thread; the kernels let the threads run side by side."""

import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.batch.rows import RowKernels, row_kernels
from parlour.core.errors import ParlourError
from parlour.core.game import Game

# Fewer actions than this in a thread are not worth waking it for, which takes some 50 microseconds.
WORK_OF_A_THREAD = 2048


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="batch")


class Cpu:
    """Memory and threads of this computer."""

    def __init__(self, game: Game, size: int, threads: int | None) -> None:
        self.kernels: RowKernels = row_kernels(game)
        self.size = size
        self.threads = max(1, min(threads or os.cpu_count() or 1, size))

    def use_stream(self, stream: Any) -> None:
        raise ParlourError("Only a batch on a GPU runs on a stream.")

    def zeros(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        return np.zeros(shape, kind)

    def clear(self, array: NDArray[Any]) -> NDArray[Any]:
        """Fill an array with zeros and return it."""
        array.fill(0)
        return array

    def empty(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        return np.empty(shape, kind)

    def share(self, array: Any, kind: Any = None) -> NDArray[Any]:
        """Return an array of any library as one of NumPy, without a copy where it already is of this kind."""
        return np.ascontiguousarray(np.asarray(array), kind)

    def fetch(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return an array for Python to look at."""
        return array

    def copy(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy()

    def assign(self, array: NDArray[Any], source: NDArray[Any]) -> None:
        """Copy the content of one array into another."""
        array[...] = source

    def run(self, kernel: Callable[..., None], *arguments: Any, steps: int = 1) -> None:
        """Run a kernel over all rows, which makes about this many steps of each."""
        threads = min(self.threads, self.size * steps // WORK_OF_A_THREAD)
        if threads <= 1:
            kernel(*arguments, 0, 0, self.size)
            return
        ends = np.linspace(0, self.size, threads + 1).astype(int).tolist()
        waiting = [_pool().submit(kernel, *arguments, slot, ends[slot], ends[slot + 1]) for slot in range(threads)]
        for each in waiting:
            each.result()
