"""Deletes what a server does not keep forever: a little at a time, so that no move waits for it."""

import asyncio
from collections.abc import Callable

from parlour.match.clock import DAY_MS
from parlour.match.errors import StorageBusy, StorageFailed
from parlour.match.ports import Retention
from parlour.server.hub import Hub
from parlour.server.logs import log
from parlour.server.settings import Kept

EVERY_S = 3600.0
AT_ONCE = 10  # matches, lines of chat or guests, of one transaction


class Housekeeping:
    """Deletes what was kept for long enough, once an hour."""

    def __init__(
        self, retention: Retention, hub: Hub, kept: Kept, is_on_duty: Callable[[], bool] = lambda: True
    ) -> None:
        """Clean up after a server, or after all nodes while this one is on duty."""
        self._is_on_duty = is_on_duty
        self._retention = retention
        self._hub = hub
        self._kept = kept

    async def run(self) -> None:
        """Delete, forever; what the disk refuses waits for the next time."""
        while True:
            await asyncio.sleep(EVERY_S)
            if not self._is_on_duty():
                continue
            try:
                await self._hub.services.tasks.spawn(self.clean())
            except (StorageBusy, StorageFailed):
                continue

    async def clean(self) -> None:
        """Delete all that is old enough now."""
        num_matches = await self._clean_matches() if self._kept.guest_matches else 0
        num_lines = await self._clean_chat() if self._kept.chat else 0
        num_solvers = await self._clean_puzzles() if self._kept.guest_puzzles else 0
        num_sessions = await self._clean_sessions()
        if num_matches or num_lines or num_solvers or num_sessions:
            log.info("cleaned", matches=num_matches, chat=num_lines, solvers=num_solvers, sessions=num_sessions)

    def _before_ms(self, days: float) -> int:
        return self._hub.services.log.up_ms - round(days * DAY_MS)

    async def _clean_matches(self) -> int:
        before_ms, count, after = self._before_ms(self._kept.guest_matches), 0, ""
        while True:
            found, last = await asyncio.to_thread(self._retention.abandoned_matches, before_ms, after)
            for first in range(0, len(found), AT_ONCE):
                some = found[first : first + AT_ONCE]
                count += len(
                    await self._hub.delete(lambda free: self._retention.delete_abandoned(free, before_ms), some)
                )
            if last is None:
                return count
            after = last

    async def _clean_chat(self) -> int:
        before_ms, count, after = self._before_ms(self._kept.chat), 0, 0
        while True:
            found, last = await asyncio.to_thread(self._retention.old_chat, before_ms, after)
            for first in range(0, len(found), AT_ONCE):
                await asyncio.wrap_future(self._retention.delete_chat(found[first : first + AT_ONCE]))
            count += len(found)
            if last is None:
                return count
            after = last

    async def _clean_puzzles(self) -> int:
        before_ms, count, after = self._before_ms(self._kept.guest_puzzles), 0, ""
        while True:
            found, last = await asyncio.to_thread(self._retention.idle_solvers, before_ms, after)
            for first in range(0, len(found), AT_ONCE):
                some = found[first : first + AT_ONCE]
                deleted = await asyncio.wrap_future(self._retention.delete_attempts(some, before_ms))
                count += len(deleted)
            if last is None:
                return count
            after = last

    async def _clean_sessions(self) -> int:
        count = 0
        while found := await asyncio.to_thread(self._retention.ended_sessions, self._hub.services.clock.wall_ms()):
            await asyncio.wrap_future(self._retention.delete_sessions(found))
            count += len(found)
        return count
