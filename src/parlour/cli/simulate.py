"""Matches between equal players, for a command of a game: what its set-up gives to each side."""

import os

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from parlour.core.game import Game
from parlour.core.position import start
from parlour.pieces.terminal import SimulationRequest
from parlour.players.simulation import Tally, simulate


def simulate_request(game: Game, request: SimulationRequest) -> None:
    """Play the matches and print how often each side won."""
    sides = start(game, request.seed, request.options).seen_by().side_names()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=request.matches)
        jobs = min(request.jobs or os.cpu_count() or 1, request.matches)
        tally = simulate(game, request.player, request.options, request.matches, request.seed, jobs,
                         lambda: progress.advance(task))  # fmt: skip
    click.echo(describe(tally, sides, request.player))


def describe(tally: Tally, sides: tuple[str, str], player: str) -> str:
    """Write a tally as a sentence and its numbers."""
    low, high = tally.interval
    return (
        f"{sides[0]} won {tally.rate:.1%} of {tally.matches} matches, {player} against {player} "
        f"(95 % interval {low:.1%} to {high:.1%}; a draw counts half).\n"
        f"{sides[0]} won {tally.wins[0]}, {sides[1]} won {tally.wins[1]}, {tally.draws} were draws."
    )
