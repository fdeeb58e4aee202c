"""Computer players in worker threads: as many think at once as there are threads, and people take turns with them."""

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
from parlour.server.fair_queue import Asker, FairQueue
from parlour.server.payer import payer_now
from parlour.server.tracing import traced

MOST_WAITING = 2000  # of all people; each has a limit of their own
LONGEST_S = 10.0  # that one action may take
HINT_S = 3.0  # that a hint may take
NICE = 10  # of the threads; the server itself has 0
T = TypeVar("T")


class Thinkers:
    """Lets levels choose without holding up the event loop."""

    def __init__(self, threads: int, most_waiting: int = MOST_WAITING) -> None:
        self._pool = ThreadPoolExecutor(threads, "parlour-thinker", _step_back)
        self._queue = FairQueue(threads)
        self._most_waiting = most_waiting
        self.players = PlayerPool()
        self._stops: set[Stop] = set()
        self._is_closed = False

    @property
    def num_waiting(self) -> int:
        """How many wait or think."""
        return self._queue.num_searches

    def check_room(self) -> None:
        """Refuse one more search of the client that pays, when too many of its own wait already.

        Raises:
            TooManyComputers: with a sentence for the player.
        """
        if (payer := payer_now()) is not None:
            is_full = self._queue.num_of(payer.person) >= payer.limits.most("searches_of")
            if is_full or self._queue.num_from(payer.address) >= payer.limits.most("searches_from"):
                raise TooManyComputers("Your computer opponents are still thinking in other matches. Wait for them.")
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

        thinking = self._think(think, LONGEST_S, owner.match_id)
        return await traced(thinking, "computer.think", match=owner.match_id, game=game.id, level=level)

    async def advise(self, game: Game, state: Known, seat: int) -> Hint:
        """Recommend an action, from the position as the seat may know it.

        Raises:
            TooManyComputers: with a sentence for the player.
        """
        self.check_room()

        def think(stop: Stop) -> Hint:
            with stop:
                return hint(game, state, seat, stop)

        return await traced(self._think(think, HINT_S, ""), "computer.hint", game=game.id)

    async def work(self, think: Callable[[Stop], T], longest_s: float) -> T:
        """Return what a search in the background finds: it begins when no player waits for a computer."""

        def in_time(stop: Stop) -> T:
            with stop:
                return think(stop)

        return await self._think(in_time, longest_s, "", in_background=True)

    async def _think(
        self, think: Callable[[Stop], T], longest_s: float, match_id: str, *, in_background: bool = False
    ) -> T:
        payer = payer_now()  # none after a restart: then matches take turns
        asker = Asker("", match_id) if payer is None else Asker(payer.address, payer.person)
        async with self._queue.turn(asker, in_background=in_background):
            if self._is_closed:
                raise asyncio.CancelledError
            thought = await self._run(think, Stop(longest_s))
        if self._is_closed:  # a search cut short is not played; the next start repeats it
            raise asyncio.CancelledError
        return thought

    async def _run(self, think: Callable[[Stop], T], stop: Stop) -> T:
        self._stops.add(stop)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, think, stop)
        except asyncio.CancelledError:
            stop.now()
            raise
        finally:
            self._stops.discard(stop)

    def close(self) -> None:
        """Stop all thinking."""
        self._is_closed = True
        for stop in list(self._stops):
            stop.now()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _step_back() -> None:
    """Let people go first: on a busy machine a computer thinks when no person's action waits."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
