"""The result of a search, and how a running search is stopped."""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Flag = NDArray[np.int64]  # [1], not 0 when a kernel is to stop; read while another thread may write it


class Stop:
    """Stops kernels that run in other threads: on request, or at a deadline.

    Use it as a context manager, so that its timer ends with the thinking. A kernel that thinks for more than a few
    milliseconds is given `flag`, looks at it every few hundred steps and comes back with what it has.
    """

    def __init__(self, budget_s: float | None = None) -> None:
        self.flag: Flag = np.zeros(1, np.int64)
        self._timer = threading.Timer(budget_s, self.now) if budget_s is not None else None

    def now(self) -> None:
        """Stop at once."""
        self.flag[0] = 1

    @property
    def is_due(self) -> bool:
        return bool(self.flag[0])

    def __enter__(self) -> Self:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()


class ActionValue(NamedTuple):
    """What an action is worth to the seat that thinks about it."""

    action: int
    value: float  # expected result: 1 is a certain win, 0 a certain loss
    simulations: int  # how often it was tried; 0 when it was not looked at, or when its value is exact
    spread: float = 0.0  # standard deviation of the results over guesses of what is hidden
    is_exact: bool = False  # this value is proven, even where others are not


class Thought(NamedTuple):
    """What thinking about a position came to."""

    best: int  # the action to play
    values: list[ActionValue]  # of every legal action that was looked at, the best first
    is_exact: bool = False  # the values are proven, not estimated


def run_interruptible(work: Callable[[], T], stop: Stop, patience_s: float = 0.1) -> T:
    """Do work in a thread of its own, so that Ctrl-C works while a kernel runs: it stops the work."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again for the caller
            errors.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(patience_s)
    except KeyboardInterrupt:
        stop.now()
        raise
    if errors:
        raise errors[0]
    return results[0]
