"""`parlour analyse`: what Master thinks of a position, or of a whole match."""

from pathlib import Path

import click
from rich.console import Console

from parlour.cli import screen
from parlour.cli.analyse_match import analyse_file
from parlour.cli.settings import options_option, position_option, read_options, seconds_option, seed_option
from parlour.core import registry
from parlour.core.errors import BadOption
from parlour.core.game import Game
from parlour.core.position import start
from parlour.players.advice import analyse as analyse_state

POSITION_S, ACTION_S = 10.0, 1.0  # the most time to think by default


@click.command()
@click.argument("what", metavar="GAME|FILE")
@seconds_option(None, "The most time to think: 10 for a position, 1 for each action of a match by default.")
@position_option
@options_option
@seed_option
def analyse(what: str, seconds: float | None, position: str | None, options: tuple[str, ...], seed: int | None) -> None:
    """Print what Master thinks of a position of GAME, or of the match in FILE.

    Of a position: what each action is worth to the side to move, as its expected result. Master sees only what that
    side may know; where things are hidden the value is a mean over guesses, with its spread.

    Of a match file, or a game in a format of another program: a grade for each action with the reason, what would have
    been best, a graph, and the accuracy of both players.
    """
    if what not in registry.game_ids() and Path(what).is_file():
        if position is not None or options or seed is not None:
            raise BadOption("A match has its own position, options and seed.")
        analyse_file(Path(what), seconds or ACTION_S)
    else:
        options_read = {**registry.load(what).preset("quick"), **read_options(options)}
        _analyse_position(registry.load(what), seconds or POSITION_S, position, options_read, seed or 0)


def _analyse_position(
    game: Game, seconds: float, position: str | None, options: dict[str, int | bool | str], seed: int
) -> None:
    here = start(game, seed, options, position)
    if not here.to_act():
        raise BadOption("The game is over in this position.")
    seat = here.to_act()[0]
    thought = screen.let_think(lambda stop: analyse_state(game, here.seen_by(seat).known, seat, stop, seed), seconds)
    Console().print(screen.board(here, seat))
    Console().print(screen.thought_table(here, seat, thought))
