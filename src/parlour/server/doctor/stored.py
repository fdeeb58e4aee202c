"""Checks of what is stored: the database, its schema, the logs of matches, and the clock that they were written by.

Nothing is changed: a file is opened for reading, and an older schema is not upgraded.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import parlour
from parlour.match.errors import CorruptLog, StorageFailed
from parlour.match.file import read_entries
from parlour.server.doctor.finding import Finding, fault, ok, warning
from parlour.storage.database import REVISIONS, engine_of, is_known, scripts
from parlour.storage.place import Place
from parlour.storage.raw import RawConnection

AHEAD_S = 120.0  # by which a clock may differ from what was written before


UNREADABLE = (sqlite3.Error, StorageFailed)


@contextmanager
def reading(place: Place) -> Iterator[RawConnection]:
    """Open a database for reading."""
    if isinstance(place, Path):
        raw: RawConnection = sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)
    else:
        raw = engine_of(place).connect()
    with closing(raw) as connection:
        yield connection


def _reason(error: Exception) -> str:
    return str(error).removesuffix(".")


def check_database(path: Place) -> Finding:
    """Check that the database opens, and has the schema of this Parlour."""
    if isinstance(path, Path) and not path.exists():
        return fault(f"There is no database {path}.", "Start the server once, or restore a backup.")
    try:
        with reading(path) as connection:
            revisions = [row[0] for row in connection.execute(f"SELECT version_num FROM {REVISIONS}")]
    except UNREADABLE as error:
        return fault(f"{path} cannot be read as a database of Parlour: {_reason(error)}.", "Restore a backup.")
    if not is_known(revisions):
        return fault(f"{path} was written by a newer Parlour.", "Install that one, or restore a backup.")
    newest = scripts().get_current_head()
    if revisions != [newest]:
        remedy = "Take a backup and start the server: it upgrades the schema."
        return fault(f"{path} has the schema of an older Parlour ({', '.join(revisions)}, not {newest}).", remedy)
    return ok(f"The database {path} opens, and its schema is current.")


def check_logs(path: Place, sample: int) -> Finding:
    """Check the hash chains of some matches, chosen at random."""
    try:
        with reading(path) as connection:
            query = "SELECT id FROM matches WHERE parked IS NULL ORDER BY random() LIMIT ?"
            chosen = [match_id for (match_id,) in connection.execute(query, (sample,))]
            broken = [match_id for match_id in chosen if not _is_whole(connection, match_id)]
    except UNREADABLE as error:
        return fault(f"The logs of matches cannot be read: {_reason(error)}.", "Restore a backup.")
    if broken:
        others = f" and {len(broken) - 1} more" if len(broken) > 1 else ""
        remedy = "Find out what wrote into the file, and restore a backup."
        return fault(f"The log of match {broken[0]}{others} of {len(chosen)} was changed.", remedy)
    return ok(f"The hash chains of {len(chosen)} matches, chosen at random, are whole.")


def _is_whole(connection: RawConnection, match_id: str) -> bool:
    lines = connection.execute("SELECT line FROM events WHERE match = ? ORDER BY seq", (match_id,))
    try:
        read_entries(b"".join(bytes(line) for (line,) in lines))
    except CorruptLog:
        return False
    return True


def check_parked(path: Place) -> Finding:
    """Check that no match is parked."""
    try:
        with reading(path) as connection:
            (parked,) = connection.execute("SELECT COUNT(*) FROM matches WHERE parked IS NOT NULL").fetchone()
    except UNREADABLE as error:
        return fault(f"The list of matches cannot be read: {_reason(error)}.", "Restore a backup.")
    if parked:
        return warning(f"Matches that cannot be loaded: {parked}.", "The page /operator lists them with the reasons.")
    return ok("Every match can be loaded, as far as the server knows.")


def check_clock(path: Path) -> Finding:
    """Check that the clock of the machine is not behind what was written before."""
    written_s = max(
        file.stat().st_mtime for file in (Path(parlour.__file__), path, path.with_name(f"{path.name}-wal"))
        if file.exists()
    )  # fmt: skip
    behind_s = written_s - time.time()
    if behind_s > AHEAD_S:
        remedy = "Set it, and let NTP keep it: see `timedatectl`."
        return fault(f"The clock is {behind_s:,.0f} s behind files that were written before.", remedy)
    return ok("The clock agrees with what was written before.")
