"""The stored side of a match in memory: what is appended to its log, here or on another node."""

from collections.abc import Mapping, Sequence

import msgspec

from parlour.match import events as ev
from parlour.match.errors import CorruptLog
from parlour.match.file import HashedEntry, write_line
from parlour.match.match import Match
from parlour.match.seating import Seating
from parlour.server.command_keys import CommandKey, DoneCommands
from parlour.server.match_jobs import jobs_after
from parlour.server.match_services import MatchServices


class Appended(msgspec.Struct, frozen=True, tag=True):
    """Events were appended to a match, and are on the disk."""

    version: int  # that they follow
    lines: list[bytes]
    key: str | None  # of the command that led to them


class Changed(msgspec.Struct, frozen=True, tag=True):
    """Something else of a match has changed on the disk: its seats, its chat, or who wants to play again."""


encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Appended | Changed).decode
CHANGED = encode(Changed())


def channel(match_id: str) -> str:
    """Return where the nodes tell each other what has happened in a match."""
    return f"match:{match_id}"


class MatchRecord:
    """What is stored of a match, as far as this node knows."""

    def __init__(
        self, match_id: str, match: Match, last_hash: str, keys: Mapping[str, int], services: MatchServices
    ) -> None:
        self._match_id = match_id
        self._match = match
        self._last_hash = last_hash
        self._services = services
        self.done = DoneCommands(keys)

    async def append(self, events: Sequence[ev.AnyEvent], key: CommandKey | None, seating: Seating) -> None:
        """Save events that follow the present version, and only then let other nodes hear of them.

        Raises:
            AlreadyThere: another node was faster; nothing was saved.
        """
        lines, last_hash, version = [], self._last_hash, self._match.version
        for offset, event in enumerate(events):
            line, last_hash = write_line(version + offset, event, last_hash)
            lines.append(line)
        jobs = jobs_after(self._match_id, self._match, seating, events) if self._services.is_shared else ()
        is_over = any(isinstance(event, ev.Ended) for event in events)
        stored_key = key and key.stored
        saved = self._services.log.append(self._match_id, version, lines, stored_key, is_over, jobs)
        await self._services.saved(saved)
        self._last_hash = last_hash
        if key is not None:
            self.done.add(key, version + len(events))
        if self._services.is_shared:
            self._services.bus.publish(channel(self._match_id), encode(Appended(version, lines, stored_key)))
        if is_over:
            self._services.after_match()

    def publish_change(self) -> None:
        """Let other nodes hear that something has changed that is not in the log."""
        self._services.bus.publish(channel(self._match_id), CHANGED)

    def take_in(self, lines: Sequence[bytes], keys: Mapping[str, int]) -> list[ev.AnyEvent]:
        """Return the events of lines that another node has saved after the present version.

        Raises:
            CorruptLog: they do not continue the chain of hashes; nothing was taken in.
        """
        events, last_hash = [], self._last_hash
        for offset, line in enumerate(lines):
            try:
                event = msgspec.json.decode(line, type=HashedEntry).event
            except msgspec.MsgspecError as error:
                raise CorruptLog(f"This is no line of a match: {error}.") from None
            expected, last_hash = write_line(self._match.version + offset, event, last_hash)
            if line != expected:
                raise CorruptLog(f"Match {self._match_id} does not go on so at version {self._match.version + offset}.")
            events.append(event)
        self._last_hash = last_hash
        self.done.take_in(keys)
        return events
