"""Tournaments on the disk: all or nothing, and nobody's old name stays."""

import pytest

from parlour.match.accounts import DELETED
from parlour.match.errors import AlreadyThere, UnknownTournament
from parlour.match.tournament import events as ev
from parlour.match.tournament.port import Place, StoredPlayer, TournamentLog
from parlour.storage.database import Database
from parlour.storage.people import SqlPeople
from parlour.storage.tournaments import SqlTournaments

HOST = StoredPlayer("account:9", "Hanna")
GUEST = StoredPlayer("guest:g", "Guest 1234")
PLAN = ev.Plan(format="arena", game="nim", options={}, pace="5+3", minutes=5)
CREATED = ev.write_event(ev.Created(plan=PLAN, seed=1, at_ms=7))
UP_MS = 5_000


@pytest.fixture
def stored(database: Database) -> TournamentLog:
    return SqlTournaments(database, lambda: UP_MS)


def create(stored: TournamentLog, tournament: str = "t1", host: StoredPlayer = HOST, is_public: bool = True) -> None:
    plan = ev.write_event(PLAN).decode()
    stored.create(tournament, "Friday cup", host, (), plan, is_public, [CREATED]).result()


def join(stored: TournamentLog, player: StoredPlayer, version: int = 1, tournament: str = "t1") -> StoredPlayer | None:
    line = ev.write_event(ev.Joined(player=version - 1, rating=1500.0, at_ms=8))
    return stored.append(tournament, version, [line], player).result()


def end(
    stored: TournamentLog, version: int, places: list[Place] | None, tournament: str = "t1", at_ms: int = 9
) -> None:
    line = ev.write_event(ev.Ended(at_ms=at_ms))
    stored.append(tournament, version, [line], None, places, at_ms).result()


def test_what_is_stored_is_read_back(stored: TournamentLog) -> None:
    create(stored)
    assert join(stored, GUEST) == GUEST
    found = stored.read("t1")

    assert (found.roster.title, found.roster.host, found.roster.players) == ("Friday cup", HOST, [GUEST])
    assert [type(ev.read_event(line)) for line in found.lines] == [ev.Created, ev.Joined]
    assert found.up_ms == 0
    assert stored.open_rosters() == {"t1": found.roster}
    with pytest.raises(UnknownTournament):
        stored.read("t2")


def test_events_for_another_version_change_nothing(stored: TournamentLog) -> None:
    create(stored)
    join(stored, GUEST)

    with pytest.raises(AlreadyThere):
        join(stored, StoredPlayer("guest:h", "Guest 2345"))
    assert len(stored.read("t1").lines) == 2
    assert stored.read("t1").roster.players == [GUEST]


def test_open_and_past_tournaments_are_listed(stored: TournamentLog) -> None:
    for name, is_public in (("t1", True), ("t2", True), ("t3", False), ("t4", True)):
        create(stored, name, is_public=is_public)
    end(stored, 1, [], "t1", at_ms=9)
    end(stored, 1, [], "t2", at_ms=10)
    end(stored, 1, [], "t3")

    assert stored.open_tournaments() == ["t4"]
    assert stored.past_tournaments(10) == ["t2", "t1"]
    end(stored, 1, None, "t4")
    assert stored.past_tournaments(1) == ["t2"]


def test_a_guest_who_signs_up_keeps_tournaments_as_the_account(database: Database, stored: TournamentLog) -> None:
    create(stored)
    join(stored, GUEST)
    people = SqlPeople(database)
    me = StoredPlayer(f"account:{people.sign_up('Ada', 'hash', 's1', 1, 'guest:g').result().account}", "Ada")
    create(stored, "t2", host=GUEST)  # asked for before the sign-up, stored after it
    late = join(stored, GUEST, tournament="t2")

    assert stored.read("t1").roster.players == [me]
    assert late == me
    assert stored.read("t2").roster.host == me


def test_places_are_in_the_profile_and_in_the_export(database: Database, stored: TournamentLog) -> None:
    people = SqlPeople(database)
    account = people.sign_up("Ada", "hash", "s1", 1).result().account
    me = StoredPlayer(f"account:{account}", "Ada")
    for name, is_public in (("t1", True), ("t2", False), ("t3", True)):
        create(stored, name, me, is_public)
        join(stored, me, tournament=name)
        join(stored, GUEST, 2, name)
    end(stored, 3, [Place(0, 2, 4), Place(1, 1, 6)], "t1")
    end(stored, 3, None, "t3")

    (public,) = stored.results_of(me.identity or "", with_private=False, limit=10)
    assert (public.tournament, public.title, public.place, public.points) == ("t1", "Friday cup", 2, 4)
    assert (public.num_players, public.ended_ms) == (2, 9)
    assert {each.tournament for each in stored.results_of(me.identity or "", with_private=True, limit=10)} == {
        "t1",
        "t2",
    }
    told = people.export(account)
    assert [(row["tournament"], row["place"]) for row in told["tournaments"]] == [("t1", 2), ("t2", None), ("t3", None)]
    assert [row["title"] for row in told["hosted"]] == ["Friday cup"] * 3
    assert "guest:g" not in str(told)


def test_a_deleted_account_leaves_no_name_in_tournaments(database: Database, stored: TournamentLog) -> None:
    people = SqlPeople(database)
    account = people.sign_up("Ada", "hash", "s1", 1).result().account
    me = StoredPlayer(f"account:{account}", "Ada")
    create(stored, host=me)
    join(stored, me)
    people.delete("s1", "hash").result()
    roster = stored.read("t1").roster

    assert roster.title == "Tournament"
    assert roster.host.name == roster.players[0].name == DELETED
