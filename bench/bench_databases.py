"""How many events each kind of database stores in a second, appended to many matches at once, in turns.

PYTHONPATH=src python bench/bench_databases.py postgresql://user@host/empty-database
"""

import sys
import tempfile
import time
import uuid
from contextlib import closing
from pathlib import Path

from parlour.match.seating import OPEN, Seat, Seating
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place, PostgresPlace

MATCHES, ROUNDS, TURNS = 100, 40, 3
LINE = b"x" * 180  # about as long as an action in a match file
NOBODY = Seating((Seat(OPEN, "Open seat"), Seat(OPEN, "Open seat")), "x")


def measure(place: Place) -> tuple[float, float]:
    """Return the events per second in a burst, and the milliseconds that one alone takes."""
    with closing(Database(place)) as database:
        log, ids = SqlLog(database), [uuid.uuid4().hex for _ in range(MATCHES)]
        for made in [log.create(match_id, 1, NOBODY, [LINE]) for match_id in ids]:
            made.result()
        begun = time.perf_counter()
        for version in range(1, ROUNDS + 1):
            for done in [log.append(match_id, version, [LINE], key=f"k {version}") for match_id in ids]:
                done.result()
        burst = MATCHES * ROUNDS / (time.perf_counter() - begun)
        begun = time.perf_counter()
        for version in range(ROUNDS + 1, 2 * ROUNDS + 1):
            log.append(ids[0], version, [LINE], key=f"k {version}").result()
        return burst, 1000 * (time.perf_counter() - begun) / ROUNDS


def main() -> None:
    """Print both figures for each kind, best of some turns."""
    with tempfile.TemporaryDirectory() as folder:
        places: dict[str, Place] = {"SQLite": Path(folder) / "parlour.db", "PostgreSQL": PostgresPlace(sys.argv[1])}
        found = [{name: measure(place) for name, place in places.items()} for _ in range(TURNS)]
    for name in places:
        burst, alone_ms = max(turn[name][0] for turn in found), min(turn[name][1] for turn in found)
        print(f"{name}: {burst:,.0f} events a second in bursts of {MATCHES}; {alone_ms:.2f} ms for one alone")


if __name__ == "__main__":
    main()
