"""Where a database is: the path of a SQLite file, or the address of a database in PostgreSQL."""

from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

POSTGRES = ("postgresql://", "postgres://")


class PostgresPlace:
    """The address of a database in PostgreSQL. Its text is for people and logs, and holds no password."""

    def __init__(self, url: str) -> None:
        """Keep an address.

        Raises:
            ValueError: it is none.
        """
        parts = urlsplit(url)
        self.url = url
        self._name, self._host = parts.path.lstrip("/"), parts.netloc.rpartition("@")[2]

    def __str__(self) -> str:
        return f"PostgreSQL database {self._name} at {self._host or 'this machine'}"

    def __repr__(self) -> str:
        return f"<{self}>"


Place: TypeAlias = Path | PostgresPlace
