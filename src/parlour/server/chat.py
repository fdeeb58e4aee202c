"""The chat of one match: saved, then shown to all its followers."""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable, Set

from parlour.match.seating import Seating
from parlour.match.stored import CHAT_LINES, StoredLine
from parlour.server import messages as wire
from parlour.server.match_services import MatchServices


class Chat:
    """The last lines that were said."""

    def __init__(self, match_id: str, lines: Iterable[StoredLine], services: MatchServices) -> None:
        self._match_id = match_id
        self._lines = deque(lines, CHAT_LINES)
        self._services = services
        self._lock = asyncio.Lock()

    async def say(self, seat: int, identity: str, text: str, key: str = "") -> tuple[StoredLine, bool]:
        """Save a line and return it, and whether it is new; with the key of an earlier line, return that one."""
        async with self._lock:  # a repeat may come while the first is being saved
            for line in self._lines if key else ():
                if (line.seat, line.key) == (seat, key):
                    return line, False
            line = StoredLine(seat, identity, text, self._services.clock.wall_ms(), key)
            await asyncio.wrap_future(self._services.log.say(self._match_id, line))
            self._lines.append(line)
        return line, True

    def show(self, seating: Seating, unheard: Set[str] = frozenset()) -> list[wire.Said]:
        """Return the last lines, with the names that people have now, without those of some people."""
        hidden = {seat for identity in unheard for seat in seating.seats_of(identity)}
        return [show_line(line, seating) for line in self._lines if line.seat not in hidden]

    def forget(self, seats: Collection[int]) -> None:
        """Drop what was said from some seats."""
        self._lines = deque((line for line in self._lines if line.seat not in seats), CHAT_LINES)


def show_line(line: StoredLine, seating: Seating) -> wire.Said:
    """Return a line as clients show it."""
    return wire.Said(line.seat, seating.seats[line.seat].name, line.text, line.at_ms)
