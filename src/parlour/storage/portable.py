"""What SQLite and PostgreSQL call by different names: types of columns, upserts, and a few functions.

Everything else is one text for both, so that no adapter is written twice.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert as insert  # SQLite writes ON CONFLICT the same way
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

WRITING = 7_202_102  # an advisory lock that all who write hold together


class Integer(sa.TypeDecorator[int]):
    """A whole number of 64 bits, as SQLite's INTEGER is."""

    impl = sa.BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
        """Return the type of a database; SQLite numbers rows by itself only where it is called INTEGER."""
        return sa.Integer() if dialect.name == "sqlite" else sa.BigInteger()


class Text(sa.TypeDecorator[str]):
    """A text, sorted by its code points as in SQLite, in whatever language a PostgreSQL server was set up."""

    impl = sa.Text
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
        """Return the type of a database."""
        return sa.Text(collation="C") if dialect.name == "postgresql" else sa.Text()


def only(condition: Any) -> dict[str, Any]:
    """Return the options of an index that holds only some rows."""
    return {"sqlite_where": condition, "postgresql_where": condition}


class find_bytes(FunctionElement[int]):  # noqa: N801  # a function of SQL
    """Where bytes begin in a column of bytes, counted from 1; 0 when they are not in it."""

    type = sa.Integer()
    inherit_cache = True


@compiles(find_bytes)
def _find_by_instr(element: find_bytes, compiler: SQLCompiler, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(find_bytes, "postgresql")
def _find_by_position(element: find_bytes, compiler: SQLCompiler, **options: Any) -> str:
    return f'pg_catalog."position"({compiler.process(element.clauses, **options)})'


def alone(connection: sa.Connection) -> None:
    """Wait until no other process is writing, and let none begin before this transaction has ended.

    In SQLite nobody ever writes beside another.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WRITING)))
