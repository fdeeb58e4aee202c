"""Stars are taken in with the results of finished missions: the most count, and all goes with the person."""

import pytest
from msgspec import UNSET

from parlour.match import events as ev
from parlour.match.file import write_lines
from parlour.match.mission import DONE, Condition, Terms
from parlour.match.seating import Seating
from parlour.storage.campaign import SqlCampaignProgress
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.projections import SqlProjection
from support.stored_matches import NOVICE, sit

ME, OTHER = "guest:me", "guest:other"
GAME = "checkers"
GOAL = (Condition("round", at_least=2),)


@pytest.fixture
def progress(database: Database) -> SqlCampaignProgress:
    return SqlCampaignProgress(database)


def finish(database: Database, number: int, stars: int | None, *, mission: str = "m", difficulty: str = "easy",
           identity: str = ME) -> None:  # fmt: skip
    """Write a finished mission, won with some stars or lost, and take it in."""
    terms = Terms(mission, difficulty, 0, GOAL)
    ended = ev.Ended(
        at_ms=number + 1, winner=0, reason=DONE, experience=(0, 0), stars=UNSET if stars is None else stars
    )
    events: list[ev.AnyEvent] = [
        ev.Started(at_ms=number, game=GAME, rules_version=1, options={}, seed_hash="", position="p", mission=terms),
        ev.Acted(at_ms=number, seat=0, action="x"),
        ended,
        ev.SeedRevealed(at_ms=number + 1, seed="1"),
    ]
    lines = write_lines(events)[0]
    log = SqlLog(database, lambda: 0)
    log.create(f"m{number}", 1, Seating((sit(identity), NOVICE), "x", is_practice=True), lines[:1])
    log.append(f"m{number}", 1, lines[1:], is_over=True).result()
    SqlProjection(database).catch_up()


def test_the_most_stars_of_each_mission_and_difficulty_are_kept(
    database: Database, progress: SqlCampaignProgress
) -> None:
    finish(database, 1, 2)
    finish(database, 2, 1)
    finish(database, 3, None)
    finish(database, 4, 3, difficulty="hard")
    finish(database, 5, 1, mission="n")
    finish(database, 6, 3, identity=OTHER)

    assert progress.earned(ME, GAME) == {"m": {"easy": 2, "hard": 3}, "n": {"easy": 1}}
    assert progress.earned(ME, "whist") == {}


def test_a_lost_mission_earns_nothing(database: Database, progress: SqlCampaignProgress) -> None:
    finish(database, 1, None)

    assert progress.earned(ME, GAME) == {}


def test_signing_in_takes_the_stars_of_the_guest_along_where_they_are_more(
    database: Database, progress: SqlCampaignProgress
) -> None:
    finish(database, 1, 3)
    finish(database, 2, 1, mission="n")
    finish(database, 3, 1, identity=OTHER)
    finish(database, 4, 2, mission="n", identity=OTHER)
    progress.copy(ME, OTHER).result()

    assert progress.earned(OTHER, GAME) == {"m": {"easy": 3}, "n": {"easy": 2}}
    assert progress.earned(ME, GAME) == {"m": {"easy": 3}, "n": {"easy": 1}}


def test_stars_stay_when_results_are_rebuilt(database: Database, progress: SqlCampaignProgress) -> None:
    finish(database, 1, 2)
    progress.copy(ME, OTHER).result()
    SqlProjection(database).rebuild()

    assert progress.earned(ME, GAME) == progress.earned(OTHER, GAME) == {"m": {"easy": 2}}


def test_a_guest_takes_stars_into_an_account_which_exports_and_deletes_them(
    database: Database, progress: SqlCampaignProgress
) -> None:
    finish(database, 1, 2)
    people = SqlPeople(database)
    account = people.sign_up("Ada", "hash", "session", 10, ME).result().account
    identity = f"account:{account}"

    assert progress.earned(ME, GAME) == {}
    assert progress.earned(identity, GAME) == {"m": {"easy": 2}}
    row = {"game": GAME, "mission": "m", "difficulty": "easy", "stars": 2, "at_ms": 2}
    assert people.export(account)["campaigns"] == [row]
    people.delete("session", "hash").result()
    assert progress.earned(identity, GAME) == {}
