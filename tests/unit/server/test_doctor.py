"""Each check of `parlour doctor` finds what it is for."""

import http.server
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from parlour.cli.main import run
from parlour.core import registry
from parlour.core.errors import BrokenGame
from parlour.core.kernel import CACHE_VARIABLE
from parlour.server.doctor import disk, installed, network, site, stored
from parlour.server.doctor.finding import ok
from parlour.storage.backup import back_up
from parlour.storage.database import Database, migrate
from parlour.storage.log import SqlLog
from parlour.storage.place import PostgresPlace
from parlour.storage.queue_schema import prepare_queue
from support.postgres import PostgresServer
from support.redis import RedisServer
from support.server_process import free_port
from support.stored_matches import finish_many


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Make a database with matches."""
    path = tmp_path / "parlour.db"
    with closing(Database(path)) as opened:
        finish_many(SqlLog(opened), 5, 1, ["account:1", "account:2"])
    return path


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def test_a_data_folder_that_is_missing_or_cannot_be_written_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, missing = disk.check_folder(tmp_path), disk.check_folder(tmp_path / "none")

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)  # the tests may run as root, who may write anywhere
    refused = disk.check_folder(tmp_path)

    assert (sound.status, missing.status, refused.status) == ("ok", "fault", "fault")
    assert "Permission denied" in refused.sentence


def test_a_disk_of_another_machine_is_a_fault(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/vda / ext4 rw 0 0\nserver:/data {tmp_path.resolve()} nfs4 rw 0 0\n")

    assert disk.check_local(tmp_path, mounts).status == "fault"
    assert disk.check_local(tmp_path.parent, mounts).status == "ok"
    assert disk.check_local(tmp_path, tmp_path / "unknown").status == "ok"


def test_a_full_disk_is_a_fault(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = disk.check_room(database.parent, database)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=disk.LEAST_BYTES))

    assert (sound.status, disk.check_room(database.parent, database).status) == ("ok", "fault")


def test_a_secret_that_others_can_read_is_a_fault(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    missing = disk.check_secret(secret)
    secret.touch(0o600)
    sound = disk.check_secret(secret)
    secret.chmod(0o640)

    assert (missing.status, sound.status, disk.check_secret(secret).status) == ("warning", "ok", "fault")


def test_backups_that_are_missing_old_or_damaged_are_faults(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    missing = disk.check_backups(folder)
    folder.mkdir()
    back_up(database, tmp_path / "secret", folder / "a.backup")
    fresh = disk.check_backups(folder)
    os.utime(folder / "a.backup", (time.time() - 30 * 3600,) * 2)
    old = disk.check_backups(folder)
    (folder / "b.backup").write_bytes(b"half of one")

    assert (disk.check_backups(None).status, missing.status, fresh.status) == ("warning", "fault", "ok")
    assert (old.status, "30 hours" in old.sentence) == ("fault", True)
    assert disk.check_backups(folder).status == "fault"


def test_a_database_that_is_missing_damaged_older_or_newer_is_a_fault(database: Path, tmp_path: Path) -> None:
    sound, missing = stored.check_database(database), stored.check_database(tmp_path / "none.db")
    older = tmp_path / "older.db"
    migrate(older, "0009")
    before = older.read_bytes()
    (tmp_path / "garbage.db").write_bytes(b"garbage" * 1000)
    outdated, damaged = stored.check_database(older), stored.check_database(tmp_path / "garbage.db")
    change(database, "UPDATE alembic_version SET version_num = '9999'")
    newer = stored.check_database(database)

    assert [each.status for each in (sound, missing, outdated, damaged, newer)] == ["ok", *["fault"] * 4]
    assert "older Parlour (0009" in outdated.sentence
    assert older.read_bytes() == before
    assert "newer" in newer.sentence


def test_a_database_in_postgresql_is_examined_too(postgres_server: PostgresServer) -> None:
    place = postgres_server.new_database()
    empty, unreachable = postgres_server.place("postgres"), PostgresPlace("postgresql://nobody@127.0.0.1:1/none")

    assert [check.status for check in (stored.check_database(place), stored.check_logs(place, 9))] == ["ok", "ok"]
    assert stored.check_parked(place).status == "ok"
    assert stored.check_database(empty).status == "fault"
    assert stored.check_database(unreachable).status == "fault"


def test_a_log_that_was_changed_is_a_fault(database: Path) -> None:
    sound = stored.check_logs(database, 100)
    forged = """CAST(replace(line, '"rules_version":1', '"rules_version":2') AS BLOB)"""
    change(database, f"UPDATE events SET line = {forged} WHERE match = (SELECT id FROM matches LIMIT 1)")
    changed = stored.check_logs(database, 100)
    database.write_bytes(b"garbage" * 1000)

    assert (sound.status, changed.status) == ("ok", "fault")
    assert "of 5 was changed" in changed.sentence
    assert stored.check_logs(database, 100).status == "fault"


def test_parked_matches_are_a_warning(database: Path) -> None:
    sound = stored.check_parked(database)
    change(database, "UPDATE matches SET parked = 'a reason'")

    assert (sound.status, stored.check_parked(database).status) == ("ok", "warning")


def test_a_clock_behind_what_was_written_is_a_fault(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = stored.check_clock(database)
    monkeypatch.setattr(time, "time", lambda: 0.0)

    assert (sound.status, stored.check_clock(database).status) == ("ok", "fault")


def test_games_that_are_not_compiled_are_a_warning_and_broken_ones_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    missing = installed.check_games()

    def broken(game_id: str) -> None:
        raise BrokenGame("It has no rules.")

    monkeypatch.setattr(registry, "load", broken)

    assert missing.status == "warning"
    assert installed.check_games().status == "fault"


def test_a_cache_that_cannot_be_written_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "kernels"))
    sound = installed.check_cache()
    monkeypatch.setattr(os, "access", lambda *_: False)

    assert (sound.status, installed.check_cache().status) == ("ok", "fault")


def test_a_client_that_is_not_built_in_is_a_fault(tmp_path: Path) -> None:
    missing = installed.check_client(tmp_path)
    (tmp_path / "index.html").touch()

    assert (missing.status, installed.check_client(tmp_path).status) == ("fault", "ok")


class Impostor(http.server.BaseHTTPRequestHandler):
    """A server, or a proxy, with every mistake: what it answers is up to the test."""

    answers: dict[str, str]

    def do_GET(self) -> None:
        text = self.answers.get(self.path, "hello").replace("{xff}", self.headers.get("X-Forwarded-For", "127.0.0.1"))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def answering(answers: dict[str, str]) -> Iterator[int]:
    handler = type("Handler", (Impostor,), {"answers": answers})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


SCHEMA = {"/api/schema/openapi.json": '{"info": {"title": "Parlour", "version": "0.0.1"}}'}


def test_a_port_that_another_program_holds_is_a_fault() -> None:
    free = network.check_port("127.0.0.1", free_port())
    with answering({}) as port:
        foreign, operator = network.check_port("127.0.0.1", port), network.check_operator("127.0.0.1", port)
    with answering(SCHEMA) as port:
        older = network.check_port("127.0.0.1", port)

    assert [each.status for each in (free, foreign, older, operator)] == ["ok", "fault", "warning", "fault"]
    assert network.check_operator("127.0.0.1", free_port()).status == "fault"


def test_every_mistake_of_a_proxy_is_a_fault() -> None:
    wrong = {
        **SCHEMA,
        "/api/connection": '{"address": "{xff}", "is_forwarded": false, "origin": "http://inside"}',
        "/metrics": "parlour_sockets 1.0",
    }
    with answering(wrong) as port:
        leads, *findings = network.check_proxy(f"http://127.0.0.1:{port}")
    with answering({}) as port:
        elsewhere = network.check_proxy(f"http://127.0.0.1:{port}")
    nowhere = network.check_proxy(f"http://127.0.0.1:{free_port()}")

    assert leads.status == "ok"
    assert [finding.status for finding in findings] == ["fault"] * 5
    assert all(finding.remedy for finding in findings)
    assert [[finding.status for finding in each] for each in (elsewhere, nowhere)] == [["fault"], ["fault"]]


def test_the_command_fails_after_a_fault_alone(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("check_games", "check_client"):  # they depend on what was built here
        monkeypatch.setattr(installed, name, lambda *_: ok("It is there."))
    options = ["--data", str(database.parent), "--port", str(free_port())]
    sound = run(["doctor", *options])
    change(database, "UPDATE alembic_version SET version_num = '0009'")
    sick = run(["doctor", *options])
    told = capsys.readouterr().out

    assert (sound, sick) == (0, 1)
    assert "No faults." in told
    assert "fault   " in told
    assert told.endswith("Faults: 1.\n")


def test_redis_is_missing_or_answers(redis_server: RedisServer) -> None:
    missing = site.check_redis(f"redis://127.0.0.1:{free_port()}/0")

    assert site.check_redis(redis_server.url).status == "ok"
    assert missing.status == "fault"
    assert "does not answer" in missing.sentence


def test_a_queue_that_nobody_works_at_is_a_fault(postgres_server: PostgresServer) -> None:
    place = postgres_server.new_database()
    untouched = site.check_queue(postgres_server.place("postgres"))
    prepare_queue(place)
    found = [site.check_queue(place)]
    for statement in (
        "INSERT INTO procrastinate_workers DEFAULT VALUES",
        "INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES ('q', 'act', 'failed')",
        "INSERT INTO procrastinate_jobs (queue_name, task_name, scheduled_at) "
        "VALUES ('q', 'act', now() - interval '2 min')",
        "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'",
    ):
        with psycopg.connect(place.url) as connection:
            connection.execute(statement)
        found.append(site.check_queue(place))

    assert (untouched.status, "cannot be read" in untouched.sentence) == ("fault", True)
    assert [each.status for each in found] == ["fault", "ok", "warning", "fault", "fault"]
    assert ["No worker" in each.sentence for each in found] == [True, False, False, False, True]
    assert "more than 60 s: 1" in found[3].sentence


def test_a_dump_of_postgresql_is_a_backup(tmp_path: Path) -> None:
    (tmp_path / "parlour.dump").write_bytes(b"PGDMP and more")

    assert disk.check_backups(tmp_path).status == "ok"
