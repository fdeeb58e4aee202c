"""What people have reached: levels, ratings, histories and leaderboards, from a real database."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match.experience import Level
from parlour.match.glicko import YEAR_MS
from parlour.match.results import OVERALL, Filters, PrivateRecord, RatingNow
from parlour.storage.database import Database
from parlour.storage.log import SqliteLog
from parlour.storage.projections import SqliteProjection
from parlour.storage.standings import SqliteResults
from parlour.storage.tables import accounts, ratings
from support.stored_matches import DAY_MS, NOVICE, add_account, finish, finish_many, sit

PEOPLE = ["account:1", "account:2", "guest:a", "guest:b"]


class Club:
    """A database with two accounts, Ada and Bo, and what they have played."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.log, self.records, self.standings = (
            SqliteLog(self.database),
            SqliteProjection(self.database),
            SqliteResults(self.database),
        )
        self.ada, self.bo = add_account(self.database, "Ada"), add_account(self.database, "Bo")

    def close(self) -> None:
        self.database.close()

    def rate(self, identity: str, rating: float, deviation: float, game: str = "checkers") -> None:
        changed = sa.update(ratings).where(ratings.c.identity == identity, ratings.c.game == game)
        values = changed.values(rating=rating, deviation=deviation)
        self.database.write(lambda connection: connection.execute(values)).result()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with closing(Club(tmp_path / "parlour.db")) as club:
        yield club


def test_a_profile_has_levels_overall_and_by_game(club: Club) -> None:
    for number in range(5):
        finish(club.log, f"m{number}", (sit(club.ada), NOVICE), 0, points=(3, 1)).result()
    finish(club.log, "n", (NOVICE, sit(club.ada)), 0, points=(2, 1), game="whist").result()
    club.records.catch_up()

    overall, checkers, whist = club.standings.profile(club.ada, 1000)
    assert (overall.game, overall.level, overall.matches, overall.wins) == (OVERALL, Level(1, 6, 12), 6, 5)
    assert (checkers.game, checkers.level, checkers.matches, checkers.wins) == ("checkers", Level(1, 5, 12), 5, 5)
    assert (whist.game, whist.level, whist.wins, whist.rating) == ("whist", Level(0, 1, 10), 0, None)


def test_who_has_played_nothing_is_at_level_0(club: Club) -> None:
    (overall,) = club.standings.profile(club.bo, 1000)

    assert (overall.game, overall.level, overall.matches, overall.rating) == (OVERALL, Level(0, 0, 10), 0, None)
    assert club.standings.rating_of(club.bo, "checkers", 1000) == RatingNow(1500, 350, 0)


def test_defeats_are_counted_apart(club: Club) -> None:
    finish(club.log, "m", (sit(club.ada), sit(club.bo)), 1).result()
    finish(club.log, "n", (sit(club.ada), NOVICE), None, game="whist").result()
    finish(club.log, "o", (sit(club.ada), sit(club.ada)), 1).result()
    club.records.catch_up()

    assert club.standings.private_records(club.ada) == {
        OVERALL: PrivateRecord(drawn=1, lost=1), "checkers": PrivateRecord(0, 1), "whist": PrivateRecord(1, 0),
    }  # fmt: skip


def test_a_rating_gets_less_sure_while_its_owner_is_away(club: Club) -> None:
    finish(club.log, "m", (sit(club.ada), sit(club.bo)), 0, is_rated=True, at_ms=DAY_MS).result()
    club.records.catch_up()
    club.rate(club.ada, 1600, 60)

    fresh = club.standings.rating_of(club.ada, "checkers", DAY_MS)
    stale = club.standings.rating_of(club.ada, "checkers", 3 * YEAR_MS)
    assert (fresh.rating, fresh.deviation, fresh.num, fresh.is_provisional) == (1600, 60, 1, False)
    assert stale.rating == 1600
    assert stale.is_provisional


def test_a_history_is_given_in_pages_newest_first(club: Club) -> None:
    for number in range(12):  # some end in the same millisecond
        finish(club.log, f"m{number:02}", (sit(club.ada), NOVICE), 0, at_ms=1000 + number // 3).result()
    club.records.catch_up()

    seen, before = [], None
    while True:
        page = club.standings.history(club.ada, before=before, limit=5)
        seen += [entry.match for entry in page.entries]
        if page.after is None:
            break
        before = page.after
    assert seen == [f"m{number:02}" for number in reversed(range(12))]


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_filters_find_what_a_look_at_every_entry_finds(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    with closing(Club(tmp_path_factory.mktemp("club") / "parlour.db")) as club:
        finish_many(club.log, 60, seed, PEOPLE)
        club.records.catch_up()
        everything = club.standings.history("account:1", limit=100).entries

        def check(filters: Filters, kept: list[bool]) -> None:
            found = club.standings.history("account:1", filters, limit=100).entries
            assert found == [entry for entry, keep in zip(everything, kept, strict=True) if keep]

        check(Filters(game="whist"), [e.game == "whist" for e in everything])
        check(Filters(result="lost"), [e.result == "lost" for e in everything])
        check(Filters(opponent="self"), [e.other == "account:1" for e in everything])
        check(Filters(opponent="computer"), [e.level == "novice" for e in everything])
        check(Filters(opponent="computer", level="master"), [False for e in everything])
        check(Filters(opponent="person"), [e.other not in ("account:1", None) for e in everything])
        check(
            Filters(other="account:2", result="won"), [(e.other, e.result) == ("account:2", "won") for e in everything]
        )
        middle = everything[len(everything) // 2].ended_ms
        check(Filters(from_ms=middle), [e.ended_ms >= middle for e in everything])
        check(Filters(to_ms=middle), [e.ended_ms < middle for e in everything])


def test_a_history_names_the_accounts_opposite_but_not_the_deleted(club: Club) -> None:
    finish(club.log, "m", (sit(club.ada), sit(club.bo)), 0).result()
    finish(club.log, "n", (sit(club.bo), sit("guest:a")), 0).result()
    club.records.catch_up()
    deleted = sa.update(accounts).where(accounts.c.name == "Ada").values(folded=None, name="Deleted player")
    club.database.write(lambda connection: connection.execute(deleted)).result()

    assert [entry.other_name for entry in club.standings.history(club.ada).entries] == ["Bo"]
    assert [entry.other_name for entry in club.standings.history(club.bo).entries] == [None, None]
    assert club.standings.account_called("ADA") is None
    assert club.standings.account_called("BO") == (club.bo, "Bo")


def test_leaders_are_accounts_in_a_stable_order(club: Club) -> None:
    cy, guest = add_account(club.database, "Cy"), "guest:a"
    for number, (identity, points) in enumerate([(club.bo, 3), (guest, 9), (cy, 2), (club.ada, 2), (cy, 0)]):
        finish(club.log, f"m{number}", (sit(identity), NOVICE), 0, points=(points, 0)).result()
    club.records.catch_up()

    def names(game: str, by: str) -> list[str]:
        return [leader.name for leader in club.standings.leaders(game, by, 1000, 10)]  # type: ignore[arg-type]  # a word

    assert names("checkers", "level") == names(OVERALL, "level") == ["Bo", "Ada", "Cy"]
    assert names("checkers", "wins") == ["Cy", "Ada", "Bo"]
    assert names("whist", "level") == names("checkers", "rating") == []
    assert len(club.standings.leaders(OVERALL, "level", 1000, 2)) == 2


def test_a_provisional_rating_is_not_listed(club: Club) -> None:
    finish(club.log, "m", (sit(club.ada), sit(club.bo)), 0, is_rated=True).result()
    club.records.catch_up()
    assert club.standings.leaders("checkers", "rating", 1000, 10) == []
    assert club.standings.leaders("checkers", "wins", 1000, 10)[0].rating is None

    club.rate(club.ada, 1600, 60)
    club.rate(club.bo, 1700, 110.1)
    (leader,) = club.standings.leaders("checkers", "rating", 1000, 10)
    assert (leader.name, leader.rating) == ("Ada", RatingNow(1600, 60, 1))
    assert club.standings.leaders("checkers", "rating", 1000 + YEAR_MS - DAY_MS, 10) != []
    assert club.standings.leaders("checkers", "rating", 1000 + YEAR_MS + DAY_MS, 10) == []


def test_a_deleted_account_leads_nothing(club: Club) -> None:
    finish(club.log, "m", (sit(club.ada), sit(club.bo)), 0, is_rated=True).result()
    club.records.catch_up()
    club.rate(club.ada, 1600, 60)
    deleted = sa.update(accounts).where(accounts.c.name == "Ada").values(folded=None)
    club.database.write(lambda connection: connection.execute(deleted)).result()

    for by in ("level", "wins", "rating"):
        assert "Ada" not in [leader.name for leader in club.standings.leaders("checkers", by, 1000, 10)]
