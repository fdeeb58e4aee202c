"""Backups: taken during writes, refused when damaged, and put back without losing anything."""

import functools
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import parlour
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import decide
from parlour.match.match import new_match
from parlour.storage.backup import back_up, restore
from parlour.storage.database import Database
from parlour.storage.errors import BadBackup, DatabaseThere, InUse, NoDatabase
from parlour.storage.lock import exclusive_lock
from parlour.storage.log import SqlLog
from parlour.storage.projections import SqlProjection
from support.stored_matches import EMPTY_SEATING, dump, finish_many

HOLDER = """
import sys, time
from pathlib import Path
from parlour.storage.lock import exclusive_lock
with exclusive_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


class Place:
    """A folder with a database and a secret."""

    def __init__(self, folder: Path) -> None:
        self.database, self.secret, self.backup = folder / "parlour.db", folder / "secret", folder / "backup.zip"
        folder.mkdir(exist_ok=True)

    def fill(self, seed: int) -> dict[str, list[tuple[object, ...]]]:
        self.secret.write_bytes(bytes([seed]) * 32)
        with closing(Database(self.database)) as database:
            finish_many(SqlLog(database), 30, seed, ["account:1", "account:2", "guest:a"])
            SqlProjection(database).catch_up()
            return dump(database)

    def read(self) -> dict[str, list[tuple[object, ...]]]:
        with closing(Database(self.database)) as database:
            return dump(database)

    def back_up(self) -> None:
        back_up(self.database, self.secret, self.backup)


@pytest.fixture
def old(tmp_path: Path) -> Place:
    return Place(tmp_path / "old")


@pytest.fixture
def new(tmp_path: Path) -> Place:
    return Place(tmp_path / "new")


def test_a_backup_puts_everything_back_somewhere_else(old: Place, new: Place) -> None:
    kept = old.fill(1)
    old.back_up()
    aside = restore(old.backup, new.database, new.secret)

    assert new.read() == kept
    assert new.secret.read_bytes() == old.secret.read_bytes()
    assert aside == []
    for path in (old.backup, new.database, new.secret):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sorted(path.name for path in new.database.parent.iterdir()) == ["parlour.db", "parlour.db.lock", "secret"]


def play_and_save(log: SqlLog, number: int) -> str:
    """Play a short match, saved command by command as a server does; returns its id when all of it is acknowledged."""
    match, match_id = new_match(parlour.load("connect_four"), seed=number, options={"quick_colours": 1}), f"m{number}"
    line, last_hash = file.write_line(0, match.started, file.NO_HASH)
    log.create(match_id, match.seed, EMPTY_SEATING, [line]).result()
    first = match.position.to_act()[0]
    for command in [co.Play(seat=first, action="4"), co.Play(seat=1 - first, action="4"), co.Resign(seat=0)]:
        lines, version = [], match.version
        for event in decide(match, command, number):
            line, last_hash = file.write_line(match.version, event, last_hash)
            lines.append(line)
            match.apply(event)
        log.append(match_id, version, lines, is_over=match.is_over).result()
    return match_id


def test_what_was_acknowledged_before_a_backup_is_in_it_and_verifies(
    old: Place, new: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    acknowledged: list[str] = []
    has_written, stop = threading.Event(), threading.Event()

    def write(log: SqlLog) -> None:
        while not stop.is_set():
            acknowledged.append(play_and_save(log, len(acknowledged)))
            has_written.set()

    def wait_for_another() -> None:
        has_written.clear()
        assert has_written.wait(60)

    class Copied(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection) -> None:  # type: ignore[override]  # called with this alone
            wait_for_another()  # nobody is held up by a backup
            super().backup(target)

    with closing(Database(old.database)) as database, ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write, SqlLog(database))
        while len(acknowledged) < 20:
            wait_for_another()
        promised = list(acknowledged)
        with monkeypatch.context() as patch:
            patch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Copied))
            old.back_up()
        num_after = len(acknowledged)
        stop.set()
        writing.result()
    restore(old.backup, new.database, new.secret)

    assert num_after > len(promised)  # it went on meanwhile
    with closing(Database(new.database)) as database:
        log = SqlLog(database)
        for match_id in promised:
            assert file.verify(b"".join(log.read(match_id).lines)).is_over


def test_a_database_is_not_replaced_unless_asked_and_then_kept_aside(old: Place, new: Place) -> None:
    kept, before = old.fill(1), new.fill(2)
    old.back_up()
    with pytest.raises(DatabaseThere, match="--replace"):
        restore(old.backup, new.database, new.secret)
    assert new.read() == before

    aside = restore(old.backup, new.database, new.secret, replace=True)
    assert new.read() == kept
    new.database, new.secret = aside
    assert new.read() == before
    assert new.secret.read_bytes() == bytes([2]) * 32


def test_what_a_killed_server_left_in_its_journal_is_kept_aside_too(old: Place, new: Place) -> None:
    old.fill(1)
    old.back_up()
    new.fill(2)
    open_still = sqlite3.connect(new.database)
    open_still.execute("INSERT INTO heartbeat (one, up_ms) VALUES (1, 77)")
    open_still.commit()  # in the journal only
    (aside, _) = restore(old.backup, new.database, new.secret, replace=True)
    open_still.close()

    with closing(sqlite3.connect(aside)) as connection:
        assert connection.execute("SELECT up_ms FROM heartbeat").fetchall() == [(77,)]
    with closing(sqlite3.connect(new.database)) as connection:
        assert connection.execute("SELECT up_ms FROM heartbeat").fetchall() == []


def flip(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


@pytest.mark.parametrize("damage", [flip, lambda data: data[: len(data) // 2], lambda _: b"", lambda _: b"hello"])
def test_a_damaged_backup_is_refused_and_nothing_changed(old: Place, new: Place, damage: object) -> None:
    assert callable(damage)
    old.fill(1)
    before = new.fill(2)
    old.back_up()
    old.backup.write_bytes(damage(old.backup.read_bytes()))
    with pytest.raises(BadBackup, match=r"backup\.zip"):
        restore(old.backup, new.database, new.secret, replace=True)

    assert new.read() == before
    assert not list(new.database.parent.glob("*replaced*"))


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer Parlour"),
        ("DROP TABLE alembic_version", "no database of"),
    ],
)
def test_a_database_of_another_program_or_a_later_one_is_refused(
    old: Place, new: Place, script: str, words: str
) -> None:
    old.fill(1)
    old.back_up()
    with zipfile.ZipFile(old.backup) as archive:
        archive.extract("parlour.db", new.database.parent)
    with closing(sqlite3.connect(new.database)) as connection:
        connection.executescript(script)
    with zipfile.ZipFile(old.backup, "w") as archive:
        archive.write(new.database, "parlour.db")
    new.database.unlink()
    with pytest.raises(BadBackup, match=words):
        restore(old.backup, new.database, new.secret)

    assert not new.database.exists()


def test_a_damaged_database_is_not_called_a_backup(old: Place) -> None:
    old.fill(1)
    data = bytearray(old.database.read_bytes())
    for page in range(5, len(data) // 4096):
        data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    old.database.write_bytes(bytes(data))
    with pytest.raises(BadBackup, match=r"parlour\.db"):
        old.back_up()

    assert not old.backup.exists()
    assert not list(old.backup.parent.glob(".backup*"))


def test_there_must_be_something_to_back_up(old: Place) -> None:
    with pytest.raises(NoDatabase, match="no database"):
        old.back_up()

    assert list(old.database.parent.iterdir()) == []


def test_an_older_backup_of_the_same_name_stays_until_the_new_one_is_whole(old: Place) -> None:
    old.fill(1)
    old.backup.write_bytes(b"older")
    old.database.write_bytes(b"no database at all")
    with pytest.raises(BadBackup):
        old.back_up()

    assert old.backup.read_bytes() == b"older"


@pytest.fixture
def holder(old: Place) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", HOLDER, str(old.database)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_database_is_held_until_its_server_dies(old: Place, new: Place, holder: subprocess.Popen[str]) -> None:
    new.fill(1)
    new.back_up()
    with pytest.raises(InUse, match="Stop it first"):
        restore(new.backup, old.database, old.secret)
    assert not old.database.exists()

    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with exclusive_lock(old.database), pytest.raises(InUse), exclusive_lock(old.database):
        pytest.fail("it was held twice")
    restore(new.backup, old.database, old.secret)
    assert old.database.exists()
