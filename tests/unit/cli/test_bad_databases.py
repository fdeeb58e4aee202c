"""A database that cannot be used: every command says so in one sentence, and changes nothing."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from parlour.storage import database, writer
from parlour.storage.database import Database
from parlour.storage.lock import exclusive_lock
from support.terminal import Terminal

COMMANDS = (["serve", "--port", "0"], ["rebuild"], ["backup", "out.zip"])


@contextmanager
def garbage(path: Path) -> Iterator[None]:
    path.write_bytes(b"This is a text, and no database at all.\n" * 100)
    yield


@contextmanager
def cut_off(path: Path) -> Iterator[None]:
    Database(path).close()
    path.write_bytes(path.read_bytes()[:5000])
    yield


@contextmanager
def overwritten(path: Path) -> Iterator[None]:
    Database(path).close()
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xff" * 3996
    path.write_bytes(data)
    yield


@contextmanager
def newer(path: Path) -> Iterator[None]:
    Database(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    yield


@contextmanager
def of_another_program(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    yield


@contextmanager
def locked(path: Path) -> Iterator[None]:
    Database(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def folder(path: Path) -> Iterator[None]:
    path.mkdir()
    yield


CASES: dict[Callable[[Path], AbstractContextManager[None]], str] = {
    garbage: "is damaged, or no database of Parlour|holds no database of Parlour|cannot be read",
    cut_off: "damaged|cannot be read",
    overwritten: "damaged|cannot be read",
    newer: "by a newer Parlour",
    of_another_program: "is the database of another program|holds no database of Parlour",
    locked: "Another program holds|cannot be read: database is locked",
    folder: "cannot be used: unable to open database file|cannot be read",
}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_database_that_cannot_be_used_is_refused_in_one_sentence(
    case: Callable[[Path], AbstractContextManager[None]],
    command: list[str],
    terminal: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (writer, database):
        monkeypatch.setattr(module, "LOCK_WAIT_S", 0.05)
    path = tmp_path / "data" / "parlour.db"
    path.parent.mkdir()
    with case(path):
        before = path.read_bytes() if path.is_file() else b""
        arguments = [str(tmp_path / part) if part == "out.zip" else part for part in command]
        status, _, err = terminal(*arguments, "--data", str(path.parent))
        after = path.read_bytes() if path.is_file() else b""

    assert (status, err.count("\n"), "Traceback" in err) == (2, 1, False), err
    assert any(words in err for words in CASES[case].split("|")), err
    assert after == before
    assert not (tmp_path / "out.zip").exists()


def test_a_server_is_refused_on_a_link_to_the_database_of_another(terminal: Terminal, tmp_path: Path) -> None:
    real, linked = tmp_path / "real.db", tmp_path / "link" / "parlour.db"
    Database(real).close()
    linked.parent.mkdir()
    linked.symlink_to(real)
    with exclusive_lock(real):
        status, _, err = terminal("serve", "--data", str(linked.parent))

    assert (status, err) == (2, f"A server is running on {linked}. Stop it first.\n")


def test_a_damaged_secret_is_refused_in_one_sentence(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    status, _, err = terminal("serve", "--port", "0", "--data", str(tmp_path))

    assert (status, "is too short for a secret" in err, err.count("\n")) == (2, True, 1)
