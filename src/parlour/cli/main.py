"""The command line: all commands, and what they do about errors."""

import sys
from collections.abc import Sequence

import click

from parlour import __version__
from parlour.cli import (
    analyse,
    bench,
    campaign,
    chances,
    convert,
    doctor,
    game_command,
    games,
    lab,
    ladder,
    maintenance,
    migrate,
    mine,
    play,
    puzzle,
    replay,
    role,
    screen,
    serve,
    solve,
    worker,
)
from parlour.cli.game_terminal import terminal_of
from parlour.core.errors import ParlourError
from parlour.core.reading import printable
from parlour.core.registry import game_ids, load

BAD_INPUT = 2
INTERRUPTED = 130


class Commands(click.Group):
    """Our commands, and those that the games bring along."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *(game.id for game in map(load, game_ids()) if terminal_of(game).command)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return super().get_command(ctx, name) or (game_command.command_of(load(name)) if name in game_ids() else None)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="Parlour %(version)s")
def parlour() -> None:
    """Play, watch, build and study two-player table games."""


for command in (games.games, play.play, replay.replay, replay.verify, convert.export, convert.import_, bench.perft,
                bench.bench, bench.warm, solve.solve, analyse.analyse, puzzle.puzzle, campaign.campaign,
                ladder.ladder, chances.chances, mine.mine, lab.lab, serve.serve, worker.worker, maintenance.rebuild,
                maintenance.backup, maintenance.restore, migrate.migrate, doctor.doctor, role.role):  # fmt: skip
    parlour.add_command(command)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status: 0, or 2 after one sentence about what is wrong."""
    try:
        status = parlour.main(list(arguments), prog_name="parlour", standalone_mode=False)
    except click.ClickException as error:
        return _refuse(printable(error.format_message()))
    except (ParlourError, OSError) as error:
        return _refuse(screen.refusal(error))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _refuse(sentence: str) -> int:
    click.echo(sentence, err=True)
    return BAD_INPUT


def main() -> None:
    """Entry point of the command `parlour`."""
    sys.exit(run(sys.argv[1:]))
