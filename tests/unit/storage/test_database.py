"""The database file: its schema, and changes that fail."""

import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from parlour.storage.database import Change, Database, migrate
from parlour.storage.tables import accounts, metadata


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


def test_a_new_file_can_be_read_by_its_owner_alone(database: Database) -> None:
    database.write(lambda connection: connection.execute(add("Ada"))).result()

    for path in database.path.parent.glob("parlour.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_file_of_today_is_left_as_it_is(database: Database) -> None:
    database.write(lambda connection: connection.execute(add("Ada"))).result()
    migrate(database.path)

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


def test_who_waits_no_longer_stops_nothing(database: Database) -> None:
    def adding(name: str) -> Change[object]:
        return lambda connection: connection.execute(add(name))

    futures = [database.write(adding(name)) for name in "abcdefgh"]
    cancelled = [future.cancel() for future in futures]
    database.write(lambda connection: connection.execute(add("last"))).result()

    made = [name for name, is_cancelled in zip("abcdefgh", cancelled, strict=True) if not is_cancelled]
    assert names(database) == [*made, "last"]
