"""The log: what was acknowledged is there, once and in order, whatever happens to the process."""

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

from parlour.match.errors import AlreadyThere, StorageBusy, StorageFailed
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place
from parlour.storage.writer import Writer
from support.stored_matches import EMPTY_SEATING, url_of

T = TypeVar("T")
WRITER = """
import sys
from parlour.server.settings import read_database
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
log = SqlLog(Database(read_database(sys.argv[1])))
seq = len(log.read("a").lines)
while True:
    done = [log.append("a", seq + i, [str(seq + i).encode()]) for i in range(5)]
    for future in done:
        future.result()
    seq += 5
    print(seq, flush=True)
"""


def test_closing_writes_all_that_waits_and_refuses_more(place: Place) -> None:
    database = Database(place)
    log = SqlLog(database)
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


def in_one_commit(database: Database, submit: Callable[[], list[Future[None]]]) -> tuple[list[Future[None]], list[str]]:
    """Let the writer do what `submit` submits in one transaction; return its futures and the statements that insert."""
    entered, go, traced = threading.Event(), threading.Event(), list[str]()
    database.writer.submit(lambda _: entered.set() or go.wait())  # type: ignore[func-returns-value]  # two statements
    entered.wait()
    raw = database.writer.connection
    if isinstance(raw, sqlite3.Connection):
        raw.set_trace_callback(traced.append)
    futures = submit()
    go.set()
    for future in futures:
        future.exception()
    if isinstance(raw, sqlite3.Connection):
        raw.set_trace_callback(None)
    return futures, [statement for statement in traced if "INSERT" in statement]


def test_many_appends_of_one_commit_are_few_statements(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "parlour.db")) as database:
        log = SqlLog(database)
        for number in range(40):
            log.create(f"m{number}", 1, EMPTY_SEATING, [b"0"]).result()
        _, inserts = in_one_commit(database, lambda: [log.append(f"m{i}", 1, [b"1", b"2"], key="k") for i in range(40)])

        assert len(inserts) == 5  # 80 events and 40 keys, at most 32 at once
        assert [log.read(f"m{i}").lines for i in range(40)] == [[b"0", b"1", b"2"]] * 40
        assert all(log.read(f"m{i}").keys == {"k": 3} for i in range(40))


def test_an_append_that_does_not_fit_leaves_the_others_of_its_commit_alone(place: Place) -> None:
    with closing(Database(place)) as database:
        log = SqlLog(database)
        for name in "abc":
            log.create(name, 1, EMPTY_SEATING, [b"0"]).result()
        wanted = (("a", 1), ("b", 2), ("a", 2), ("c", 1))  # b is at version 1; a twice, one after the other
        futures, _ = in_one_commit(database, lambda: [log.append(*each, [b"x"]) for each in wanted])

        assert [type(future.exception()) for future in futures] == [type(None), AlreadyThere, type(None), type(None)]
        assert [len(log.read(name).lines) for name in "abc"] == [3, 1, 2]


def test_a_commit_is_on_the_disk_before_its_future_is_done(tmp_path: Path) -> None:
    """A second connection, opened by the waiting thread, sees every change that was acknowledged."""
    path = tmp_path / "parlour.db"
    database = Database(path)
    log = SqlLog(database)
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
def test_what_was_acknowledged_survives_kill_9(place: Place) -> None:
    _with_log(place, lambda log: log.create("a", 1, EMPTY_SEATING, [b"0"]).result())
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for acks_before_the_kill in (3, 40, 11):
        command = [sys.executable, "-c", WRITER, url_of(place)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            acknowledged = [int(process.stdout.readline()) for _ in range(acks_before_the_kill)]
            process.send_signal(signal.SIGKILL)
            acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]

        lines = _with_log(place, lambda log: log.read("a").lines)
        assert len(lines) >= acknowledged[-1]
        assert lines == [str(seq).encode() for seq in range(len(lines))]


def _with_log(place: Place, use: Callable[[SqlLog], T]) -> T:
    with closing(Database(place)) as database:
        return use(SqlLog(database))
