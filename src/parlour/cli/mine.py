"""`parlour mine`: find puzzles in matches between computer players."""

import os
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from parlour.core import registry
from parlour.lab.mine import mine as find_puzzles


@click.command()
@click.argument("game_id", metavar="GAME")
@click.argument("out", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False, writable=True))
@click.option("--puzzles", "wanted", default=100, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1),
              help="Matches at a time.")  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="Random seed.")
def mine(game_id: str, out: Path, wanted: int, jobs: int, seed: int) -> None:
    """Find puzzles of GAME in matches between computer players and write them to FILE, one JSON object per line.

    A puzzle is a position in which exactly one action keeps the value: proven by the game's solver, by trying every
    line to its end, or by a deep search. How often the levels find it gives its difficulty.
    """
    game = registry.load(game_id)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=wanted)
        puzzles = find_puzzles(game, wanted, seed, jobs, lambda: progress.advance(task))
    out.write_bytes(b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles))
