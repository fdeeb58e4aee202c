"""The log of all matches: appended, never changed."""

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple

from parlour.match.seating import ACCOUNT
from parlour.storage.database import Database
from parlour.storage.errors import AlreadyThere, UnknownMatch
from parlour.storage.identity_change import read_seating, write_seating

CHAT_LINES = 50  # that are read again
People = Sequence[tuple[int, str]]  # seats, and who sits there


class StoredMatch(NamedTuple):
    """All that is kept of a match."""

    id: str
    seed: int
    seating: str
    lines: list[bytes]
    keys: dict[str, int]  # of commands that were done: the version of the match then
    chat: list["StoredLine"]


class StoredLine(NamedTuple):
    """A line of chat."""

    seat: int
    identity: str
    text: str
    at_ms: int


class SeatingRow(NamedTuple):
    """Who sits where, as JSON and as rows."""

    seating: str
    people: People


class Log:
    """Keeps matches. Writes come back as futures, done when they are on the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = database.writer

    @property
    def num_waiting(self) -> int:
        """Count the writes that wait."""
        return self._writer.num_waiting

    def create(
        self, match_id: str, seed: int, seating: str, lines: Sequence[bytes], people: People = ()
    ) -> "Future[str]":
        """Begin the log of a match; returns the setup as it was kept, or fails with AlreadyThere if the id is taken."""

        def change(connection: sqlite3.Connection) -> str:
            kept = with_current_identities(connection, seating, people)
            try:
                connection.execute(
                    "INSERT INTO matches (id, seed, seating) VALUES (?, ?, ?)", (match_id, str(seed), kept.seating)
                )
            except sqlite3.IntegrityError:
                raise AlreadyThere(f"There is already a match {match_id}.") from None
            _seat(connection, match_id, kept.people)
            _insert(connection, match_id, 0, lines)
            return kept.seating

        return self._writer.submit(change)

    def append(
        self, match_id: str, first_seq: int, lines: Sequence[bytes], key: str | None = None, is_over: bool = False
    ) -> "Future[None]":
        """Append events, all or none; the future fails with AlreadyThere if another came first.

        Args:
            key: of the command that led to them.
            is_over: these are the last ones.
        """

        def change(connection: sqlite3.Connection) -> None:
            _insert(connection, match_id, first_seq, lines)
            if key is not None:
                version = first_seq + len(lines)
                connection.execute("INSERT INTO keys (match, key, version) VALUES (?, ?, ?)", (match_id, key, version))
            if is_over:
                connection.execute("UPDATE matches SET is_over = 1 WHERE id = ?", (match_id,))

        return self._writer.submit(change)

    def set_seating(self, match_id: str, seating: str, people: People = ()) -> "Future[str]":
        """Change who sits where; returns the setup as it was kept."""

        def change(connection: sqlite3.Connection) -> str:
            kept = with_current_identities(connection, seating, people)
            connection.execute("UPDATE matches SET seating = ? WHERE id = ?", (kept.seating, match_id))
            connection.execute("DELETE FROM seats WHERE match = ?", (match_id,))
            _seat(connection, match_id, kept.people)
            return kept.seating

        return self._writer.submit(change)

    def say(self, match_id: str, line: StoredLine) -> "Future[None]":
        """Keep a line of chat."""

        def change(connection: sqlite3.Connection) -> None:
            now = _person_now(connection, line.identity)
            kept = line if now is None else line._replace(identity=now.identity)
            connection.execute(
                "INSERT INTO chat (match, seat, identity, text, at_ms) VALUES (?, ?, ?, ?, ?)", (match_id, *kept)
            )

        return self._writer.submit(change)

    def beat(self, at_ms: int) -> "Future[None]":
        """Note that the server lives."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms", (at_ms,)
            )

        return self._writer.submit(change)

    def last_beat_ms(self) -> int | None:
        """Return when the server last lived."""
        row = self._database.raw_reader().execute("SELECT at_ms FROM heartbeat").fetchone()
        return None if row is None else int(row[0])

    def read(self, match_id: str) -> StoredMatch:
        """Read a match.

        Raises:
            UnknownMatch: there is none of this id.
        """
        reader = self._database.raw_reader()
        with reader:  # one snapshot for all
            reader.execute("BEGIN")
            found = reader.execute("SELECT seed, seating FROM matches WHERE id = ?", (match_id,)).fetchone()
            if found is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            lines = reader.execute("SELECT line FROM events WHERE match = ? ORDER BY seq", (match_id,)).fetchall()
            keys = reader.execute("SELECT key, version FROM keys WHERE match = ?", (match_id,)).fetchall()
            chat = reader.execute(
                "SELECT seat, identity, text, at_ms FROM chat WHERE match = ? ORDER BY position_in_log DESC LIMIT ?",
                (match_id, CHAT_LINES),
            ).fetchall()
        return StoredMatch(
            match_id, int(found[0]), found[1], [bytes(line) for (line,) in lines], dict(keys),
            [StoredLine(*line) for line in reversed(chat)],
        )  # fmt: skip

    def live_matches(self) -> list[str]:
        """List the matches that are not over."""
        return [
            row[0]
            for row in self._database.raw_reader().execute("SELECT id FROM matches WHERE is_over = 0 ORDER BY id")
        ]


PERSON_NOW = f"""
    SELECT '{ACCOUNT}' || id, name, folded IS NULL FROM accounts
    WHERE id = COALESCE((SELECT account FROM adopted WHERE guest = ?), ?)
"""


class PersonNow(NamedTuple):
    """Which account somebody is."""

    identity: str
    name: str
    is_gone: bool  # the account was deleted


def _person_now(connection: sqlite3.Connection, identity: str) -> PersonNow | None:
    """Return which account somebody is; None for a guest."""
    number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else None
    found = connection.execute(PERSON_NOW, (identity, number)).fetchone()
    return None if found is None else PersonNow(*found)


def with_current_identities(connection: sqlite3.Connection, seating: str, people: People) -> SeatingRow:
    """Bring a setup up to date: its people may have signed up, or deleted their accounts, since they asked for it."""
    for _, identity in people:
        now = _person_now(connection, identity)
        if now is not None:
            current = read_seating(seating).known_as(identity, now.identity, now.name)
            current = current.forgotten(now.identity, now.name) if now.is_gone else current
            seating, people = write_seating(current), current.people
    return SeatingRow(seating, people)


def _seat(connection: sqlite3.Connection, match_id: str, people: People) -> None:
    rows = [(match_id, seat, identity) for seat, identity in people]
    connection.executemany("INSERT INTO seats (match, seat, identity) VALUES (?, ?, ?)", rows)


def _insert(connection: sqlite3.Connection, match_id: str, first_seq: int, lines: Sequence[bytes]) -> None:
    found = connection.execute("SELECT COALESCE(MAX(seq), -1) + 1 FROM events WHERE match = ?", (match_id,)).fetchone()
    if found[0] != first_seq:
        raise AlreadyThere(f"Match {match_id} is at event {found[0]}, not {first_seq}.")
    rows = [(match_id, first_seq + i, line) for i, line in enumerate(lines)]
    connection.executemany("INSERT INTO events (match, seq, line) VALUES (?, ?, ?)", rows)
