"""Keeps results and ratings up to date: one batch at a time, in a thread, never delaying a move."""

import asyncio

from parlour.core.errors import ParlourError
from parlour.match.ports import Projection
from parlour.server.tasks import Tasks

AGAIN_S = 1.0  # after the disk refused


class Projector:
    """Takes in the matches that have ended, whenever it is woken."""

    def __init__(self, projection: Projection, tasks: Tasks, rest_s: float = 0.0) -> None:
        self._projection = projection
        self._tasks = tasks
        self._rest_s = rest_s  # after each time: what ends meanwhile is taken in together
        self._task: asyncio.Task[None] | None = None
        self._is_woken = False
        self._is_resting = False
        self._is_stopped = False

    def wake(self) -> None:
        """Bring results and ratings up to date soon; returns at once."""
        self._is_woken = True
        if not self._is_stopped and not self._is_resting and (self._task is None or self._task.done()):
            self._task = self._tasks.spawn(self._run())

    async def _run(self) -> None:
        try:
            while self._is_woken and not self._is_stopped:
                self._is_woken = False
                await asyncio.to_thread(self._projection.catch_up, lambda *_: not self._is_stopped)
                if self._rest_s:
                    self._is_resting = True
                    asyncio.get_running_loop().call_later(self._rest_s, self._go_on)
                    return
        except Exception as error:
            asyncio.get_running_loop().call_later(AGAIN_S, self.wake)
            if not isinstance(error, ParlourError):  # the disk is full, or too much waits
                raise

    def _go_on(self) -> None:
        self._is_resting = False
        if self._is_woken:
            self.wake()

    def stop(self) -> None:
        """End after the batch at hand; the rest is taken in at the next start."""
        self._is_stopped = True
