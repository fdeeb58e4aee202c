"""`parlour checkers tables` and `parlour checkers five`: compute the endgame tables again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from parlour.core.errors import BadOption, BrokenGame
from parlour.games.checkers import endgames, five

USAGE = "parlour checkers tables, or five"
HELP = "Compute the endgame tables again, check and store them: half a minute; ten minutes for five checkers."

Tables = NDArray[Any]


def run(arguments: Sequence[str], read_file: Callable[[str], str]) -> str:
    """Run the command and return what to print.

    Raises:
        BadOption: the arguments are wrong.
    """
    match list(arguments):
        case ["tables"]:
            tables = _proven(endgames.make_tables, endgames.CLASSES)
            endgames.save(tables)
            return _summary(endgames.FILE, tables)
        case ["five"]:
            tables = _proven(five.make_distances, endgames.FIVE)
            five.save(tables)
            return _summary(five.FILE, tables[endgames.SIZE :])
    raise BadOption(f"Write {USAGE}.")


def _proven(make: Callable[[Callable[[int], None]], Tables], classes: list[endgames.Class]) -> Tables:
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("Endgame tables", total=sum(each.size for each in classes))
        tables = make(lambda done: progress.advance(task, done))
    if wrong := endgames.num_wrong(tables, classes):
        raise BrokenGame(f"{wrong} positions of the endgame tables contradict their neighbours; nothing was stored.")
    return tables


def _summary(file: Path, tables: Tables) -> str:
    wins, losses = int((tables > 0).sum()), int((tables < 0).sum())
    return (
        f"{file.name}: {wins:,} positions are won and {losses:,} lost for the side to move, "
        f"the longest in {int(tables.max())} turns; every value follows from its neighbours."
    )
