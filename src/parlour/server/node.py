"""One of several nodes of a site: what it shares with the others, and how it meets them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from parlour.match.clock import Clock
from parlour.server.bus import Bus, NoBus
from parlour.server.cancelling import end
from parlour.server.clocks import SystemClock
from parlour.server.errors import NeedsPostgres
from parlour.server.identity import new_secret, read_secret
from parlour.server.limits import SharedBuckets
from parlour.server.pairs import LocalPairs, Pairs
from parlour.server.presence import NoPresence, Presence
from parlour.server.settings import Settings
from parlour.storage.database import Database
from parlour.storage.errors import NeedsDriver
from parlour.storage.lock import exclusive_lock, shared_lock
from parlour.storage.place import PostgresPlace
from parlour.storage.shared_secret import shared_secret
from parlour.storage.uptime import SharedUptime

DUTY_S = 1.0  # between two looks whether a node is on duty
BEGIN_MS = 10**12  # so that a new site has a past, as a machine has


class SiteClock(SystemClock):
    """The clock of a site: instants by how long its nodes have been up, the time of day by its database."""

    def __init__(self, uptime: SharedUptime) -> None:
        self._uptime = uptime

    def now_ms(self) -> int:
        return BEGIN_MS + self._uptime.up_ms

    def wall_ms(self) -> int:
        return self._uptime.wall_ms


@contextlib.contextmanager
def held(settings: Settings) -> Iterator[None]:
    """Hold the database: alone, or together with other nodes.

    Raises:
        InUse: another server has it.
        NeedsPostgres, NeedsDriver: it cannot be shared.
    """
    if settings.redis is None:
        with exclusive_lock(settings.database_place):
            yield
    else:
        with shared_lock(shared_place(settings)):
            yield


def shared_place(settings: Settings) -> PostgresPlace:
    """Return the database of several nodes.

    Raises:
        NeedsPostgres, NeedsDriver: it cannot be shared.
    """
    place = settings.database_place
    if not isinstance(place, PostgresPlace) or settings.redis is None:
        raise NeedsPostgres("Nodes and workers meet at --redis redis://… and share --database postgresql://…")
    try:
        import procrastinate  # noqa: F401, PLC0415  # packages that a single server does not need
        import redis  # noqa: F401, PLC0415
    except ModuleNotFoundError:
        raise NeedsDriver("Several nodes need more packages: pip install 'parlour[nodes]'.") from None
    return place


def prepare(settings: Settings) -> None:
    """Make what several nodes need in their database, besides what a single server does."""
    if settings.redis is not None:
        from parlour.storage.queue_schema import prepare_queue  # noqa: PLC0415  # it needs a package that few have

        prepare_queue(shared_place(settings))


def secret_of(settings: Settings, database: Database) -> bytes:
    """Return the secret that signs cookies: of the data folder, or of all nodes.

    The first node brings the one of its folder, so that people whose server has become a node stay signed in.
    """
    if settings.redis is None:
        return read_secret(settings.secret_path)
    own = read_secret(settings.secret_path) if settings.secret_path.exists() else new_secret()
    return shared_secret(database, own)


class Duty(Protocol):
    """What one node does for all of them: pairing in tournaments, cleaning up."""

    @property
    def is_held(self) -> bool: ...


class OwnDuty:
    """The duty of a server that is alone."""

    is_held = True


@contextlib.asynccontextmanager
async def on_duty(settings: Settings) -> AsyncIterator[Duty]:
    """Take the duty whenever no other node has it."""
    if settings.redis is None:
        yield OwnDuty()
        return
    from parlour.storage.duty import SiteDuty  # noqa: PLC0415  # it needs a package that few have

    duty = SiteDuty(shared_place(settings))

    async def look() -> None:
        while True:
            await asyncio.to_thread(duty.look)
            await asyncio.sleep(DUTY_S)

    running = asyncio.create_task(look())
    try:
        yield duty
    finally:
        await end(running)
        await asyncio.to_thread(duty.close)


@dataclass(frozen=True)
class Site:
    """What the nodes of a site share; the only node shares nothing."""

    bus: Bus = field(default_factory=NoBus)
    buckets: SharedBuckets | None = None
    pairs: Pairs = field(default_factory=LocalPairs)
    presence: Callable[[Clock], Presence] = lambda _: NoPresence()


@contextlib.asynccontextmanager
async def joined(settings: Settings) -> AsyncIterator[Site]:
    """Meet the other nodes, if there are some."""
    if settings.redis is None:
        yield Site()
        return
    # They need a package that few have.
    from parlour.server.redis_buckets import RedisBuckets  # noqa: PLC0415
    from parlour.server.redis_bus import RedisBus  # noqa: PLC0415
    from parlour.server.redis_link import RedisLink  # noqa: PLC0415
    from parlour.server.redis_pairs import RedisPairs  # noqa: PLC0415
    from parlour.server.redis_presence import RedisPresence  # noqa: PLC0415

    link, expiry_s = RedisLink(settings.redis), settings.node_expiry_s
    bus = RedisBus(link)
    running = asyncio.create_task(bus.run())
    try:
        yield Site(
            bus,
            RedisBuckets(link, bus),
            RedisPairs(link, bus, expiry_s),
            lambda clock: RedisPresence(link, bus, clock, expiry_s),
        )
    finally:
        await end(running)
        await link.close()
