"""`parlour rebuild`, `parlour backup` and `parlour restore`: care for the data of a server."""

import time
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from parlour.cli.settings import data_option, database_option, existing_database
from parlour.server.settings import Settings
from parlour.storage import backup as backups
from parlour.storage.achievements import SqlAchievements
from parlour.storage.database import Database, explained
from parlour.storage.errors import NotAFile
from parlour.storage.place import Place
from parlour.storage.projections import SqlProjection

PAUSE_S = 0.005  # between two batches, so that a running server can write

backup_file = click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@data_option
@database_option
def rebuild(data: Path, database: Place | None) -> None:
    """Rebuild histories, levels, ratings and achievements from the log of all matches.

    A server may be running meanwhile. If the rebuild is stopped midway, the next start of the server continues it.
    """
    place = existing_database(data, database)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with explained(place), closing(Database(place)) as opened, Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("Taking in the log")

        def follow(done: int, total: int) -> bool:
            bar.update(task, completed=done, total=total)
            time.sleep(PAUSE_S)
            return True

        SqlProjection(opened).rebuild(follow)
        bar.update(task, description="Looking for achievements")
        SqlAchievements(opened).rebuild(follow)
    click.echo("Histories, levels, ratings and achievements are as the log says.")


@click.command()
@backup_file
@data_option
@database_option
def backup(path: Path, data: Path, database: Place | None) -> None:
    """Write everything that a server stores into FILE; the server may be running.

    FILE holds the server's secret: keep it where only you can read it.
    """
    settings = Settings(data, database=database)
    backups.back_up(_file(settings.database_place), settings.secret_path, path)
    click.echo(f"{path}: {path.stat().st_size:,} bytes, checked.")


@click.command()
@backup_file
@data_option
@database_option
@click.option("--replace", is_flag=True, help="Replace the database that is there; it is kept under another name.")
def restore(path: Path, data: Path, database: Place | None, replace: bool) -> None:
    """Restore what `parlour backup` wrote into FILE. The server must not be running."""
    settings = Settings(data, database=database)
    file = _file(settings.database_place)
    for aside in backups.restore(path, file, settings.secret_path, replace=replace):
        click.echo(f"What was there before is kept as {aside}.")
    click.echo(f"{file} is as it was when {path} was written.")


def _file(place: Place) -> Path:
    """Return the path of a database that is a file.

    Raises:
        NotAFile: it is in PostgreSQL.
    """
    if not isinstance(place, Path):
        raise NotAFile("This is for SQLite. In PostgreSQL use pg_dump and pg_restore, and copy the file `secret`.")
    return place
