"""`parlour solve`: exact values, where a game has a solver."""

import threading

import click
from rich.console import Console
from rich.table import Table

from parlour.core import registry
from parlour.core.contract import Record, Solver
from parlour.core.errors import BadOption
from parlour.core.position import start
from parlour.core.thinking import Stop, run_interruptible

PATIENCE_S = 2.0  # then a message says that the work goes on


@click.command()
@click.argument("game_id", metavar="GAME")
@click.argument("position")
def solve(game_id: str, position: str) -> None:
    """Print the exact score of every action in a POSITION of GAME."""
    game = registry.load(game_id)
    if game.players.solver is None:
        raise BadOption(f"{game.name} has no solver.")
    here = start(game, 0, game.preset("quick"), position)
    state = here.state
    scores = _solve_aside(game.players.solver, state)
    if not scores:
        raise BadOption("There is nothing to play in this position.")
    seat = here.to_act()[0]
    table = Table("action", "score", "with best play")
    for action, score in scores.items():
        words = game.players.solver.explain(state, score)
        table.add_row(here.action_to_text(seat, action), f"{score:+d}" if score else "0", words)
    Console().print(table)


def _solve_aside(solver: Solver, state: Record) -> dict[int, int]:
    """Solve so that Ctrl-C works; say that it takes long when it does."""
    words = "Solving; the emptier the board, the longer it takes. Ctrl-C stops it."
    patience = threading.Timer(PATIENCE_S, lambda: click.echo(words, err=True))
    patience.daemon = True
    patience.start()
    try:
        with Stop() as stop:
            return run_interruptible(lambda: solver.solve(state, stop), stop)
    finally:
        patience.cancel()
