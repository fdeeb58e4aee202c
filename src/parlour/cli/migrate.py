"""`parlour migrate`: move everything from SQLite to PostgreSQL."""

from pathlib import Path

import click

from parlour.server.errors import BadSetting
from parlour.server.settings import read_database
from parlour.storage.database import engine_of
from parlour.storage.place import PostgresPlace


@click.command()
@click.argument("source", metavar="SQLITE")
@click.argument("target", metavar="POSTGRESQL")
def migrate(source: str, target: str) -> None:
    """Move everything from the file sqlite:///PATH to the empty database postgresql://USER@HOST/NAME.

    Every match is verified on the way; if anything is wrong, nothing is moved. The file stays as it is. Stop the
    server first, and start it again with the same --data folder and --database postgresql://…
    """
    old, new = read_database(source), read_database(target)
    if not isinstance(old, Path) or not isinstance(new, PostgresPlace):
        raise BadSetting("Move from sqlite:///path/to/file.db to postgresql://user@host/name.")
    engine_of(new)  # here a missing package is one sentence
    from parlour.storage.moving import move  # noqa: PLC0415  # it needs that package

    moved = move(old, new)
    tables = [f"{name}: {count:,}" for name, count in moved.rows.items() if count]
    click.echo(f"Moved {sum(moved.rows.values()):,} rows ({', '.join(tables)}).")
    click.echo(f"Verified the logs of {moved.num_verified:,} matches; {moved.num_parked:,} are parked, as before.")
