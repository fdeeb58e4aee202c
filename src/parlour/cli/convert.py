"""`parlour export` and `parlour import`: matches in the file formats of other programs."""

from pathlib import Path

import click

from parlour.cli.files import read_bytes, read_text
from parlour.cli.replay import match_file
from parlour.core import registry
from parlour.core.errors import BadOption
from parlour.core.reading import printable, shown
from parlour.match import file
from parlour.match.exported import format_of, write_record
from parlour.match.imported import match_of_record

out_argument = click.argument("out", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@match_file
@click.option(
    "--format",
    "name",
    metavar="NAME",
    help="The format, where the game knows several; text lists the actions of any game.",
)
def export(path: Path, name: str | None) -> None:
    """Print the match in FILE in a format of other programs."""
    click.echo(write_record(file.read(read_bytes(path)), name), nl=False)


@click.command(name="import")
@click.argument("game_id", metavar="GAME")
@match_file
@out_argument
@click.option("--format", "name", metavar="NAME", help="The format, where the game knows several.")
@click.option("--number", default=1, show_default=True, help="Which game of the file.")
def import_(game_id: str, path: Path, out: Path, name: str | None, number: int) -> None:
    """Turn a game in FILE, in a format of other programs, into the match file OUT."""
    game = registry.load(game_id)
    records = format_of(game, name).read(read_text(path))
    if not 1 <= number <= len(records):
        raise BadOption(f"{shown(path.name)} holds {len(records)} games; there is no number {number}.")
    match = match_of_record(game, records[number - 1])
    out.write_bytes(file.write(match))
    names = " against ".join(match.started.names)
    click.echo(printable(f"{out}: {names}, {len(match.actions)} actions."))
