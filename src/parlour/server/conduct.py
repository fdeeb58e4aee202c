"""Who may play with whom, who may say something, and whose chat a person does not see."""

import asyncio
import datetime
from collections.abc import Iterable

from parlour.match.clock import Clock
from parlour.match.moderation import IgnoredPeople
from parlour.match.ports import People
from parlour.server.errors import Blocked, Silenced


class Conduct:
    """Lets everyone play with everyone and say what they like."""

    async def unheard_by(self, identity: str) -> frozenset[str]:
        """Return the identities whose chat a person does not see."""
        return frozenset()

    async def apart_from(self, identity: str) -> frozenset[str]:
        """Return the identities that a person has blocked, or that have blocked this person."""
        return frozenset()

    async def check_together(self, identity: str, others: Iterable[str]) -> None:
        """Refuse to bring people together of whom one has blocked the other.

        Raises:
            Blocked
        """
        if not (await self.apart_from(identity)).isdisjoint(others):
            raise Blocked("You cannot play or chat with this player: one of you has blocked the other.")

    async def check_speech(self, identity: str, others: Iterable[str]) -> None:
        """Refuse to let a person speak to others.

        Raises:
            Silenced, Blocked
        """
        await self.check_together(identity, others)


class StoredConduct(Conduct):
    """Keeps apart those who have blocked each other, and silences those whom an operator has silenced."""

    def __init__(self, ignored: IgnoredPeople, people: People, clock: Clock) -> None:
        self._ignored = ignored
        self._people = people
        self._clock = clock

    async def unheard_by(self, identity: str) -> frozenset[str]:
        """Return the identities whose chat a person does not see."""
        return await asyncio.to_thread(self._ignored.unheard_by, identity)

    async def apart_from(self, identity: str) -> frozenset[str]:
        """Return the identities that a person has blocked, or that have blocked this person."""
        return await asyncio.to_thread(self._ignored.apart_from, identity)

    async def check_speech(self, identity: str, others: Iterable[str]) -> None:
        """Refuse to let a person speak to others.

        Raises:
            Silenced, Blocked
        """
        account = await asyncio.to_thread(self._people.of_identity, identity)
        until_ms = account and account.silenced_until_ms
        if until_ms and until_ms > self._clock.wall_ms():
            until = datetime.datetime.fromtimestamp(until_ms / 1000, datetime.UTC)
            raise Silenced(f"An operator has silenced your chat until {until:%Y-%m-%d %H:%M} UTC.")
        await super().check_speech(identity, others)
