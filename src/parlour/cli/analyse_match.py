"""The analysis of a match in the terminal: a table of its actions, a graph, and the accuracy of both players."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from parlour.analysis.analyser import Analyser
from parlour.analysis.report import Analysis, Graded, Point, with_names
from parlour.cli import screen
from parlour.cli.files import read_text
from parlour.core.reading import printable
from parlour.core.thinking import Stop, run_interruptible
from parlour.match.imported import match_of_text

BARS = "▁▂▃▄▅▆▇█"
GRAPH_WIDTH = 60  # actions in one line of the graph


def analyse_file(path: Path, seconds: float) -> None:
    """Analyse the match in a file and print what was found; after Ctrl-C, what is known by then."""
    match = match_of_text(read_text(path))
    names = [printable(name) for name in match.started.names]
    analyser, stop = Analyser(match, seconds), Stop()
    is_stopped = False
    with Console(stderr=True).status("Thinking…") as status:
        try:
            run_interruptible(
                lambda: analyser.run(stop, lambda now: status.update(f"Analysing: {now.done} of {now.total}")), stop
            )
        except KeyboardInterrupt:
            is_stopped = True
    show(screen.console(), with_names(analyser.report(), names), names)
    if is_stopped:
        raise click.Abort


def show(console: Console, analysis: Analysis, names: Sequence[str]) -> None:
    """Print an analysis."""
    table = Table("no.", "player", "action", "grade", "value", "best", "reason")
    for number, action in enumerate(analysis.actions, 1):
        table.add_row(str(number), names[action.seat], *_row(action))
    console.print(table)
    console.print(f"Chances of {names[0]}, before each action and at the end:")
    console.print(graph(analysis.points))
    for name, accuracy in zip(names, analysis.accuracy, strict=True):
        console.print(f"{name}: {'nothing to decide' if accuracy is None else f'accuracy {accuracy:.0f}%'}")
    console.print(f"{analysis.engine}. {'All values are exact.' if analysis.is_exact else 'A ~ marks estimates.'}")


def _row(action: Graded) -> list[str]:
    mark = "" if action.is_exact or action.grade == "forced" else "~"
    best = action.best[0].action if action.best else ""
    shown = "" if action.grade in ("best", "forced") else f"{best} {mark}{action.best_value:.0%}"
    return [action.action, action.grade, f"{mark}{action.value:.0%}", shown, action.reason]


def graph(points: Sequence[Point]) -> str:
    """Draw the values of a match as bars, from no chance to a certain win."""
    bars = "".join(BARS[min(len(BARS) - 1, int(point.value * len(BARS)))] for point in points)
    return "\n".join(bars[first : first + GRAPH_WIDTH] for first in range(0, len(bars), GRAPH_WIDTH))
