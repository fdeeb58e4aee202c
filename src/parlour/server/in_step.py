"""Keeps the matches in the memory of a node in step with the database that it shares with others."""

import asyncio
import contextlib
from collections.abc import MutableMapping

from parlour.core.errors import ParlourError
from parlour.server.live_match import LiveMatch
from parlour.server.match_record import channel
from parlour.server.match_services import MatchServices
from parlour.server.presence import SEAT
from parlour.server.watchers import read_seat

COMPARE_S = 1.0  # between two looks at the database, in case a message was lost
COMPARE_ALONE_S = 0.2  # while no message arrives


class InStep:
    """Listens to what other nodes tell of matches, and compares with the database now and then."""

    def __init__(self, live: MutableMapping[str, LiveMatch], services: MatchServices) -> None:
        self._live = live
        self._services = services
        self._missed: set[str] = set()  # matches of which something was heard while they were being loaded
        self._lost = asyncio.Event()  # messages may have been
        services.bus.after_outage(self._lost.set)
        services.presence.listen(SEAT, self._note_player)
        services.presence.after_outage(self._show_absent)

    def _note_player(self, name: str) -> None:
        """Show that a player has come to a seat on another node, or left it."""
        match_id, seat = read_seat(name)
        live = self._live.get(match_id)
        if live is not None and live.watchers.note_elsewhere(seat):
            live.show_table()

    def _show_absent(self) -> None:
        """Show who is away, which was not known during an outage."""
        for live in list(self._live.values()):
            if live.watchers and any(live.watchers.away_since_ms(seat) is not None for seat, _ in live.seating.people):
                live.show_table()

    def expect(self, match_id: str) -> None:
        """Listen to what happens in a match that is about to be loaded."""
        if self._services.is_shared:
            self._services.bus.listen(channel(match_id), lambda message: self._hear(match_id, message))

    def _hear(self, match_id: str, message: bytes) -> None:
        if match_id in self._live:
            self._live[match_id].follower.hear(message)
        else:
            self._missed.add(match_id)

    def loaded(self, live: LiveMatch) -> None:
        """Take in what was missed while a match was loaded."""
        if live.id in self._missed:
            self._missed.discard(live.id)
            self._services.tasks.spawn(live.follower.catch_up())

    def forget(self, match_id: str) -> None:
        """Stop listening to what happens in a match."""
        if self._services.is_shared:
            self._services.bus.unlisten(channel(match_id))
            self._missed.discard(match_id)

    async def run(self) -> None:
        """Compare with the database, forever."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(COMPARE_S if self._services.bus.is_up else COMPARE_ALONE_S):
                    await self._lost.wait()
            self._lost.clear()
            with contextlib.suppress(ParlourError):  # the database is gone: the next look finds the same
                await self.compare()

    async def compare(self) -> None:
        """Find the matches in which more has happened than is known here."""
        known = list(self._live)
        states = await asyncio.to_thread(self._services.log.states, known) if known else {}
        for match_id in known:
            live, state = self._live.get(match_id), states.get(match_id)
            if live is None:
                continue
            if state is None:  # it was deleted
                del self._live[match_id]
                live.sleep()
                self.forget(match_id)
            elif live.follower.is_behind(state):
                self._services.tasks.spawn(live.follower.catch_up())
