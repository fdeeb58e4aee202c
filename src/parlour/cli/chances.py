"""`parlour chances`: how often each side of a game wins between equal computer players."""

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parlour.cli.settings import options_option, read_options
from parlour.core import registry
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.option import Options
from parlour.lab.chances import first_position, measure, save
from parlour.lab.ladder import choose_once
from parlour.players.chances import Measurement, chances_of

COLUMNS = ("game", "level", "first side", "second side", "draws", "score of the first", "95 % interval", "matches",
           "different", "measured")  # fmt: skip


@click.command()
@click.argument("game_id", metavar="[GAME]", required=False)
@click.option("--level", "levels", multiple=True, type=click.Choice(LEVEL_NAMES),
              help="Measure this level only; may be repeated.")  # fmt: skip
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Matches for each level.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1),
              help="Matches at a time.")  # fmt: skip
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**32),
              help="Random seed of the first match.")  # fmt: skip
@click.option("--save", "is_saved", is_flag=True, help="Keep the results: players are told them before a match.")
@click.option("--show", "is_shown", is_flag=True, help="Play nothing, and print the results that were kept.")
@options_option
def chances(
    game_id: str | None, levels: tuple[str, ...], games: int, jobs: int, seed: int, is_saved: bool, is_shown: bool,
    options: tuple[str, ...],
) -> None:  # fmt: skip
    """Measure how often each side of GAME wins between two computers of one level; without GAME, of all games.

    A draw counts half in the score of the side that acts first; the interval is Wilson's.
    """
    chosen = [registry.load(each) for each in ([game_id] if game_id else registry.game_ids())]
    if is_shown:
        click.echo(table(chosen))
        return
    given = read_options(options)
    for game in chosen:
        first_position(game, given, seed)  # refuses bad options before anything is played
    click.echo(table([]))
    for game in chosen:
        for level in levels or LEVEL_NAMES:
            row = _measure(game, level, games, seed, jobs, given)
            click.echo(_line(cells(game, row)))
            if is_saved:
                save(game, row)


def _measure(game: Game, level: str, games: int, seed: int, jobs: int, options: Options) -> Measurement:
    choose_once(level, first_position(game, options, seed))  # compiles what it needs
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{game.name}, {level}", total=games)
        today = datetime.now(UTC).date().isoformat()
        return measure(game, level, games, seed, jobs, options, today, lambda: progress.advance(task))


def table(games: Iterable[Game]) -> str:
    """Write what was measured of these games as a table."""
    rows = [cells(game, row) for game in games for row in chances_of(game).measured]
    return "\n".join([_line(COLUMNS), "|---" * len(COLUMNS) + "|", *map(_line, rows)])


def cells(game: Game, row: Measurement) -> list[str]:
    """Write one measurement, by the columns of the table."""
    first, second = (side[0].upper() + side[1:] for side in chances_of(game).sides)
    name = ", ".join([game.name, *(f"{option}={value}" for option, value in row.options.items())])
    wins, losses, score, low, high = map(
        _percent, (row.wins / row.matches, row.losses / row.matches, row.score, *row.interval)
    )
    return [
        name, row.level, f"{first} {wins}", f"{second} {losses}", str(row.draws), score, f"{low} to {high}",
        str(row.matches), str(row.different), row.date,
    ]  # fmt: skip


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _line(words: Sequence[str]) -> str:
    return "| " + " | ".join(words) + " |"
