"""Appends to the log of matches: many of them by few statements, each guarded by the version that it follows."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from parlour.match.errors import AlreadyThere, UnknownMatch
from parlour.match.jobs import Job
from parlour.storage.jobs import defer_all
from parlour.storage.raw import REFUSED, KeyTaken, RawConnection

VERSION = "SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE match = column1"
INSERT_EVENTS = f"""
    INSERT INTO events (match, seq, line, up_ms) SELECT column1, column2, column3, column4
    FROM (VALUES {{rows}}) AS new WHERE ({VERSION}) = column5
"""
INSERT_KEYS = "INSERT INTO keys (match, key, version) VALUES {rows}"
ROWS_AT_ONCE = 32  # in one statement; each number of rows is a statement of its own, prepared once


@dataclass(slots=True)
class Append:
    """Events that follow a version of a match; a `Change`."""

    match_id: str
    version: int
    lines: Sequence[bytes]
    key: str | None
    is_over: bool
    up_ms: int
    jobs: Sequence[Job] = ()

    def __call__(self, connection: RawConnection) -> None:
        append_all(connection, [self])


def append_all(connection: RawConnection, appends: Sequence[Append]) -> None:
    """Append events to matches.

    Raises:
        AlreadyThere, UnknownMatch: one of them does not fit; what is said of it is said of the first.
    """
    first = appends[0]
    try:
        added = _insert(connection, INSERT_EVENTS, [row for each in appends for row in _event_rows(each)])
    except KeyTaken:  # by another process, after the version was looked for
        raise AlreadyThere(f"Match {first.match_id} is not at version {first.version} any more.") from None
    except REFUSED:  # of a match that is missing, not of a number that is taken
        raise UnknownMatch(f"There is no match {first.match_id}.") from None
    if added != sum(len(each.lines) for each in appends):
        found = connection.execute(VERSION.replace("column1", "?"), (first.match_id,)).fetchone()[0]
        raise AlreadyThere(f"Match {first.match_id} is at version {found}, not {first.version}.")
    try:
        _insert(connection, INSERT_KEYS, [_key_row(each) for each in appends if each.key is not None])
    except REFUSED:
        raise AlreadyThere(f"The key {first.key} was used in match {first.match_id} before.") from None
    over = [(each.match_id,) for each in appends if each.is_over]
    connection.executemany("UPDATE matches SET is_over = true WHERE id = ?", over)
    defer_all(connection, [job for each in appends for job in each.jobs])


def _event_rows(append: Append) -> list[tuple[object, ...]]:
    match_id, version, up_ms = append.match_id, append.version, append.up_ms
    return [(match_id, version + offset, line, up_ms, version) for offset, line in enumerate(append.lines)]


def _key_row(append: Append) -> tuple[object, ...]:
    return append.match_id, append.key, append.version + len(append.lines)


def _insert(connection: RawConnection, statement: str, rows: Sequence[tuple[object, ...]]) -> int:
    """Insert rows by as few statements as possible; returns how many were inserted."""
    added = 0
    for begin in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[begin : begin + ROWS_AT_ONCE]
        added += connection.execute(_with_rows(statement, len(some), len(some[0])), [*chain(*some)]).rowcount
    return added


@functools.cache
def _with_rows(statement: str, num_rows: int, num_columns: int) -> str:
    row = f"({', '.join('?' * num_columns)})"
    return statement.format(rows=", ".join([row] * num_rows))
