"""What one node of a site does for all of them, as long as it lives: a lock of its session says which one."""

import threading

from parlour.match.errors import StorageFailed
from parlour.storage.lock import SERVING
from parlour.storage.place import PostgresPlace
from parlour.storage.postgres import PostgresConnection

ON_DUTY = 7_202_104  # an advisory lock


class SiteDuty:
    """Held by one node at a time. Who holds it may learn late that it has lost it, with its connection."""

    def __init__(self, place: PostgresPlace) -> None:
        self._place = place
        self._connection: PostgresConnection | None = None
        self.is_held = False
        self._is_closed = False
        self._looking = threading.Lock()

    def look(self) -> None:
        """Take the duty if nobody has it, and give it up if the connection was lost; it waits for the database."""
        with self._looking:
            if not self._is_closed:
                self._look()

    def _look(self) -> None:
        try:
            if self._connection is None or self._connection.is_lost:
                self.is_held = False
                self._disconnect()
                self._connection = PostgresConnection(self._place)
                # With the others, so that no single server begins: PostgreSQL may have been restarted since.
                self._connection.execute("SELECT pg_try_advisory_lock_shared(?)", (SERVING,))
            if self.is_held:
                self._connection.execute("SELECT 1")
            else:
                found = self._connection.execute("SELECT pg_try_advisory_lock(?)", (ON_DUTY,)).fetchone()
                self.is_held = found is not None and found[0]
        except StorageFailed:
            self.is_held = False
            self._disconnect()

    def close(self) -> None:
        """Let another node have it, for good; a look that is under way ends first."""
        with self._looking:
            self._is_closed = True
            self.is_held = False
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
