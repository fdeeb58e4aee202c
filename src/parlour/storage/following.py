"""Whom people follow, who has challenged them, and what they have reached."""

from collections.abc import Sequence
from concurrent.futures import Future
from itertools import accumulate, groupby
from typing import Any

import sqlalchemy as sa

from parlour.match.achievements import Streaks
from parlour.match.clock import DAY_MS
from parlour.match.errors import TooManyChallenges, TooManyFollowed
from parlour.match.glicko import START
from parlour.match.people_ports import MOST_CHALLENGES, MOST_FOLLOWED, Earned, Followed, GameAccuracy, RatingPoint
from parlour.match.results import PLAYED
from parlour.match.seating import ACCOUNT
from parlour.storage.achievements import read_streaks
from parlour.storage.database import Database
from parlour.storage.people_tables import achievements, challenges, following
from parlour.storage.portable import insert
from parlour.storage.tables import accounts, analyses, events, matches, results, seats


class SqlFollowing:
    """Stores whom people follow; the port `Following`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by(self, identity: str) -> list[Followed]:
        """List whom a person follows, by name."""
        is_account = accounts.c.folded.is_not(None) & (
            following.c.other == sa.literal(ACCOUNT) + accounts.c.id.cast(sa.Text)
        )
        wanted = (
            sa.select(following.c.other, accounts.c.name)
            .join(accounts, is_account)
            .where(following.c.identity == identity)
            .order_by(accounts.c.folded)
        )
        return [Followed(*row) for row in self._database.reader().execute(wanted)]

    def follow(self, identity: str, other: str, at_ms: int) -> "Future[None]":
        """Follow a person; the future fails with TooManyFollowed."""

        def change(connection: sa.Connection) -> None:
            mine = sa.select(sa.func.count()).select_from(following).where(following.c.identity == identity)
            if connection.scalars(mine).one() >= MOST_FOLLOWED:
                raise TooManyFollowed(f"You follow {MOST_FOLLOWED} people already. Unfollow one first.")
            row = {"identity": identity, "other": other, "at_ms": at_ms}
            connection.execute(insert(following).values(row).on_conflict_do_nothing())

        return self._database.write(change)

    def unfollow(self, identity: str, other: str) -> "Future[None]":
        """Stop following a person."""

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.delete(following).where(following.c.identity == identity, following.c.other == other))

        return self._database.write(change)


class SqlChallenges:
    """Stores whose challenges wait for whom; the port `Challenges`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def to(self, identity: str) -> list[str]:
        """List the matches that are offered to a person and not over, newest first."""
        wanted = (
            sa.select(challenges.c.match)
            .join(matches)
            .where(challenges.c.identity == identity, ~matches.c.is_over)
            .order_by(challenges.c.at_ms.desc(), challenges.c.match)
        )
        return list(self._database.reader().scalars(wanted))

    def challenge(self, match_id: str, identity: str, at_ms: int) -> "Future[None]":
        """Offer the open seat of a match to a person, instead of another; the future fails with TooManyChallenges."""

        def change(connection: sa.Connection) -> None:
            theirs = challenges.c.identity == identity
            connection.execute(sa.delete(challenges).where(theirs, _is_settled()))
            connection.execute(sa.delete(challenges).where(challenges.c.match == match_id))
            waiting = sa.select(sa.func.count()).select_from(challenges).where(theirs)
            if connection.scalars(waiting).one() >= MOST_CHALLENGES:
                raise TooManyChallenges("This player has too many open challenges. Send them the link instead.")
            connection.execute(sa.insert(challenges).values(match=match_id, identity=identity, at_ms=at_ms))

        return self._database.write(change)

    def withdraw(self, match_id: str, identity: str) -> "Future[bool]":
        """Forget an offer; returns whether there was one."""

        def change(connection: sa.Connection) -> bool:
            theirs = (challenges.c.match == match_id) & (challenges.c.identity == identity)
            return bool(connection.execute(sa.delete(challenges).where(theirs)).rowcount)

        return self._database.write(change)


def _is_settled() -> sa.ColumnElement[bool]:
    """Return whether the match of a challenge is over, or has both its players."""
    num_people = (
        sa.select(sa.func.count()).select_from(seats).where(seats.c.match == challenges.c.match).scalar_subquery()
    )
    over = sa.select(matches.c.id).where(matches.c.is_over, matches.c.id == challenges.c.match)
    return sa.or_(over.exists(), num_people > 1)


class SqlReached:
    """Reads what people have reached; the port `Reached`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def running(self, identity: str, limit: int) -> list[str]:
        """List a person's matches that are neither over nor parked, those last touched first."""
        last = (
            sa.select(events.c.position_in_log)
            .where(events.c.match == matches.c.id)
            .order_by(events.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        wanted = (
            sa.select(matches.c.id)
            .join(seats)
            .where(seats.c.identity == identity, ~matches.c.is_over, matches.c.parked.is_(None))
            .group_by(matches.c.id)
            .order_by(last.desc())
            .limit(limit)
        )
        return list(self._database.reader().scalars(wanted))

    def achievements(self, identity: str) -> list[Earned]:
        """List what a person has earned, oldest first."""
        wanted = (
            sa.select(achievements.c.id, achievements.c.match, achievements.c.at_ms)
            .where(achievements.c.identity == identity)
            .order_by(achievements.c.at_ms, achievements.c.id)
        )
        return [Earned(*row) for row in self._database.reader().execute(wanted)]

    def streaks(self, identity: str) -> Streaks:
        """Return what a person has done in a row."""
        return read_streaks(self._database.reader(), identity)

    def rating_history(self, identity: str) -> Sequence[RatingPoint]:
        """List a person's ratings by game, one for each day with a rated match, oldest first."""
        wanted = (
            sa.select(results.c.game, results.c.ended_ms, results.c.rating_change)
            .where(results.c.identity == identity, results.c.rating_change.is_not(None))
            .order_by(results.c.game, results.c.ended_ms, results.c.match)
        )
        rows = self._database.reader().execute(wanted).all()
        return [point for _, mine in groupby(rows, key=lambda row: row.game) for point in _daily(list(mine))]

    def accuracy(self, identity: str) -> list[GameAccuracy]:
        """List how accurate a person was, by game; only matches that were analysed count."""
        of_seat = sa.case((results.c.seat == 0, analyses.c.accuracy_0), else_=analyses.c.accuracy_1)
        wanted = (
            sa.select(results.c.game, sa.func.avg(of_seat), sa.func.count(of_seat))
            .join(analyses, analyses.c.match == results.c.match)
            .where(results.c.identity == identity, results.c.result != PLAYED, of_seat.is_not(None))
            .group_by(results.c.game)
            .order_by(results.c.game)
        )
        return [GameAccuracy(*row) for row in self._database.reader().execute(wanted)]


def _daily(rows: Sequence[Any]) -> list[RatingPoint]:
    """Return the rating after the last match of each day: the sum of all changes so far."""
    ratings = accumulate((row.rating_change for row in rows), initial=START)
    next(ratings)
    points = [RatingPoint(row.game, row.ended_ms, rating) for row, rating in zip(rows, ratings, strict=True)]
    return [[*day][-1] for _, day in groupby(points, key=lambda point: point.at_ms // DAY_MS)]
