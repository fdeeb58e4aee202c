"""The log: what it acknowledged is there, once and in order, whatever happens to the process."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from parlour.match.errors import AlreadyThere, StorageBusy, StorageFailed, UnknownMatch
from parlour.match.seating import read_seating
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


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with closing(Database(tmp_path / "parlour.db")) as database:
        log = SqliteLog(database)
        log.create("a", 2**127 + 1, EMPTY_SEATING, [b"first"]).result()
        yield log


def test_a_match_is_read_as_it_was_written(log: SqliteLog) -> None:
    log.append("a", 1, [b"second", b"third"], key="x").result()

    stored = log.read("a")

    assert (stored.seed, read_seating(stored.seating)) == (2**127 + 1, EMPTY_SEATING)
    assert stored.lines == [b"first", b"second", b"third"]
    assert stored.keys == {"x": 3}


@pytest.mark.parametrize("seq", [0, 2, 7])
def test_an_event_can_only_follow_the_last_one(log: SqliteLog, seq: int) -> None:
    with pytest.raises(AlreadyThere, match="is at version 1"):
        log.append("a", seq, [b"x", b"y"], key="x").result()

    assert log.read("a").lines == [b"first"]
    assert log.read("a").keys == {}


def test_of_two_that_append_at_the_same_place_exactly_one_does(log: SqliteLog) -> None:
    futures = [log.append("a", 1, [f"{i}".encode()]) for i in range(20)]
    outcomes = [future.exception() is None for future in futures]

    assert outcomes.count(True) == 1
    assert log.read("a").lines == [b"first", str(outcomes.index(True)).encode()]


def test_a_key_is_used_once(log: SqliteLog) -> None:
    log.append("a", 1, [b"second"], key="x").result()
    with pytest.raises(AlreadyThere, match="was used"):
        log.append("a", 2, [b"third"], key="x").result()

    assert len(log.read("a").lines) == 2


def test_an_id_is_given_once_and_an_unknown_one_is_refused(log: SqliteLog) -> None:
    with pytest.raises(AlreadyThere, match="already a match a"):
        log.create("a", 1, EMPTY_SEATING, []).result()
    with pytest.raises(UnknownMatch, match="no match b"):
        log.read("b")
    with pytest.raises(UnknownMatch):
        log.append("b", 0, [b"x"]).result()


def test_a_failure_undoes_only_itself(log: SqliteLog) -> None:
    good = [log.create(f"m{i}", i, EMPTY_SEATING, [b"1"]) for i in range(5)]
    bad = log.create("a", 1, EMPTY_SEATING, [])
    for future in good:
        future.result()

    assert isinstance(bad.exception(), AlreadyThere)
    assert [match.id for match in log.live_matches()] == ["a", "m0", "m1", "m2", "m3", "m4"]


def test_a_finished_match_is_no_longer_live(log: SqliteLog) -> None:
    log.append("a", 1, [b"last"], is_over=True).result()

    assert log.live_matches() == []
    assert len(log.read("a").lines) == 2


def test_the_heartbeat_is_the_last_one(log: SqliteLog) -> None:
    assert log.last_beat_ms() is None
    log.beat(5).result()
    log.beat(9).result()

    assert log.last_beat_ms() == 9


def test_closing_writes_all_that_waits_and_refuses_more(tmp_path: Path) -> None:
    database = Database(tmp_path / "parlour.db")
    log = SqliteLog(database)
    futures = [log.create(f"m{i}", i, EMPTY_SEATING, [b"1"]) for i in range(200)]
    database.close()

    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(StorageFailed, match="closed"):
        log.beat(1)


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


def test_a_commit_is_on_the_disk_before_anybody_is_told(tmp_path: Path) -> None:
    """A second connection, opened by who waits, sees every change that was acknowledged."""
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
