"""What is not kept forever: matches and puzzles that guests have left, old chat, and sessions that have ended.

Time is counted while a server is up, so that neither an outage nor a clock that was set deletes anything early. What to
delete is searched by readers, and deleted in small transactions that check it again: no move waits for them.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
import sqlalchemy as sa

from parlour.match.accounts import SESSION_MS
from parlour.match.seating import ACCOUNT, GUEST
from parlour.storage.database import Database
from parlour.storage.raw import RawConnection
from parlour.storage.tables import matches

LOOKED_AT = 500  # rows in one look
LAST_UP_MS = "(SELECT up_ms FROM events WHERE match = matches.id ORDER BY seq DESC LIMIT 1)"
ABANDONED = f"""
    NOT is_over AND parked IS NULL AND COALESCE({LAST_UP_MS}, 0) < ? AND NOT EXISTS
    (SELECT 1 FROM seats WHERE match = matches.id AND identity LIKE '{ACCOUNT}%')
"""
LAST_ATTEMPT_MS = "MAX(at_ms), MAX(solved_ms), MAX(shown_ms)"  # the time of day; each may be NULL
LAST_GUEST = f"{GUEST}\U0010ffff"  # in the order of texts
PARTS = (
    "analyses",
    "challenges",
    "chat",
    "keys",
    "rematches",
    "seats",
    "events",
)  # of a match, each with a column `match`


class SqlRetention:
    """Finds and deletes what has been kept for long enough; a `Retention`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def abandoned_matches(self, before_ms: int, after: str = "") -> tuple[list[str], str | None]:
        """Look at some open matches for those without an account that were last touched before.

        Args:
            before_ms: as `MatchLog.up_ms` counts.
            after: the id from which an earlier look said to go on.
        """
        reader = self._database.raw_reader()
        live = sa.select(matches.c.id).where(~matches.c.is_over, matches.c.id > after)  # by index
        looked_at = self._database.reader().scalars(live.order_by(matches.c.id).limit(LOOKED_AT)).all()
        if not looked_at:
            return [], None
        last = looked_at[-1]
        found = reader.execute(
            f"SELECT id FROM matches WHERE id > ? AND id <= ? AND {ABANDONED}", (after, last, before_ms)
        )
        return [match_id for (match_id,) in found], last

    def delete_abandoned(self, match_ids: Sequence[str], before_ms: int) -> "Future[list[str]]":
        """Delete those of these matches that are still abandoned; returns which."""

        def change(connection: RawConnection) -> list[str]:
            return [match_id for match_id in match_ids if _delete(connection, match_id, before_ms)]

        return self._database.writer.submit(change)

    def old_chat(self, before_ms: int, after: int = 0) -> tuple[list[int], int | None]:
        """Look at some lines of chat; returns those of matches that ended before, and where to go on."""
        rows = self._database.raw_reader().execute(
            f"SELECT position_in_log, is_over AND {LAST_UP_MS} < ? FROM chat JOIN matches ON matches.id = chat.match "
            "WHERE position_in_log > ? ORDER BY position_in_log LIMIT ?", (before_ms, after, LOOKED_AT)
        ).fetchall()  # fmt: skip
        return [position for position, is_old in rows if is_old], rows[-1][0] if rows else None

    def delete_chat(self, positions: Sequence[int]) -> "Future[None]":
        """Delete lines of chat."""
        return self._delete_rows("DELETE FROM chat WHERE position_in_log = ?", positions)

    def idle_solvers(self, before_ms: int, after: str = "") -> tuple[list[str], str | None]:
        """Look at some guests who have tried puzzles; returns those who last did before, and where to go on."""
        reader = self._database.raw_reader()
        rows = reader.execute(
            f"SELECT identity, {LAST_ATTEMPT_MS} FROM puzzle_attempts WHERE identity > ? AND identity < ? "
            "GROUP BY identity ORDER BY identity LIMIT ?", (after or GUEST, LAST_GUEST, LOOKED_AT)
        ).fetchall()  # fmt: skip
        then_ms = _time_of_day(reader, before_ms)
        return [identity for identity, *last in rows if _latest(last) < then_ms], rows[-1][0] if rows else None

    def delete_attempts(self, guests: Sequence[str], before_ms: int) -> "Future[list[str]]":
        """Delete the attempts of those of these guests who are still idle; returns which."""

        def change(connection: RawConnection) -> list[str]:
            then_ms = _time_of_day(connection, before_ms)
            return [guest for guest in guests if _delete_attempts(connection, guest, then_ms)]

        return self._database.writer.submit(change)

    def ended_sessions(self, now_ms: int) -> list[str]:
        """List some sessions that have ended, by the time of day, which is what they end by."""
        rows = self._database.raw_reader().execute(
            "SELECT hash FROM sessions WHERE created_ms <= ? LIMIT ?", (now_ms - SESSION_MS, LOOKED_AT)
        )
        return [session for (session,) in rows]

    def delete_sessions(self, sessions: Sequence[str]) -> "Future[None]":
        """Delete sessions."""
        return self._delete_rows("DELETE FROM sessions WHERE hash = ?", sessions)

    def _delete_rows(self, statement: str, keys: Sequence[int] | Sequence[str]) -> "Future[None]":
        def change(connection: RawConnection) -> None:
            connection.executemany(statement, [(key,) for key in keys])

        return self._database.writer.submit(change)


def _delete(connection: RawConnection, match_id: str, before_ms: int) -> bool:
    still = connection.execute(f"SELECT 1 FROM matches WHERE id = ? AND {ABANDONED}", (match_id, before_ms)).fetchone()
    if still is None:
        return False
    for table in PARTS:
        connection.execute(f"DELETE FROM {table} WHERE match = ?", (match_id,))
    connection.execute("DELETE FROM matches WHERE id = ?", (match_id,))
    return True


def _delete_attempts(connection: RawConnection, guest: str, then_ms: int) -> bool:
    found = connection.execute(f"SELECT {LAST_ATTEMPT_MS} FROM puzzle_attempts WHERE identity = ?", (guest,)).fetchone()
    if found[0] is None or _latest(found) >= then_ms:
        return False
    for table in ("puzzle_attempts", "puzzle_days"):
        connection.execute(f"DELETE FROM {table} WHERE identity = ?", (guest,))
    return True


def _latest(times: Sequence[int | None]) -> int:
    return max(each or 0 for each in times)


class _Timed(msgspec.Struct):
    at_ms: int


class _Line(msgspec.Struct):
    event: _Timed


def _at_ms(line: bytes) -> int:
    """Return the time of day of an event; 0 when it cannot be read."""
    try:
        return msgspec.json.decode(line, type=_Line).event.at_ms
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return 0


def _time_of_day(reader: RawConnection, up_ms: int) -> int:
    """Return what time of day it was when servers had been up for so long; 0 when no event tells.

    Attempts have the time of day only. The log has both, in order: the last event before is found by halving.
    """
    low, high = 0, reader.execute("SELECT COALESCE(MAX(position_in_log), 0) FROM events").fetchone()[0]
    while low < high:
        middle = (low + high + 1) // 2
        if _event_from(reader, "up_ms", middle) < up_ms:
            low = middle
        else:
            high = middle - 1
    return _at_ms(_event_from(reader, "line", low)) if low else 0


def _event_from(reader: RawConnection, what: str, position_in_log: int) -> Any:
    """Return something of the first event from a position on."""
    wanted = f"SELECT {what} FROM events WHERE position_in_log >= ? ORDER BY position_in_log LIMIT 1"
    return reader.execute(wanted, (position_in_log,)).fetchone()[0]
