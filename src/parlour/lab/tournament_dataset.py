"""The dataset of a tournament, from its journal and its match files."""

from pathlib import Path

import msgspec

from parlour.lab.dataset import steps_of, tables_of, write
from parlour.lab.journal import Journal
from parlour.lab.plan import game_of
from parlour.lab.tournament import Kept, counted
from parlour.match import file
from parlour.match.match import fold
from parlour.storage.lab_runs import PLAN, match_path


def write_tournament(folder: Path, format_: str) -> list[Path]:
    """Write the matches of a tournament as a dataset, and return its files.

    Raises:
        NeedsExtra: the format needs a package that is not installed.
    """
    plan = msgspec.json.decode((folder / PLAN).read_bytes(), type=Kept).plan
    with Journal(folder) as journal:
        rows = counted(plan, journal.rows)
    steps = []
    for row in rows:
        events = file.read_events(match_path(folder, row.number).read_bytes())
        match = fold(events, row.seed)
        steps.append(steps_of(game_of(plan), row.seed, plan.options, match.actions))
    return write(tables_of(rows, steps), folder, format_, plan.players)
