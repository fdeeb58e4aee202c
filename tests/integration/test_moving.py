"""`parlour migrate` moves everything from SQLite to PostgreSQL, or nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from parlour.cli.main import run
from parlour.match.accounts import BLOCKED
from parlour.match.stored import StoredLine
from parlour.storage.achievements import SqlAchievements
from parlour.storage.analyses import SqlAnalyses
from parlour.storage.database import Database
from parlour.storage.every_table import metadata
from parlour.storage.ignored import SqlIgnored
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.place import Place, PostgresPlace
from parlour.storage.projections import SqlProjection
from parlour.storage.standings import SqlResults
from support.postgres import PostgresServer
from support.stored_matches import finish_many

NOW_MS = 1_000_000_000_000


@pytest.fixture
def target(postgres_server: PostgresServer) -> PostgresPlace:
    return postgres_server.new_database("template0")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a database with something in most tables."""
    path = tmp_path / "parlour.db"
    with closing(Database(path)) as database:
        log, people = SqlLog(database), SqlPeople(database)
        for number, name in enumerate(("Ada", "Bo"), 1):
            people.sign_up(name, f"hash of {name}", f"s{number}", NOW_MS).result()
        people.make_token("s1", "t", "bot", ("play",), NOW_MS).result()
        people.set_recovery_codes("s2", "hash of Bo", ["c1"]).result()
        finish_many(log, 40, 5, ["account:1", "account:2", "guest:a"])
        log.say("m00001", StoredLine(0, "account:1", "naïve ♞\t\\N", NOW_MS)).result()
        log.beat().result()
        SqlIgnored(database).ignore("account:1", "account:2", BLOCKED).result()
        SqlAnalyses(database).store("m00001", bytes(range(256)), (90.5, None)).result()
        SqlProjection(database).catch_up()
    return path


def everything(place: Place) -> dict[str, list[tuple[Any, ...]]]:
    with closing(Database(place)) as database:
        return {
            table.name: [tuple(row) for row in database.reader().execute(sa.select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }


def test_everything_is_moved_and_verified(
    source: Path, target: PostgresPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(source)
    status = run(["migrate", f"sqlite:///{source}", target.url])

    assert (status, "Verified the logs of 40 matches" in capsys.readouterr().out) == (0, True)
    assert everything(target) == before == everything(source)
    with closing(Database(source)) as old, closing(Database(target)) as new:
        exports = [SqlPeople(database).export(1) for database in (old, new)]
        pages = [SqlResults(database).history("account:1") for database in (old, new)]
    assert exports[0] == exports[1]
    assert pages[0] == pages[1]


def test_numbers_go_on_where_they_were(source: Path, target: PostgresPlace) -> None:
    """Events may have been deleted behind the cursor of a projection, which would pass over new ones below it."""
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'events'")
        connection.execute("UPDATE cursors SET position_in_log = 5000")
    run(["migrate", f"sqlite:///{source}", target.url])
    with closing(Database(target)) as database:
        finish_many(SqlLog(database), 1, 6, ["account:2"], first=90)
        SqlProjection(database).catch_up()
        SqlAchievements(database).catch_up()
        people = SqlPeople(database)

        assert SqlResults(database).history("account:2").entries[0].match == "m00090"
        assert people.sign_up("Eve", "hash", "s3", NOW_MS).result().account == 3


def test_a_damaged_match_stops_the_move_unless_it_is_parked(
    source: Path, target: PostgresPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        damage = "UPDATE events SET line = CAST(replace(line, '1', '2') AS BLOB) WHERE match = 'm00003' AND seq = 1"
        connection.execute(damage)
    refused = run(["migrate", f"sqlite:///{source}", target.url])
    told = capsys.readouterr().err
    left = everything(target)
    with closing(Database(source)) as database:
        SqlLog(database).park("m00003", "It is damaged.").result()
    moved = run(["migrate", f"sqlite:///{source}", target.url])

    assert (refused, told.startswith("Match m00003 is damaged, and nothing was moved. Line 2")) == (2, True)
    assert not any(left.values())
    assert (moved, "39 matches; 1 are parked" in capsys.readouterr().out) == (0, True)
    assert everything(target) == everything(source)


def test_a_target_that_is_not_empty_is_left_as_it_is(
    source: Path, target: PostgresPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Database(target)) as database:
        SqlPeople(database).sign_up("Eve", "hash", "s", NOW_MS).result()
    before = everything(target)

    assert run(["migrate", f"sqlite:///{source}", target.url]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert everything(target) == before


@pytest.mark.parametrize("pair", [("postgresql://a/b", "postgresql://a/b"), ("sqlite:///a.db", "sqlite:///b.db")])
def test_only_a_move_from_sqlite_to_postgresql_is_possible(
    pair: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["migrate", *pair]) == 2
    assert capsys.readouterr().err == "Move from sqlite:///path/to/file.db to postgresql://user@host/name.\n"
