"""A fair queue for searches: addresses take turns, and so do the people of one address."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import NamedTuple


class Asker(NamedTuple):
    """Who asks for a search."""

    address: str
    person: str


class _Waiting(NamedTuple):
    asker: Asker
    may_begin: "asyncio.Future[None]"
    in_background: bool


class FairQueue:
    """Lets `at_once` searches run at a time; those in the background when no other waits, and never all of several."""

    def __init__(self, at_once: int) -> None:
        self._num_free = at_once
        self._kept_free = min(1, at_once - 1)  # of background searches, which take long
        self._waiting: list[_Waiting] = []
        self._searches: Counter[str] = Counter()  # by address and by person, those that run included
        self._served: dict[object, int] = {}  # by address and by asker: the number of the last search that began
        self._num_begun = 0
        self.num_searches = 0  # that wait or run, without those in the background

    def num_from(self, address: str) -> int:
        """Return how many searches of an address wait or run."""
        return self._searches[f"from {address}"]

    def num_of(self, person: str) -> int:
        """Return how many searches of a person wait or run."""
        return self._searches[f"of {person}"]

    @contextlib.asynccontextmanager
    async def turn(self, asker: Asker, *, in_background: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it during the block."""
        waiting = _Waiting(asker, asyncio.get_running_loop().create_future(), in_background)
        self._waiting.append(waiting)
        if not in_background:
            self._count(asker, 1)
        self._begin_next()
        try:
            await waiting.may_begin
            yield
        finally:
            if not in_background:
                self._count(asker, -1)
            if waiting in self._waiting:  # it was cancelled before its turn
                self._waiting.remove(waiting)
            else:
                self._num_free += 1
                self._begin_next()

    def _count(self, asker: Asker, number: int) -> None:
        self.num_searches += number
        for key in (f"from {asker.address}", f"of {asker.person}"):
            self._searches[key] += number
            if not self._searches[key]:
                del self._searches[key]

    def _begin_next(self) -> None:
        while (chosen := self._next()) is not None:
            self._waiting.remove(chosen)
            self._num_free -= 1
            self._num_begun += 1
            self._served[chosen.asker.address] = self._served[chosen.asker] = self._num_begun
            if not chosen.may_begin.done():
                chosen.may_begin.set_result(None)
        if not self.num_searches:
            self._served.clear()

    def _next(self) -> _Waiting | None:
        """Return whose turn it is; None while nobody's is."""
        may_begin = [each for each in self._waiting if self._num_free > (self._kept_free if each.in_background else 0)]
        return min(may_begin, key=lambda each: (each.in_background, self._last_served(each)), default=None)

    def _last_served(self, waiting: _Waiting) -> tuple[int, int]:
        return self._served.get(waiting.asker.address, 0), self._served.get(waiting.asker, 0)
