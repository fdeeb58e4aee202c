"""What a match log returns: stored matches, their chat, and the matches that are parked."""

from collections.abc import Set
from typing import NamedTuple

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
    up_ms: int = 0  # for how long a server has been running since the last line
    wishes: Set[int] = frozenset()  # the seats that want to play again
    changes: int = 0  # see `MatchState`


class MatchState(NamedTuple):
    """How far a match has come."""

    version: int
    changes: int  # how often something changed that is not in the log: seats, chat, wishes


class ParkedMatch(NamedTuple):
    """A match that cannot be loaded."""

    id: str
    reason: str  # a sentence
