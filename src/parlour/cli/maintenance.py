"""`parlour rebuild`, `parlour backup` and `parlour restore`: care for the data of a server."""

import time
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from parlour.cli.settings import data_option, database_option
from parlour.server.settings import Settings
from parlour.storage import backup as backups
from parlour.storage.achievements import SqliteAchievements
from parlour.storage.database import Database, explained
from parlour.storage.errors import NoDatabase
from parlour.storage.projections import SqliteProjection

PAUSE_S = 0.005  # between two batches, so that a running server can write

backup_file = click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@data_option
@database_option
def rebuild(data: Path, database: Path | None) -> None:
    """Rebuild histories, levels, ratings and achievements from the log of all matches.

    A server may be running meanwhile. If the rebuild is stopped midway, the next start of the server continues it.
    """
    path = Settings(data, database=database).database_path
    if not path.exists():
        raise NoDatabase(f"There is no database {path}.")
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with explained(path), closing(Database(path)) as opened, Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("Taking in the log")

        def follow(done: int, total: int) -> bool:
            bar.update(task, completed=done, total=total)
            time.sleep(PAUSE_S)
            return True

        SqliteProjection(opened).rebuild(follow)
        bar.update(task, description="Looking for achievements")
        SqliteAchievements(opened).rebuild(follow)
    click.echo("Histories, levels, ratings and achievements are as the log says.")


@click.command()
@backup_file
@data_option
@database_option
def backup(path: Path, data: Path, database: Path | None) -> None:
    """Write everything that a server stores into FILE; the server may be running.

    FILE holds the server's secret: keep it where only you can read it.
    """
    settings = Settings(data, database=database)
    backups.back_up(settings.database_path, settings.secret_path, path)
    click.echo(f"{path}: {path.stat().st_size:,} bytes, checked.")


@click.command()
@backup_file
@data_option
@database_option
@click.option("--replace", is_flag=True, help="Replace the database that is there; it is kept under another name.")
def restore(path: Path, data: Path, database: Path | None, replace: bool) -> None:
    """Restore what `parlour backup` wrote into FILE. The server must not be running."""
    settings = Settings(data, database=database)
    for aside in backups.restore(path, settings.database_path, settings.secret_path, replace=replace):
        click.echo(f"What was there before is kept as {aside}.")
    click.echo(f"{settings.database_path} is as it was when {path} was written.")
