"""The chat of one match: saved, then shown to all its followers."""

import asyncio
from collections import deque
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from parlour.match.seating import Seating
from parlour.match.stored import CHAT_LINES, StoredLine
from parlour.server import messages as wire
from parlour.server.match_services import MatchServices

if TYPE_CHECKING:
    from parlour.server.live_match import LiveMatch


class Chat:
    """The last lines that were said."""

    def __init__(self, live: "LiveMatch", lines: Iterable[StoredLine], services: MatchServices) -> None:
        self._live = live
        self._lines = deque(lines, CHAT_LINES)
        self._services = services
        self._lock = asyncio.Lock()

    async def say(self, seat: int, identity: str, text: str, key: str = "") -> wire.ChatLine | None:
        """Send a line to the followers who have not muted the speaker; return the earlier line if it is a repeat."""
        async with self._lock:  # a repeat may come while the first is being saved
            for earlier in self._lines if key else ():
                if (earlier.seat, earlier.key) == (seat, key):
                    return self._reply(earlier)
            line = StoredLine(seat, identity, text, self._services.clock.wall_ms(), key)
            stored = await asyncio.wrap_future(self._services.log.say(self._live.id, line))
        self.take_in([stored])
        if _content(stored) != _content(line):  # it was said before, on another node
            return self._reply(stored)
        self._live.record.publish_change()
        return None

    def take_in(self, lines: Iterable[StoredLine]) -> None:
        """Show lines that are on the disk, unless they are known."""
        known = set(map(_content, self._lines))
        for line in lines:
            if _content(line) not in known:
                self._lines.append(line)
                self._show(line)

    def _show(self, line: StoredLine) -> None:
        self._live.watchers.send_all(self._reply(line), lambda watcher, _: line.identity not in watcher.unheard)

    def _reply(self, line: StoredLine) -> wire.ChatLine:
        return wire.ChatLine(match=self._live.id, said=_said(line, self._live.seating))

    def show(self, unheard: Set[str] = frozenset()) -> list[wire.Said]:
        """Return the last lines, with the names that people have now, without those of some people."""
        seating = self._live.seating
        hidden = {seat for identity in unheard for seat in seating.seats_of(identity)}
        return [_said(line, seating) for line in self._lines if line.seat not in hidden]

    def forget(self, identity: str) -> None:
        """Drop what a person has said."""
        seats = self._live.seating.seats_of(identity)
        self._lines = deque((line for line in self._lines if line.seat not in seats), CHAT_LINES)


def _said(line: StoredLine, seating: Seating) -> wire.Said:
    """Return a line as clients show it."""
    return wire.Said(line.seat, seating.seats[line.seat].name, line.text, line.at_ms)


def _content(line: StoredLine) -> StoredLine:
    return line._replace(identity="")  # the person may have signed up since
