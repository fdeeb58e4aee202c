"""The log of all matches: appended, never changed."""

import functools
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import NamedTuple, ParamSpec, TypeVar

from parlour.match.errors import AlreadyThere, CorruptLog, MatchOver, StorageFailed, UnknownMatch
from parlour.match.jobs import Job
from parlour.match.seating import ACCOUNT, Seating, read_seating, write_seating
from parlour.match.stored import CHAT_LINES, MatchState, ParkedMatch, StoredLine, StoredMatch
from parlour.storage.appending import Append, append_all
from parlour.storage.database import Database
from parlour.storage.jobs import defer_all
from parlour.storage.raw import REFUSED, RawConnection
from parlour.storage.uptime import OwnUptime, Uptime, monotonic_ms

MATCHES_AT_ONCE = 100  # whose state is asked for by one statement, always the same one
STATES = f"""
    SELECT id, (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE match = matches.id), changes FROM matches
    WHERE id IN ({", ".join("?" * MATCHES_AT_ONCE)})
"""
CHANGED = "UPDATE matches SET changes = changes + 1 WHERE id = ?"
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


class SqlLog:
    """Stores matches; a `MatchLog`."""

    def __init__(
        self, database: Database, now_ms: Callable[[], int] = monotonic_ms, uptime: Uptime | None = None
    ) -> None:
        """Open the log; `uptime` counts for several nodes, where there are some."""
        self._database = database
        self._writer = database.writer
        self._uptime = uptime or OwnUptime(database, now_ms)

    @property
    def num_waiting(self) -> int:
        """The number of writes that wait."""
        return self._writer.num_waiting

    @property
    def is_failing(self) -> bool:
        """Whether the disk refused the last write."""
        return self._writer.is_failing or self._uptime.is_failing

    @property
    def up_ms(self) -> int:
        """For how long servers have been running on this log, all together, as far as heartbeats tell."""
        return self._uptime.up_ms

    def create(
        self, match_id: str, seed: int, seating: Seating, lines: Sequence[bytes], due_ms: int | None = None,
        jobs: Sequence[Job] = (),
    ) -> "Future[Seating]":  # fmt: skip
        """Begin the log of a match and return its seating as stored."""
        up_ms = self.up_ms

        def change(connection: RawConnection) -> Seating:
            current = _with_current_identities(connection, seating)
            row = (match_id, str(seed), write_seating(current), due_ms)
            try:
                connection.execute("INSERT INTO matches (id, seed, seating, due_ms) VALUES (?, ?, ?, ?)", row)
            except REFUSED:
                raise AlreadyThere(f"There is already a match {match_id}.") from None
            _insert_seats(connection, match_id, current)
            append_all(connection, [Append(match_id, 0, lines, None, False, up_ms, jobs)])
            return current

        return self._writer.submit(change)

    def append(
        self, match_id: str, version: int, lines: Sequence[bytes], key: str | None = None, is_over: bool = False,
        jobs: Sequence[Job] = (),
    ) -> "Future[None]":  # fmt: skip
        """Append events that follow a version, all or none."""
        append = Append(match_id, version, lines, key, is_over, self.up_ms, jobs)
        return self._writer.submit(append, append_all)

    def defer(self, jobs: Sequence[Job]) -> "Future[None]":
        """Queue jobs; one that waits already waits on, or begins earlier."""
        return self._writer.submit(lambda connection: defer_all(connection, jobs))

    @_reads
    def has_job(self, job: Job) -> bool:
        """Return whether a job waits or is being done."""
        found = self._database.raw_reader().execute(
            "SELECT 1 FROM procrastinate_jobs WHERE queueing_lock = ? AND status IN ('todo', 'doing')", (job.name,)
        )
        return found.fetchone() is not None

    def set_seating(self, match_id: str, seating: Seating, instead_of: Seating | None = None) -> "Future[Seating]":
        """Change who sits where, and return the seating as stored."""

        def change(connection: RawConnection) -> Seating:
            before = connection.execute("SELECT seating FROM matches WHERE id = ?", (match_id,)).fetchone()
            if instead_of is not None and before is not None and read_seating(before[0]) != instead_of:
                raise AlreadyThere(f"The seats of match {match_id} have changed meanwhile.")
            current = _with_current_identities(connection, seating)
            row = (write_seating(current), match_id, before and before[0])
            changed = connection.execute(
                "UPDATE matches SET seating = ?, changes = changes + 1 WHERE id = ? AND seating = ? AND NOT is_over",
                row,
            )
            if not changed.rowcount:
                raise _why_not(connection, match_id)
            connection.execute("DELETE FROM seats WHERE match = ?", (match_id,))
            _insert_seats(connection, match_id, current)
            return current

        return self._writer.submit(change)

    def say(self, match_id: str, line: StoredLine) -> "Future[StoredLine]":
        """Store a line of chat, and return it; or the earlier one of its seat and key."""

        def change(connection: RawConnection) -> StoredLine:
            if line.key:
                found = connection.execute(
                    "SELECT seat, identity, text, at_ms, key FROM chat WHERE match = ? AND seat = ? AND key = ?",
                    (match_id, line.seat, line.key),
                ).fetchone()
                if found is not None:
                    return StoredLine(*found)
            now = person_now(connection, line.identity)
            stored = line if now is None else line._replace(identity=now.identity)
            connection.execute(
                "INSERT INTO chat (match, seat, identity, text, at_ms, key) VALUES (?, ?, ?, ?, ?, ?)",
                (match_id, *stored),
            )
            connection.execute(CHANGED, (match_id,))
            return stored

        return self._writer.submit(change)

    def want_rematch(self, match_id: str, seat: int) -> "Future[set[int]]":
        """Note that a seat wants to play again, and return all seats that do."""

        def change(connection: RawConnection) -> set[int]:
            connection.execute(CHANGED, (match_id,))  # first: two nodes take turns, and the second sees the first
            connection.execute(
                "INSERT INTO rematches (match, seat) VALUES (?, ?) ON CONFLICT DO NOTHING", (match_id, seat)
            )
            return _wishes(connection, match_id)

        return self._writer.submit(change)

    def set_due(self, match_id: str, due_ms: int | None) -> "Future[None]":
        """Store when a clock of a match needs it in memory: 0 while it is there, None for never."""
        return self._execute("UPDATE matches SET due_ms = ? WHERE id = ?", due_ms, match_id)

    @_reads
    def due_matches(self, by_ms: int) -> list[str]:
        """List the matches that are due by then, and neither over nor parked; the first ones first."""
        rows = self._database.raw_reader().execute(
            "SELECT id FROM matches WHERE due_ms <= ? AND NOT is_over AND parked IS NULL ORDER BY due_ms", (by_ms,)
        )
        return [match_id for (match_id,) in rows]

    def beat(self) -> "Future[None]":
        """Note that the server is running; from the first time on, `up_ms` grows."""
        return self._uptime.beat()

    @_reads
    def read(self, match_id: str, since: int = 0) -> StoredMatch:
        """Read a match, parked or not; or only what was appended since a version.

        Raises:
            UnknownMatch: there is none of this id.
        """
        with self._database.snapshot() as reader:
            found = reader.execute("SELECT seed, seating, changes FROM matches WHERE id = ?", (match_id,)).fetchone()
            if found is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            lines = reader.execute(
                "SELECT line, up_ms FROM events WHERE match = ? AND seq >= ? ORDER BY seq", (match_id, since)
            ).fetchall()
            keys = reader.execute(
                "SELECT key, version FROM keys WHERE match = ? AND version >= ?", (match_id, since)
            ).fetchall()
            chat = reader.execute(
                "SELECT seat, identity, text, at_ms, key FROM chat WHERE match = ? "
                "ORDER BY position_in_log DESC LIMIT ?",
                (match_id, CHAT_LINES),
            ).fetchall()
            wishes = _wishes(reader, match_id)
        return StoredMatch(
            match_id, int(found[0]), found[1], [bytes(line) for line, _ in lines], dict(keys),
            [StoredLine(*line) for line in reversed(chat)], max(0, self.up_ms - lines[-1][1]) if lines else 0,
            wishes, found[2],
        )  # fmt: skip

    @_reads
    def states(self, match_ids: Sequence[str]) -> dict[str, MatchState]:
        """Return how far matches have come, by id; those that are missing are left out."""
        reader, found = self._database.raw_reader(), {}
        for begin in range(0, len(match_ids), MATCHES_AT_ONCE):
            some = list(match_ids[begin : begin + MATCHES_AT_ONCE])
            rows = reader.execute(STATES, some + some[-1:] * (MATCHES_AT_ONCE - len(some)))
            found.update({match_id: MatchState(version, changes) for match_id, version, changes in rows})
        return found

    def park(self, match_id: str, reason: str) -> "Future[None]":
        """Mark a match as one that cannot be loaded."""
        return self._execute("UPDATE matches SET parked = ? WHERE id = ?", reason, match_id)

    def unpark(self, match_id: str) -> "Future[None]":
        """Remove the mark of a match that can be loaded again; the time in which it had it does not count as up."""
        up_ms = self.up_ms

        def change(connection: RawConnection) -> None:
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
        def change(connection: RawConnection) -> None:
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


def person_now(connection: RawConnection, identity: str) -> PersonNow | None:
    """Return the account of a person; None for a guest."""
    number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else None
    found = connection.execute(PERSON_NOW, (identity, number)).fetchone()
    return None if found is None else PersonNow(*found)


def _with_current_identities(connection: RawConnection, seating: Seating) -> Seating:
    """Return a seating with the accounts of people who have signed up, and without the names of deleted accounts."""
    for _, identity in seating.people:
        now = person_now(connection, identity)
        if now is not None:
            seating = seating.known_as(identity, now.identity, now.name)
            seating = seating.forgotten(now.identity, now.name) if now.is_gone else seating
    return seating


def _insert_seats(connection: RawConnection, match_id: str, seating: Seating) -> None:
    rows = [(match_id, seat, identity) for seat, identity in seating.people]
    connection.executemany("INSERT INTO seats (match, seat, identity) VALUES (?, ?, ?)", rows)


def _wishes(connection: RawConnection, match_id: str) -> set[int]:
    return {seat for (seat,) in connection.execute("SELECT seat FROM rematches WHERE match = ?", (match_id,))}


def _why_not(connection: RawConnection, match_id: str) -> MatchOver | AlreadyThere:
    """Return why a seating was not changed."""
    going_on = connection.execute("SELECT 1 FROM matches WHERE id = ? AND NOT is_over", (match_id,)).fetchone()
    if going_on is None:
        return MatchOver("The match is over.")  # who sat there when it ended is part of its results
    return AlreadyThere(f"The seats of match {match_id} have changed meanwhile.")
