"""What people have reached: levels, ratings, histories and leaderboards, from a real database."""

from collections.abc import Iterator
from contextlib import closing

import pytest
import sqlalchemy as sa

from parlour.match.glicko import YEAR_MS
from parlour.match.results import RatingNow
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place
from parlour.storage.projections import SqlProjection
from parlour.storage.standings import SqlResults
from parlour.storage.tables import accounts, ratings
from support.stored_matches import DAY_MS, add_account, finish, sit

PEOPLE = ["account:1", "account:2", "guest:a", "guest:b"]


class Club:
    """A database with two accounts, Ada and Bo, and what they have played."""

    def __init__(self, place: Place) -> None:
        self.database = Database(place)
        self.log, self.records, self.standings = (
            SqlLog(self.database),
            SqlProjection(self.database),
            SqlResults(self.database),
        )
        self.ada, self.bo = add_account(self.database, "Ada"), add_account(self.database, "Bo")

    def close(self) -> None:
        self.database.close()

    def rate(self, identity: str, rating: float, deviation: float, game: str = "checkers") -> None:
        changed = sa.update(ratings).where(ratings.c.identity == identity, ratings.c.game == game)
        values = changed.values(rating=rating, deviation=deviation)
        self.database.write(lambda connection: connection.execute(values)).result()


@pytest.fixture
def club(place: Place) -> Iterator[Club]:
    with closing(Club(place)) as club:
        yield club


def test_a_rating_gets_less_certain_while_its_owner_is_away(club: Club) -> None:
    finish(club.log, "m", (sit(club.ada), sit(club.bo)), 0, is_rated=True, at_ms=DAY_MS).result()
    club.records.catch_up()
    club.rate(club.ada, 1600, 60)

    fresh = club.standings.rating_of(club.ada, "checkers", DAY_MS)
    stale = club.standings.rating_of(club.ada, "checkers", 3 * YEAR_MS)
    assert (fresh.rating, fresh.deviation, fresh.num, fresh.is_provisional) == (1600, 60, 1, False)
    assert stale.rating == 1600
    assert stale.is_provisional


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
