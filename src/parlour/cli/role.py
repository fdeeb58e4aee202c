"""`parlour role`: make an account an operator, or an ordinary one again."""

import time
from contextlib import closing
from pathlib import Path

import click

from parlour.cli.settings import data_option, database_option
from parlour.match.accounts import OPERATOR
from parlour.server.settings import Settings
from parlour.storage.database import Database
from parlour.storage.errors import NoDatabase
from parlour.storage.moderation import SqliteModeration

NONE = "none"


@click.command()
@click.argument("name")
@click.argument("role", type=click.Choice([OPERATOR, NONE]))
@data_option
@database_option
def role(name: str, role: str, data: Path, database: Path | None) -> None:
    """Make the account called NAME an operator, or with `none` an ordinary one again.

    An operator handles reports of players on the page /operator. A server may be running meanwhile.
    """
    path = Settings(data, database=database).database_path
    if not path.exists():
        raise NoDatabase(f"There is no database {path}.")
    with closing(Database(path)) as opened:
        given = None if role == NONE else role
        found = SqliteModeration(opened).set_role(name, given, time.time_ns() // 1_000_000).result()
    click.echo(f"{found} is an operator now." if given else f"{found} has no role now.")
