"""`parlour analyse`: what Master thinks of a position."""

import click
from rich.console import Console

from parlour.cli import screen
from parlour.cli.settings import options_option, position_option, read_options, seconds_option, seed_option
from parlour.core import registry
from parlour.core.errors import BadOption
from parlour.core.position import start
from parlour.players.advice import analyse as analyse_state


@click.command()
@click.argument("game_id", metavar="GAME")
@seconds_option(10.0, "The most time to think.")
@position_option
@options_option
@seed_option
def analyse(game_id: str, seconds: float, position: str | None, options: tuple[str, ...], seed: int | None) -> None:
    """Print what Master thinks each action of a position is worth to the side to move: its expected result.

    It sees only what that side may know; where things are hidden the value is a mean over guesses, with its spread.
    """
    game = registry.load(game_id)
    here = start(game, seed or 0, {**game.preset("quick"), **read_options(options)}, position)
    if not here.to_act():
        raise BadOption("The game is over in this position.")
    seat = here.to_act()[0]
    thought = screen.let_think(
        lambda stop: analyse_state(game, here.seen_by(seat).known, seat, stop, seed or 0), seconds
    )
    Console().print(screen.board(here, seat))
    Console().print(screen.thought_table(here, seat, thought))
