"""The bus between nodes over Redis, by Litestar's channels. It needs the extra `nodes`."""

import asyncio
import secrets
from collections.abc import Callable

from litestar.channels.backends.redis import RedisChannelsPubSubBackend

from parlour.server.bus import Handler
from parlour.server.cancelling import unless_cancelled
from parlour.server.logs import log
from parlour.server.redis_link import OUTAGES, RedisLink

MOST_WAITING = 10_000  # messages to be published; beyond that they are dropped, as in an outage
AGAIN_S = 0.2  # after a failure
NAME_BYTES = 8
LOST = "lost"  # the channel on which a node says that it could not publish everything


class RedisBus:
    """A `Bus`; `run` keeps it going."""

    def __init__(self, link: RedisLink) -> None:
        self._link = link
        self._name = secrets.token_bytes(NAME_BYTES)  # of this node: it does not hear itself
        self._handlers: dict[str, Handler] = {}
        self._after_outage: list[Callable[[], None]] = []
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._changed = asyncio.Event()  # the channels that are listened to
        self._has_lost = False
        self.is_up = False

    def publish(self, channel: str, message: bytes) -> None:
        try:
            self._outgoing.put_nowait((channel, self._name + message))
        except asyncio.QueueFull:
            self._has_lost = True

    def listen(self, channel: str, handler: Handler) -> None:
        self._handlers[channel] = handler
        self._changed.set()

    def unlisten(self, channel: str) -> None:
        self._handlers.pop(channel, None)
        self._changed.set()

    def after_outage(self, handler: Callable[[], None]) -> None:
        self._after_outage.append(handler)

    async def run(self) -> None:
        """Send and receive, forever; connect again when Redis was gone."""
        while True:
            try:
                await self._carry()
            except* OUTAGES as outage:
                if self.is_up:
                    log.warning("bus_down", reason=type(outage.exceptions[0]).__name__)
                self.is_up = False
            while not self._outgoing.empty():  # nobody would hear it in time
                self._outgoing.get_nowait()
            await asyncio.sleep(AGAIN_S)

    async def _carry(self) -> None:
        async with self._link.channels() as channels, asyncio.TaskGroup() as tasks:
            tasks.create_task(self._send())
            tasks.create_task(self._subscribe(channels))
            tasks.create_task(self._receive(channels))

    async def _send(self) -> None:
        """Send all that waits in one round trip: one by one, a busy node would lag behind its own commits."""
        while True:
            waiting = [await self._outgoing.get()]
            while not self._outgoing.empty():
                waiting.append(self._outgoing.get_nowait())
            if self._has_lost:
                self._has_lost = False
                waiting.append((LOST, self._name))
            async with self._link.client.pipeline(transaction=False) as pipeline:
                for channel, message in waiting:
                    pipeline.publish(channel, message)
                await unless_cancelled(pipeline.execute())

    async def _subscribe(self, channels: RedisChannelsPubSubBackend) -> None:
        subscribed: set[str] = set()
        while True:
            self._changed.clear()
            wanted = {LOST, *self._handlers}
            if new := wanted - subscribed:
                await unless_cancelled(channels.subscribe(new))
            if old := subscribed - wanted:
                await unless_cancelled(channels.unsubscribe(old))
            subscribed = wanted
            if not self.is_up:
                self.is_up = True
                log.info("bus_up")
                self._tell_outage()  # what happened before is not heard
            await self._changed.wait()

    async def _receive(self, channels: RedisChannelsPubSubBackend) -> None:
        async for channel, message in channels.stream_events():
            sender, content = message[:NAME_BYTES], message[NAME_BYTES:]
            if sender == self._name:
                continue
            if channel == LOST:
                self._tell_outage()
            elif handler := self._handlers.get(channel):
                handler(content)

    def _tell_outage(self) -> None:
        for handler in self._after_outage:
            handler()
