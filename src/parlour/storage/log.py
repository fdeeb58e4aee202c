"""The log of all matches in SQLite: appended, never changed."""

import functools
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import NamedTuple, ParamSpec, TypeVar

from parlour.match.errors import AlreadyThere, CorruptLog, MatchOver, StorageFailed, UnknownMatch
from parlour.match.seating import ACCOUNT, Seating, write_seating
from parlour.match.stored import CHAT_LINES, ParkedMatch, StoredLine, StoredMatch
from parlour.storage.database import Database


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


P = ParamSpec("P")
T = TypeVar("T")


def _reads(read: Callable[P, T]) -> Callable[P, T]:
    """Let a method raise our errors when the disk refuses, or what is on it is damaged."""

    @functools.wraps(read)
    def explained(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return read(*args, **kwargs)
        except sqlite3.OperationalError as error:
            raise StorageFailed(f"It could not be read: {error}.") from None
        except sqlite3.DatabaseError as error:
            raise CorruptLog(f"The database is damaged: {error}.") from None

    return explained


class SqliteLog:
    """Stores matches; a `MatchLog`."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = _monotonic_ms) -> None:
        self._database = database
        self._writer = database.writer
        self._now_ms = now_ms
        row = database.raw_reader().execute("SELECT up_ms FROM heartbeat").fetchone()
        self._up_before_ms = 0 if row is None else int(row[0])  # before this process
        self._up_since_ms: int | None = None  # the first heartbeat of this process

    @property
    def num_waiting(self) -> int:
        """The number of writes that wait."""
        return self._writer.num_waiting

    @property
    def is_failing(self) -> bool:
        """Whether the disk refused the last write."""
        return self._writer.is_failing

    @property
    def up_ms(self) -> int:
        """For how long servers have been running on this log, all together, as far as heartbeats tell."""
        begun_ms = self._up_since_ms
        return self._up_before_ms + (0 if begun_ms is None else self._now_ms() - begun_ms)

    def create(
        self, match_id: str, seed: int, seating: Seating, lines: Sequence[bytes], due_ms: int | None = None
    ) -> "Future[Seating]":
        """Begin the log of a match and return its seating as stored."""
        up_ms = self.up_ms

        def change(connection: sqlite3.Connection) -> Seating:
            current = _with_current_identities(connection, seating)
            row = (match_id, str(seed), write_seating(current), due_ms)
            try:
                connection.execute("INSERT INTO matches (id, seed, seating, due_ms) VALUES (?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                raise AlreadyThere(f"There is already a match {match_id}.") from None
            _insert_seats(connection, match_id, current)
            _insert_events(connection, match_id, 0, lines, up_ms)
            return current

        return self._writer.submit(change)

    def append(
        self, match_id: str, version: int, lines: Sequence[bytes], key: str | None = None, is_over: bool = False
    ) -> "Future[None]":
        """Append events that follow a version, all or none."""
        up_ms = self.up_ms

        def change(connection: sqlite3.Connection) -> None:
            added = _insert_events(connection, match_id, version, lines, up_ms)
            if added != len(lines):
                found = connection.execute(VERSION, (match_id,)).fetchone()[0] - added
                raise AlreadyThere(f"Match {match_id} is at version {found}, not {version}.")
            if key is not None:
                _insert_key(connection, match_id, key, version + len(lines))
            if is_over:
                connection.execute("UPDATE matches SET is_over = 1 WHERE id = ?", (match_id,))

        return self._writer.submit(change)

    def set_seating(self, match_id: str, seating: Seating) -> "Future[Seating]":
        """Change who sits where, and return the seating as stored."""

        def change(connection: sqlite3.Connection) -> Seating:
            current = _with_current_identities(connection, seating)
            row = (write_seating(current), match_id)
            if not connection.execute("UPDATE matches SET seating = ? WHERE id = ? AND NOT is_over", row).rowcount:
                raise MatchOver("The match is over.")  # who sat there when it ended is part of its results
            connection.execute("DELETE FROM seats WHERE match = ?", (match_id,))
            _insert_seats(connection, match_id, current)
            return current

        return self._writer.submit(change)

    def say(self, match_id: str, line: StoredLine) -> "Future[None]":
        """Store a line of chat."""

        def change(connection: sqlite3.Connection) -> None:
            now = person_now(connection, line.identity)
            stored = line if now is None else line._replace(identity=now.identity)
            connection.execute(
                "INSERT INTO chat (match, seat, identity, text, at_ms, key) VALUES (?, ?, ?, ?, ?, ?)",
                (match_id, *stored),
            )

        return self._writer.submit(change)

    def set_due(self, match_id: str, due_ms: int | None) -> "Future[None]":
        """Store when a clock of a match needs it in memory: 0 while it is there, None for never."""
        return self._execute("UPDATE matches SET due_ms = ? WHERE id = ?", due_ms, match_id)

    @_reads
    def due_matches(self, by_ms: int) -> list[str]:
        """List the matches that are due by then, and neither over nor parked; the first ones first."""
        rows = self._database.raw_reader().execute(
            "SELECT id FROM matches WHERE due_ms <= ? AND is_over = 0 AND parked IS NULL ORDER BY due_ms", (by_ms,)
        )
        return [match_id for (match_id,) in rows]

    def beat(self) -> "Future[None]":
        """Note that the server is running; from the first time on, `up_ms` grows."""
        if self._up_since_ms is None:
            self._up_since_ms = self._now_ms()
        return self._execute(
            "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT DO UPDATE SET up_ms = excluded.up_ms", self.up_ms
        )

    @_reads
    def read(self, match_id: str) -> StoredMatch:
        """Read a match, parked or not.

        Raises:
            UnknownMatch: there is none of this id.
        """
        reader = self._database.raw_reader()
        with reader:  # one snapshot for all
            reader.execute("BEGIN")
            found = reader.execute("SELECT seed, seating FROM matches WHERE id = ?", (match_id,)).fetchone()
            if found is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            lines = reader.execute(
                "SELECT line, up_ms FROM events WHERE match = ? ORDER BY seq", (match_id,)
            ).fetchall()
            keys = reader.execute("SELECT key, version FROM keys WHERE match = ?", (match_id,)).fetchall()
            chat = reader.execute(
                "SELECT seat, identity, text, at_ms, key FROM chat WHERE match = ? "
                "ORDER BY position_in_log DESC LIMIT ?",
                (match_id, CHAT_LINES),
            ).fetchall()
        return StoredMatch(
            match_id, int(found[0]), found[1], [bytes(line) for line, _ in lines], dict(keys),
            [StoredLine(*line) for line in reversed(chat)], max(0, self.up_ms - lines[-1][1]) if lines else 0,
        )  # fmt: skip

    def park(self, match_id: str, reason: str) -> "Future[None]":
        """Mark a match as one that cannot be loaded."""
        return self._execute("UPDATE matches SET parked = ? WHERE id = ?", reason, match_id)

    def unpark(self, match_id: str) -> "Future[None]":
        """Remove the mark of a match that can be loaded again; the time in which it had it does not count as up."""
        up_ms = self.up_ms

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE matches SET parked = NULL WHERE id = ?", (match_id,))
            last = "SELECT MAX(seq) FROM events WHERE match = ?"
            connection.execute(
                f"UPDATE events SET up_ms = ? WHERE match = ? AND seq = ({last})", (up_ms, match_id, match_id)
            )

        return self._writer.submit(change)

    @_reads
    def parked_matches(self) -> list[ParkedMatch]:
        """List the matches that are parked, over or not, by id."""
        rows = self._database.raw_reader().execute(
            "SELECT id, parked FROM matches WHERE parked IS NOT NULL ORDER BY id"
        )
        return [ParkedMatch(*row) for row in rows]

    def _execute(self, statement: str, *values: object) -> "Future[None]":
        def change(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)

        return self._writer.submit(change)


PERSON_NOW = f"""
    SELECT '{ACCOUNT}' || id, name, folded IS NULL FROM accounts
    WHERE id = COALESCE((SELECT account FROM adopted WHERE guest = ?), ?)
"""


class PersonNow(NamedTuple):
    """The account of a person."""

    identity: str
    name: str
    is_gone: bool  # the account was deleted


def person_now(connection: sqlite3.Connection, identity: str) -> PersonNow | None:
    """Return the account of a person; None for a guest."""
    number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else None
    found = connection.execute(PERSON_NOW, (identity, number)).fetchone()
    return None if found is None else PersonNow(*found)


def _with_current_identities(connection: sqlite3.Connection, seating: Seating) -> Seating:
    """Return a seating with the accounts of people who have signed up, and without the names of deleted accounts."""
    for _, identity in seating.people:
        now = person_now(connection, identity)
        if now is not None:
            seating = seating.known_as(identity, now.identity, now.name)
            seating = seating.forgotten(now.identity, now.name) if now.is_gone else seating
    return seating


def _insert_seats(connection: sqlite3.Connection, match_id: str, seating: Seating) -> None:
    rows = [(match_id, seat, identity) for seat, identity in seating.people]
    connection.executemany("INSERT INTO seats (match, seat, identity) VALUES (?, ?, ?)", rows)


VERSION = "SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE match = ?1"
# One statement: each lets other threads go on, and then waits for them.
INSERT_EVENT = f"INSERT INTO events (match, seq, line, up_ms) SELECT ?1, ?2, ?3, ?4 WHERE ({VERSION}) = ?2"


def _insert_events(
    connection: sqlite3.Connection, match_id: str, version: int, lines: Sequence[bytes], up_ms: int
) -> int:
    """Append events to a match; returns how many fit there: all, unless it is at another version."""
    rows = [(match_id, version + offset, line, up_ms) for offset, line in enumerate(lines)]
    try:
        return connection.executemany(INSERT_EVENT, rows).rowcount
    except sqlite3.IntegrityError:  # of a match that is missing, not of a number that is taken
        raise UnknownMatch(f"There is no match {match_id}.") from None


def _insert_key(connection: sqlite3.Connection, match_id: str, key: str, version: int) -> None:
    try:
        connection.execute("INSERT INTO keys (match, key, version) VALUES (?, ?, ?)", (match_id, key, version))
    except sqlite3.IntegrityError:
        raise AlreadyThere(f"The key {key} was used in match {match_id} before.") from None
