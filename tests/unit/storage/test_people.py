"""Accounts in SQLite: which rows change when a guest signs up or an account is deleted."""

from typing import Any

import pytest
import sqlalchemy as sa

from parlour.match.accounts import (
    DELETED,
    Account,
    IdentityChanged,
    hash_secret,
)
from parlour.match.seating import OPEN, PERSON, Seat, Seating
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.tables import accounts, chat, metadata, progress, results, seats

NOW_MS = 1_000_000_000_000
GUEST, OTHER = "guest:abc", "guest:xyz"


@pytest.fixture
def people(database: Database) -> SqlPeople:
    return SqlPeople(database)


def sign_up(people: SqlPeople, name: str = "Ada", session: str = "s1", guest: str | None = None) -> IdentityChanged:
    return people.sign_up(name, f"hash of {name}", session, NOW_MS, guest).result()


def account_of(people: SqlPeople, name: str = "Ada") -> Account:
    account = people.find(name)
    assert account is not None
    return account


def play(database: Database, match: str, *identity: str | None) -> Seating:
    """Keep a match of these people; None leaves a seat open."""
    first, second = (Seat(OPEN, "Somebody") if one is None else Seat(PERSON, f"Old {one}", one) for one in identity)
    seating = Seating((first, second), "word")
    return SqlLog(database).create(match, 1, seating, [b"x"]).result()


def rows(database: Database, wanted: sa.Select[Any]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in database.reader().execute(wanted)]


def test_an_error_repeats_nothing_that_was_to_be_stored(database: Database) -> None:
    bad = sa.insert(accounts).values(name="Ada", password="the hash", created_ms=None)
    with pytest.raises(sa.exc.IntegrityError) as caught:
        database.write(lambda connection: connection.execute(bad)).result()

    assert "the hash" not in str(caught.value)


def keep_a_result(database: Database, match: str, seat: int, identity: str, other: str | None) -> None:
    row = {"match": match, "seat": seat, "identity": identity, "other": other, "game": "nim", "pace": "none",
           "result": "won", "reason": "last", "experience": 5, "num_actions": 2, "started_ms": 1,
           "ended_ms": 2}  # fmt: skip
    database.write(lambda connection: connection.execute(sa.insert(results).values(row))).result()


def say(database: Database, match: str, identity: str, text: str) -> None:
    columns = {"match": match, "identity": identity, "text": text, "at_ms": 1, "seat": 0}
    row = {name: value for name, value in columns.items() if name in chat.c}
    database.write(lambda connection: connection.execute(sa.insert(chat).values(row))).result()


def test_every_row_of_a_guest_goes_to_the_account(database: Database, people: SqlPeople) -> None:
    play(database, "m1", GUEST, OTHER)
    play(database, "m2", None, GUEST)
    play(database, "m3", OTHER, None)
    keep_a_result(database, "m1", 0, GUEST, OTHER)
    keep_a_result(database, "m1", 1, OTHER, GUEST)
    say(database, "m1", GUEST, "hello")
    points = sa.insert(progress).values(identity=GUEST, game="nim", points=5, matches=1, wins=1)
    database.write(lambda connection: connection.execute(points)).result()
    changed = sign_up(people, guest=GUEST)
    me = f"account:{changed.account}"

    assert sorted(changed.seatings) == ["m1", "m2"]
    assert rows(database, sa.select(seats.c.match, seats.c.identity).where(seats.c.identity == me)) == [
        ("m1", me),
        ("m2", me),
    ]
    assert rows(database, sa.select(results.c.identity, results.c.other).order_by(results.c.seat)) == [
        (me, OTHER),
        (OTHER, me),
    ]
    assert rows(database, sa.select(progress.c.identity)) == rows(database, sa.select(chat.c.identity)) == [(me,)]


def test_a_deleted_account_leaves_a_row_without_anything_private(database: Database, people: SqlPeople) -> None:
    changed = sign_up(people)
    me = f"account:{changed.account}"
    seating = play(database, "m1", me, OTHER)
    keep_a_result(database, "m1", 0, me, OTHER)
    say(database, "m1", me, "hello")
    say(database, "m1", OTHER, "good day")
    people.set_preferences("s1", '{"theme":"dark"}').result()
    people.make_token("s1", "t", "bot", (), NOW_MS).result()
    gone = people.delete("s1", account_of(people).password).result()
    late = SqlLog(database).set_seating("m1", seating).result()

    assert people.find("Ada") is people.find(DELETED) is people.of_session("s1", NOW_MS) is None
    assert people.of_token("t") is None
    assert gone.seatings["m1"].seats[0] == late.seats[0] == Seat(PERSON, DELETED, me)
    assert rows(database, sa.select(accounts.c.name, accounts.c.folded, accounts.c.preferences)) == [
        (DELETED, None, "{}")
    ]
    assert rows(database, sa.select(chat.c.text)) == [("good day",)]
    assert rows(database, sa.select(results.c.identity)) == [(me,)]
    assert sign_up(people, session="s2").account != changed.account  # the name is free, the number is not


def test_no_secret_is_stored(database: Database, people: SqlPeople) -> None:
    people.sign_up("Ada", "hash", hash_secret("the secret of a session"), NOW_MS).result()
    people.make_token(hash_secret("the secret of a session"), hash_secret("of a token"), "bot", (), NOW_MS).result()
    dump = "\n".join(str(row) for table in metadata.sorted_tables for row in rows(database, sa.select(table)))

    assert hash_secret("of a token") in dump
    assert "the secret" not in dump
    assert "of a token" not in dump
