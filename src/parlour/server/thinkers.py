"""Computer players in worker threads: as many think at once as there are threads, and only so many wait."""

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from parlour.core.contract import Record
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.players.player import make_player
from parlour.server.errors import TooManyComputers

MOST_WAITING = 200
LONGEST_S = 10.0  # that one action may take
NICE = 10  # of the threads; the server itself has 0


class Thinkers:
    """Lets levels choose without holding up the event loop."""

    def __init__(self, threads: int, most_waiting: int = MOST_WAITING) -> None:
        self._pool = ThreadPoolExecutor(threads, "parlour-thinker", _step_back)
        self._most_waiting = most_waiting
        self._stops: set[Stop] = set()
        self._is_closed = False
        self.num_waiting = 0  # or thinking

    def check_room(self) -> None:
        """Refuse one more match against the computer when too many wait already.

        Raises:
            TooManyComputers: with words for who asked.
        """
        if self.num_waiting >= self._most_waiting:
            raise TooManyComputers("All computer players are busy. Try again in a moment.")

    async def choose(self, game: Game, level: str, state: Record, seat: int) -> int:
        """Give the action that a level chooses, from the position as its seat may know it."""
        stop = Stop(LONGEST_S)

        def think() -> int:
            with stop:
                return make_player(level, game, int.from_bytes(os.urandom(8))).choose(state, seat, stop)

        self._stops.add(stop)
        self.num_waiting += 1
        try:
            action = await asyncio.get_running_loop().run_in_executor(self._pool, think)
        except asyncio.CancelledError:
            stop.now()
            raise
        finally:
            self.num_waiting -= 1
            self._stops.discard(stop)
        if self._is_closed:  # what was thought in a hurry is not played; the next start thinks anew
            raise asyncio.CancelledError
        return action

    def close(self) -> None:
        """Stop all thinking."""
        self._is_closed = True
        for stop in list(self._stops):
            stop.now()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _step_back() -> None:
    """Let people go first: on a busy machine a computer thinks when nobody's move waits."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
