"""What is PostgreSQL's own: other processes that write, connections that are lost, and its schema."""

import contextlib
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from parlour.match.errors import AlreadyThere, StorageFailed
from parlour.match.seating import Seating, read_seating
from parlour.match.stored import StoredLine
from parlour.storage import lock, postgres
from parlour.storage.database import Database
from parlour.storage.errors import BadDatabase, InUse, NeedsDriver, NewerDatabase
from parlour.storage.every_table import metadata
from parlour.storage.lock import exclusive_lock
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.place import PostgresPlace
from parlour.storage.portable import WRITING
from parlour.storage.postgres import PostgresConnection, migrate, numbered
from parlour.storage.projections import SqlProjection
from parlour.storage.raw import Deadlock, RawConnection
from parlour.storage.tables import results
from support.postgres import PostgresServer
from support.stored_matches import EMPTY_SEATING, NOBODY, NOVICE, finish, sit


@pytest.fixture
def place(postgres_server: PostgresServer) -> PostgresPlace:
    return postgres_server.new_database()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections wait for the locks of others for a moment only."""
    monkeypatch.setattr(postgres, "SETTINGS", "SET lock_timeout = '50ms'")


@contextlib.contextmanager
def writing(place: PostgresPlace) -> Iterator[RawConnection]:
    """Return a connection of another process in the middle of its batch, which is committed in the end."""
    with closing(PostgresConnection(place)) as other:
        other.execute("BEGIN")
        other.execute(f"SELECT pg_advisory_xact_lock_shared({WRITING})")
        yield other
        other.execute("COMMIT")


def test_the_migrations_lead_to_the_tables_of_the_code(database: Database) -> None:
    context = MigrationContext.configure(database.reader(), opts={"compare_type": True})

    assert compare_metadata(context, metadata) == []


def test_two_servers_that_start_at_once_migrate_once(postgres_server: PostgresServer) -> None:
    empty = postgres_server.new_database("template0")
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(migrate, empty) for _ in range(2)]:
            done.result()

    with closing(Database(empty)) as database:
        assert sa.inspect(database.reader()).get_table_names()


def test_the_database_of_another_program_or_of_a_newer_parlour_is_left_as_it_is(
    postgres_server: PostgresServer,
) -> None:
    other, place = (postgres_server.new_database("template0") for _ in range(2))
    migrate(place)
    with closing(PostgresConnection(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with closing(PostgresConnection(place)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(BadDatabase, match="holds tables of another program"):
        Database(other)
    with pytest.raises(NewerDatabase, match="by a newer Parlour"):
        Database(place)


def test_a_database_that_cannot_be_reached_is_refused_without_its_password() -> None:
    nowhere = PostgresPlace("postgresql://me:password@127.0.0.1:1/games")
    with pytest.raises(StorageFailed, match=r"PostgreSQL database games at 127\.0\.0\.1:1 cannot be used") as refused:
        Database(nowhere)

    assert "password" not in f"{refused.value} {nowhere} {nowhere!r}"


def test_an_address_that_postgresql_cannot_read_is_refused_without_its_password() -> None:
    with pytest.raises(StorageFailed, match="its address is not one of PostgreSQL") as refused:
        Database(PostgresPlace("postgresql://me:password@host:port/games?colour"))

    assert "password" not in str(refused.value)


def test_without_its_package_postgresql_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "parlour.storage.postgres")

    with pytest.raises(NeedsDriver, match="pip install"):
        Database(PostgresPlace("postgresql://host/games"))


def test_one_server_at_a_time_holds_a_database(place: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "NOTICED_S", 0.0)
    with exclusive_lock(place), pytest.raises(InUse, match="Stop it first"), exclusive_lock(place):
        pass
    with exclusive_lock(place):
        pass


def test_placeholders_get_numbers() -> None:
    assert numbered("SELECT ? WHERE a = ? AND b = ?") == "SELECT $1 WHERE a = $2 AND b = $3"
    assert numbered("SELECT ?1, ?2 WHERE a = ?1") == "SELECT $1, $2 WHERE a = $1"


def test_a_character_that_cannot_be_stored_is_replaced(database: Database) -> None:
    log = SqlLog(database)
    log.create("a", 1, EMPTY_SEATING, [b"\0"]).result()
    log.say("a", StoredLine(0, "guest:a", "a\0b", 1)).result()

    assert log.read("a").lines == [b"\0"]
    assert log.read("a").chat[0].text == "a\ufffdb"
    assert SqlPeople(database).find("a\0b") is None


def test_of_two_processes_that_append_to_a_version_one_is_told_that_it_was_late(
    place: PostgresPlace, database: Database
) -> None:
    log = SqlLog(database)
    log.create("a", 1, EMPTY_SEATING, [b"first"]).result()
    with closing(Database(place)) as other:
        logs = [log, SqlLog(other)]
        for version in range(1, 30):
            done = [each.append("a", version, [str(number).encode()]) for number, each in enumerate(logs)]
            refused = [future.exception() for future in done]

            assert [type(error) for error in refused if error] == [AlreadyThere]
            assert log.read("a").lines[-1] == str(refused.index(None)).encode()


@pytest.mark.usefixtures("impatient")
def test_a_row_that_another_process_inserts_at_the_same_time_is_told(place: PostgresPlace, database: Database) -> None:
    """The other row is not committed when ours is looked for, so that only the key notices."""
    log = SqlLog(database)
    log.create("a", 1, EMPTY_SEATING, [b"first"]).result()
    with closing(PostgresConnection(place)) as other, ThreadPoolExecutor(1) as pool:
        other.execute("BEGIN")
        other.execute("INSERT INTO events (match, seq, line) VALUES ('a', 1, 'x')")
        late = log.append("a", 1, [b"second"])
        with pytest.raises(StorageFailed):
            late.result()
        other.execute("SET lock_timeout = 0")
        waiting = pool.submit(_insert_patiently, place)
        _until_someone_waits(other)
        other.execute("COMMIT")

        assert isinstance(waiting.result(), AlreadyThere)


def _insert_patiently(place: PostgresPlace) -> BaseException | None:
    with closing(Database(place)) as database:
        database.writer.submit(lambda connection: connection.execute("SET lock_timeout = 0")).result()
        return SqlLog(database).append("a", 1, [b"second"]).exception()


def _until_someone_waits(connection: RawConnection) -> None:
    while not connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
        pass


@pytest.mark.usefixtures("impatient")
def test_a_projection_passes_no_event_that_is_still_to_be_committed(place: PostgresPlace) -> None:
    with closing(Database(place)) as database:
        log, projection = SqlLog(database), SqlProjection(database)
        finish(log, "a", (sit("guest:a"), NOVICE), 0).result()
        with writing(place) as other:
            other.execute("INSERT INTO matches (id, seed, seating) SELECT 'b', seed, seating FROM matches")
            other.execute("INSERT INTO events (match, seq, line) SELECT 'b', seq, line FROM events ORDER BY seq")
            finish(log, "c", (sit("guest:a"), NOVICE), 0).result()
            with pytest.raises(StorageFailed):
                projection.catch_up()
        projection.catch_up()

        found = sorted(database.reader().scalars(sa.select(results.c.match)))
    assert found == ["a", "b", "c"]


@pytest.mark.usefixtures("impatient")
def test_a_match_that_another_process_is_writing_goes_to_the_account_of_its_guest(place: PostgresPlace) -> None:
    with closing(Database(place)) as database:
        log, people = SqlLog(database), SqlPeople(database)
        log.create("a", 1, Seating((sit("guest:a"), NOBODY), "x"), [b"first"]).result()
        with writing(place) as other:
            other.execute("INSERT INTO matches (id, seed, seating) SELECT 'b', seed, seating FROM matches")
            other.execute("INSERT INTO seats VALUES ('b', 0, 'guest:a')")
            with pytest.raises(StorageFailed):
                people.sign_up("Ada", "hash", "s1", 1, "guest:a").result()
        people.sign_up("Ada", "hash", "s1", 1, "guest:a").result()

        assert {read_seating(log.read(match).seating).seats[0].name for match in "ab"} == {"Ada"}


def test_a_batch_that_ends_in_a_deadlock_is_made_again(database: Database) -> None:
    tries = []

    def change(_: RawConnection) -> int:
        tries.append(1)
        if len(tries) < 4:
            raise Deadlock("PostgreSQL says: deadlock detected.")
        return len(tries)

    assert database.writer.submit(change).result() == 4


@pytest.mark.parametrize(("is_committed", "is_known"), [(True, True), (False, True), (False, False)])
def test_a_commit_whose_answer_is_lost_is_looked_up(
    place: PostgresPlace, is_committed: bool, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Database(place)) as database:
        log = SqlLog(database)
        log.create("a", 1, EMPTY_SEATING, [b"first"]).result()
        execute, is_cut = PostgresConnection.execute, list[bool]()

        def cut_once(self: PostgresConnection, statement: str, values: Any = (), /) -> Any:
            if statement == "COMMIT" and not is_cut:
                is_cut.append(True)
                if is_committed:
                    execute(self, statement)
                if not is_known:  # as after a crash that has lost even the number of the transaction
                    monkeypatch.setattr(database.writer, "_transaction", str(2**40))
                self.raw.close()
            return execute(self, statement, values)

        monkeypatch.setattr(PostgresConnection, "execute", cut_once)
        error = log.append("a", 1, [b"second"]).exception()
        log.append("a", 2 if is_committed else 1, [b"last"]).result()

        assert (error is None) == is_committed
        assert log.read("a").lines == [b"first", *([b"second"] if is_committed else []), b"last"]
        assert not database.writer.is_failing


def test_after_a_restart_of_the_server_reads_and_writes_go_on() -> None:
    server = PostgresServer()
    try:
        server.make_template()
        with closing(Database(server.new_database())) as database:
            log = SqlLog(database)
            log.create("a", 1, EMPTY_SEATING, [b"first"]).result()
            server.stop()
            with pytest.raises(StorageFailed):
                log.append("a", 1, [b"lost"]).result()
            with pytest.raises(StorageFailed):
                log.read("a")
            with pytest.raises(StorageFailed):
                SqlPeople(database).find("Ada")
            is_failing = log.is_failing
            server.start()
            while log.append("a", 1, [b"second"]).exception() is not None:  # it was tried a moment ago
                pass

            assert log.read("a").lines == [b"first", b"second"]
            assert SqlPeople(database).find("Ada") is None
            assert (is_failing, log.is_failing) == (True, False)
    finally:
        server.remove()
