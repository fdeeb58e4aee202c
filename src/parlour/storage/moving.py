"""Move everything from a SQLite file to PostgreSQL: in one transaction, checked before it is committed."""

from collections.abc import Iterable
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import sqlalchemy as sa

from parlour.match.errors import CorruptLog
from parlour.match.file import read_entries
from parlour.storage.database import Database
from parlour.storage.errors import BadDatabase, NoDatabase, NotEmpty
from parlour.storage.every_table import metadata
from parlour.storage.lock import exclusive_lock
from parlour.storage.place import PostgresPlace
from parlour.storage.postgres import PostgresConnection, PostgresEngine, told
from parlour.storage.tables import events, matches

ROWS_AT_ONCE = 1_000


class Moved(NamedTuple):
    """What was moved."""

    rows: dict[str, int]  # by table
    num_verified: int  # matches whose chain of hashes has no gap and no change
    num_parked: int  # matches that were not verified, because they were damaged before


def move(source: Path, target: PostgresPlace) -> Moved:
    """Copy all tables of a file into an empty database, and verify every match there. The file stays as it is.

    Raises:
        NoDatabase: there is no such file.
        InUse: a server is running on one of them.
        NotEmpty: there is something in the target.
        CorruptLog, BadDatabase: a match, or something else, is damaged; nothing was moved.
    """
    if not source.exists():
        raise NoDatabase(f"There is no database {source}.")
    PostgresEngine(target).prepare()
    with (
        exclusive_lock(source),
        exclusive_lock(target),
        closing(Database(source)) as old,
        closing(PostgresConnection(target)) as new,
    ):
        new.execute("BEGIN")  # a failure ends it with the connection
        _check_empty(target, new)
        rows = {table.name: _copy(old, new, table) for table in metadata.sorted_tables}
        _continue_numbers(old, new)
        num_verified, num_parked = _verify(new.core)
        new.execute("COMMIT")
    return Moved(rows, num_verified, num_parked)


def _check_empty(target: PostgresPlace, new: PostgresConnection) -> None:
    for table in metadata.sorted_tables:
        if new.core.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None:
            raise NotEmpty(f"{target} is not empty. Name one that is.")


def _copy(old: Database, new: PostgresConnection, table: sa.Table) -> int:
    columns = ", ".join(column.name for column in table.columns)
    statement, num_rows = f"COPY {table.name} ({columns}) FROM STDIN".encode(), 0
    try:
        with (
            told(),
            _rows(old.reader(), sa.select(table)) as rows,
            new.raw.cursor() as cursor,
            cursor.copy(statement) as copy,
        ):
            for row in rows:
                copy.write_row(tuple(row))
                num_rows += 1
    except psycopg.DataError as error:  # a column of SQLite takes anything
        raise BadDatabase(f"Something in {table.name} of {old.place} is not what belongs there: {error}.") from None
    return num_rows


def _rows(connection: sa.Connection, query: sa.Select[Any]) -> "closing[sa.CursorResult[Any]]":
    """Return rows, read some at a time, for a `with` statement."""
    return closing(connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE}))


def _continue_numbers(old: Database, new: PostgresConnection) -> None:
    """Let new rows get numbers that no row ever had: projections count on it, and rows may have been deleted."""
    last = dict(old.raw_reader().execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    for table in metadata.sorted_tables:
        if last.get(table.name):
            (key,) = table.primary_key.columns
            new.execute("SELECT setval(pg_get_serial_sequence(?, ?), ?)", (table.name, key.name, last[table.name]))


def _verify(new: sa.Connection) -> tuple[int, int]:
    """Check the logs of all matches as they are in the target; returns how many, and how many were parked."""
    parked = set(new.scalars(sa.select(matches.c.id).where(matches.c.parked.is_not(None))))
    lines = sa.select(events.c.match, events.c.line).order_by(events.c.match, events.c.seq)
    num_verified = 0
    with _rows(new, lines) as rows:
        for match_id, of_match in groupby(rows, key=lambda row: row.match):
            if match_id not in parked:
                _verify_match(match_id, [row.line for row in of_match])
                num_verified += 1
    return num_verified, len(parked)


def _verify_match(match_id: str, lines: Iterable[bytes]) -> None:
    try:
        read_entries(b"".join(lines))
    except CorruptLog as damage:
        raise CorruptLog(f"Match {match_id} is damaged, and nothing was moved. {damage}") from None
