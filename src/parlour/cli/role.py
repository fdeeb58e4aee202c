"""`parlour role`: make an account an operator, or an ordinary one again."""

import time
from contextlib import closing
from pathlib import Path

import click

from parlour.cli.settings import data_option, database_option, existing_database
from parlour.match.accounts import OPERATOR
from parlour.storage.database import Database
from parlour.storage.moderation import SqlModeration
from parlour.storage.place import Place

NONE = "none"


@click.command()
@click.argument("name")
@click.argument("role", type=click.Choice([OPERATOR, NONE]))
@data_option
@database_option
def role(name: str, role: str, data: Path, database: Place | None) -> None:
    """Make the account called NAME an operator, or with `none` an ordinary one again.

    An operator handles reports of players on the page /operator. A server may be running meanwhile.
    """
    with closing(Database(existing_database(data, database))) as opened:
        given = None if role == NONE else role
        found = SqlModeration(opened).set_role(name, given, time.time_ns() // 1_000_000).result()
    click.echo(f"{found} is an operator now." if given else f"{found} has no role now.")
