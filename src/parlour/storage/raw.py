"""Connections without SQLAlchemy, for what must be fast: those of `sqlite3`, and PostgreSQL's in the same form."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Protocol


class RawCursor(Protocol):
    """What a statement has found or done."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class RawConnection(Protocol):
    """A connection; the placeholders of its statements are `?`, or `?1` where one is used twice."""

    def execute(self, statement: str, values: Any = (), /) -> RawCursor: ...

    def executemany(self, statement: str, rows: Iterable[Any], /) -> RawCursor: ...

    def close(self) -> None: ...


class KeyTaken(Exception):
    """PostgreSQL refused a row whose key is there already."""


class RowMissing(Exception):
    """PostgreSQL refused a row that points to one that is not there."""


class Deadlock(Exception):
    """Two transactions waited for each other, and PostgreSQL has ended this one; made again, it will succeed."""


REFUSED = (sqlite3.IntegrityError, KeyTaken, RowMissing)
