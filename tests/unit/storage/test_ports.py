"""The storage ports: every adapter keeps what `parlour.match.ports` promises."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.match import events as ev
from parlour.match.accounts import DELETED, MOST_SESSIONS, MOST_TOKENS, SESSION_MS, Account, IdentityChanged
from parlour.match.errors import (
    AlreadyThere,
    NameTaken,
    SignedOut,
    TooManyTokens,
    UnknownMatch,
    UnknownToken,
    WrongCode,
)
from parlour.match.experience import Level
from parlour.match.file import NO_HASH, write_line
from parlour.match.glicko import Rating, after_match, aged
from parlour.match.ports import MatchLog, People, Projection, Results
from parlour.match.results import OVERALL, Entry, Filters, Order, PrivateRecord, RatingNow
from parlour.match.seating import OPEN, PERSON, Seat, Seating, read_seating
from parlour.match.stored import CHAT_LINES, ParkedMatch, StoredLine
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.place import Place
from parlour.storage.projections import SqlProjection
from parlour.storage.standings import SqlResults
from support.memory import Memory, MemoryLog, MemoryPeople, MemoryResults
from support.stored_matches import DAY_MS, EMPTY_SEATING, NOBODY, NOVICE, finish, finish_many, sit

NOW_MS = 1_000_000_000_000
GUEST, OTHER = "guest:abc", "guest:xyz"
PEOPLE = ["account:1", "account:2", "guest:a", "guest:b"]


@dataclass
class Hand:
    """A clock that is set by hand."""

    now_ms: int = 1_000_000


class Storage(NamedTuple):
    """One adapter of each port, over the same data."""

    log: MatchLog
    people: People
    projection: Projection
    results: Results
    hand: Hand
    reopened: Callable[[], MatchLog]  # the log as after a restart


@contextmanager
def in_database(place: Place) -> Iterator[Storage]:
    with closing(Database(place)) as database:
        hand = Hand()

        def open_log() -> MatchLog:
            return SqlLog(database, lambda: hand.now_ms)

        people, projection, results = SqlPeople(database), SqlProjection(database), SqlResults(database)
        yield Storage(open_log(), people, projection, results, hand, open_log)


@contextmanager
def in_memory() -> Iterator[Storage]:
    memory, hand = Memory(), Hand()
    results = MemoryResults(memory)

    def open_log() -> MatchLog:
        return MemoryLog(memory, lambda: hand.now_ms)

    yield Storage(open_log(), MemoryPeople(memory), results, results, hand, open_log)


Open = Callable[[], AbstractContextManager[Storage]]  # an empty storage of a kind


@pytest.fixture(params=["sqlite", "postgres", "memory"])
def open_storage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Open:
    kinds: dict[str, Open] = {
        "sqlite": lambda: in_database(tmp_path_factory.mktemp("storage") / "parlour.db"),
        "postgres": lambda: in_database(request.getfixturevalue("postgres_server").new_database()),
        "memory": in_memory,
    }
    return kinds[request.param]


@pytest.fixture
def storage(open_storage: Open) -> Iterator[Storage]:
    with open_storage() as storage:
        yield storage


@pytest.fixture
def log(storage: Storage) -> MatchLog:
    storage.log.create("a", 2**127 + 1, EMPTY_SEATING, [b"first"]).result()
    return storage.log


@pytest.fixture
def people(storage: Storage) -> People:
    return storage.people


# The log


def test_a_match_is_read_as_it_was_written(log: MatchLog) -> None:
    log.append("a", 1, [b"second", b"third"], key="x").result()

    stored = log.read("a")

    assert (stored.id, stored.seed, read_seating(stored.seating)) == ("a", 2**127 + 1, EMPTY_SEATING)
    assert stored.lines == [b"first", b"second", b"third"]
    assert stored.keys == {"x": 3}


@pytest.mark.parametrize("version", [0, 2, 7])
def test_an_event_can_only_follow_the_last_one(log: MatchLog, version: int) -> None:
    with pytest.raises(AlreadyThere, match="is at version 1"):
        log.append("a", version, [b"x", b"y"], key="x").result()

    assert log.read("a").lines == [b"first"]
    assert log.read("a").keys == {}


def test_exactly_one_of_two_appends_to_the_same_version_succeeds(log: MatchLog) -> None:
    with ThreadPoolExecutor(4) as pool:
        futures = list(pool.map(lambda number: log.append("a", 1, [f"{number}".encode()]), range(20)))
    outcomes = [future.exception() is None for future in futures]

    assert outcomes.count(True) == 1
    assert log.read("a").lines == [b"first", str(outcomes.index(True)).encode()]


def test_a_key_is_used_once(log: MatchLog) -> None:
    log.append("a", 1, [b"second"], key="x").result()
    with pytest.raises(AlreadyThere, match="key x was used"):
        log.append("a", 2, [b"third"], key="x").result()

    assert len(log.read("a").lines) == 2


def test_an_id_is_given_once_and_an_unknown_one_is_refused(log: MatchLog) -> None:
    with pytest.raises(AlreadyThere, match="already a match a"):
        log.create("a", 1, EMPTY_SEATING, []).result()
    with pytest.raises(UnknownMatch, match="no match b"):
        log.read("b")
    with pytest.raises(UnknownMatch, match="no match b"):
        log.append("b", 0, [b"x"]).result()


def test_a_failure_undoes_only_itself(log: MatchLog) -> None:
    good = [log.create(f"m{i}", i, EMPTY_SEATING, [b"1"]) for i in range(5)]
    bad = log.create("a", 1, EMPTY_SEATING, [])
    for future in good:
        future.result()

    assert isinstance(bad.exception(), AlreadyThere)
    assert [log.read(f"m{i}").seed for i in range(5)] == [0, 1, 2, 3, 4]


def test_a_match_is_due_from_its_time_on_until_it_is_over_or_parked(log: MatchLog) -> None:
    for match_id, due_ms in (("b", 500), ("c", 0), ("d", None)):
        log.create(match_id, 1, EMPTY_SEATING, [b"first"], due_ms).result()

    assert [log.due_matches(by_ms) for by_ms in (0, 499, 500)] == [["c"], ["c"], ["c", "b"]]

    log.set_due("a", 300).result()
    log.set_due("b", None).result()
    assert log.due_matches(10**15) == ["c", "a"]

    log.append("c", 1, [b"last"], is_over=True).result()
    log.park("a", "It is damaged.").result()
    assert log.due_matches(10**15) == []

    log.unpark("a").result()
    assert log.due_matches(10**15) == ["a"]


def test_a_match_is_parked_until_it_can_be_loaded(log: MatchLog) -> None:
    log.park("a", "It is damaged.").result()
    assert log.parked_matches() == [ParkedMatch("a", "It is damaged.")]
    assert log.read("a").lines == [b"first"]

    log.park("a", "It is still damaged.").result()
    assert log.parked_matches() == [ParkedMatch("a", "It is still damaged.")]

    log.unpark("a").result()
    assert log.parked_matches() == []


def test_the_time_since_the_last_event_counts_while_a_server_is_up(storage: Storage, log: MatchLog) -> None:
    storage.hand.now_ms += 1_000  # it has not begun
    log.beat().result()
    storage.hand.now_ms += 200
    log.append("a", 1, [b"second"]).result()
    storage.hand.now_ms += 70
    up_ms = log.read("a").up_ms
    log.beat().result()
    storage.hand.now_ms += 5  # it is killed, and no heartbeat tells of this
    again = storage.reopened()
    storage.hand.now_ms += 10**9

    assert (up_ms, again.up_ms, again.read("a").up_ms) == (70, 270, 70)

    again.beat().result()
    storage.hand.now_ms += 3
    assert (again.up_ms, again.read("a").up_ms) == (273, 73)

    again.park("a", "It is damaged.").result()
    again.unpark("a").result()
    assert again.read("a").up_ms == 0


def test_the_newest_lines_of_chat_are_read_back_in_order(log: MatchLog) -> None:
    said = [StoredLine(number % 2, GUEST, f"line {number}", number) for number in range(CHAT_LINES + 3)]
    for line in said:
        log.say("a", line).result()

    assert log.read("a").chat == said[3:]


def test_a_line_of_chat_with_the_key_of_another_is_a_repeat(log: MatchLog) -> None:
    first = StoredLine(0, GUEST, "Hello!", 1, "k")
    others = [
        StoredLine(1, GUEST, "Hello!", 2, "k"),
        StoredLine(0, GUEST, "Hello!", 3),
        StoredLine(0, GUEST, "Hello!", 4),
    ]

    assert log.say("a", first).result() == first
    assert log.say("a", first._replace(at_ms=9)).result() == first
    assert [log.say("a", line).result() for line in others] == others
    assert log.read("a").chat == [first, *others]


def test_what_was_appended_since_a_version_is_read_with_its_keys(log: MatchLog) -> None:
    log.append("a", 1, [b"second"], "one").result()
    log.append("a", 2, [b"third", b"fourth"], "two").result()
    tail = log.read("a", 2)

    assert (tail.lines, tail.keys) == ([b"third", b"fourth"], {"one": 2, "two": 4})
    assert (log.read("a", 4).lines, log.read("a", 3).keys) == ([], {"two": 4})


def test_every_change_can_be_noticed(log: MatchLog) -> None:
    play(log, "b", GUEST, None)
    before = log.states(["a", "b", "missing"])
    log.append("a", 1, [b"second"]).result()
    after_append = log.states(["a"])["a"]
    log.say("a", StoredLine(0, GUEST, "Hello!", 1)).result()
    after_say = log.states(["a"])["a"]
    wishes = [log.want_rematch("a", seat).result() for seat in (1, 1, 0)]
    after_wish = log.states(["a"])["a"]
    log.set_seating("b", stored_seating(log, "b").sit_down(1, Seat(PERSON, "Bob", "guest:b"))).result()

    assert before.keys() == {"a", "b"}
    assert (after_append.version, after_append.changes) == (2, before["a"].changes)
    assert before["a"].changes < after_say.changes < after_wish.changes == log.read("a").changes
    assert (wishes, log.read("a").wishes) == ([{1}, {1}, {0, 1}], {0, 1})
    assert log.states([f"x{number}" for number in range(250)] + ["b"])["b"].changes > before["b"].changes


def test_a_seat_is_taken_once(log: MatchLog) -> None:
    play(log, "b", GUEST, None)
    open_still = stored_seating(log, "b")
    taken = open_still.sit_down(1, Seat(PERSON, "Bob", "guest:b"))
    late = open_still.sit_down(1, Seat(PERSON, "Carla", "guest:c"))

    assert log.set_seating("b", taken, open_still).result() == taken
    with pytest.raises(AlreadyThere):
        log.set_seating("b", late, open_still).result()
    assert stored_seating(log, "b") == taken


# People


def sign_up(people: People, name: str = "Ada", session: str = "s1", guest: str | None = None) -> IdentityChanged:
    return people.sign_up(name, f"hash of {name}", session, NOW_MS, guest).result()


def account_of(people: People, name: str = "Ada") -> Account:
    account = people.find(name)
    assert account is not None
    return account


def play(log: MatchLog, match: str, *identity: str | None) -> Seating:
    """Store a match of these people; None leaves a seat open."""
    first, second = (Seat(OPEN, "Open seat") if one is None else Seat(PERSON, f"Old {one}", one) for one in identity)
    return log.create(match, 1, Seating((first, second), "word"), [b"x"]).result()


def stored_seating(log: MatchLog, match: str) -> Seating:
    return read_seating(log.read(match).seating)


@pytest.mark.parametrize("same", ["ada", "ADA", "Ａｄａ"])
def test_a_name_is_taken_however_it_is_written(people: People, same: str) -> None:
    sign_up(people)

    assert account_of(people, same).name == "Ada"
    with pytest.raises(NameTaken):
        sign_up(people, same, "s2")
    assert people.of_session("s2", NOW_MS) is None


def test_a_name_is_taken_when_it_looks_like_another(people: People) -> None:
    sign_up(people, "Marvin")

    assert people.find("Marvln") is None
    alike = people.find_alike("MARV1N")
    assert alike is not None
    assert alike.name == "Marvin"
    with pytest.raises(NameTaken):
        sign_up(people, "Marvln", "s2")
    people.delete("s1", account_of(people, "Marvin").password).result()
    sign_up(people, "Marvln", "s3")


def test_a_session_leads_to_its_account_until_it_ends(people: People) -> None:
    account = sign_up(people).account
    found = people.of_session("s1", NOW_MS)
    people.end_session("s1").result()

    assert found is not None
    assert (found.id, found.identity) == (account, f"account:{account}")
    assert people.of_session("s1", NOW_MS) is None


def test_a_session_ends_by_itself_in_the_end(people: People) -> None:
    sign_up(people)

    assert people.of_session("s1", NOW_MS + SESSION_MS - 1) is not None
    assert people.of_session("s1", NOW_MS + SESSION_MS) is None


def test_a_new_session_ends_the_oldest_when_there_are_too_many(people: People) -> None:
    sign_up(people)
    ada = account_of(people)
    ended = [people.open_session(ada, f"t{i}", NOW_MS + 1 + i).result() for i in range(MOST_SESSIONS)]

    assert ended[:-1] == [[]] * (MOST_SESSIONS - 1)
    assert ended[-1] == ["s1"]
    assert people.of_session("t0", NOW_MS) is not None


def test_ending_all_sessions_leaves_those_of_others(people: People) -> None:
    sign_up(people)
    people.open_session(account_of(people), "s2", NOW_MS).result()
    sign_up(people, "Bo", "b")
    people.end_all_sessions("s1").result()

    assert [people.of_session(one, NOW_MS) is None for one in ("s1", "s2", "b")] == [True, True, False]


def test_a_new_password_ends_all_other_sessions(people: People) -> None:
    sign_up(people)
    ada = account_of(people)
    people.open_session(ada, "s2", NOW_MS).result()
    people.change_password("s2", ada.password, "new").result()

    assert account_of(people).password == "new"
    assert people.of_session("s1", NOW_MS) is None
    assert people.of_session("s2", NOW_MS) is not None


def test_a_new_password_ends_all_tokens(people: People) -> None:
    sign_up(people)
    people.make_token("s1", "t", "bot", ("play",), NOW_MS).result()
    people.change_password("s1", account_of(people).password, "new").result()

    assert people.of_token("t") is None
    assert people.tokens(account_of(people).id) == []


def test_a_recovery_code_sets_a_password_once_and_ends_everything_else(people: People) -> None:
    ada = sign_up(people).account
    people.make_token("s1", "t", "bot", ("play",), NOW_MS).result()
    people.set_recovery_codes("s1", account_of(people).password, ["old"]).result()
    people.set_recovery_codes("s1", account_of(people).password, ["c1", "c2"]).result()
    found = [people.of_recovery_code(*pair) for pair in (("ADA", "c1"), ("Ada", "old"), ("Bob", "c1"), ("Ada", "c3"))]
    people.recover(ada, "c1", "new", "s2", NOW_MS).result()

    assert [account and account.id for account in found] == [ada, None, None, None]
    assert account_of(people).password == "new"
    assert people.of_session("s1", NOW_MS) is None
    assert people.of_token("t") is None
    assert people.of_session("s2", NOW_MS) is not None
    assert people.num_recovery_codes(ada) == 1
    with pytest.raises(WrongCode):
        people.recover(ada, "c1", "newer", "s3", NOW_MS).result()
    assert people.of_session("s3", NOW_MS) is None


def test_an_old_password_opens_nothing_after_it_was_changed(people: People) -> None:
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


def test_the_same_password_can_be_hashed_again(people: People) -> None:
    sign_up(people)
    people.open_session(account_of(people), "s2", NOW_MS, "stronger").result()

    assert account_of(people).password == "stronger"


def test_a_session_that_has_ended_changes_nothing(people: People) -> None:
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


def test_a_token_is_listed_found_and_revoked(people: People) -> None:
    account = sign_up(people).account
    token = people.make_token("s1", "t", "My bot", ("play", "watch"), NOW_MS).result()
    found = people.of_token("t")
    listed = people.tokens(account)
    people.revoke_token("s1", token.id).result()

    assert found is not None
    assert (found[0].id, found[1]) == (account, token)
    assert listed == [token]
    assert people.of_token("t") is None


def test_a_token_is_revoked_by_its_owner_only(people: People) -> None:
    sign_up(people)
    sign_up(people, "Eve", "e")
    token = people.make_token("s1", "t", "My bot", ("play",), NOW_MS).result()

    with pytest.raises(UnknownToken):
        people.revoke_token("e", token.id).result()
    assert people.of_token("t") is not None


def test_the_number_of_tokens_is_limited(people: People) -> None:
    sign_up(people)
    for i in range(MOST_TOKENS):
        people.make_token("s1", f"t{i}", "bot", (), NOW_MS).result()

    with pytest.raises(TooManyTokens):
        people.make_token("s1", "more", "bot", (), NOW_MS).result()


def test_all_matches_of_a_guest_go_to_the_account(storage: Storage) -> None:
    log, people, projection, results = storage[:4]
    play(log, "m1", GUEST, OTHER)
    play(log, "m2", None, GUEST)
    play(log, "m3", OTHER, None)
    finish(log, "m4", (sit(GUEST), sit(OTHER)), 0).result()
    projection.catch_up()
    log.say("m1", StoredLine(0, GUEST, "hello", 1)).result()
    changed = sign_up(people, guest=GUEST)
    me = f"account:{changed.account}"

    assert sorted(changed.seatings) == ["m1", "m2", "m4"]
    assert all(stored_seating(log, match) == seating for match, seating in changed.seatings.items())
    assert [seat.name for seat in changed.seatings["m1"].seats] == ["Ada", f"Old {OTHER}"]
    assert changed.seatings["m2"].seats_of(me) == (1,)
    assert log.read("m1").chat == [StoredLine(0, me, "hello", 1)]
    assert [entry.match for entry in results.history(me).entries] == ["m4"]
    assert [(entry.other, entry.other_name) for entry in results.history(OTHER).entries] == [(me, "Ada")]
    assert results.history(GUEST).entries == []
    assert people.has_adopted(GUEST)
    assert not people.has_adopted(OTHER)


def test_a_sign_up_that_is_refused_changes_nothing(storage: Storage) -> None:
    before = play(storage.log, "m1", GUEST, None)
    sign_up(storage.people)
    with pytest.raises(NameTaken):
        sign_up(storage.people, session="s2", guest=GUEST)

    assert stored_seating(storage.log, "m1") == before
    assert not storage.people.has_adopted(GUEST)


def test_what_a_guest_requested_before_signing_up_goes_to_the_account(storage: Storage) -> None:
    log, people = storage.log, storage.people
    before = play(log, "m1", OTHER, None)
    changed = sign_up(people, guest=GUEST)
    stored = log.set_seating("m1", before.sit_down(1, Seat(PERSON, "Guest 1234", GUEST))).result()
    made = play(log, "m2", GUEST, GUEST)
    log.say("m2", StoredLine(0, GUEST, "hello", 1)).result()
    me = f"account:{changed.account}"

    assert stored == stored_seating(log, "m1")
    assert stored.seats[1] == Seat(PERSON, "Ada", me)
    assert made.seats_of(me) == (0, 1)
    assert log.read("m2").chat == [StoredLine(0, me, "hello", 1)]


def test_a_guest_signs_up_only_once(storage: Storage) -> None:
    first = sign_up(storage.people, guest=GUEST)
    again = sign_up(storage.people, "Bo", "b", guest=GUEST)
    made = play(storage.log, "m1", GUEST, None)

    assert again.seatings == {}
    assert made.seats_of(f"account:{first.account}") == (0,)


def test_a_deleted_account_leaves_only_its_matches(storage: Storage) -> None:
    log, people = storage.log, storage.people
    changed = sign_up(people)
    me = f"account:{changed.account}"
    seating = play(log, "m1", me, OTHER)
    log.say("m1", StoredLine(0, me, "hello", 1)).result()
    log.say("m1", StoredLine(1, OTHER, "good day", 2)).result()
    people.make_token("s1", "t", "bot", (), NOW_MS).result()
    gone = people.delete("s1", account_of(people).password).result()
    late = log.set_seating("m1", seating).result()

    assert people.find("Ada") is people.find(DELETED) is people.of_session("s1", NOW_MS) is None
    assert people.of_token("t") is None
    assert gone.seatings["m1"].seats[0] == late.seats[0] == Seat(PERSON, DELETED, me)
    assert [line.text for line in log.read("m1").chat] == ["good day"]
    assert sign_up(people, session="s2").account != changed.account  # the name is free, the number is not


def test_an_export_has_everything_but_secrets_and_identities_of_others(storage: Storage) -> None:
    log, people, projection, _ = storage[:4]
    changed = sign_up(people)
    me = f"account:{changed.account}"
    play(log, "m1", me, OTHER)
    finish(log, "m2", (sit(me), sit(OTHER)), 0).result()
    projection.catch_up()
    log.say("m1", StoredLine(0, me, "hello", 1)).result()
    log.say("m1", StoredLine(1, OTHER, "good day", 2)).result()
    people.set_preferences("s1", '{"theme":"dark"}').result()
    people.make_token("s1", "t-hash", "My bot", ("play",), NOW_MS).result()
    told = people.export(changed.account)

    assert told["account"] == {"number": changed.account, "name": "Ada", "created_ms": NOW_MS}
    assert told["preferences"] == {"theme": "dark"}
    assert told["sessions"] == [{"created_ms": NOW_MS}]
    assert told["tokens"] == [{"id": 1, "label": "My bot", "scopes": "play", "created_ms": NOW_MS}]
    assert told["matches"][0] == {"match": "m1", "seat": 0, "names": ["Ada", f"Old {OTHER}"], "file": None}
    assert told["matches"][1]["file"] == "/api/matches/m2/file"
    assert [(row["match"], row["result"]) for row in told["results"]] == [("m2", "won")]
    assert [line["text"] for line in told["chat"]] == ["hello"]
    assert not any(secret in str(told) for secret in ("hash of Ada", "t-hash", "s1", "word"))
    assert people.export(changed.account) == told


# Results


def make_account(people: People, name: str) -> str:
    """Make an account and return its identity."""
    return f"account:{sign_up(people, name, f'session of {name}').account}"


def test_a_match_leaves_an_entry_for_each_person(storage: Storage) -> None:
    undone: list[ev.AnyEvent] = [
        ev.Acted(at_ms=600, seat=0, action="9-13"),
        ev.Acted(at_ms=700, seat=1, action="22-18"),
        ev.UndoAsked(at_ms=710, seat=1),
        ev.UndoAnswered(at_ms=720, seat=0, accept=True, actions=1),
        ev.Acted(at_ms=800, seat=1, action="22-17"),
    ]
    finish(storage.log, "m", (sit("guest:a"), sit("guest:b")), 1, points=(1, 2), played=undone).result()
    storage.projection.catch_up()

    (first,), (second,) = (storage.results.history(one).entries for one in ("guest:a", "guest:b"))
    assert (first.seat, first.other, first.result, first.experience) == (0, "guest:b", "lost", 1)
    assert (second.seat, second.other, second.result, second.experience) == (1, "guest:a", "won", 2)
    assert (first.num_actions, first.started_ms, first.ended_ms, first.rating_change) == (2, 500, 1000, None)


def test_a_match_that_cannot_be_read_leaves_nothing_and_is_counted(storage: Storage) -> None:
    log, results = storage.log, storage.results
    ended, _ = write_line(0, ev.Ended(at_ms=1, winner=0, reason="x", experience=(1, 1)), NO_HASH)
    finish(log, "m1", (sit("guest:a"), NOVICE), 0).result()
    for match_id, line in (("damaged", b"no JSON"), ("headless", ended)):
        log.create(match_id, 1, Seating((sit("guest:a"), NOVICE), "x"), [line]).result()
        log.append(match_id, 1, [ended], is_over=True).result()
    finish(log, "m2", (sit("guest:a"), NOVICE), 0).result()
    storage.projection.catch_up()
    storage.projection.catch_up()

    assert sorted(entry.match for entry in results.history("guest:a").entries) == ["m1", "m2"]
    assert storage.projection.num_skipped == 2


def test_a_parked_match_that_is_over_still_counts(storage: Storage) -> None:
    finish(storage.log, "m", (sit("guest:a"), NOVICE), 0).result()
    storage.log.park("m", "Its game has other rules now.").result()
    storage.projection.catch_up()

    assert [entry.match for entry in storage.results.history("guest:a").entries] == ["m"]


def test_a_match_against_oneself_is_listed_once_and_earns_nothing(storage: Storage) -> None:
    ada = make_account(storage.people, "Ada")
    finish(storage.log, "m", (sit(ada), sit(ada)), 0, is_rated=True).result()
    storage.projection.catch_up()

    (entry,) = storage.results.history(ada).entries
    (overall,) = storage.results.profile(ada, 1000)
    assert (entry.seat, entry.result, entry.experience, entry.rating_change) == (0, "played", 0, None)
    assert (overall.matches, overall.wins) == (0, 0)


@pytest.mark.parametrize(("other", "reason"), [("guest:b", "aborted"), (None, "timed_out")])
def test_an_aborted_match_and_one_without_an_opponent_leave_nothing(
    storage: Storage, other: str | None, reason: str
) -> None:
    finish(storage.log, "m", (sit("guest:a"), sit(other) if other else NOBODY), None, reason=reason).result()
    storage.projection.catch_up()

    assert storage.results.history("guest:a").entries == []


@pytest.mark.parametrize(
    ("opponent", "is_rated", "is_counted"),
    [("Bo", True, True), ("Bo", False, False), ("guest", True, False), ("computer", True, False)],
)
def test_only_rated_matches_of_two_accounts_change_ratings(
    storage: Storage, opponent: str, is_rated: bool, is_counted: bool
) -> None:
    ada, bo = make_account(storage.people, "Ada"), make_account(storage.people, "Bo")
    seat = {"Bo": sit(bo), "guest": sit("guest:a"), "computer": NOVICE}[opponent]
    finish(storage.log, "m", (sit(ada), seat), 0, is_rated=is_rated).result()
    storage.projection.catch_up()

    assert storage.results.rating_of(ada, "checkers", 1000).num == int(is_counted)
    assert (storage.results.history(ada).entries[0].rating_change is not None) == is_counted


def test_ratings_follow_match_by_match_with_the_time_between(storage: Storage) -> None:
    ada, bo = make_account(storage.people, "Ada"), make_account(storage.people, "Bo")
    both, now_ms = (sit(ada), sit(bo)), 101 * DAY_MS
    finish(storage.log, "m", both, 0, is_rated=True, at_ms=DAY_MS).result()
    finish(storage.log, "n", both, None, is_rated=True, at_ms=now_ms).result()
    storage.projection.catch_up()

    first, second = after_match(Rating(), Rating(), 1.0)
    expected = after_match(aged(first, 100 * DAY_MS), aged(second, 100 * DAY_MS), 0.5)
    for identity, rating in zip((ada, bo), expected, strict=True):
        assert storage.results.rating_of(identity, "checkers", now_ms) == RatingNow(rating.rating, rating.deviation, 2)
    assert storage.results.history(ada).entries[1].rating_change == first.rating - 1500
    assert storage.results.history(bo).entries[0].rating_change == expected[1].rating - second.rating


def test_a_profile_has_levels_overall_and_by_game(storage: Storage) -> None:
    for number in range(5):
        finish(storage.log, f"m{number}", (sit("guest:a"), NOVICE), 0, points=(3, 1)).result()
    finish(storage.log, "n", (NOVICE, sit("guest:a")), 0, points=(2, 1), game="whist").result()
    storage.projection.catch_up()

    overall, checkers, whist = storage.results.profile("guest:a", 1000)
    assert (overall.game, overall.level, overall.matches, overall.wins) == (OVERALL, Level(1, 6, 12), 6, 5)
    assert (checkers.game, checkers.level, checkers.matches, checkers.wins) == ("checkers", Level(1, 5, 12), 5, 5)
    assert (whist.game, whist.level, whist.wins, whist.rating) == ("whist", Level(0, 1, 10), 0, None)


def test_a_newcomer_is_at_level_0(storage: Storage) -> None:
    (overall,) = storage.results.profile("guest:a", 1000)

    assert (overall.game, overall.level, overall.matches, overall.rating) == (OVERALL, Level(0, 0, 10), 0, None)
    assert storage.results.rating_of("guest:a", "checkers", 1000) == RatingNow(1500, 350, 0)


def test_draws_and_defeats_are_counted_apart(storage: Storage) -> None:
    finish(storage.log, "m", (sit("guest:a"), sit("guest:b")), 1).result()
    finish(storage.log, "n", (sit("guest:a"), NOVICE), None, game="whist").result()
    finish(storage.log, "o", (sit("guest:a"), sit("guest:a")), 1).result()
    storage.projection.catch_up()

    assert storage.results.private_records("guest:a") == {
        OVERALL: PrivateRecord(drawn=1, lost=1), "checkers": PrivateRecord(0, 1), "whist": PrivateRecord(1, 0),
    }  # fmt: skip


def test_a_history_is_given_in_pages_newest_first(storage: Storage) -> None:
    for number in range(12):  # some end in the same millisecond
        finish(storage.log, f"m{number:02}", (sit("guest:a"), NOVICE), 0, at_ms=1000 + number // 3).result()
    storage.projection.catch_up()

    seen, before = [], None
    while True:
        page = storage.results.history("guest:a", before=before, limit=5)
        seen += [entry.match for entry in page.entries]
        if page.after is None:
            break
        before = page.after
    assert seen == [f"m{number:02}" for number in reversed(range(12))]


@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_filters_find_what_a_look_at_every_entry_finds(open_storage: Open, seed: int) -> None:
    with open_storage() as storage:
        finish_many(storage.log, 60, seed, PEOPLE)
        storage.projection.catch_up()
        everything = storage.results.history("account:1", limit=100).entries
        middle = everything[len(everything) // 2].ended_ms

        def check(filters: Filters, is_wanted: Callable[[Entry], bool]) -> None:
            found = storage.results.history("account:1", filters, limit=100).entries
            assert found == list(filter(is_wanted, everything))

        check(Filters(game="whist"), lambda entry: entry.game == "whist")
        check(Filters(result="lost"), lambda entry: entry.result == "lost")
        check(Filters(opponent="self"), lambda entry: entry.other == "account:1")
        check(Filters(opponent="computer"), lambda entry: entry.level == "novice")
        check(Filters(opponent="computer", level="master"), lambda _: False)
        check(Filters(opponent="person"), lambda entry: entry.other not in ("account:1", None))
        check(Filters(other="account:2", result="won"), lambda e: (e.other, e.result) == ("account:2", "won"))
        check(Filters(is_rated=True), lambda entry: entry.rating_change is not None)
        check(Filters(is_rated=False), lambda entry: entry.rating_change is None)
        check(Filters(from_ms=middle), lambda entry: entry.ended_ms >= middle)
        check(Filters(to_ms=middle), lambda entry: entry.ended_ms < middle)


def test_a_history_names_opponents_with_an_account_but_not_the_deleted(storage: Storage) -> None:
    log, people, projection, results = storage[:4]
    ada, bo = make_account(people, "Ada"), make_account(people, "Bo")
    finish(log, "m", (sit(ada), sit(bo)), 0).result()
    finish(log, "n", (sit(bo), sit("guest:a")), 0).result()
    projection.catch_up()
    people.delete("session of Ada", "hash of Ada").result()

    assert [entry.other_name for entry in results.history(ada).entries] == ["Bo"]
    assert [entry.other_name for entry in results.history(bo).entries] == [None, None]
    assert results.account_called("ADA") is None
    assert results.account_called("BO") == (bo, "Bo")
    assert [leader.name for leader in results.leaders(OVERALL, "level", 1000, 10)] == ["Bo"]


def test_leaders_are_accounts_in_a_stable_order(storage: Storage) -> None:
    ada, bo, cy = (make_account(storage.people, name) for name in ("Ada", "Bo", "Cy"))
    for number, (identity, points) in enumerate([(bo, 3), ("guest:a", 9), (cy, 2), (ada, 2), (cy, 0)]):
        finish(storage.log, f"m{number}", (sit(identity), NOVICE), 0, points=(points, 0)).result()
    storage.projection.catch_up()

    def names(game: str, by: Order) -> list[str]:
        return [leader.name for leader in storage.results.leaders(game, by, 1000, 10)]

    assert names("checkers", "level") == names(OVERALL, "level") == ["Bo", "Ada", "Cy"]
    assert names("checkers", "wins") == ["Cy", "Ada", "Bo"]
    assert names("whist", "level") == names("checkers", "rating") == []
    assert len(storage.results.leaders(OVERALL, "level", 1000, 2)) == 2


def test_a_provisional_rating_is_not_on_the_leaderboard(storage: Storage) -> None:
    ada, bo = make_account(storage.people, "Ada"), make_account(storage.people, "Bo")
    finish(storage.log, "m", (sit(ada), sit(bo)), 0, is_rated=True).result()
    storage.projection.catch_up()
    assert storage.results.leaders("checkers", "rating", 1000, 10) == []
    assert storage.results.leaders("checkers", "wins", 1000, 10)[0].rating is None

    for number in range(30):
        finish(storage.log, f"m{number}", (sit(ada), sit(bo)), int(number % 3 == 0), is_rated=True).result()
    storage.projection.catch_up()
    assert [leader.name for leader in storage.results.leaders("checkers", "rating", 1000, 10)] == ["Ada", "Bo"]
