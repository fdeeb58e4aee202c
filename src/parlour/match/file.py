"""The match file: one JSON line per event, each with the hash of everything up to it.

A line is `{"seq":3,"event":{...},"hash":"..."}`; the hash is SHA-256 over the hash of the line before (64 zeros before
the first) and the line's bytes up to its own hash. Lines are written in one exact form, so that no byte can change
unnoticed. The last line of a saved match reveals its seed; a finished match has its outcome before that.
"""

import hashlib
import re
from collections.abc import Iterable

import msgspec

from parlour.core.errors import ParlourError
from parlour.core.reading import shown
from parlour.match import events as ev
from parlour.match.decide import conclude, decide
from parlour.match.errors import CorruptLog
from parlour.match.match import Match, fold

NO_HASH = "0" * 64
SEED = "0|[1-9][0-9]{0,38}"  # in decimal, as it is written


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a match file, without its hash."""

    seq: int
    event: ev.AnyEvent


class HashedEntry(Entry, frozen=True, forbid_unknown_fields=True):
    """One line of a match file."""

    hash: str


def write(match: Match) -> bytes:
    """Write a match, finished or not, as a file; its seed is in it."""
    closing = [] if match.is_over else [_closing(match)]
    return write_events([*match.events, *closing])


def _closing(match: Match) -> ev.SeedRevealed:
    """Return the event that ends the file of an unfinished match."""
    return ev.SeedRevealed(seed=str(match.seed), at_ms=match.events[-1].at_ms)


def write_events(events: Iterable[ev.AnyEvent]) -> bytes:
    """Write events as the lines of a match file."""
    return b"".join(write_lines(events)[0])


def write_lines(events: Iterable[ev.AnyEvent]) -> tuple[list[bytes], str]:
    """Write the events of a match as lines; returns the hash of the last one with them."""
    lines, previous = [], NO_HASH
    for seq, event in enumerate(events):
        line, previous = write_line(seq, event, previous)
        lines.append(line)
    return lines, previous


def write_line(seq: int, event: ev.AnyEvent, previous: str) -> tuple[bytes, str]:
    """Write one event as a line, given the hash of the line before; returns its own hash with it."""
    text = msgspec.json.encode(Entry(seq, event))
    own = _hash(previous, text)
    return b'%b,"hash":"%b"}\n' % (text[:-1], own.encode()), own


def _hash(previous: str, text: bytes) -> str:
    return hashlib.sha256(previous.encode() + text).hexdigest()


def read_events(data: bytes) -> list[ev.AnyEvent]:
    """Read the events of a match file; every byte is checked.

    Raises:
        CorruptLog: with the line, and where it can be told the byte, that is not as it was written.
    """
    return [entry.event for entry in read_entries(data)]


def read_entries(data: bytes) -> list[HashedEntry]:
    """Read the lines of a match file; every byte is checked, as in `read_events`."""
    if not isinstance(data, bytes):
        raise CorruptLog(f"A match file is bytes, not {shown(data)}.")
    if not data.endswith(b"\n"):
        raise CorruptLog(f"Line {len(data.splitlines())}: the file breaks off.")
    entries: list[HashedEntry] = []
    for number, line in enumerate(data[:-1].split(b"\n"), 1):
        entry = _read_line(number, line)
        if entry.seq != number - 1:
            raise CorruptLog(f"Line {number}: this is entry {entry.seq}; entry {number - 1} belongs here.")
        previous = entries[-1].hash if entries else NO_HASH
        if entry.hash != _hash(previous, msgspec.json.encode(Entry(entry.seq, entry.event))):
            raise CorruptLog(f"Line {number}: its contents do not have the hash that was written with them.")
        entries.append(entry)
    return entries


def _read_line(number: int, line: bytes) -> HashedEntry:
    try:
        entry = msgspec.json.decode(line, type=HashedEntry)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:  # the last: nested too deeply
        raise CorruptLog(f"Line {number} is not a line of a match file: {error}.") from error
    exact = msgspec.json.encode(entry)
    if exact != line:
        place = next((i for i, (a, b) in enumerate(zip(exact, line, strict=False), 1) if a != b), len(exact) + 1)
        raise CorruptLog(f"Line {number}, byte {place}: not as it was written.")
    return entry


def read(data: bytes) -> Match:
    """Read a match, to look at it or to go on; it is verified first.

    Raises:
        CorruptLog: the file was changed.
        OtherRules: it was made by other rules of the game.
    """
    return verify(data)


def _seed(events: list[ev.AnyEvent]) -> int:
    last = events[-1]
    if not isinstance(last, ev.SeedRevealed) or not re.fullmatch(SEED, last.seed):
        raise CorruptLog(f"Line {len(events)}: the last line does not reveal the seed of the match.")
    return int(last.seed)


def verify(data: bytes) -> Match:
    """Check a match file from end to end: its bytes, its seed, and that the rules lead from each event to the next.

    Raises:
        CorruptLog: with the line that is wrong.
        OtherRules: it was made by other rules of the game.
    """
    events = read_events(data)
    match = fold(events[:1], _seed(events))
    place = 1
    while place < len(events):
        if place == len(events) - 1 and not match.is_over and events[place] == _closing(match):
            break
        expected = _expected(match, events[place], place + 1)
        for offset, event in enumerate(expected):
            if events[place + offset : place + offset + 1] != [event]:
                raise CorruptLog(f"Line {place + offset + 1}: the rules lead to another event here.")
            match.apply(event)
        place += len(expected)
    return match


def _expected(match: Match, event: ev.AnyEvent, line: int) -> list[ev.AnyEvent]:
    """Return the events that the cause of an event leads to."""
    if event.at_ms < match.events[-1].at_ms:
        raise CorruptLog(f"Line {line}: its time is before the line above it.")
    if closing := conclude(match, event.at_ms):
        return closing
    command = event.cause()
    if command is None:
        raise CorruptLog(f"Line {line}: no command leads to this event.")
    try:
        return decide(match, command, event.at_ms)
    except ParlourError as error:
        raise CorruptLog(f"Line {line}: {error}") from error
