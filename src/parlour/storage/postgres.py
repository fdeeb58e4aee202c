"""PostgreSQL: connections that take the statements of SQLite, how its errors are told, and its schema.

Texts of statements are those of `sqlite3`, with `?` for what is filled in; errors of the server and of the network
become `StorageFailed`. A connection that was lost is replaced when it is next needed; while the server is gone, all
connections of a process to it share one `Backoff`.
"""

import functools
import re
import select
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
import sqlalchemy as sa
from alembic import command
from psycopg.types.string import StrDumper

from parlour.match.errors import StorageFailed
from parlour.storage.backoff import Backoff
from parlour.storage.database import HEAD, REVISIONS, is_known, is_newest, migrations
from parlour.storage.errors import BadDatabase, NewerDatabase
from parlour.storage.place import PostgresPlace
from parlour.storage.raw import Deadlock, KeyTaken, RawConnection, RowMissing
from parlour.storage.writer import Writer

CONNECT_S = 5  # to be connected, or to be refused
SILENT_MS = 10_000  # after which a network that answers nothing is given up
CONNECTING: dict[str, Any] = {
    "connect_timeout": CONNECT_S, "application_name": "parlour", "tcp_user_timeout": SILENT_MS,
    "keepalives_idle": SILENT_MS // 1000,
}  # fmt: skip
LOCK_WAIT_S = 5  # for what another process holds
# A commit is on the disk when it returns, whatever the server does by default. A machine that died holds no locks for
# hours: the server looks after 10 s of silence whether it is still there.
SETTINGS = f"""
    SELECT set_config('lock_timeout', '{LOCK_WAIT_S}s', false),
    set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false),
    CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""
MIGRATING = 7_202_101  # advisory locks: two servers that start at once, one waits
# Of the server, the network, or a transaction that cannot go on; not of the statement.
OUTAGES = (psycopg.OperationalError, psycopg.InternalError, psycopg.InterfaceError, psycopg.errors.UndefinedTable)


class _TextDumper(StrDumper):
    """Sends texts; the one character that PostgreSQL cannot store becomes the one for unreadable ones."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd"))


@functools.cache
def numbered(statement: str) -> str:
    """Return a statement with the placeholders of PostgreSQL: `?` and `?2` become `$1` and `$2`."""
    numbers = count(1)
    return re.sub(r"\?(\d*)", lambda found: f"${found[1] or next(numbers)}", statement)


@contextmanager
def told() -> Iterator[None]:
    """Let what PostgreSQL refuses be told by errors of ours.

    Raises:
        KeyTaken, RowMissing: a row was refused.
        Deadlock, StorageFailed: the whole transaction was.
    """
    try:
        yield
    except psycopg.errors.UniqueViolation as error:
        raise KeyTaken(_reason(error)) from None
    except psycopg.errors.ForeignKeyViolation as error:
        raise RowMissing(_reason(error)) from None
    except OUTAGES as error:
        raise _outage(error) from None


def _reason(error: psycopg.Error) -> str:
    """Return what PostgreSQL says, without its details, which repeat what was to be stored."""
    return error.diag.message_primary or str(error).partition("\n")[0].removesuffix(".")


def _outage(error: psycopg.Error) -> StorageFailed | Deadlock:
    is_deadlock = isinstance(error, psycopg.errors.DeadlockDetected | psycopg.errors.SerializationFailure)
    return (Deadlock if is_deadlock else StorageFailed)(f"PostgreSQL says: {_reason(error)}.")


@functools.cache
def _backoff(url: str) -> Backoff:
    return Backoff()


def _connect(place: PostgresPlace, *, autocommit: bool) -> "psycopg.Connection[Any]":
    """Connect, or fail at once while the server is gone.

    Raises:
        StorageFailed: it cannot be reached.
    """
    return _backoff(place.url).attempt(lambda: _connect_now(place, autocommit))


def _connect_now(place: PostgresPlace, autocommit: bool) -> "psycopg.Connection[Any]":
    try:
        return psycopg.connect(place.url, autocommit=autocommit, **CONNECTING)
    except psycopg.OperationalError as error:
        raise StorageFailed(f"{place} cannot be used: {_reason(error)}.") from None
    except psycopg.ProgrammingError:  # it repeats the address, with its password
        raise StorageFailed(f"{place} cannot be used: its address is not one of PostgreSQL.") from None


class PostgresConnection:
    """A connection in the form of those of `sqlite3`; `core` is SQLAlchemy over it."""

    def __init__(self, place: PostgresPlace) -> None:
        """Connect.

        Raises:
            StorageFailed: it cannot be reached.
        """
        self.raw = _connect(place, autocommit=True)
        with told():
            self.raw.adapters.register_dumper(str, _TextDumper)
            self.raw.execute(SETTINGS)
        engine = sa.create_engine(
            "postgresql+psycopg://", creator=lambda: self.raw, poolclass=sa.StaticPool, pool_reset_on_return=None,
            isolation_level="AUTOCOMMIT", hide_parameters=True,  # no error repeats what was to be stored
        )  # fmt: skip
        sa.event.listen(engine, "handle_error", _tell)
        self.core = engine.connect()  # now: its first questions end with a rollback

    def execute(self, statement: str, values: Any = (), /) -> "psycopg.RawCursor[Any]":
        """Execute a statement."""
        with told():
            return psycopg.RawCursor(self.raw).execute(numbered(statement).encode(), values or None, binary=True)

    def executemany(self, statement: str, rows: Iterable[Any], /) -> "psycopg.RawCursor[Any]":
        """Execute a statement for each row, without waiting for each."""
        with told():
            cursor = psycopg.RawCursor(self.raw)
            cursor.executemany(numbered(statement).encode(), rows)
            return cursor

    def close(self) -> None:
        self.raw.close()

    @property
    def is_lost(self) -> bool:
        """Whether the server has closed the connection: only then does one that is idle have something to read."""
        return self.raw.closed or bool(select.select([self.raw.fileno()], [], [], 0)[0])


def _tell(context: sa.engine.ExceptionContext) -> None:
    """Let SQLAlchemy raise what `told` raises, and its own errors without details."""
    error, wrapped = context.original_exception, context.sqlalchemy_exception
    if isinstance(error, OUTAGES):
        raise _outage(error) from None
    if isinstance(error, psycopg.Error) and isinstance(wrapped, sa.exc.DBAPIError):
        error.args = (_reason(error),)
        raise type(wrapped)(context.statement, None, error, hide_parameters=True) from None


class PostgresEngine:
    """A database in PostgreSQL."""

    snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"

    def __init__(self, place: PostgresPlace) -> None:
        self._place = place

    def prepare(self) -> None:
        """Bring the schema up to date."""
        migrate(self._place)

    def open_writer(self) -> Writer:
        """Begin the thread that writes."""
        from parlour.storage.postgres_writer import PostgresWriter  # noqa: PLC0415  # it needs this module

        return PostgresWriter(self._place)

    def connect(self) -> RawConnection:
        """Open a connection for reading."""
        return PostgresConnection(self._place)

    def over(self, raw: RawConnection) -> sa.Connection:
        """Return SQLAlchemy over a connection."""
        assert isinstance(raw, PostgresConnection)
        return raw.core

    def is_lost(self, raw: RawConnection) -> bool:
        """Return whether the server has closed a connection."""
        assert isinstance(raw, PostgresConnection)
        return raw.is_lost


def migrate(place: PostgresPlace, revision: str = HEAD) -> None:
    """Bring the schema of a database up to date, all or nothing.

    Raises:
        BadDatabase, NewerDatabase, StorageFailed: with a sentence.
    """
    engine = sa.create_engine(
        "postgresql+psycopg://", creator=lambda: _connect(place, autocommit=False), poolclass=sa.NullPool
    )
    try:
        with engine.begin() as connection:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            found = _revisions(place, connection)
            if revision == HEAD and is_newest(found):
                return
            config = migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except sa.exc.DBAPIError as error:
        reason = _reason(error.orig) if isinstance(error.orig, psycopg.Error) else error
        raise StorageFailed(f"{place} cannot be used: {reason}.") from None


def _revisions(place: PostgresPlace, connection: sa.Connection) -> list[str]:
    """Return the migrations that a database went through last, none if it is new.

    Raises:
        BadDatabase, NewerDatabase: it is another program's, or a newer Parlour's; nothing may be changed in it.
    """
    tables = sa.inspect(connection).get_table_names()
    if tables and REVISIONS not in tables:
        raise BadDatabase(f"{place} holds tables of another program.")
    found = list(connection.scalars(sa.text(f"SELECT version_num FROM {REVISIONS}"))) if tables else []
    if not is_known(found):
        raise NewerDatabase(f"{place} was written by a newer Parlour. Install that one, or restore a backup.")
    return found
