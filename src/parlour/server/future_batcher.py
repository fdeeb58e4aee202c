"""Waiting for another thread: however much of it is done at once, the event loop is woken once."""

import asyncio
import threading
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class FutureBatcher:
    """What other threads have done for the tasks of one event loop.

    `asyncio.wrap_future` wakes the loop for each future; a hundred moves of one commit would be a hundred system calls
    in the thread that writes, and after each of them it waits until the loop lets it go on.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()  # the first to arrive wakes the loop, and the loop takes all: each at once
        self._arrived: list[tuple[asyncio.Future[Any], Future[Any]]] = []

    async def wait(self, future: "Future[T]") -> T:
        """Return the result of a future, or raise what it failed with."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()

        def arrive(done: "Future[T]") -> None:
            with self._lock:
                is_first = not self._arrived
                self._arrived.append((waiting, done))
            if is_first:
                loop.call_soon_threadsafe(self._hand_out)

        future.add_done_callback(arrive)
        return await waiting

    def _hand_out(self) -> None:
        with self._lock:
            arrived, self._arrived = self._arrived, []
        for waiting, done in arrived:
            if waiting.cancelled():
                continue
            if done.cancelled():
                waiting.cancel()
            elif (error := done.exception()) is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())
