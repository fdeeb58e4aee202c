"""How fast finished matches are projected, and how much that delays moves."""

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from parlour.match import events as ev
from parlour.match.file import NO_HASH, write_line
from parlour.match.seating import OPEN, PERSON, Seat, Seating
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.projections import SqlProjection

MATCHES, ACTIONS, PEOPLE = 5_000, 50, 1_000
PAUSE_S = 0.01  # between two moves


def write_matches(log: SqlLog) -> None:
    """Write rated matches among many accounts."""
    choose, saved = random.Random(1), []
    for number in range(MATCHES):
        first, second = choose.sample(range(PEOPLE), 2)
        people = [Seat(PERSON, "", f"account:{identity}") for identity in (first, second)]
        seating = Seating((people[0], people[1]), "", is_rated=True)
        happened: list[ev.AnyEvent] = [
            ev.Started(at_ms=0, game="any", rules_version=1, options={}, seed_hash=""),
            *(ev.Acted(at_ms=0, seat=0, action="9-13") for _ in range(ACTIONS)),
            ev.Ended(at_ms=number * 1000, winner=choose.choice([0, 1, None]), reason="line", experience=(2, 1)),
        ]
        lines, last_hash = [], NO_HASH
        for seq, event in enumerate(happened):
            line, last_hash = write_line(seq, event, last_hash)
            lines.append(line)
        saved.append(log.create(str(number), 1, seating, lines))
    for done in saved:
        done.result()


def moves_during(log: SqlLog, work: Callable[[], object]) -> tuple[float, list[float]]:
    """Make moves of one match until some work is done; returns its seconds, and those of each move, sorted."""
    waits: list[float] = []
    is_done = threading.Event()

    def play() -> None:
        seq = len(log.read("live").lines)
        while not is_done.is_set():
            begin = time.perf_counter()
            log.append("live", seq + len(waits), [b"x"]).result()
            waits.append(time.perf_counter() - begin)
            time.sleep(PAUSE_S)

    player = threading.Thread(target=play)
    player.start()
    begin = time.perf_counter()
    try:
        work()
        seconds = time.perf_counter() - begin
    finally:
        is_done.set()
        player.join()
    return seconds, sorted(waits)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, closing(Database(Path(folder) / "parlour.db")) as database:
        log, records = SqlLog(database), SqlProjection(database)
        write_matches(log)
        log.create("live", 1, Seating((Seat(OPEN, ""), Seat(OPEN, "")), "x"), [b"x"]).result()
        command = [sys.executable, "-m", "parlour", "rebuild", "--data", folder]
        print("| meanwhile | s | matches/s | moves | median ms | 99 % below | worst |\n|---|---|---|---|---|---|---|")
        for name, work in (
            ("nothing", lambda: time.sleep(5)),
            ("catching up", records.catch_up),
            ("rebuilding", records.rebuild),
            ("`parlour rebuild` beside it", lambda: subprocess.run(command, check=True, capture_output=True)),
        ):
            seconds, waits = moves_during(log, work)
            rate = "" if name == "nothing" else f"{MATCHES / seconds:,.0f}"
            figures = (waits[len(waits) // 2], waits[len(waits) * 99 // 100], waits[-1])
            print(f"| {name} | {seconds:.1f} | {rate} | {len(waits)} | "
                  + " | ".join(f"{1000 * wait:.1f}" for wait in figures) + " |")  # fmt: skip


if __name__ == "__main__":
    main()
