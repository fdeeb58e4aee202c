"""`parlour <game> ...`: the command that a game brings along."""

from pathlib import Path

import click

from parlour.cli.play import play_request
from parlour.core.game import Game


def command_of(game: Game) -> click.Command | None:
    """Make the command of a game; None when it has none."""
    run = game.command
    if run is None:
        return None

    @click.command(
        name=game.id,
        help=game.command_help,
        context_settings={"ignore_unknown_options": True, "help_option_names": []},
        add_help_option=False,
    )
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def command(arguments: tuple[str, ...]) -> None:
        answer = run(arguments, lambda path: Path(path).read_text(encoding="utf-8", errors="replace"))
        if isinstance(answer, str):
            click.echo(answer)
        else:
            play_request(game, answer)

    return command
