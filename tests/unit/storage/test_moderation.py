"""Reports, sanctions, roles and people who are ignored: every adapter keeps what the ports promise."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest

from parlour.match.accounts import BLOCKED, MOST_IGNORED, MUTED
from parlour.match.errors import NoAccount, SignedOut, TooManyIgnored, UnknownReport
from parlour.match.moderation import IgnoredPeople, Moderation, Report
from parlour.match.ports import People
from parlour.storage.database import Database
from parlour.storage.ignored import SqlIgnored
from parlour.storage.moderation import SqlModeration
from parlour.storage.people import SqlPeople
from parlour.storage.place import Place
from support.memory import Memory, MemoryIgnored, MemoryModeration, MemoryPeople

NOW_MS = 1_000_000_000_000
ADA, BOB, GUEST = "account:1", "account:2", "guest:abc"
REPORT = Report(0, "m1", "word", ADA, BOB, 1, "Rude.", "Bob: bah", NOW_MS)


class Storage(NamedTuple):
    """One adapter of each port, over the same data."""

    people: People
    ignored: IgnoredPeople
    moderation: Moderation


@contextmanager
def in_database(place: Place) -> Iterator[Storage]:
    with closing(Database(place)) as database:
        yield Storage(SqlPeople(database), SqlIgnored(database), SqlModeration(database))


def in_memory() -> Storage:
    memory = Memory()
    return Storage(MemoryPeople(memory), MemoryIgnored(memory), MemoryModeration(memory))


@pytest.fixture(params=["sqlite", "postgres", "memory"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    places: dict[str, Callable[[], AbstractContextManager[Storage]]] = {
        "sqlite": lambda: in_database(tmp_path / "parlour.db"),
        "postgres": lambda: in_database(request.getfixturevalue("postgres_server").new_database()),
        "memory": lambda: nullcontext(in_memory()),
    }
    with places[request.param]() as storage:
        for name in ("Ada", "Bob"):
            storage.people.sign_up(name, f"hash of {name}", f"session of {name}", NOW_MS).result()
        yield storage


@pytest.fixture
def people(storage: Storage) -> People:
    return storage.people


@pytest.fixture
def ignored(storage: Storage) -> IgnoredPeople:
    return storage.ignored


@pytest.fixture
def moderation(storage: Storage) -> Moderation:
    return storage.moderation


def test_one_open_report_about_a_player_and_match_is_enough(moderation: Moderation) -> None:
    stored = [moderation.report(REPORT).result() for _ in range(2)]
    (found,) = moderation.open_reports()

    assert stored == [True, False]
    assert found == REPORT._replace(id=found.id)


def test_a_report_is_handled_once_and_noted(moderation: Moderation) -> None:
    moderation.report(REPORT).result()
    (report,) = moderation.open_reports()
    moderation.dismiss(report.id, 1, NOW_MS).result()

    with pytest.raises(UnknownReport):
        moderation.silence(report.id, NOW_MS, 1, NOW_MS).result()
    assert moderation.open_reports() == []
    assert moderation.sanctioned(NOW_MS) == []
    assert [(entry.operator, entry.action, entry.identity) for entry in moderation.audit_entries()] == [
        ("Ada", "dismissed", BOB)
    ]


def test_a_suspended_account_has_no_session_and_gets_none(people: People, moderation: Moderation) -> None:
    bob = people.find("Bob")
    assert bob is not None
    moderation.report(REPORT).result()
    number = moderation.suspend(moderation.open_reports()[0].id, "Cheated.", 1, NOW_MS).result()

    assert number == bob.id
    assert people.of_session("session of Bob", NOW_MS) is None
    with pytest.raises(SignedOut):
        people.open_session(bob, "s2", NOW_MS).result()
    assert [each.suspended for each in moderation.sanctioned(NOW_MS)] == ["Cheated."]
    moderation.lift(number, 1, NOW_MS).result()
    people.open_session(bob, "s3", NOW_MS).result()
    assert moderation.sanctioned(NOW_MS) == []


def test_a_guest_cannot_be_sanctioned_and_the_report_stays_open(moderation: Moderation) -> None:
    moderation.report(REPORT._replace(reported=GUEST)).result()
    (report,) = moderation.open_reports()

    with pytest.raises(NoAccount):
        moderation.silence(report.id, NOW_MS + 1, 1, NOW_MS).result()
    assert len(moderation.open_reports()) == 1


def test_a_role_is_given_taken_and_noted(people: People, moderation: Moderation) -> None:
    name = moderation.set_role("ADA", "operator", NOW_MS).result()
    account = people.find("Ada")
    moderation.set_role("Ada", None, NOW_MS).result()
    after = people.find("Ada")

    assert name == "Ada"
    assert account is not None
    assert after is not None
    assert (account.is_operator, after.is_operator) == (True, False)
    assert [(entry.operator, entry.detail) for entry in moderation.audit_entries()] == [
        (None, "none"),
        (None, "operator"),
    ]
    with pytest.raises(NoAccount):
        moderation.set_role("Nobody", "operator", NOW_MS).result()


def test_blocked_people_stay_apart_and_muted_people_are_unheard(ignored: IgnoredPeople) -> None:
    ignored.ignore(ADA, BOB, MUTED).result()
    muted = ignored.apart_from(ADA), ignored.unheard_by(ADA)
    ignored.ignore(ADA, BOB, BLOCKED).result()
    ignored.ignore(ADA, GUEST, MUTED).result()
    blocked = ignored.apart_from(ADA), ignored.apart_from(BOB), ignored.unheard_by(ADA), ignored.unheard_by(BOB)
    listed = ignored.by(ADA)
    ignored.stop_ignoring(BOB, listed[0].id).result()  # not theirs
    ignored.stop_ignoring(ADA, listed[1].id).result()

    assert [set(each) for each in muted] == [set(), {BOB}]
    assert [set(each) for each in blocked] == [{BOB}, {ADA}, {BOB, GUEST}, set()]
    assert [(each.other, each.kind, each.name) for each in listed] == [(BOB, BLOCKED, "Bob"), (GUEST, MUTED, None)]
    assert [each.other for each in ignored.by(ADA)] == [BOB]


def test_the_number_of_people_to_ignore_is_limited(ignored: IgnoredPeople) -> None:
    for future in [ignored.ignore(ADA, f"guest:{i}", MUTED) for i in range(MOST_IGNORED)]:
        future.result()

    with pytest.raises(TooManyIgnored):
        ignored.ignore(ADA, BOB, BLOCKED).result()
    ignored.ignore(ADA, "guest:0", BLOCKED).result()


def test_what_a_guest_ignored_and_reported_goes_to_the_account(
    people: People, ignored: IgnoredPeople, moderation: Moderation
) -> None:
    ignored.ignore(GUEST, BOB, BLOCKED).result()
    ignored.ignore(BOB, GUEST, MUTED).result()
    moderation.report(REPORT._replace(reporter=GUEST)).result()
    people.sign_up("Cleo", "hash", "s", NOW_MS, GUEST).result()

    assert ignored.apart_from("account:3") == {BOB}
    assert ignored.unheard_by(BOB) == {"account:3"}
    assert moderation.open_reports()[0].reporter == "account:3"


def test_a_deleted_account_is_in_no_list_and_no_report(
    people: People, ignored: IgnoredPeople, moderation: Moderation
) -> None:
    ignored.ignore(ADA, BOB, BLOCKED).result()
    ignored.ignore(BOB, ADA, MUTED).result()
    moderation.report(REPORT).result()
    people.delete("session of Bob", "hash of Bob").result()

    assert ignored.by(ADA) == ignored.by(BOB) == []
    assert moderation.open_reports() == []
