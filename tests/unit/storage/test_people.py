"""Accounts on a real file: names, sessions, tokens, and what becomes of matches when somebody signs up or goes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from parlour.match.accounts import (
    DELETED,
    MOST_SESSIONS,
    MOST_TOKENS,
    SESSION_MS,
    Account,
    IdentityChanged,
    hash_secret,
)
from parlour.match.errors import NameTaken, SignedOut, TooManyTokens, UnknownToken
from parlour.match.seating import OPEN, PERSON, Seat, Seating, read_seating
from parlour.storage.database import Database
from parlour.storage.log import SqliteLog
from parlour.storage.people import SqlitePeople
from parlour.storage.tables import accounts, chat, progress, results, seats, sessions

NOW_MS = 1_000_000_000_000
GUEST, OTHER = "guest:abc", "guest:xyz"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "parlour.db")) as database:
        yield database


@pytest.fixture
def people(database: Database) -> SqlitePeople:
    return SqlitePeople(database)


def sign_up(people: SqlitePeople, name: str = "Ada", session: str = "s1", guest: str | None = None) -> IdentityChanged:
    return people.sign_up(name, f"hash of {name}", session, NOW_MS, guest).result()


def account_of(people: SqlitePeople, name: str = "Ada") -> Account:
    account = people.find(name)
    assert account is not None
    return account


def play(database: Database, match: str, *identity: str | None) -> Seating:
    """Keep a match of these people; None leaves a seat open."""
    first, second = (Seat(OPEN, "Somebody") if one is None else Seat(PERSON, f"Old {one}", one) for one in identity)
    seating = Seating((first, second), "word")
    return SqliteLog(database).create(match, 1, seating, [b"x"]).result()


def stored_seating(database: Database, match: str) -> Seating:
    return read_seating(SqliteLog(database).read(match).seating)


def rows(database: Database, wanted: sa.Select[Any]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in database.reader().execute(wanted)]


@pytest.mark.parametrize("same", ["ada", "ADA", "Ａｄａ"])
def test_a_name_is_taken_however_it_is_written(people: SqlitePeople, same: str) -> None:
    sign_up(people)

    assert account_of(people, same).name == "Ada"
    with pytest.raises(NameTaken):
        sign_up(people, same, "s2")
    assert people.of_session("s2", NOW_MS) is None


def test_an_error_repeats_nothing_that_was_to_be_kept(database: Database) -> None:
    bad = sa.insert(accounts).values(name="Ada", password="the hash", created_ms=None)
    with pytest.raises(sa.exc.IntegrityError) as caught:
        database.write(lambda connection: connection.execute(bad)).result()

    assert "the hash" not in str(caught.value)


def test_a_session_leads_to_its_account_until_it_ends(people: SqlitePeople) -> None:
    account = sign_up(people).account
    found = people.of_session("s1", NOW_MS)
    people.end_session("s1").result()

    assert found is not None
    assert (found.id, found.identity) == (account, f"account:{account}")
    assert people.of_session("s1", NOW_MS) is None


def test_a_session_ends_by_itself_in_the_end(people: SqlitePeople) -> None:
    sign_up(people)

    assert people.of_session("s1", NOW_MS + SESSION_MS - 1) is not None
    assert people.of_session("s1", NOW_MS + SESSION_MS) is None


def test_a_new_session_ends_the_oldest_when_there_are_too_many(people: SqlitePeople) -> None:
    sign_up(people)
    ada = account_of(people)
    ended = [people.open_session(ada, f"t{i}", NOW_MS + 1 + i).result() for i in range(MOST_SESSIONS)]

    assert ended[:-1] == [[]] * (MOST_SESSIONS - 1)
    assert ended[-1] == ["s1"]
    assert people.of_session("t0", NOW_MS) is not None


def test_ending_all_sessions_leaves_those_of_others(people: SqlitePeople) -> None:
    sign_up(people)
    people.open_session(account_of(people), "s2", NOW_MS).result()
    sign_up(people, "Bo", "b")
    people.end_all_sessions("s1").result()

    assert [people.of_session(one, NOW_MS) is None for one in ("s1", "s2", "b")] == [True, True, False]


def test_a_new_password_ends_all_other_sessions(people: SqlitePeople) -> None:
    sign_up(people)
    ada = account_of(people)
    people.open_session(ada, "s2", NOW_MS).result()
    people.change_password("s2", ada.password, "new").result()

    assert account_of(people).password == "new"
    assert people.of_session("s1", NOW_MS) is None
    assert people.of_session("s2", NOW_MS) is not None


def test_who_showed_the_old_password_while_it_changed_stays_outside(people: SqlitePeople) -> None:
    sign_up(people)
    ada = account_of(people)
    people.change_password("s1", ada.password, "new").result()

    with pytest.raises(SignedOut):
        people.open_session(ada, "s2", NOW_MS).result()
    with pytest.raises(SignedOut):
        people.change_password("s1", ada.password, "newer").result()
    with pytest.raises(SignedOut):
        people.delete("s1", ada.password).result()
    assert account_of(people).password == "new"


def test_the_same_password_can_be_hashed_anew(people: SqlitePeople) -> None:
    sign_up(people)
    people.open_session(account_of(people), "s2", NOW_MS, "stronger").result()

    assert account_of(people).password == "stronger"


def test_a_session_that_has_ended_changes_nothing(people: SqlitePeople) -> None:
    sign_up(people)
    people.end_session("s1").result()

    for change in (
        lambda: people.set_preferences("s1", "{}"),
        lambda: people.make_token("s1", "t", "bot", ("play",), NOW_MS),
        lambda: people.revoke_token("s1", 1),
        lambda: people.end_all_sessions("s1"),
    ):
        with pytest.raises(SignedOut):
            change().result()


def test_a_token_is_listed_found_and_revoked(people: SqlitePeople) -> None:
    account = sign_up(people).account
    token = people.make_token("s1", "t", "My bot", ("play", "watch"), NOW_MS).result()
    found = people.of_token("t")
    listed = people.tokens(account)
    people.revoke_token("s1", token.id).result()

    assert found is not None
    assert (found[0].id, found[1]) == (account, token)
    assert listed == [token]
    assert people.of_token("t") is None


def test_nobody_revokes_a_token_of_somebody_else(people: SqlitePeople) -> None:
    sign_up(people)
    sign_up(people, "Eve", "e")
    token = people.make_token("s1", "t", "My bot", ("play",), NOW_MS).result()

    with pytest.raises(UnknownToken):
        people.revoke_token("e", token.id).result()
    assert people.of_token("t") is not None


def test_tokens_are_few(people: SqlitePeople) -> None:
    sign_up(people)
    for i in range(MOST_TOKENS):
        people.make_token("s1", f"t{i}", "bot", (), NOW_MS).result()

    with pytest.raises(TooManyTokens):
        people.make_token("s1", "more", "bot", (), NOW_MS).result()


def keep_a_result(database: Database, match: str, seat: int, identity: str, other: str | None) -> None:
    row = {"match": match, "seat": seat, "identity": identity, "other": other, "game": "nim", "pace": "none",
           "result": "won", "reason": "last", "experience": 5, "num_actions": 2, "started_ms": 1,
           "ended_ms": 2}  # fmt: skip
    database.write(lambda connection: connection.execute(sa.insert(results).values(row))).result()


def say(database: Database, match: str, identity: str, text: str) -> None:
    columns = {"match": match, "identity": identity, "text": text, "at_ms": 1, "seat": 0}
    row = {name: value for name, value in columns.items() if name in chat.c}
    database.write(lambda connection: connection.execute(sa.insert(chat).values(row))).result()


def test_all_that_a_guest_has_played_goes_to_the_account(database: Database, people: SqlitePeople) -> None:
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
    assert all(stored_seating(database, match) == seating for match, seating in changed.seatings.items())
    assert [seat.name for seat in changed.seatings["m1"].seats] == ["Ada", f"Old {OTHER}"]
    assert changed.seatings["m2"].seats_of(me) == (1,)
    assert rows(database, sa.select(seats.c.match, seats.c.identity).where(seats.c.identity == me)) == [
        ("m1", me),
        ("m2", me),
    ]
    assert rows(database, sa.select(results.c.identity, results.c.other)) == [(me, OTHER), (OTHER, me)]
    assert rows(database, sa.select(progress.c.identity)) == rows(database, sa.select(chat.c.identity)) == [(me,)]
    assert people.has_adopted(GUEST)
    assert not people.has_adopted(OTHER)


def test_a_sign_up_that_is_refused_moves_nothing(database: Database, people: SqlitePeople) -> None:
    before = play(database, "m1", GUEST, None)
    sign_up(people)
    with pytest.raises(NameTaken):
        sign_up(people, session="s2", guest=GUEST)

    assert stored_seating(database, "m1") == before
    assert not people.has_adopted(GUEST)


def test_what_a_guest_requested_before_signing_up_goes_to_the_account(database: Database, people: SqlitePeople) -> None:
    before = play(database, "m1", OTHER, None)
    changed = sign_up(people, guest=GUEST)
    late = before.sit_down(1, Seat(PERSON, "Guest 1234", GUEST))
    kept = SqliteLog(database).set_seating("m1", late).result()
    made = play(database, "m2", GUEST, GUEST)
    me = f"account:{changed.account}"

    assert kept == stored_seating(database, "m1")
    assert kept.seats[1] == Seat(PERSON, "Ada", me)
    assert made.seats_of(me) == (0, 1)
    assert rows(database, sa.select(seats.c.identity).where(seats.c.match == "m1")) == [(OTHER,), (me,)]


def test_a_guest_signs_up_only_once(database: Database, people: SqlitePeople) -> None:
    first = sign_up(people, guest=GUEST)
    again = sign_up(people, "Bo", "b", guest=GUEST)
    made = play(database, "m1", GUEST, None)

    assert again.seatings == {}
    assert made.seats_of(f"account:{first.account}") == (0,)


def test_whoever_deletes_an_account_leaves_only_what_was_played(database: Database, people: SqlitePeople) -> None:
    changed = sign_up(people)
    me = f"account:{changed.account}"
    seating = play(database, "m1", me, OTHER)
    keep_a_result(database, "m1", 0, me, OTHER)
    say(database, "m1", me, "hello")
    say(database, "m1", OTHER, "good day")
    people.set_preferences("s1", '{"theme":"dark"}').result()
    people.make_token("s1", "t", "bot", (), NOW_MS).result()
    gone = people.delete("s1", account_of(people).password).result()
    late = SqliteLog(database).set_seating("m1", seating).result()

    assert people.find("Ada") is people.find(DELETED) is people.of_session("s1", NOW_MS) is None
    assert people.of_token("t") is None
    assert gone.seatings["m1"].seats[0] == late.seats[0] == Seat(PERSON, DELETED, me)
    assert rows(database, sa.select(accounts.c.name, accounts.c.folded, accounts.c.preferences)) == [
        (DELETED, None, "{}")
    ]
    assert rows(database, sa.select(chat.c.text)) == [("good day",)]
    assert rows(database, sa.select(results.c.identity)) == [(me,)]
    assert sign_up(people, session="s2").account != changed.account  # the name is free, the number is not


def test_no_secret_is_in_the_file(database: Database, people: SqlitePeople) -> None:
    people.sign_up("Ada", "hash", hash_secret("the secret of a session"), NOW_MS).result()
    people.make_token(hash_secret("the secret of a session"), hash_secret("of a token"), "bot", (), NOW_MS).result()
    with closing(sqlite3.connect(database.path)) as connection:
        dump = "\n".join(connection.iterdump())

    assert hash_secret("of a token") in dump
    assert "the secret" not in dump
    assert "of a token" not in dump


def test_an_export_has_everything_but_secrets_and_numbers_of_others(database: Database, people: SqlitePeople) -> None:
    changed = sign_up(people)
    me = f"account:{changed.account}"
    play(database, "m1", me, OTHER)
    keep_a_result(database, "m1", 0, me, OTHER)
    say(database, "m1", me, "hello")
    say(database, "m1", OTHER, "good day")
    people.set_preferences("s1", '{"theme":"dark"}').result()
    people.make_token("s1", "t-hash", "My bot", ("play",), NOW_MS).result()
    told = people.export(changed.account)
    text = str(told)

    assert told["account"] == {"number": changed.account, "name": "Ada", "created_ms": NOW_MS}
    assert told["preferences"] == {"theme": "dark"}
    assert told["sessions"] == [{"created_ms": NOW_MS}]
    assert told["tokens"] == [{"id": 1, "label": "My bot", "scopes": "play", "created_ms": NOW_MS}]
    assert told["matches"] == [{"match": "m1", "seat": 0, "names": ["Ada", f"Old {OTHER}"], "file": None}]
    assert [(row["match"], row["result"]) for row in told["results"]] == [("m1", "won")]
    assert [line["text"] for line in told["chat"]] == ["hello"]
    assert not any(secret in text for secret in ("hash of Ada", "t-hash", "s1", "word"))


def test_a_reader_can_export_again_and_again(people: SqlitePeople) -> None:
    account = sign_up(people).account

    assert people.export(account) == people.export(account)
    assert rows(people._database, sa.select(sessions.c.hash)) == [("s1",)]
