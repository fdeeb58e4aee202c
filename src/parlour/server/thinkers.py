"""Computer players in worker threads: as many think at once as there are threads, and a limited number waits."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.players.advice import Hint, hint
from parlour.players.pool import History, Owner, PlayerPool, Question
from parlour.server.errors import TooManyComputers

MOST_WAITING = 200
LONGEST_S = 10.0  # that one action may take
HINT_S = 3.0  # that a hint may take
NICE = 10  # of the threads; the server itself has 0
T = TypeVar("T")


class Thinkers:
    """Lets levels choose without holding up the event loop."""

    def __init__(self, threads: int, most_waiting: int = MOST_WAITING) -> None:
        self._pool = ThreadPoolExecutor(threads, "parlour-thinker", _step_back)
        self._most_waiting = most_waiting
        self.players = PlayerPool()
        self._stops: set[Stop] = set()
        self._is_closed = False
        self.num_waiting = 0  # or thinking

    def check_room(self) -> None:
        """Refuse one more match against the computer, or a hint, when too many wait already.

        Raises:
            TooManyComputers: with a sentence for the player.
        """
        if self.num_waiting >= self._most_waiting:
            raise TooManyComputers("All computer players are busy. Try again in a moment.")

    async def choose(self, owner: Owner, game: Game, level: str, question: Question, history: History) -> int:
        """Return the action that the player of a seat chooses; the seat may not ask again before that.

        Args:
            history: what the player was asked before, should it have to be made again; called in another thread.
        """

        def think(stop: Stop) -> int:
            # The deadline is for this action alone: a player that thinks again with less time would choose differently.
            with self.players.borrow(owner, level, game, history, stop) as player, stop:
                player.reseed(question.seed)
                return player.choose(question.known, owner.seat, stop)

        return await self._think(think, LONGEST_S)

    async def advise(self, game: Game, state: Known, seat: int) -> Hint:
        """Recommend an action, from the position as the seat may know it.

        Raises:
            TooManyComputers: with a sentence for the player.
        """
        self.check_room()

        def think(stop: Stop) -> Hint:
            with stop:
                return hint(game, state, seat, stop)

        return await self._think(think, HINT_S)

    async def _think(self, think: Callable[[Stop], T], longest_s: float) -> T:
        stop = Stop(longest_s)
        self._stops.add(stop)
        self.num_waiting += 1
        try:
            thought = await asyncio.get_running_loop().run_in_executor(self._pool, think, stop)
        except asyncio.CancelledError:
            stop.now()
            raise
        finally:
            self.num_waiting -= 1
            self._stops.discard(stop)
        if self._is_closed:  # a search cut short is not played; the next start repeats it
            raise asyncio.CancelledError
        return thought

    def close(self) -> None:
        """Stop all thinking."""
        self._is_closed = True
        for stop in list(self._stops):
            stop.now()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _step_back() -> None:
    """Let people go first: on a busy machine a computer thinks when no person's action waits."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
