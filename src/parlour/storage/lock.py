"""A database belongs to one server at a time, or to several nodes that share it."""

import contextlib
import fcntl
import time
from collections.abc import Iterator
from pathlib import Path

from parlour.storage.database import engine_of
from parlour.storage.errors import InUse
from parlour.storage.place import Place, PostgresPlace
from parlour.storage.raw import RawConnection

SERVING = 7_202_103  # an advisory lock of PostgreSQL
NOTICED_S = 3.0  # until PostgreSQL notices that a server was killed


@contextlib.contextmanager
def exclusive_lock(database: Place) -> Iterator[None]:
    """Hold a database for this process until the block or the process ends, however it ends.

    In PostgreSQL the lock is lost with its connection, as when the server of the database is restarted.

    Raises:
        InUse: a server has it.
    """
    with _session_lock(database) if isinstance(database, PostgresPlace) else _file_lock(database) as is_ours:
        if not is_ours:
            raise InUse(f"A server is running on {database}. Stop it first.")
        yield


@contextlib.contextmanager
def shared_lock(database: PostgresPlace) -> Iterator[None]:
    """Hold a database together with other nodes, so that no server takes it for itself.

    Raises:
        InUse: a server has it for itself.
    """
    with _session_lock(database, "_shared") as is_ours:
        if not is_ours:
            raise InUse(f"A server without --redis, or another command, is running on {database}. Stop it first.")
        yield


@contextlib.contextmanager
def _file_lock(database: Path) -> Iterator[bool]:
    place = database.resolve()  # one lock, by whatever links the database is reached
    with place.with_name(place.name + ".lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@contextlib.contextmanager
def _session_lock(database: PostgresPlace, kind: str = "") -> Iterator[bool]:
    with contextlib.closing(engine_of(database).connect()) as connection:
        give_up_s = time.monotonic() + NOTICED_S
        while not (is_ours := _try(connection, kind)) and time.monotonic() < give_up_s:
            time.sleep(0.05)
        yield is_ours


def _try(connection: RawConnection, kind: str) -> bool:
    return bool(connection.execute(f"SELECT pg_try_advisory_lock{kind}(?)", (SERVING,)).fetchone()[0])
