"""Waiting for another thread: however much of it is done at once, the event loop is woken once."""

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class FutureBatcher:
    """What other threads have done for the tasks of one event loop.

    `asyncio.wrap_future` wakes the loop for each future; a hundred moves of one commit would be a hundred system calls
    in the thread that writes, and after each of them it waits until the loop lets it go on.
    """

    def __init__(self) -> None:
        self._arrived: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()

    async def wait(self, future: "Future[T]") -> T:
        """Return the result of a future, or raise what it failed with."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()

        def arrive(done: "Future[T]") -> None:
            self._arrived.append((waiting, done))
            if len(self._arrived) == 1:  # otherwise the loop has been woken and has not looked yet
                loop.call_soon_threadsafe(self._hand_out)

        future.add_done_callback(arrive)
        return await waiting

    def _hand_out(self) -> None:
        while self._arrived:
            waiting, done = self._arrived.popleft()
            if waiting.cancelled():
                continue
            if done.cancelled():
                waiting.cancel()
            elif (error := done.exception()) is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())
