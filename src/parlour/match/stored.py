"""What a match log returns: stored matches, their chat, and the matches that are not over."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from parlour.match.clock import NONE
from parlour.match.errors import CorruptLog
from parlour.match.seating import COMPUTER, read_seating

CHAT_LINES = 50  # of a match that are read back, the newest ones


class StoredLine(NamedTuple):
    """A line of chat."""

    seat: int
    identity: str
    text: str
    at_ms: int
    key: str = ""  # of the client's choice, so that a repeat is noticed


class StoredMatch(NamedTuple):
    """Everything that is stored of a match."""

    id: str
    seed: int
    seating: str  # JSON, for `read_seating`; it may be damaged while the lines are not
    lines: list[bytes]
    keys: dict[str, int]  # of the commands that were done: the version of the match after each
    chat: list[StoredLine]


class UnfinishedMatch(NamedTuple):
    """A match that is not over."""

    id: str
    is_active: bool  # it has a clock or a computer player, so that it goes on while no one looks


class ParkedMatch(NamedTuple):
    """A match that cannot be loaded."""

    id: str
    reason: str  # a sentence


class _Start(msgspec.Struct):
    pace: str = NONE


class _FirstLine(msgspec.Struct):
    event: _Start


def is_active(seating: str, lines: Sequence[bytes]) -> bool:
    """Return whether an unfinished match has a clock or a computer player.

    A match that cannot be read counts as active: the server tries to load it, and parks it.
    """
    try:
        pace = msgspec.json.decode(lines[0], type=_FirstLine).event.pace
        return pace != NONE or any(seat.kind == COMPUTER for seat in read_seating(seating).seats)
    except (msgspec.MsgspecError, UnicodeDecodeError, IndexError, CorruptLog):
        return True
