"""The database file: its schema, and changes that fail."""

import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from parlour.match.errors import NameTaken
from parlour.match.file import read_events
from parlour.match.match import fold
from parlour.match.seating import PERSON, Seat, read_seating
from parlour.match.stored import StoredLine
from parlour.storage.database import Change, Database, migrate
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.projections import SqlProjection
from parlour.storage.tables import accounts, metadata
from parlour.storage.writer import connect

OLD_MATCH = Path(__file__).parents[1] / "match" / "files" / "checkers_format_1.jsonl"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "parlour.db")) as database:
        yield database


def add(name: str) -> sa.Insert:
    return sa.insert(accounts).values(name=name, folded=name.casefold(), created_ms=1)


def names(database: Database) -> list[str]:
    return list(database.reader().scalars(sa.select(accounts.c.name).order_by(accounts.c.id)))


def test_the_migrations_lead_to_the_tables_of_the_code(database: Database) -> None:
    assert compare_metadata(MigrationContext.configure(database.reader()), metadata) == []


def test_accounts_that_already_look_alike_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    migrate(path, "0003")
    with closing(connect(path)) as raw:
        for name in ("Marvin", "Marvln", "Ada"):
            raw.execute("INSERT INTO accounts (name, folded, created_ms) VALUES (?, ?, 1)", (name, name.casefold()))
        raw.execute("INSERT INTO accounts (name, created_ms) VALUES ('Deleted player', 1)")
        raw.commit()
    with closing(Database(path)) as database:
        people = SqlPeople(database)
        kept = list(database.reader().execute(sa.select(accounts.c.name, accounts.c.skeleton).order_by(accounts.c.id)))

        assert [name for name, _ in kept] == ["Marvin", "Marvln", "Ada", "Deleted player"]
        assert [looks is None for _, looks in kept] == [False, True, False, True]
        with pytest.raises(NameTaken):
            people.sign_up("MARV1N", "hash", "s", 1).result()


def test_a_new_file_can_be_read_by_its_owner_alone(database: Database) -> None:
    database.write(lambda connection: connection.execute(add("Ada"))).result()

    assert isinstance(database.place, Path)
    for path in database.place.parent.glob("parlour.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_an_up_to_date_file_is_left_as_it_is(database: Database) -> None:
    database.write(lambda connection: connection.execute(add("Ada"))).result()
    assert isinstance(database.place, Path)
    migrate(database.place)

    assert names(database) == ["Ada"]


def test_a_change_that_fails_undoes_itself_and_no_other(database: Database) -> None:
    def broken(connection: sa.Connection) -> None:
        connection.execute(add("Eve"))
        raise RuntimeError("a bug")

    first = database.write(lambda connection: connection.execute(add("Ada")))
    second = database.write(broken)
    third = database.write(lambda connection: connection.execute(add("ada")))
    fourth = database.write(lambda connection: connection.execute(add("Bo")))
    fourth.result()

    assert first.exception() is None
    assert isinstance(second.exception(), RuntimeError)
    assert isinstance(third.exception(), sa.exc.IntegrityError)
    assert names(database) == ["Ada", "Bo"]


def test_a_cancelled_future_stops_no_other_change(database: Database) -> None:
    def adding(name: str) -> Change[object]:
        return lambda connection: connection.execute(add(name))

    futures = [database.write(adding(name)) for name in "abcdefgh"]
    cancelled = [future.cancel() for future in futures]
    database.write(lambda connection: connection.execute(add("last"))).result()

    made = [name for name, is_cancelled in zip("abcdefgh", cancelled, strict=True) if not is_cancelled]
    assert names(database) == [*made, "last"]


def test_a_match_of_the_first_schema_is_readable_after_the_upgrade(tmp_path: Path) -> None:
    path, lines = tmp_path / "parlour.db", OLD_MATCH.read_bytes().splitlines(keepends=True)
    seats = [{"kind": "person", "name": 'A "who": B', "who": "guest:a"}, {"kind": "open", "name": "Open", "who": None}]
    setup = msgspec.json.encode({"seats": seats, "invitation": "word"}).decode()
    migrate(path, "0001")
    with closing(connect(path)) as old:
        old.execute("INSERT INTO matches (id, seed, setup, is_over) VALUES ('m', '11', ?, 1)", (setup,))
        old.executemany("INSERT INTO events (match, seq, line) VALUES ('m', ?, ?)", list(enumerate(lines)))
        old.execute("INSERT INTO keys VALUES ('m', 'k', 3)")
        old.execute("INSERT INTO seats VALUES ('m', 0, 'guest:a')")
        old.execute("INSERT INTO chat (match, seat, who, text, at_ms) VALUES ('m', 0, 'guest:a', 'Hello!', 5)")

    with closing(Database(path)) as database:
        stored = SqlLog(database).read("m")
        SqlProjection(database).rebuild()
        is_parked = SqlLog(database).parked_matches() != []

    assert fold(read_events(b"".join(stored.lines)), stored.seed).is_over
    assert read_seating(stored.seating).seats[0] == Seat(PERSON, 'A "who": B', "guest:a")
    assert (stored.keys, stored.chat) == ({"k": 3}, [StoredLine(0, "guest:a", "Hello!", 5)])
    assert not is_parked


def test_after_the_upgrade_open_matches_with_a_clock_are_due(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    migrate(path, "0003")
    lines = {"clock": b'{"event":{"pace":"5+3"}}', "no clock": b'{"event":{"pace":"none"}}', "over": b'{"pace":"5+3"}'}
    with closing(connect(path)) as old:
        for match_id, line in lines.items():
            row = (match_id, "1", "{}", match_id == "over")
            old.execute("INSERT INTO matches (id, seed, seating, is_over) VALUES (?, ?, ?, ?)", row)
            old.execute("INSERT INTO events (match, seq, line) VALUES (?, 0, ?)", (match_id, line))

    with closing(Database(path)) as database:
        assert SqlLog(database).due_matches(0) == ["clock"]
