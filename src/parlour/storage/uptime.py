"""For how long servers have been running on a database, all together: it stands still while none does."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, Protocol

from parlour.match.errors import StorageFailed
from parlour.storage.database import Database
from parlour.storage.raw import RawConnection

LONGEST_MS = 2_500  # between two heartbeats of a site that is up; of a longer silence nothing is counted
NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
STARTED = "CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000 AS bigint)"
SINCE = f"{NOW} - heartbeat.beat_ms"
# In the update the clock is read when the row is ours: another node may have beaten a moment ago.
BEAT = f"""
    INSERT INTO heartbeat (one, up_ms, beat_ms, started_ms) VALUES (1, 0, {NOW}, {STARTED})
    ON CONFLICT (one) DO UPDATE SET beat_ms = {NOW}, started_ms = {STARTED}, up_ms = heartbeat.up_ms +
    CASE WHEN heartbeat.started_ms = {STARTED} AND {SINCE} BETWEEN 0 AND {LONGEST_MS} THEN {SINCE} ELSE 0 END
    RETURNING up_ms, {NOW}
"""
LOOK = f"SELECT COALESCE((SELECT up_ms FROM heartbeat), 0), {NOW}"


def monotonic_ms() -> int:
    """Return an instant of this machine."""
    return time.monotonic_ns() // 1_000_000


class Uptime(Protocol):
    """Counts for how long servers have been running."""

    is_failing: bool  # the last heartbeat did not reach the database, as far as this one knows

    @property
    def up_ms(self) -> int: ...

    def beat(self) -> "Future[None]":
        """Store that a server is running."""
        ...


class OwnUptime:
    """Counts for the only server of a database, by the clock of its machine."""

    is_failing = False  # the writer knows it

    def __init__(self, database: Database, now_ms: Callable[[], int]) -> None:
        self._writer = database.writer
        self._now_ms = now_ms
        row = database.raw_reader().execute("SELECT up_ms FROM heartbeat").fetchone()
        self._before_ms = 0 if row is None else int(row[0])  # before this process
        self._since_ms: int | None = None  # the first heartbeat of this process

    @property
    def up_ms(self) -> int:
        return self._before_ms + (0 if self._since_ms is None else self._now_ms() - self._since_ms)

    def beat(self) -> "Future[None]":
        """Store how long it has been; from the first time on, it grows."""
        if self._since_ms is None:
            self._since_ms = self._now_ms()
        row = (self.up_ms,)

        def change(connection: RawConnection) -> None:
            connection.execute(
                "INSERT INTO heartbeat (one, up_ms) VALUES (1, ?) "
                "ON CONFLICT (one) DO UPDATE SET up_ms = excluded.up_ms", row
            )  # fmt: skip

        return self._writer.submit(change)


class Reading(NamedTuple):
    """What the database said last about the time."""

    at_ms: int  # when it came, by the clock of this machine
    up_ms: int
    wall_ms: int


class SharedUptime:
    """Counts for all nodes on a database in PostgreSQL, by its clock.

    It grows while at least one node beats, and neither while none does nor across a restart of PostgreSQL. Between two
    heartbeats this node goes on by its own clock, for a little: without the database nothing can be played. So it may
    go back by that little after an outage.
    """

    def __init__(self, database: Database, now_ms: Callable[[], int] = monotonic_ms, *, beats: bool = True) -> None:
        """Look at the clock; a process that does not beat, like a worker, only looks on."""
        self._database = database
        self._now_ms = now_ms
        self._statement = BEAT if beats else LOOK
        self._thread = ThreadPoolExecutor(1, "parlour-uptime")  # it waits for no batch of the writer
        self._reading = Reading(now_ms(), 0, 0)
        self._is_running = False  # from the first heartbeat on
        self.is_failing = False
        self._thread.submit(self._ask, LOOK).result()

    @property
    def up_ms(self) -> int:
        """For how long nodes have been running."""
        return self._reading.up_ms + (min(self._elapsed_ms(), LONGEST_MS) if self._is_running else 0)

    @property
    def wall_ms(self) -> int:
        """The time of day of the database."""
        return self._reading.wall_ms + self._elapsed_ms()

    def _elapsed_ms(self) -> int:
        return self._now_ms() - self._reading.at_ms

    def beat(self) -> "Future[None]":
        """Count this node, and set its clock by that of the database."""
        return self._thread.submit(self._beat)

    def _beat(self) -> None:
        try:
            self._ask(self._statement)
        except StorageFailed:
            self.is_failing = True
            raise
        if self._database.writer.is_failing:  # it finds out that it can write again
            self._database.writer.submit(lambda _: None)
        self.is_failing = False
        self._is_running = True

    def _ask(self, statement: str) -> None:
        sent_ms = self._now_ms()
        up_ms, wall_ms = self._database.raw_reader().execute(statement).fetchone()
        at_ms = self._now_ms()
        # It was read some time between; within that, this node's own clock goes on.
        up_ms = max(up_ms, min(self.up_ms, up_ms + at_ms - sent_ms))
        self._reading = Reading(at_ms, up_ms, wall_ms)

    def close(self) -> None:
        """Wait for the last heartbeat."""
        self._thread.shutdown()
