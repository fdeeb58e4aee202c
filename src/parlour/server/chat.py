"""The chat of one match: saved, then shown to all its followers."""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable

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

    async def say(self, seat: int, identity: str, text: str) -> StoredLine:
        """Save a line."""
        line = StoredLine(seat, identity, text, self._services.clock.wall_ms())
        await asyncio.wrap_future(self._services.log.say(self._match_id, line))
        self._lines.append(line)
        return line

    def show(self, seating: Seating) -> list[wire.Said]:
        """Return the last lines, with the names that people have now."""
        return [show_line(line, seating) for line in self._lines]

    def forget(self, seats: Collection[int]) -> None:
        """Drop what was said from some seats."""
        self._lines = deque((line for line in self._lines if line.seat not in seats), CHAT_LINES)


def show_line(line: StoredLine, seating: Seating) -> wire.Said:
    """Return a line as clients show it."""
    return wire.Said(line.seat, seating.seats[line.seat].name, line.text, line.at_ms)
