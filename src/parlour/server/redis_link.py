"""The connection of a node to Redis, which the nodes of one site share. Nothing is kept there that must not be lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.exceptions import RedisError

OUTAGES = (RedisError, OSError, asyncio.TimeoutError)  # what calls raise while Redis is gone
PATIENCE_S = 2.0  # for an answer


class RedisLink:
    """Makes connections to one Redis; `client` is shared by all short requests."""

    def __init__(self, url: str) -> None:
        """Keep an address; nothing is connected yet."""
        self._url = url
        self.client = self._connect()

    def _connect(self) -> Redis:
        return Redis.from_url(self._url, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S)

    @contextlib.asynccontextmanager
    async def channels(self) -> AsyncIterator[RedisChannelsPubSubBackend]:
        """Open channels between nodes, on connections of their own."""
        redis = self._connect()
        channels = RedisChannelsPubSubBackend(redis=redis)
        try:
            yield channels
        finally:
            with contextlib.suppress(*OUTAGES):
                await channels.on_shutdown()
                await redis.aclose()

    async def close(self) -> None:
        with contextlib.suppress(*OUTAGES):
            await self.client.aclose()
