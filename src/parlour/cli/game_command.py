"""`parlour <game> ...`: the command that a game brings along."""

from pathlib import Path

import click

from parlour.cli.files import read_text
from parlour.cli.game_terminal import terminal_of
from parlour.cli.play import play_request
from parlour.cli.simulate import simulate_request
from parlour.core.game import Game
from parlour.pieces.terminal import SimulationRequest


def command_of(game: Game) -> click.Command | None:
    """Return the command of a game; None when it has none."""
    found = terminal_of(game).command
    if found is None:
        return None
    run = found.run

    @click.command(
        name=game.id,
        help=found.help,
        context_settings={"ignore_unknown_options": True, "help_option_names": []},
        add_help_option=False,
    )
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def command(arguments: tuple[str, ...]) -> None:
        if {"-h", "--help"} & set(arguments):
            click.echo(f"{found.help}\n\n{found.usage}")
            return
        answer = run(arguments, lambda path: read_text(Path(path)))
        if isinstance(answer, str):
            click.echo(answer)
        elif isinstance(answer, SimulationRequest):
            simulate_request(game, answer)
        else:
            play_request(game, answer)

    return command
