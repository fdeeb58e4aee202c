"""`parlour checkers tables`: computes the endgame tables again."""

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import Progress

from parlour.core.errors import BadOption, BrokenGame
from parlour.games.checkers import endgames

USAGE = "parlour checkers tables"
HELP = "Compute the endgame tables again, check and store them (half a minute)."


def run(arguments: Sequence[str], read_file: Callable[[str], str]) -> str:
    """Run the command and return what to print.

    Raises:
        BadOption: the arguments are wrong.
    """
    if list(arguments) != ["tables"]:
        raise BadOption(f"Write {USAGE}.")
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("Endgame tables", total=endgames.SIZE)
        tables = endgames.make_tables(lambda done: progress.advance(task, done))
    if wrong := endgames.num_wrong(tables):
        raise BrokenGame(f"{wrong} positions of the endgame tables contradict their neighbours; nothing was stored.")
    endgames.save(tables)
    wins, losses = int((tables > 0).sum()), int((tables < 0).sum())
    return (
        f"{endgames.FILE.name}: {wins:,} positions are won and {losses:,} lost for the side to move, "
        f"the longest in {int(tables.max())} turns; every value follows from its neighbours."
    )
