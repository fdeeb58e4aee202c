"""The log in SQLite: what was acknowledged is there, once and in order, whatever happens to the process."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from parlour.match.errors import StorageBusy, StorageFailed
from parlour.storage.database import Database
from parlour.storage.log import SqliteLog
from parlour.storage.writer import Writer
from support.stored_matches import EMPTY_SEATING

T = TypeVar("T")
WRITER = """
import sys
from pathlib import Path
from parlour.storage.database import Database
from parlour.storage.log import SqliteLog
log = SqliteLog(Database(Path(sys.argv[1])))
seq = len(log.read("a").lines)
while True:
    done = [log.append("a", seq + i, [str(seq + i).encode()]) for i in range(5)]
    for future in done:
        future.result()
    seq += 5
    print(seq, flush=True)
"""


def test_closing_writes_all_that_waits_and_refuses_more(tmp_path: Path) -> None:
    database = Database(tmp_path / "parlour.db")
    log = SqliteLog(database)
    futures = [log.create(f"m{i}", i, EMPTY_SEATING, [b"1"]) for i in range(200)]
    database.close()

    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(StorageFailed, match="closed"):
        log.beat()


def test_a_full_queue_refuses_at_once(tmp_path: Path) -> None:
    writer, go = Writer(tmp_path / "parlour.db", most_waiting=2), threading.Event()
    entered = threading.Event()
    writer.submit(lambda _: entered.set() or go.wait())  # type: ignore[func-returns-value]  # two statements
    entered.wait()
    waiting: list[Future[None]] = [writer.submit(lambda _: None) for _ in range(2)]
    with pytest.raises(StorageBusy, match="Try again"):
        writer.submit(lambda _: None)
    go.set()
    writer.close()

    assert all(future.done() for future in waiting)


def test_a_commit_is_on_the_disk_before_its_future_is_done(tmp_path: Path) -> None:
    """A second connection, opened by the waiting thread, sees every change that was acknowledged."""
    path = tmp_path / "parlour.db"
    database = Database(path)
    log = SqliteLog(database)
    log.create("a", 1, EMPTY_SEATING, [b"0"]).result()
    seen: list[int] = []

    def look(_: object) -> None:
        with sqlite3.connect(path) as connection:
            seen.append(connection.execute("SELECT MAX(seq) FROM events").fetchone()[0])
        connection.close()

    for seq in range(1, 30):
        future = log.append("a", seq, [b"x"])
        future.add_done_callback(look)
        future.result()
    database.close()

    assert seen == sorted(seen)
    assert all(last >= seq for seq, last in enumerate(seen, 1))


@pytest.mark.slow
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    _with_log(path, lambda log: log.create("a", 1, EMPTY_SEATING, [b"0"]).result())
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for acks_before_the_kill in (3, 40, 11):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            acknowledged = [int(process.stdout.readline()) for _ in range(acks_before_the_kill)]
            process.send_signal(signal.SIGKILL)
            acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]

        lines = _with_log(path, lambda log: log.read("a").lines)
        assert len(lines) >= acknowledged[-1]
        assert lines == [str(seq).encode() for seq in range(len(lines))]


def _with_log(path: Path, use: Callable[[SqliteLog], T]) -> T:
    with closing(Database(path)) as database:
        return use(SqliteLog(database))
