"""`parlour ladder`: how strong the levels of a game are, measured."""

import os

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parlour.cli.settings import options_option, read_options
from parlour.core import registry
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.lab.ladder import PAIRINGS, Score, choose_once, compare, opening

COLUMNS = (
    "player",
    "against",
    "score",
    "95 % interval",
    "first seat",
    "second seat",
    "draws",
    "matches",
    "ms per action",
)


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--games", default=200, show_default=True, type=click.IntRange(2), help="Matches for each row.")
@click.option("--pair", "pairs", nargs=2, multiple=True, metavar="PLAYER PLAYER",
              help="Compare these two instead of all levels; may be repeated.")  # fmt: skip
@click.option("--jobs", default=os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1),
              help="Matches at a time.")  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="Random seed.")
@options_option
def ladder(
    game_id: str, games: int, pairs: tuple[tuple[str, str], ...], jobs: int, seed: int, options: tuple[str, ...]
) -> None:
    """Measure each level of GAME against the one below.

    Matches come in pairs that begin alike, with the seats swapped. A draw counts half; the interval is Wilson's.
    """
    game, chosen = registry.load(game_id), read_options(options)
    pairings = pairs or PAIRINGS
    position = opening(game, chosen, seed)
    for name in dict.fromkeys(name for pairing in pairings for name in pairing):
        choose_once(name, position)  # refuses an unknown one, and compiles what it needs
    click.echo(f"{game.name}, seed {seed}\n")
    click.echo("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    for names in pairings:
        click.echo("| " + " | ".join(_row(game, names, games, seed, jobs, chosen)) + " |")


def _row(game: Game, names: tuple[str, str], games: int, seed: int, jobs: int, options: Options) -> list[str]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
               TextColumn("{task.fields[rate]}"))  # fmt: skip
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(" - ".join(names), total=games + games % 2, rate="")

        def tick(score: Score) -> None:
            progress.update(task, advance=1, rate=f"{score.rate:.0%}")

        score = compare(game, names, games, seed, jobs, options, tick)
    low, high = score.interval
    thinking = [f"{1000 * spent / max(1, acts):.1f}" for spent, acts in zip(score.seconds, score.actions, strict=True)]
    return [
        *names, f"{score.rate:.1%}", f"{low:.1%} to {high:.1%}", f"{score.rate_at(0):.1%}", f"{score.rate_at(1):.1%}",
        str(score.draws), str(score.matches), " / ".join(thinking),
    ]  # fmt: skip
