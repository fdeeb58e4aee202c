"""`parlour lab`: tournaments between computer players, records of their play, and training."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from parlour.cli.settings import options_option, read_options
from parlour.cli.train import train
from parlour.core import registry
from parlour.lab.dataset import FORMATS
from parlour.lab.plan import Plan, make_plan
from parlour.lab.record import Recording, record_matches
from parlour.lab.sprt import Test
from parlour.lab.tournament import run
from parlour.lab.tournament_dataset import write_tournament
from parlour.storage.lab_runs import LabCell, LabRun, LabStanding

FOLDER = Path("parlour-data") / "lab"  # where a server with the default data folder finds it


def _shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that both commands have."""
    for option in reversed((
        click.argument("game_id", metavar="GAME"),
        click.option("--player", "players", multiple=True, metavar="PLAYER",
                     help="A level, a strategy, random, mcts:N, puct:N@FILE, gumbel:N@FILE, policy@FILE, module:Class, "
                          "module:Class@FILE or the path of a program; repeated."),
        click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**52), help="Random seed."),
        click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes at a time."),
        click.option("--ray", metavar="ADDRESS", help="Spread the work over a Ray cluster; local: start one here."),
        click.option("--out", type=click.Path(file_okay=False, path_type=Path),
                     help="Folder for everything that is written; by default one in parlour-data/lab."),
        click.option("--format", "format_", default=FORMATS[0], show_default=True, type=click.Choice(FORMATS),
                     help="Of the dataset; parquet needs parlour[data]."),
        options_option,
    )):  # fmt: skip
        command = option(command)
    return command


@click.group()
def lab() -> None:
    """Tournaments between computer players, datasets of their matches, and training; see docs/lab.md."""


lab.add_command(train)


@lab.command()
@_shared
@click.option("--matches", default=100, show_default=True, type=click.IntRange(2),
              help="Matches of any two who meet, in pairs with the seats swapped.")  # fmt: skip
@click.option("--gauntlet", is_flag=True, help="Only the first player meets the others.")
@click.option("--opening-plies", type=click.IntRange(0, 100), metavar="N",
              help="Random actions at the beginning; by default as the game needs.")  # fmt: skip
@click.option("--sprt", nargs=4, type=float, metavar="ELO0 ELO1 ALPHA BETA",
              help="Stop when it is clear by which of two differences the first player is stronger.")  # fmt: skip
@click.option("--move-time", default=60.0, show_default=True, type=click.FloatRange(0.01), metavar="S",
              help="Seconds that a program may take for an action.")  # fmt: skip
def tournament(
    game_id: str, players: tuple[str, ...], seed: int, workers: int, ray: str | None, out: Path | None, format_: str,
    options: tuple[str, ...], matches: int, gauntlet: bool, opening_plies: int | None,
    sprt: tuple[float, float, float, float] | None, move_time: float,
) -> None:  # fmt: skip
    """Let players of GAME meet: all of them, or the first one and the others.

    Interrupted, the same command goes on where it stopped, and comes to the same result.
    """
    plan = make_plan(registry.load(game_id), players, matches=matches, seed=seed, options=read_options(options),
                     is_gauntlet=gauntlet, opening_actions=opening_plies, test=Test(*sprt) if sprt else None,
                     move_s=move_time)  # fmt: skip
    folder = out or FOLDER / plan.default_name
    click.echo(f"{plan.num_pairs * 2} matches, in {folder}")
    result = run(plan, folder, workers, ray, lambda state: click.echo(progress(state)))
    click.echo("\n".join(describe(plan, result)))
    click.echo(f"Dataset: {', '.join(str(path) for path in write_tournament(folder, format_))}")


@lab.command()
@_shared
@click.option("--matches", default=1000, show_default=True, type=click.IntRange(1), help="Matches to play.")
@click.option("--files", is_flag=True, help="Also write a match file for each.")
def record(
    game_id: str, players: tuple[str, ...], seed: int, workers: int, ray: str | None, out: Path | None, format_: str,
    options: tuple[str, ...], matches: int, files: bool,
) -> None:  # fmt: skip
    """Record matches of GAME played by one player against itself, or by the first two in turn.

    Interrupted, the same command goes on where it stopped.
    """
    recording = Recording.make(registry.load(game_id), players, matches, seed, read_options(options), has_files=files)
    folder = out or FOLDER / recording.default_name
    written = record_matches(recording, folder, workers, ray, format_, lambda state: click.echo(progress(state)))
    click.echo(f"Dataset: {', '.join(str(path) for path in written)}")


def progress(state: LabRun) -> str:
    """Return how far a run is, in a line."""
    left = "" if state.ends_ms is None else f", about {duration((state.ends_ms - state.updated_ms) / 1000)} left"
    return f"{state.done} of {state.total} matches{left}"


def duration(seconds: float) -> str:
    """Return a time in words of a clock: 2:05, or 1:02:05."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def describe(plan: Plan, result: LabRun) -> list[str]:
    """Return the result of a tournament as tables in Markdown, and the verdict of its test."""
    columns = ("player", "rating", "95 % interval", "points", "matches", "won", "drawn", "lost")
    lines = ["", *_table(columns, [_row(each) for each in result.standings])]
    names = [each.name for each in result.standings]
    order = [each.player for each in result.standings]
    cross = [[plan.players[one], *(_cell(result.cross[one][other], one == other) for other in order)] for one in order]
    lines += ["", *_table(["won-drawn-lost against", *names], cross), ""]
    if result.test is not None:
        test = result.test
        verdicts = {"open": "not decided", "elo0": f"{test.elo0:g} Elo", "elo1": f"{test.elo1:g} Elo"}
        lines += [f"Sequential test after {test.pairs} pairs: {verdicts[test.verdict]} "
                  f"(log likelihood ratio {test.llr:.2f}, bounds {test.low:.2f} and {test.high:.2f}).", ""]  # fmt: skip
    return lines


def _row(each: LabStanding) -> list[str]:
    matches = each.wins + each.draws + each.losses
    points = each.wins + each.draws / 2
    rating, low, high = (f"{round(number):+}" for number in (each.rating, each.low, each.high))
    return [each.name, rating, f"{low} to {high}", f"{points:g}", str(matches),
            str(each.wins), str(each.draws), str(each.losses)]  # fmt: skip


def _cell(cell: LabCell, is_self: bool) -> str:
    return "" if is_self else f"{cell.wins}-{cell.draws}-{cell.losses}"


def _table(columns: list[str] | tuple[str, ...], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(cells) + " |" for cells in (columns, ["---"] * len(columns), *rows)]
