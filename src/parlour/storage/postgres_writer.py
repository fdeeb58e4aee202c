"""The thread that writes to PostgreSQL: batches as in SQLite, beside those of other processes.

Every batch holds the lock `WRITING` together with the others, so that `alone` can wait until none is under way: the
numbers of the log are given before a commit, and a reader must not pass one that is still to come.
"""

import time

import psycopg

from parlour.match.errors import StorageFailed
from parlour.storage.place import PostgresPlace
from parlour.storage.portable import WRITING
from parlour.storage.postgres import PostgresConnection, told
from parlour.storage.raw import Deadlock
from parlour.storage.writer import MOST_WAITING, Job, Outcome, Writer

TRIES = 5  # of a batch that was ended by a deadlock
ASK_AGAIN_S = 0.1
GIVE_UP_S = 10.0  # after closing


class PostgresWriter(Writer):
    """Makes changes in PostgreSQL."""

    connection: PostgresConnection

    def __init__(self, place: PostgresPlace, most_waiting: int = MOST_WAITING) -> None:
        self._place = place
        self._transaction = ""
        self.connection = PostgresConnection(place)
        super().__init__(None, most_waiting)

    def _begin(self) -> None:
        if self.connection.is_lost:
            self._connect_again()
        with told():
            cursor = self.connection.raw.execute(
                f"BEGIN; SELECT pg_current_xact_id()::text FROM pg_advisory_xact_lock_shared({WRITING})"
            )
            cursor.nextset()
            self._transaction = str((cursor.fetchone() or [""])[0])

    def _connect_again(self) -> None:
        self.connection.close()
        self.connection = PostgresConnection(self._place)

    def _make(self, batch: list[Job]) -> list[Outcome]:
        for _ in range(TRIES):
            try:
                return super()._make(batch)
            except Deadlock:
                self.connection.execute("ROLLBACK")
        return super()._make(batch)

    def _end(self) -> None:
        try:
            self.connection.execute("COMMIT")
        except StorageFailed:
            if not self.connection.is_lost or not self._was_committed():
                raise

    def _was_committed(self) -> bool:
        """Ask, as soon as the server can be reached, what became of a commit during which the connection was lost.

        Nothing else is written meanwhile: both answers would be wrong, and a match that is told the wrong one is stuck.
        """
        self.is_failing = True
        last_try: float | None = None
        while last_try is None or time.monotonic() < last_try:
            try:
                self._connect_again()
                status = self._status()
                if status != "in progress":
                    return status == "committed"
            except StorageFailed:
                pass
            if self._is_closed and last_try is None:
                last_try = time.monotonic() + GIVE_UP_S
            time.sleep(ASK_AGAIN_S)
        raise StorageFailed("The connection was lost, and it is not known whether the last changes were saved.")

    def _status(self) -> str:
        """Return what became of the last transaction; after a crash its number may not have been given out yet."""
        try:
            cursor = self.connection.execute("SELECT pg_xact_status(CAST(? AS xid8))", (self._transaction,))
        except psycopg.errors.InvalidParameterValue:  # it is in the future: nothing of it has reached the disk
            return "aborted"
        return str((cursor.fetchone() or [""])[0])
