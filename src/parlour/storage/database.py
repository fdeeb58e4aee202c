"""A database: its schema brought up to date, one thread that writes, connections that read.

What SQLite and PostgreSQL do in their own ways is an `Engine`; all adapters use the one `Database`.
"""

import functools
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from parlour.core.errors import ParlourError
from parlour.match.errors import StorageFailed
from parlour.storage.errors import BadDatabase, InUse, NeedsDriver, NewerDatabase
from parlour.storage.files import PRIVATE
from parlour.storage.place import Place, PostgresPlace
from parlour.storage.portable import alone
from parlour.storage.raw import RawConnection
from parlour.storage.writer import LOCK_WAIT_S, Writer, connect

MIGRATIONS = Path(__file__).with_name("migrations")
HEAD = "head"  # the newest revision
REVISIONS = "alembic_version"  # the table in which Alembic keeps what was done
PRIMARY_CODE = 0xFF  # the part of SQLite's error codes that says what went wrong, without where
T = TypeVar("T")
Change = Callable[[sa.Connection], T]


class Engine(Protocol):
    """A kind of database."""

    snapshot: str  # the statement that begins a transaction in which all reads see the same

    def prepare(self) -> None:
        """Make the database if it is missing, and bring its schema up to date."""
        ...

    def open_writer(self) -> Writer: ...

    def connect(self) -> RawConnection:
        """Open a connection that ends each statement by itself."""
        ...

    def over(self, raw: RawConnection) -> sa.Connection:
        """Return SQLAlchemy over a connection; it neither begins nor ends transactions on it."""
        ...

    def is_lost(self, raw: RawConnection) -> bool:
        """Return whether a connection cannot be used any more."""
        ...


class Database:
    """Opens a database, or makes it. Writes come back as futures, done when they are on the disk."""

    def __init__(self, place: Place) -> None:
        """Open a database; a file is made where there is none.

        Raises:
            BadDatabase, NewerDatabase, InUse, StorageFailed: with a sentence.
        """
        self.place = place
        self._engine = engine_of(place)
        self._engine.prepare()
        self.writer = self._engine.open_writer()
        self._readers = threading.local()
        self._open: list[RawConnection] = []  # of the readers

    def write(self, change: Change[T]) -> "Future[T]":
        """Let the writer make a change, together with others."""
        return self.writer.submit(lambda raw: change(self._engine.over(raw)))

    def reader(self) -> sa.Connection:
        """Return the connection of this thread for reading. Each statement sees what is on the disk when it begins."""
        return self._engine.over(self.raw_reader())

    def raw_reader(self) -> RawConnection:
        """Return the same connection without SQLAlchemy, for what must be fast.

        Raises:
            StorageFailed: the database cannot be reached.
        """
        raw: RawConnection | None = getattr(self._readers, "raw", None)
        if raw is None or self._engine.is_lost(raw):
            raw = self._readers.raw = self._engine.connect()
            self._open.append(raw)
        return raw

    @contextmanager
    def snapshot(self) -> Iterator[RawConnection]:
        """Let all reads of this thread inside see the same."""
        raw = self.raw_reader()
        raw.execute(self._engine.snapshot)
        try:
            yield raw
        finally:
            raw.execute("ROLLBACK")  # nothing was written

    @contextmanager
    def settled(self) -> Iterator[sa.Connection]:
        """Return a connection of this thread that reads while no process is writing; be quick."""
        raw, reader = self.raw_reader(), self.reader()
        raw.execute("BEGIN")
        try:
            alone(reader)
            yield reader
        finally:
            raw.execute("ROLLBACK")

    def close(self) -> None:
        """Write all that waits, then close; no reader may be in use."""
        self.writer.close()
        for reader in self._open:
            reader.close()


def engine_of(place: Place) -> Engine:
    """Return what does the work for a database.

    Raises:
        NeedsDriver: the package that talks to PostgreSQL is not installed.
    """
    if not isinstance(place, PostgresPlace):
        return SqliteEngine(place)
    try:
        from parlour.storage.postgres import PostgresEngine  # noqa: PLC0415  # it needs a package that few have
    except ModuleNotFoundError as missing:
        if missing.name != "psycopg":
            raise
        raise NeedsDriver("PostgreSQL needs one more package: pip install 'parlour[postgres]'.") from None
    return PostgresEngine(place)


class SqliteEngine:
    """A SQLite file."""

    snapshot = "BEGIN"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._over: dict[RawConnection, sa.Connection] = {}

    def prepare(self) -> None:
        """Make the file if it is missing, and bring its schema up to date."""
        self._path.touch(PRIVATE)  # a new file is its owner's alone; what SQLite puts beside it follows
        migrate(self._path)

    def open_writer(self) -> Writer:
        """Begin the thread that writes."""
        with explained(self._path):
            writer = Writer(self._path)
        self._put_over(writer.connection)
        return writer

    def connect(self) -> RawConnection:
        """Open a connection for reading."""
        raw = connect(self._path)
        self._put_over(raw)
        return raw

    def _put_over(self, raw: RawConnection) -> None:
        self._over[raw] = _over(raw)  # now: its first questions end with a rollback

    def over(self, raw: RawConnection) -> sa.Connection:
        """Return SQLAlchemy over a connection."""
        return self._over[raw]

    def is_lost(self, raw: RawConnection) -> bool:
        """Return False: a file does not go away."""
        return False


def _over(raw: RawConnection) -> sa.Connection:
    """Put SQLAlchemy over a connection; it neither begins nor ends transactions on it."""
    engine = sa.create_engine(
        "sqlite://", creator=lambda: raw, poolclass=sa.StaticPool, pool_reset_on_return=None,
        isolation_level="AUTOCOMMIT", hide_parameters=True,  # no error repeats what was to be stored
    )  # fmt: skip
    return engine.connect()


def migrations() -> Config:
    """Return where the migrations are, for Alembic."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


@functools.cache  # a process opens many databases, and to read the scripts takes longer than to open one
def scripts() -> ScriptDirectory:
    """Return the migrations."""
    return ScriptDirectory.from_config(migrations())


def migrate(path: Path, revision: str = HEAD) -> None:
    """Bring the schema of a file up to date; all or nothing.

    Raises:
        BadDatabase, NewerDatabase, InUse, StorageFailed: with a sentence.
    """
    found = _revisions(path)
    if revision == HEAD and is_newest(found):
        return
    with explained(path), closing(connect(path)) as raw, _over(raw) as connection:
        config = migrations()
        config.attributes["connection"] = connection
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # two servers that start at once: one waits
        command.upgrade(config, revision)
        connection.exec_driver_sql("COMMIT")


def _revisions(path: Path) -> list[str]:
    """Return the migrations that a file went through last, none if it is new.

    Raises:
        BadDatabase, NewerDatabase: it is another program's, or a newer Parlour's; nothing may be changed in it.
    """
    with explained(path), closing(sqlite3.connect(path, timeout=LOCK_WAIT_S)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        if tables and REVISIONS not in tables:
            raise BadDatabase(f"{path} is the database of another program.")
        found = [name for (name,) in connection.execute(f"SELECT version_num FROM {REVISIONS}")] if tables else []
        if not is_known(found):
            raise NewerDatabase(f"{path} was written by a newer Parlour. Install that one, or restore a backup.")
        return found


def is_known(revisions: Iterable[str]) -> bool:
    """Return whether this Parlour has the migrations that a database went through."""
    known = {script.revision for script in scripts().walk_revisions()}
    return known.issuperset(revisions)


def is_newest(revisions: Iterable[str]) -> bool:
    """Return whether a database went through all migrations."""
    return list(revisions) == scripts().get_heads()


@contextmanager
def explained(path: Place) -> Iterator[None]:
    """Let what SQLite refuses be told in a sentence.

    Raises:
        BadDatabase, InUse, StorageFailed
    """
    try:
        yield
    except (sqlite3.Error, sa.exc.DBAPIError) as error:
        raise _explain(path, error.orig if isinstance(error, sa.exc.DBAPIError) else error) from None


def _explain(path: Place, error: BaseException | None) -> ParlourError:
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY_CODE:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUse(f"Another program holds {path}. Close it and try again.")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
            return BadDatabase(f"{path} is damaged, or no database of Parlour ({error}). You can restore a backup.")
    return StorageFailed(f"{path} cannot be used: {error}.")
