"""The analyses of matches."""

from concurrent.futures import Future

from parlour.match.analyses_port import Accuracy
from parlour.match.errors import UnknownMatch
from parlour.storage.database import Database
from parlour.storage.raw import RawConnection

STORE = """
    INSERT INTO analyses (match, data, accuracy_0, accuracy_1) VALUES (?, ?, ?, ?) ON CONFLICT (match) DO UPDATE
    SET data = excluded.data, accuracy_0 = excluded.accuracy_0, accuracy_1 = excluded.accuracy_1
"""


class SqlAnalyses:
    """Stores analyses; the port `Analyses`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, match_id: str) -> bytes | None:
        """Return the analysis of a match, as it was stored."""
        rows = self._database.raw_reader().execute("SELECT data FROM analyses WHERE match = ?", (match_id,))
        found: tuple[bytes] | None = rows.fetchone()
        return found and found[0]

    def store(self, match_id: str, data: bytes, accuracy: Accuracy) -> "Future[None]":
        """Store the analysis of a match, instead of one that was there; the future fails with UnknownMatch."""

        def change(connection: RawConnection) -> None:
            if connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone() is None:
                raise UnknownMatch(f"There is no match {match_id}.")
            row = (match_id, data, *accuracy)
            connection.execute(STORE, row)

        return self._database.writer.submit(change)
