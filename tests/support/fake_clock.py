"""Virtual time: an event loop whose clock stands still until a test moves it, and a server that lives by it."""

import asyncio
import math
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from parlour.match.clock import Clock
from parlour.server.game_loader import GameLoader
from parlour.server.hub import Hub
from parlour.server.limits import Limits
from parlour.server.lobby import Lobby
from parlour.server.match_services import MatchServices
from parlour.server.metrics import Metrics
from parlour.server.sockets import Client
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.server.visitor import Visitor
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place

T = TypeVar("T")
BEGIN_MS = 1_800_000_000_000


class Standing(Clock):
    """A clock that stands still."""

    def now_ms(self) -> int:
        return 1_000

    wall_ms = now_ms


class VirtualLoop(asyncio.SelectorEventLoop):
    """Threads and the disk take the time they need; timers wait for `pass_time`."""

    def __init__(self) -> None:
        super().__init__()
        self._now_s = 0.0
        self.wall_ahead_ms = 0  # a clock that was set

    def time(self) -> float:
        return self._now_s

    def now_ms(self) -> int:
        """Return an instant; a Clock for the server."""
        return BEGIN_MS + round(1000 * self._now_s)

    def wall_ms(self) -> int:
        """Return the time of day."""
        return self.now_ms() + self.wall_ahead_ms

    async def pass_time(self, services: MatchServices, duration_ms: int) -> None:
        """Let time pass, from one timer to the next; after each, what it set off is done before time goes on."""
        end_s = self._now_s + duration_ms / 1000
        await settle(services)
        while (due_s := self._next_timer_s()) <= end_s:
            self._now_s = max(self._now_s, due_s)
            await settle(services)
        self._now_s = end_s
        await settle(services)

    def _next_timer_s(self) -> float:
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]  # the loop's own list
        return min((timer.when() for timer in timers if not timer.cancelled()), default=math.inf)


async def settle(services: MatchServices) -> None:
    """Wait until all that is being done is done."""
    for _ in range(5):  # a timer may start a task, and that one another
        await asyncio.sleep(0)
        if running := services.tasks.running:
            await asyncio.wait(running)


def run(scenario: Coroutine[Any, Any, T]) -> T:
    """Run a scenario in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(scenario)


def virtual_loop() -> VirtualLoop:
    """Return the loop that runs."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


async def rating_of(identity: str, game: str) -> float:
    return 1500.0


def match_services(database: Database, clock: Clock) -> MatchServices:
    """Return what matches share, with limits that no test reaches."""
    metrics = Metrics()
    return MatchServices(
        SqlLog(database, clock.now_ms),
        clock,
        Thinkers(1),
        Limits(clock, factor=1000.0),
        metrics,
        Tasks(metrics),
        GameLoader(),
    )  # fmt: skip


class Rooms:
    """A hub with its services on a database, which can be left and opened again."""

    def __init__(self, data: Place) -> None:
        """Open a database, or the one in a data folder."""
        self.database = Database(data / "parlour.db" if isinstance(data, Path) and data.is_dir() else data)
        clock = virtual_loop()
        self.services = match_services(self.database, clock)
        self.hub = Hub(self.services)
        self._lobby = Lobby(self.hub, rating_of)

    def client(self, identity: str) -> Client:
        """Return what stands behind the socket of a guest."""
        return Client(Visitor(identity, identity), self.hub, self._lobby)

    async def pass_s(self, seconds: float) -> None:
        await virtual_loop().pass_time(self.services, round(1000 * seconds))

    async def close(self) -> None:
        await self.services.close()
        self.database.close()
