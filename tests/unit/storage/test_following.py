"""Whom people follow, challenges, running matches, achievements and rating graphs, in a real database."""

from typing import Any

import pytest
import sqlalchemy as sa

from parlour.match.clock import DAY_MS
from parlour.match.errors import TooManyChallenges, TooManyFollowed
from parlour.match.people_ports import MOST_CHALLENGES, MOST_FOLLOWED, Followed
from parlour.match.results import PLAYED
from parlour.match.seating import Seating
from parlour.storage.achievements import SqlAchievements
from parlour.storage.analyses import SqlAnalyses
from parlour.storage.database import Database
from parlour.storage.following import SqlChallenges, SqlFollowing, SqlReached
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.projections import SqlProjection
from parlour.storage.tables import ratings, results
from support.stored_matches import NOBODY, NOVICE, add_account, dump, finish, finish_many, sit

PEOPLE = ["account:1", "account:2", "guest:a", "guest:b"]


@pytest.fixture
def log(database: Database) -> SqlLog:
    return SqlLog(database)


def offer(log: SqlLog, match: str, host: str) -> None:
    log.create(match, 1, Seating((sit(host), NOBODY), "word"), [b"x"]).result()


def test_people_are_followed_until_they_are_not(database: Database) -> None:
    following = SqlFollowing(database)
    ada, bo, cy = (add_account(database, name) for name in ("Ada", "bo", "Cy"))
    for other in (cy, bo, bo):
        following.follow(ada, other, 1).result()

    assert following.by(ada) == [Followed(bo, "bo"), Followed(cy, "Cy")]
    assert following.by(bo) == []
    following.unfollow(ada, cy).result()
    following.unfollow(ada, cy).result()
    assert following.by(ada) == [Followed(bo, "bo")]


def test_a_person_follows_a_bounded_number(database: Database) -> None:
    following = SqlFollowing(database)
    for number in range(MOST_FOLLOWED):
        following.follow("account:1", f"account:{number + 2}", 1)
    with pytest.raises(TooManyFollowed, match="Unfollow one first"):
        following.follow("account:1", "account:9999", 1).result()


def test_a_challenge_waits_until_it_is_withdrawn_or_its_match_is_over(database: Database, log: SqlLog) -> None:
    challenges = SqlChallenges(database)
    for number, match in enumerate(("a", "b", "c")):
        offer(log, match, "account:1")
        challenges.challenge(match, "account:2", number).result()
    challenges.challenge("b", "account:3", 9).result()

    assert (challenges.to("account:2"), challenges.to("account:3")) == (["c", "a"], ["b"])
    assert [challenges.withdraw("a", "account:2").result() for _ in range(2)] == [True, False]
    log.append("c", 1, [b"last"], is_over=True).result()
    assert challenges.to("account:2") == []


def test_a_person_has_a_bounded_number_of_challenges_that_count(database: Database, log: SqlLog) -> None:
    challenges = SqlChallenges(database)
    for number in range(MOST_CHALLENGES + 1):
        offer(log, f"m{number}", "account:1")
    for number in range(MOST_CHALLENGES):
        challenges.challenge(f"m{number}", "account:2", number).result()
    with pytest.raises(TooManyChallenges):
        challenges.challenge(f"m{MOST_CHALLENGES}", "account:2", 99).result()
    log.append("m0", 1, [b"last"], is_over=True).result()

    challenges.challenge(f"m{MOST_CHALLENGES}", "account:2", 99).result()
    assert len(challenges.to("account:2")) == MOST_CHALLENGES


def test_running_matches_are_listed_as_they_were_last_touched(database: Database, log: SqlLog) -> None:
    reached = SqlReached(database)
    for match, seats in {
        "a": (sit("guest:a"), NOBODY), "b": (sit("guest:a"), sit("guest:a")), "c": (NOVICE, sit("guest:a")),
        "d": (sit("guest:b"), NOBODY), "e": (sit("guest:a"), NOVICE), "f": (sit("guest:a"), NOVICE),
    }.items():  # fmt: skip
        log.create(match, 1, Seating(seats, "x"), [b"x"]).result()
    log.append("a", 1, [b"y"]).result()
    log.append("e", 1, [b"y"], is_over=True).result()
    log.park("f", "It is damaged.").result()

    assert reached.running("guest:a", 10) == ["a", "c", "b"]
    assert reached.running("guest:a", 2) == ["a", "c"]
    assert reached.running("guest:c", 10) == []


def test_accuracy_is_the_mean_over_a_persons_analysed_matches(database: Database, log: SqlLog) -> None:
    finish_many(log, 12, 4, PEOPLE)
    SqlProjection(database).catch_up()
    rows = database.reader().execute(sa.select(results).where(results.c.identity == PEOPLE[0])).all()
    told: dict[str, list[float]] = {}
    for number, row in enumerate(rows[:-1]):  # the last one is not analysed
        mine, other = 50.0 + number, 0.0
        accuracy = (mine, other) if row.seat == 0 else (other, mine)
        SqlAnalyses(database).store(row.match, b"{}", accuracy).result()
        if row.result != PLAYED:
            told.setdefault(row.game, []).append(mine)

    found = SqlReached(database).accuracy(PEOPLE[0])

    assert told
    assert {each.game: each.matches for each in found} == {game: len(values) for game, values in told.items()}
    for each in found:
        assert each.mean == pytest.approx(sum(told[each.game]) / each.matches)


def test_a_rating_graph_ends_where_the_rating_is(database: Database, log: SqlLog) -> None:
    finish_many(log, 120, 4, PEOPLE)
    SqlProjection(database).catch_up()
    reached = SqlReached(database)
    stored = {(row.identity, row.game): row for row in database.reader().execute(sa.select(ratings))}
    before = [reached.rating_history(each) for each in PEOPLE]
    ends: dict[Any, float] = {
        (identity, point.game): point.rating
        for identity, points in zip(PEOPLE, before, strict=True)
        for point in points
    }

    assert len(stored) == 4
    assert ends == {key: pytest.approx(row.rating) for key, row in stored.items()}
    for points in before:
        days = [(point.game, point.at_ms // DAY_MS) for point in points]
        assert days == sorted(set(days))
    SqlProjection(database).rebuild()
    assert [reached.rating_history(each) for each in PEOPLE] == before


def test_achievements_count_the_first_time_and_rebuild_to_the_same(database: Database, log: SqlLog) -> None:
    achievements, reached = SqlAchievements(database), SqlReached(database)
    for number, winner in enumerate((1, 0, 0, 0)):
        finish(log, f"m{number}", (sit("guest:a"), NOVICE), winner, at_ms=1000 + number).result()
        achievements.catch_up()
    finish(log, "hotseat", (sit("guest:a"), sit("guest:a")), 0, at_ms=2000).result()
    finish(log, "rated", (sit("guest:a"), sit("account:1")), 1, at_ms=DAY_MS, is_rated=True).result()
    achievements.catch_up()
    live = dump(database)
    achievements.rebuild()

    assert dump(database) == live
    assert [(each.id, each.match, each.at_ms) for each in reached.achievements("guest:a")] == [
        ("first_match", "m0", 1000), ("first_win", "m1", 1001), ("three_wins", "m3", 1003),
    ]  # fmt: skip
    assert reached.streaks("guest:a")[:4] == (0, 3, 2, 2)
    assert reached.streaks("account:2")[:4] == (0, 0, 0, 0)


def test_a_rebuild_of_achievements_that_was_stopped_is_continued(database: Database, log: SqlLog) -> None:
    finish_many(log, 60, 5, PEOPLE)
    achievements = SqlAchievements(database)
    achievements.catch_up()
    before = dump(database)
    for steps in (1, 2, 4):
        answers = iter([True] * steps)
        achievements.rebuild(lambda *_, answers=answers: next(answers, False))
        achievements.catch_up()

        assert dump(database) == before


def test_what_a_guest_has_reached_goes_to_the_account(database: Database, log: SqlLog) -> None:
    finish(log, "m", (sit("guest:a"), NOVICE), 0).result()
    SqlAchievements(database).catch_up()
    changed = SqlPeople(database).sign_up("Ada", "hash", "s", 1, "guest:a").result()
    reached, me = SqlReached(database), f"account:{changed.account}"

    assert [each.id for each in reached.achievements(me)] == ["first_match", "first_win"]
    assert reached.streaks(me).best_wins == 1
    assert reached.achievements("guest:a") == []


def test_a_deleted_account_follows_nobody_and_is_followed_by_nobody(database: Database, log: SqlLog) -> None:
    people, following, challenges = SqlPeople(database), SqlFollowing(database), SqlChallenges(database)
    ada, bo = (f"account:{people.sign_up(name, 'hash', name, 1).result().account}" for name in ("Ada", "Bo"))
    following.follow(ada, bo, 5).result()
    following.follow(bo, ada, 6).result()
    for match, host, guest in (("a", ada, bo), ("b", bo, ada)):
        offer(log, match, host)
        challenges.challenge(match, guest, 7).result()
    told = people.export(1)
    people.delete("Ada", "hash").result()

    assert told["following"] == [{"name": "Bo", "at_ms": 5}]
    assert told["challenges"] == [{"match": "b", "at_ms": 7}]
    assert following.by(bo) == following.by(ada) == []
    assert challenges.to(bo) == challenges.to(ada) == []
