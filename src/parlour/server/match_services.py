"""`MatchServices`: what all matches of a server share."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from parlour.match.clock import Clock
from parlour.match.jobs import Job
from parlour.match.ports import MatchLog
from parlour.server.bus import Bus, NoBus
from parlour.server.conduct import Conduct
from parlour.server.future_batcher import FutureBatcher
from parlour.server.game_loader import GameLoader
from parlour.server.limits import Limits
from parlour.server.metrics import Metrics
from parlour.server.presence import NoPresence, Presence
from parlour.server.running import Running
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.server.tracing import traced

T = TypeVar("T")


def _do_nothing() -> None:
    return


@dataclass(frozen=True)
class MatchServices:
    """What a match needs besides itself."""

    log: MatchLog
    clock: Clock
    thinkers: Thinkers
    limits: Limits
    metrics: Metrics
    tasks: Tasks
    games: GameLoader
    after_match: Callable[[], None] = _do_nothing  # called when the end of a match is on the disk
    future_batcher: FutureBatcher = field(default_factory=FutureBatcher)
    conduct: Conduct = field(default_factory=Conduct)
    running: Running = field(default_factory=Running)
    bus: Bus = field(default_factory=NoBus)
    presence: Presence = field(default_factory=NoPresence)
    thinks: bool = True  # lets computers play; of several nodes only the workers do, and when a job asks them to
    rings: bool = True  # when a clock runs out

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may change the same matches."""
        return not isinstance(self.bus, NoBus)

    def saved(self, future: "Future[T]") -> Coroutine[Any, Any, T]:
        """Return what was appended to a log, when it is on the disk."""
        return traced(self.future_batcher.wait(future), "match.append")

    def ensure(self, jobs: Sequence[Job]) -> None:
        """Queue jobs that no change of a match has queued; one that waits already waits on."""
        if self.is_shared and self.rings and jobs:
            self.tasks.spawn(self._defer(jobs))

    async def _defer(self, jobs: Sequence[Job]) -> None:
        await asyncio.wrap_future(self.log.defer(jobs))

    async def confirm_time(self) -> None:
        """Ask the database of several nodes for the time: while it is gone, nobody's time runs.

        Raises:
            StorageFailed: it is gone.
        """
        if self.is_shared:
            await asyncio.wrap_future(self.log.beat())

    async def close(self) -> None:
        """Stop all thinking and wait for what is being saved."""
        self.tasks.is_closed = True
        self.thinkers.close()
        await self.tasks.close()
