"""The one database file: its schema brought up to date, one thread that writes, connections that read."""

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from parlour.storage.writer import Writer, connect

MIGRATIONS = Path(__file__).with_name("migrations")
PRIVATE = 0o600
T = TypeVar("T")
Change = Callable[[sa.Connection], T]


class Database:
    """Opens a file, or makes it. Writes come back as futures, done when they are on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch(PRIVATE)  # a new file is its owner's alone; what SQLite puts beside it follows
        migrate(path)
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
    """Bring the schema of a file up to date; all or nothing."""
    with closing(connect(path)) as raw, _over(raw) as connection:
        config = migrations()
        config.attributes["connection"] = connection
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # two servers that start at once: one waits
        command.upgrade(config, revision)
        connection.exec_driver_sql("COMMIT")
