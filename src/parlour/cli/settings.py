"""Arguments that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from parlour.core.errors import BadOption
from parlour.core.reading import shown
from parlour.server.settings import Settings, read_database, read_redis
from parlour.storage.errors import NoDatabase
from parlour.storage.place import Place

F = TypeVar("F", bound=Callable[..., Any])
MAX_SECONDS = 24 * 3600.0


def read_options(pairs: tuple[str, ...]) -> dict[str, int | bool | str]:
    """Read options given as name=value.

    Raises:
        BadOption: one has no `=`.
    """
    options: dict[str, int | bool | str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"Write an option as name=value, like quick_colours=yes; {shown(pair)} is not.")
        options[name.strip()] = value
    return options


def existing_database(data: Path, database: Place | None) -> Place:
    """Return where the database of a server is.

    Raises:
        NoDatabase: there is no such file.
    """
    place = Settings(data, database=database).database_place
    if isinstance(place, Path) and not place.exists():
        raise NoDatabase(f"There is no database {place}.")
    return place


def _check_seconds(_context: click.Context, _option: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds <= MAX_SECONDS:  # false for NaN too
        raise click.BadParameter(f"{seconds} is not a number of seconds up to a day.")
    return seconds


def seconds_option(default: float | None, help: str) -> Callable[[F], F]:
    """Return the option `--seconds`."""
    return click.option("--seconds", default=default, type=float, show_default=True, callback=_check_seconds, help=help)


seed_option = click.option("--seed", type=int, metavar="N", help="Random seed; a fresh one by default.")
options_option = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A setting of the game.")
position_option = click.option("--position", metavar="TEXT", help="Start from this position, in the game's notation.")
data_option = click.option(
    "--data", default="parlour-data", show_default=True, type=click.Path(file_okay=False, path_type=Path),
    help="Data folder of the server.",
)  # fmt: skip
database_option = click.option(
    "--database", metavar="URL", callback=lambda _context, _option, url: url and read_database(url),
    help="The database, if it is not in the data folder: sqlite:///path/to/file.db or postgresql://user@host/name.",
)  # fmt: skip
redis_option = click.option(
    "--redis", metavar="URL", callback=lambda _context, _option, url: url and read_redis(url),
    help="Redis, where several servers on one PostgreSQL database meet: redis://host:6379/0.",
)  # fmt: skip
