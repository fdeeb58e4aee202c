"""Attempts at something that is gone: few, however many ask for it."""

import random
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from parlour.match.errors import StorageFailed

FIRST_S = 0.05  # at most, until the attempt after the first failure
LONGEST_S = 2.0
T = TypeVar("T")


class Backoff:
    """Makes one attempt at a time, and none for a while after one that failed."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._trying = threading.Lock()
        self._failure = ""  # of the last attempt
        self._wait_s = FIRST_S
        self._next_s = 0.0  # the instant of the next attempt, after a failure

    def attempt(self, work: Callable[[], T]) -> T:
        """Return what the work returns.

        Raises:
            StorageFailed: it has failed, now or a moment ago.
        """
        with self._trying:
            if self._failure and self._now_s() < self._next_s:
                raise StorageFailed(self._failure)
            try:
                result = work()
            except StorageFailed as failure:
                self._failure = str(failure)
                self._next_s = self._now_s() + random.uniform(0.5, 1) * self._wait_s  # not all nodes at once
                self._wait_s = min(2 * self._wait_s, LONGEST_S)
                raise
            self._failure, self._wait_s = "", FIRST_S
            return result
