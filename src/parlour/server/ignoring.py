"""Muting and blocking people, and the open sockets that this concerns."""

import asyncio
from collections.abc import Collection

from parlour.match.moderation import Ignored, IgnoredPeople
from parlour.server.bus import Bus
from parlour.server.hints import Ignores, send_hint
from parlour.server.sockets import Client


class Ignoring:
    """Changes whom people ignore; their sockets follow at once."""

    def __init__(self, ignored: IgnoredPeople, clients: Collection[Client], bus: Bus) -> None:
        self._ignored = ignored
        self._clients = clients
        self._bus = bus

    async def by(self, identity: str) -> list[Ignored]:
        """List whom a person ignores, oldest first."""
        return await asyncio.to_thread(self._ignored.by, identity)

    async def ignore(self, identity: str, other: str, kind: str) -> None:
        """Mute or block a person.

        Raises:
            TooManyIgnored
        """
        await asyncio.wrap_future(self._ignored.ignore(identity, other, kind))
        await self._follow(identity)

    async def stop_ignoring(self, identity: str, number: int) -> None:
        """Stop ignoring a person."""
        await asyncio.wrap_future(self._ignored.stop_ignoring(identity, number))
        await self._follow(identity)

    async def _follow(self, identity: str) -> None:
        await self.refresh(identity)
        send_hint(self._bus, Ignores(identity=identity))

    async def refresh(self, identity: str) -> None:
        """Let the sockets of a person at this node follow what is stored."""
        unheard = await asyncio.to_thread(self._ignored.unheard_by, identity)
        for client in self._clients:
            if client.identity == identity:
                client.unheard = unheard
