"""Keeps a match in memory in step with what other nodes do to it.

A message is only a hint: what it tells is taken over if it continues what is known here, and otherwise read from the
database. Whatever a message should have told is found there, too.
"""

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from parlour.match.errors import CorruptLog
from parlour.match.seating import read_seating
from parlour.match.stored import MatchState, StoredMatch
from parlour.server.match_jobs import plays_by_itself
from parlour.server.match_record import Appended, Changed, decode
from parlour.server.match_services import MatchServices
from parlour.server.rematch import rematch_id

if TYPE_CHECKING:
    from parlour.server.live_match import LiveMatch


class MatchFollower:
    """Takes in what other nodes have done to one match."""

    def __init__(self, live: "LiveMatch", changes: int, services: MatchServices) -> None:
        self._live = live
        self._changes = changes  # the last that were taken in
        self._services = services
        self._heard: deque[bytes] = deque()

    def is_behind(self, state: MatchState) -> bool:
        """Return whether more has happened than is known here."""
        return state.version > self._live.match.version or state.changes > self._changes

    def hear(self, message: bytes) -> None:
        """Take in what another node tells, when its turn comes."""
        self._heard.append(message)
        if len(self._heard) == 1:
            self._services.tasks.spawn(self._listen())

    async def _listen(self) -> None:
        async with self._live.command_lock:
            try:
                while self._heard:
                    await self._take_in_next(decode(self._heard.popleft()))
            finally:
                self._heard.clear()  # after a failure: the next look at the database finds what they told
        self._wake()

    async def _take_in_next(self, message: Appended | Changed) -> None:
        if isinstance(message, Appended):
            ahead = message.version - self._live.match.version
            if ahead < 0:
                return  # it is known
            # While a seat is open here, who acts may have sat down there just now: the database has their name.
            if ahead == 0 and self._live.seating.open_seat is None and self._is_taken_in(message):
                return
        await self.look()

    def _is_taken_in(self, message: Appended) -> bool:
        keys = {} if message.key is None else {message.key: message.version + len(message.lines)}
        try:
            self._take_in(message.lines, keys)
        except CorruptLog:  # another site on the same Redis, or a bug: the database tells
            return False
        return True

    async def catch_up(self) -> None:
        """Take in all that is on the disk."""
        async with self._live.command_lock:
            await self.look()
        self._wake()

    def has_missed(self, version: int | None) -> bool:
        """Return whether a client has seen a version on another node that is not known here."""
        return version is not None and version > self._live.match.version and self._services.is_shared

    def _wake(self) -> None:
        """Go on; what is to be done was queued by the node that made the change, unless nobody watches there."""
        self._live.wake(is_new=not plays_by_itself(self._live.seating), is_ours=False)

    async def look(self) -> bool:
        """Take in all that is on the disk, while the caller holds the lock; returns whether there was an event."""
        version, next_match = self._live.match.version, self._live.next_match
        stored, has_next = await asyncio.to_thread(self._read, version)
        if (seating := read_seating(stored.seating)) != self._live.seating:
            self._live.reseat(seating)  # first: what happened names the seats
        if stored.lines:
            self._take_in(stored.lines, stored.keys)
        self._take_over(stored, has_next=has_next)
        if self._live.next_match != next_match:
            self._live.tell_next()
        return bool(stored.lines)

    def _take_in(self, lines: Sequence[bytes], keys: Mapping[str, int]) -> None:
        """Take over events that another node has saved; they may not continue the match (CorruptLog)."""
        live = self._live
        events = live.record.take_in(lines, keys)
        live.time.follow(events[-1].at_ms)
        live.apply_and_show(events)
        if live.match.is_over:
            self._services.thinkers.players.release(live.id)

    def _take_over(self, stored: StoredMatch, *, has_next: bool) -> None:
        """Take over what is on the disk besides the log."""
        live, rematch = self._live, self._live.rematch
        live.chat.take_in(stored.chat)
        if not stored.wishes <= rematch.wanted:
            rematch.wanted |= stored.wishes
            live.show_table()
        if has_next and rematch.is_agreed(live.seating):
            rematch.next_match = rematch_id(live.id)
        self._changes = stored.changes

    def _read(self, version: int) -> tuple[StoredMatch, bool]:
        log, next_id = self._services.log, rematch_id(self._live.id)
        stored = log.read(self._live.id, version)
        return stored, bool(stored.wishes) and next_id in log.states([next_id])
