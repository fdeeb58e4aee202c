"""`parlour replay` and `parlour verify`: match files."""

import sys
from pathlib import Path

import click

from parlour.cli import screen
from parlour.cli.files import read_bytes
from parlour.core.reading import printable
from parlour.match import file
from parlour.match.ending import ending

match_file = click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@match_file
@click.option("--all", "at_once", is_flag=True, help="Show everything at once instead of waiting for Enter.")
def replay(path: Path, at_once: bool) -> None:
    """Show the match in FILE step by step."""
    match = file.read(read_bytes(path))
    console = screen.console()
    steps = match.played()
    position = match.first_position()
    console.print(screen.board(position))
    for number, (_, seat, action) in enumerate(steps, 1):
        if not at_once and sys.stdin.isatty():
            console.input("Enter for the next action ")
        console.print(f"{number}/{len(steps)}  {position.action_to_text(seat, action)}")
        screen.narrate(console, position, seat, action)
        position = position.play(seat, action)
        console.print(screen.board(position))
    console.print(printable(ending(match)) if match.is_over else "The match is not finished.")


@click.command()
@match_file
def verify(path: Path) -> None:
    """Check every byte, the seed and every action of FILE."""
    match = file.verify(read_bytes(path))
    state = ending(match) if match.is_over else "Not finished."
    click.echo(printable(f"{path.name} is in order: {match.game.name}, {match.version} events. {state}"))
