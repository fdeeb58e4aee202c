"""The one database file: its schema brought up to date, one thread that writes, connections that read."""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from parlour.core.errors import ParlourError
from parlour.match.errors import StorageFailed
from parlour.storage.errors import BadDatabase, InUse, NewerDatabase
from parlour.storage.files import PRIVATE
from parlour.storage.writer import LOCK_WAIT_S, Writer, connect

MIGRATIONS = Path(__file__).with_name("migrations")
REVISIONS = "alembic_version"  # the table in which Alembic keeps what was done
PRIMARY_CODE = 0xFF  # the part of SQLite's error codes that says what went wrong, without where
T = TypeVar("T")
Change = Callable[[sa.Connection], T]


class Database:
    """Opens a file, or makes it. Writes come back as futures, done when they are on the disk."""

    def __init__(self, path: Path) -> None:
        """Open a file, or make it.

        Raises:
            BadDatabase, NewerDatabase, InUse, StorageFailed: with a sentence.
        """
        self.path = path
        path.touch(PRIVATE)  # a new file is its owner's alone; what SQLite puts beside it follows
        migrate(path)
        with explained(path):
            self.writer = Writer(path)
        # The writer commits; SQLAlchemy only makes statements on its connection, and never ends a transaction.
        self._writing = _over(self.writer.connection)
        self._readers = threading.local()
        self._open: list[sqlite3.Connection] = []  # of the readers

    def write(self, change: Change[T]) -> "Future[T]":
        """Let the writer make a change, together with others."""
        return self.writer.submit(lambda _: change(self._writing))

    def reader(self) -> sa.Connection:
        """Return the connection of this thread for reading. Each statement sees what is on the disk when it begins."""
        if not hasattr(self._readers, "connection"):
            self._readers.raw = connect(self.path)
            self._open.append(self._readers.raw)
            self._readers.connection = _over(self._readers.raw)
        reader: sa.Connection = self._readers.connection
        return reader

    def raw_reader(self) -> sqlite3.Connection:
        """Return the same connection without SQLAlchemy, for what must be fast."""
        self.reader()
        raw: sqlite3.Connection = self._readers.raw
        return raw

    def close(self) -> None:
        """Write all that waits, then close; no reader may be in use."""
        self.writer.close()
        for reader in self._open:
            reader.close()


def _over(raw: object) -> sa.Connection:
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


def migrate(path: Path, revision: str = "head") -> None:
    """Bring the schema of a file up to date; all or nothing.

    Raises:
        BadDatabase, NewerDatabase, InUse, StorageFailed: with a sentence.
    """
    _check_ours(path)
    with explained(path), closing(connect(path)) as raw, _over(raw) as connection:
        config = migrations()
        config.attributes["connection"] = connection
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # two servers that start at once: one waits
        command.upgrade(config, revision)
        connection.exec_driver_sql("COMMIT")


def _check_ours(path: Path) -> None:
    """Refuse the database of another program, or of a newer Parlour, before anything is changed in it."""
    with explained(path), closing(sqlite3.connect(path, timeout=LOCK_WAIT_S)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        if tables and REVISIONS not in tables:
            raise BadDatabase(f"{path} is the database of another program.")
        if tables and not is_known(row[0] for row in connection.execute(f"SELECT version_num FROM {REVISIONS}")):
            raise NewerDatabase(f"{path} was written by a newer Parlour. Install that one, or restore a backup.")


def is_known(revisions: Iterable[str]) -> bool:
    """Return whether this Parlour has the migrations that a database went through."""
    known = {script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()}
    return known.issuperset(revisions)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Let what SQLite refuses be told in a sentence.

    Raises:
        BadDatabase, InUse, StorageFailed
    """
    try:
        yield
    except (sqlite3.Error, sa.exc.DBAPIError) as error:
        raise _explain(path, error.orig if isinstance(error, sa.exc.DBAPIError) else error) from None


def _explain(path: Path, error: BaseException | None) -> ParlourError:
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY_CODE:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUse(f"Another program holds {path}. Close it and try again.")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
            return BadDatabase(f"{path} is damaged, or no database of Parlour ({error}). You can restore a backup.")
    return StorageFailed(f"{path} cannot be used: {error}.")
