"""The background tasks of a server: owned by it, and ended with it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from parlour.core.errors import ParlourError
from parlour.server.begun import Begun
from parlour.server.cancelling import end
from parlour.server.logs import log
from parlour.server.metrics import Metrics

AFTER_FAILURE_S = 1.0
CLOSE_S = 3.0  # that tasks have to end
T = TypeVar("T")


class Tasks:
    """Starts tasks that continue when their caller is cancelled, and logs their failures."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._running: set[asyncio.Future[Any]] = set()
        self.is_closed = False

    @property
    def running(self) -> list["asyncio.Future[Any]"]:
        """The tasks and the begun work that have not ended yet."""
        return list(self._running)

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start a task; a failure that is not a refusal is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_end)
        return task

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Future[None]":
        """Begin work at once, which nothing interrupts; a failure that is not a refusal is logged."""
        begun = Begun(work, self._on_end)
        if not begun.done():
            self._running.add(begun)
        return begun

    async def complete(self, work: Coroutine[Any, Any, T], unfinished: set[asyncio.Task[Any]]) -> T:
        """Do work to its end, even when the caller is cancelled; meanwhile its task is among the unfinished ones."""
        # The client may vanish while the disk works; the memory must follow the disk all the same.
        task = self.spawn(work)
        unfinished.add(task)
        task.add_done_callback(unfinished.discard)
        return await asyncio.shield(task)

    def _on_end(self, task: "asyncio.Future[Any]") -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ParlourError):  # a refusal is no failure
            self.note_failure(error)

    def note_failure(self, error: BaseException) -> None:
        """Log a bug and count it."""
        self._metrics.failures.inc()
        log.error("failure", exc_info=error)

    async def run_forever(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a job that never ends; after a failure it is started again."""
        while True:
            try:
                await job()
            except Exception as error:
                self.note_failure(error)
                await asyncio.sleep(AFTER_FAILURE_S)

    async def close(self) -> None:
        """Wait until all tasks have ended; those that do not end in time are cancelled."""
        self.is_closed = True
        if self._running:
            _, unfinished = await asyncio.wait(self._running, timeout=CLOSE_S)
            await end(*unfinished)
