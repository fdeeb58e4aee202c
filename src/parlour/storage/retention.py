"""What is not kept forever: matches that guests have left, old chat, and sessions that have ended.

Time is counted while a server is up, so that neither an outage nor a clock that was set deletes anything early. What to
delete is searched by readers, and deleted in small transactions that check it again: no move waits for them.
"""

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future

from parlour.match.accounts import SESSION_MS
from parlour.match.seating import ACCOUNT
from parlour.storage.database import Database

LOOKED_AT = 500  # rows in one look
LAST_UP_MS = "(SELECT up_ms FROM events WHERE match = matches.id ORDER BY seq DESC LIMIT 1)"
ABANDONED = f"""
    is_over = 0 AND parked IS NULL AND COALESCE({LAST_UP_MS}, 0) < :before_ms AND NOT EXISTS
    (SELECT 1 FROM seats WHERE match = matches.id AND identity LIKE '{ACCOUNT}%')
"""
PARTS = ("analyses", "challenges", "chat", "keys", "seats", "events")  # of a match, each with a column `match`


class SqliteRetention:
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
        looked_at = reader.execute(
            "SELECT id FROM matches WHERE is_over = 0 AND id > ? ORDER BY id LIMIT ?", (after, LOOKED_AT)
        ).fetchall()
        if not looked_at:
            return [], None
        last = looked_at[-1][0]
        found = reader.execute(
            f"SELECT id FROM matches WHERE id > :after AND id <= :last AND {ABANDONED}",
            {"after": after, "last": last, "before_ms": before_ms},
        )
        return [match_id for (match_id,) in found], last

    def delete_abandoned(self, match_ids: Sequence[str], before_ms: int) -> "Future[list[str]]":
        """Delete those of these matches that are still abandoned; returns which."""

        def change(connection: sqlite3.Connection) -> list[str]:
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
        def change(connection: sqlite3.Connection) -> None:
            connection.executemany(statement, [(key,) for key in keys])

        return self._database.writer.submit(change)


def _delete(connection: sqlite3.Connection, match_id: str, before_ms: int) -> bool:
    still = connection.execute(
        f"SELECT 1 FROM matches WHERE id = :id AND {ABANDONED}", {"id": match_id, "before_ms": before_ms}
    ).fetchone()
    if still is None:
        return False
    for table in PARTS:
        connection.execute(f"DELETE FROM {table} WHERE match = ?", (match_id,))
    connection.execute("DELETE FROM matches WHERE id = ?", (match_id,))
    return True
