"""`parlour perft`, `parlour bench` and `parlour warm`: counting, timing and compiling."""

import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import click
from rich.console import Console
from rich.table import Column, Table

from parlour.cli.settings import position_option, seconds_option
from parlour.core import playout, registry
from parlour.core.position import Position, start
from parlour.players.warm import warm_game

MATCHES_AT_ONCE = 200


@click.command()
@click.argument("game_id", metavar="GAME")
@click.argument("depth", type=click.IntRange(0, 40))
@position_option
def perft(game_id: str, depth: int, position: str | None) -> None:
    """Count the sequences of DEPTH turns of GAME (draw rules left out)."""
    game = registry.load(game_id)
    click.echo(playout.perft(start(game, 0, game.preset("perft"), position), depth))


@click.command()
@click.argument("game_ids", metavar="[GAME]...", nargs=-1)
@seconds_option(2.0, "How long to measure each game.")
def bench(game_ids: tuple[str, ...], seconds: float) -> None:
    """Measure random playouts of each GAME on one core."""
    table = Table(Column("game", no_wrap=True), "matches/s", "actions/s", "actions per match", "bytes per position")
    for game_id in game_ids or registry.game_ids():
        game = registry.load(game_id)
        matches, actions = measure(start(game, 1, game.preset("quick")), seconds)
        figures = (f"{rate:,.0f}" for rate in (matches / seconds, actions / seconds))
        table.add_row(game.id, *figures, f"{actions / matches:.1f}", str(game.state.itemsize))
    Console().print(table)


def measure(position: Position, seconds: float) -> tuple[float, float]:
    """Return the numbers of random matches and actions that are played from a position in some seconds."""
    playout.play_out(position, 1, seed=0)
    matches = actions = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        actions += playout.play_out(position, MATCHES_AT_ONCE, seed=matches).actions
        matches += MATCHES_AT_ONCE
    return matches * seconds / spent, actions * seconds / spent


@click.command()
@click.option("--jobs", type=click.IntRange(1), help="How many games to compile at a time; one per core by default.")
def warm(jobs: int | None) -> None:
    """Compile the rules and the computer players of all games, so that no player waits later."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as compilers:
        for done in as_completed(compilers.submit(_warm, game_id) for game_id in registry.game_ids()):
            game_id, seconds = done.result()
            click.echo(f"{game_id}: ready after {seconds:.1f} s")


def _warm(game_id: str) -> tuple[str, float]:
    begin = time.perf_counter()
    warm_game(registry.load(game_id))
    return game_id, time.perf_counter() - begin
