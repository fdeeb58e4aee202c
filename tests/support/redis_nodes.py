"""What nodes share over Redis, without the rest of a server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from parlour.server.cancelling import end
from parlour.server.clocks import SystemClock
from parlour.server.redis_bus import RedisBus
from parlour.server.redis_link import RedisLink
from parlour.server.redis_presence import RedisPresence
from support.redis import RedisServer

PATIENCE_S = 60.0
EXPIRY_S = 0.5


class Node(NamedTuple):
    """The shared parts of a node."""

    link: RedisLink
    bus: RedisBus
    presence: RedisPresence
    tasks: list["asyncio.Task[None]"]

    async def die(self) -> None:
        """End without a word, as a killed process does."""
        await end(*self.tasks)


@contextlib.asynccontextmanager
async def node(server: RedisServer, expiry_s: float = EXPIRY_S) -> AsyncIterator[Node]:
    """Run a node until the block ends."""
    link = RedisLink(server.url)
    bus = RedisBus(link)
    presence = RedisPresence(link, bus, SystemClock(), expiry_s)
    made = Node(link, bus, presence, [asyncio.create_task(bus.run()), asyncio.create_task(presence.run())])
    try:
        await until(lambda: bus.is_up and presence.up_since_ms is not None)
        yield made
    finally:
        await made.die()
        await link.close()


async def until(is_true: Callable[[], object]) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_true():
            await asyncio.sleep(0.005)
