"""Batches on a GPU: the same kernels over rows, each row taken by a thread of the GPU; needs the extra `gpu`.

numba-cuda compiles the kernels of the rules for the GPU when a CUDA kernel calls them; nothing is written twice.
"""

import functools
import importlib
from typing import Any

import numba_cuda  # noqa: F401  # the extra; older Numba has a `numba.cuda` of its own, which is another one
import numpy as np

from parlour.core.batch.rows import RowKernels, row_kernels
from parlour.core.errors import ParlourError
from parlour.core.game import Game

if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010  # some versions of numba-cuda ask for it
cuda: Any = importlib.import_module("numba.cuda")  # mostly without types
codegen: Any = importlib.import_module("numba.cuda.codegen")
nvvm: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")

# Tables of rules go into global memory, which is cached as well: constant memory holds 64 kB, and every use of a table
# in a kernel takes its own copy of it there.
nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL

BLOCK = 128  # threads
# Every thread has scratch memory for all actions of the game and for a record, up to 85 kB; where all rows together
# would need more than this, rows share threads.
MOST_SCRATCH = 8 << 30  # bytes
STREAM_ADDRESSES = ("cuda_stream", "ptr")  # where torch and CuPy keep the address of a stream


def _each_module_once(library: Any) -> list[Any]:
    """Return the modules of a library and of all that it links, each once.

    Left alone, numba-cuda lists a module once for every way that leads to it: minutes of linking for rules that call
    one another.
    """
    found: dict[int, Any] = {}
    waiting = [library]
    while waiting:
        each = waiting.pop()
        if id(each) not in found:
            found[id(each)] = each._module
            waiting.extend(each._linking_libraries)
    return list(found.values())


codegen.CUDACodeLibrary.modules = property(_each_module_once)


@functools.cache
def cuda_kernels(game: Game) -> RowKernels:  # noqa: C901  # short kernels, one after another
    """Return the kernels of a game for the GPU, which take no `slot`, `begin` and `end`."""
    own = row_kernels(game)
    (
        start_rows, restart_rows, to_act_rows, list_rows, mask_rows, step_rows, random_rows, out_rows, results_rows,
        hide_rows, observe_rows,
    ) = own  # fmt: skip

    @cuda.jit
    def start(rows, seeds, options):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            start_rows(rows, seeds, options, cuda.grid(1), i, i + 1)

    @cuda.jit
    def restart(rows, seeds, options, which):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            restart_rows(rows, seeds, options, which, cuda.grid(1), i, i + 1)

    @cuda.jit
    def to_act(rows, seats):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            to_act_rows(rows, seats, cuda.grid(1), i, i + 1)

    @cuda.jit
    def list_actions(rows, seat, actions, counts):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            list_rows(rows, seat, actions, counts, cuda.grid(1), i, i + 1)

    @cuda.jit
    def mask_actions(rows, seat, mask, room):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            mask_rows(rows, seat, mask, room, cuda.grid(1), i, i + 1)

    @cuda.jit
    def step(rows, seeds, options, actions, again, check, rewards, ended, refused, room):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            slot = cuda.grid(1)
            step_rows(rows, seeds, options, actions, again, check, rewards, ended, refused, room, slot, i, i + 1)

    @cuda.jit
    def play_random(rows, seeds, options, random, steps, again, rewards, ended, played, room):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            slot = cuda.grid(1)
            random_rows(rows, seeds, options, random, steps, again, rewards, ended, played, room, slot, i, i + 1)

    @cuda.jit
    def play_out(rows, random, matches, results, room, work):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            out_rows(rows, random, matches, results, room, work, cuda.grid(1), i, i + 1)

    @cuda.jit
    def results(rows, out):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            results_rows(rows, out, cuda.grid(1), i, i + 1)

    @cuda.jit
    def hide(rows, seat):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            hide_rows(rows, seat, cuda.grid(1), i, i + 1)

    @cuda.jit
    def observe(rows, seat, out, work):  # type: ignore[no-untyped-def]
        for i in range(cuda.grid(1), rows.shape[0], cuda.gridsize(1)):
            observe_rows(rows, seat, out, work, cuda.grid(1), i, i + 1)

    return RowKernels(
        start, restart, to_act, list_actions, mask_actions, step, play_random, play_out, results, hide, observe
    )  # fmt: skip


class Cuda:
    """Memory and threads of the present GPU."""

    def __init__(self, game: Game, size: int, threads: int | None) -> None:
        if not cuda.is_available():
            raise ParlourError("There is no GPU that CUDA can use here.")
        self.kernels = cuda_kernels(game)
        self.size = size
        most_threads = MOST_SCRATCH // (np.dtype(np.int32).itemsize * game.facts.num_actions + game.state.itemsize)
        self.blocks = -(-min(size, threads or most_threads) // BLOCK)
        self.threads = self.blocks * BLOCK
        self.stream: Any = 0

    def use_stream(self, stream: Any) -> None:
        """Run on a stream from now on: one of torch or CuPy, or its address."""
        address = next((getattr(stream, name) for name in STREAM_ADDRESSES if hasattr(stream, name)), stream)
        self.stream = cuda.external_stream(int(address)) if int(address) else 0

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self.clear(self.empty(shape, kind))

    def clear(self, array: Any) -> Any:
        """Fill an array with zeros and return it."""
        cuda.driver.device_memset(array, 0, array.nbytes, self.stream)
        return array

    def empty(self, shape: tuple[int, ...], kind: Any) -> Any:
        return cuda.device_array(shape, kind)

    def share(self, array: Any, kind: Any = None) -> Any:
        """Return an array of the GPU without a copy, whichever library holds it; one of NumPy is copied there."""
        if hasattr(array, "__cuda_array_interface__"):
            return cuda.as_cuda_array(array)
        return cuda.to_device(np.ascontiguousarray(array, kind))

    def fetch(self, array: Any) -> Any:
        """Return an array for Python to look at."""
        return array.copy_to_host()

    def copy(self, array: Any) -> Any:
        copied = self.empty(array.shape, array.dtype)
        copied.copy_to_device(array)
        return copied

    def assign(self, array: Any, source: Any) -> None:
        """Copy the content of one array into another."""
        array.copy_to_device(source)

    def run(self, kernel: Any, *arguments: Any, steps: int = 1) -> None:
        """Run a kernel over all rows; Python does not wait for it."""
        kernel[self.blocks, BLOCK, self.stream](*arguments)
