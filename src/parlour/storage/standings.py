"""What people have reached: profiles, histories and leaderboards, read from the records."""

from typing import Literal, NamedTuple

import sqlalchemy as sa

from parlour.match.experience import Level, level_of
from parlour.match.glicko import PERIOD_MS, PROVISIONAL, SCALE, Rating, aged
from parlour.match.seating import ACCOUNT
from parlour.storage.database import Database
from parlour.storage.people import fold
from parlour.storage.projections import DRAWN, LOST, OVERALL, PLAYED
from parlour.storage.tables import accounts, progress, ratings, results

PAGE = 20  # entries of a history, unless asked for more or fewer
Opponent = Literal["person", "computer", "self"]
Order = Literal["level", "wins", "rating"]


class RatingNow(NamedTuple):
    """A rating today; `num` counts the rated matches behind it."""

    rating: float
    deviation: float
    num: int

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


class Standing(NamedTuple):
    """What somebody has reached in a game, or overall."""

    game: str  # OVERALL: all together
    level: Level
    matches: int
    wins: int
    rating: RatingNow | None = None


class PrivateRecord(NamedTuple):
    """What only the person concerned is shown."""

    drawn: int
    lost: int


class Filters(NamedTuple):
    """Which matches of a history are asked for; None: all."""

    game: str | None = None
    result: str | None = None
    opponent: Opponent | None = None
    level: str | None = None  # of the computer opposite
    other: str | None = None  # who sat opposite
    from_ms: int | None = None
    to_ms: int | None = None  # not included


EVERYTHING = Filters()


class Entry(NamedTuple):
    """A match in somebody's history."""

    match: str
    seat: int
    game: str
    pace: str
    other: str | None  # who sat opposite; None for a computer
    other_name: str | None  # None for guests, computers and accounts that were deleted
    level: str | None
    result: str
    reason: str
    experience: int
    num_actions: int
    started_ms: int
    ended_ms: int
    rating_change: float | None


class Page(NamedTuple):
    """Some entries, newest first, and where the next page begins; None: this is the last."""

    entries: list[Entry]
    after: tuple[int, str] | None


class Leader(NamedTuple):
    """Somebody on a leaderboard."""

    name: str
    level: int
    wins: int
    rating: RatingNow | None  # None also while it is provisional


class Standings:
    """Reads the records; every method may be called in any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rating_of(self, identity: str, game: str, now_ms: int) -> RatingNow:
        """Return somebody's rating in a game; that of a newcomer when there is none."""
        query = sa.select(ratings).where(ratings.c.identity == identity, ratings.c.game == game)
        row = self._database.reader().execute(query).mappings().first()
        return RatingNow(*Rating()[:2], 0) if row is None else _rating_now(row, now_ms)

    def profile(self, identity: str, now_ms: int) -> list[Standing]:
        """List what somebody has reached: overall first, then in each game played, by its id."""
        reader = self._database.reader()
        rated = reader.execute(sa.select(ratings).where(ratings.c.identity == identity)).mappings()
        rating_in = {row["game"]: _rating_now(row, now_ms) for row in rated}
        rows = reader.execute(
            sa.select(progress).where(progress.c.identity == identity).order_by(progress.c.game)
        ).all()
        found = [Standing(r.game, level_of(r.points), r.matches, r.wins, rating_in.get(r.game)) for r in rows]
        return found or [Standing(OVERALL, level_of(0), 0, 0)]

    def private_records(self, identity: str) -> dict[str, PrivateRecord]:
        """Count by game, and overall, what is shown to nobody else."""
        sums = [sa.func.sum(sa.case((results.c.result == result, 1), else_=0)) for result in (DRAWN, LOST)]
        query = sa.select(results.c.game, *sums).where(results.c.identity == identity).group_by(results.c.game)
        found = {game: PrivateRecord(drawn, lost) for game, drawn, lost in self._database.reader().execute(query)}
        overall = PrivateRecord(sum(d.drawn for d in found.values()), sum(d.lost for d in found.values()))
        return {OVERALL: overall, **found}

    def history(
        self, identity: str, filters: Filters = EVERYTHING, before: tuple[int, str] | None = None, limit: int = PAGE
    ) -> Page:
        """Return a page of somebody's matches.

        Args:
            before: where this page begins, from the page before.
        """
        columns = [results.c[name] for name in Entry._fields if name != "other_name"]
        query = (
            sa.select(*columns, sa.case((accounts.c.folded.is_not(None), accounts.c.name)).label("other_name"))
            .outerjoin(accounts, _account_of(results.c.other))
            .where(results.c.identity == identity, *_conditions(filters))
            .order_by(results.c.ended_ms.desc(), results.c.match.desc())
            .limit(limit + 1)
        )
        if before is not None:
            query = query.where(sa.tuple_(results.c.ended_ms, results.c.match) < sa.tuple_(*map(sa.literal, before)))
        found = [Entry(**row) for row in self._database.reader().execute(query).mappings()]
        last = found[limit - 1] if len(found) > limit else None
        return Page(found[:limit], None if last is None else (last.ended_ms, last.match))

    def leaders(self, game: str, by: Order, now_ms: int, limit: int) -> list[Leader]:
        """List the best accounts in a game or overall, best first; of equal ones, who signed up earlier.

        A rating that is provisional today is not listed, and there is none overall.
        """
        order = {"level": progress.c.points, "wins": progress.c.wins, "rating": ratings.c.rating}[by]
        is_same = (ratings.c.identity == progress.c.identity) & (ratings.c.game == progress.c.game)
        query = (
            sa.select(accounts.c.name, progress.c.points, progress.c.wins, *_RATING)
            .select_from(progress)
            .join(accounts, _account_of(progress.c.identity))
            .join(ratings, is_same, isouter=by != "rating")
            .where(progress.c.game == game, accounts.c.folded.is_not(None), order > 0)
            .order_by(order.desc(), accounts.c.id)
            .limit(limit)
        )
        if by == "rating":
            query = query.where(_variance(now_ms) <= PROVISIONAL**2, ratings.c.game == game)
        return [_leader(row, now_ms) for row in self._database.reader().execute(query).mappings()]

    def account_called(self, name: str) -> tuple[str, str] | None:
        """Find an account by its name, in capitals or not; returns who it is, and the name as it is written."""
        query = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.folded == fold(name))
        row = self._database.reader().execute(query).first()
        return None if row is None else (f"{ACCOUNT}{row.id}", row.name)


_RATING = (ratings.c.rating, ratings.c.deviation, ratings.c.volatility, ratings.c.matches, ratings.c.at_ms)


def _rating_now(row: sa.RowMapping, now_ms: int) -> RatingNow:
    now = aged(Rating(row["rating"], row["deviation"], row["volatility"]), now_ms - row["at_ms"])
    return RatingNow(now.rating, now.deviation, row["matches"])


def _leader(row: sa.RowMapping, now_ms: int) -> Leader:
    rating = None if row["rating"] is None else _rating_now(row, now_ms)
    shown = None if rating is None or rating.is_provisional else rating
    return Leader(row["name"], level_of(row["points"]).level, row["wins"], shown)


def _variance(now_ms: int) -> sa.ColumnElement[float]:
    """Return the square of the deviation today, as `aged` has it below its bound."""
    drift = ratings.c.volatility * ratings.c.volatility * SCALE**2 / PERIOD_MS
    return ratings.c.deviation * ratings.c.deviation + drift * sa.func.max(0, now_ms - ratings.c.at_ms)


def _account_of(identity: sa.Column[str]) -> sa.ColumnElement[bool]:
    number = sa.cast(sa.func.substr(identity, len(ACCOUNT) + 1), sa.Integer)
    return sa.and_(identity.startswith(ACCOUNT), accounts.c.id == number)


def _conditions(filters: Filters) -> list[sa.ColumnElement[bool]]:
    column = results.c
    is_hotseat = column.result == PLAYED
    kinds = {
        "self": is_hotseat,
        "computer": column.level.is_not(None),
        "person": column.other.is_not(None) & ~is_hotseat,
    }
    conditions = {
        "game": column.game == filters.game,
        "result": column.result == filters.result,
        "opponent": kinds.get(filters.opponent or "", sa.true()),
        "level": column.level == filters.level,
        "other": column.other == filters.other,
        "from_ms": column.ended_ms >= (filters.from_ms or 0),
        "to_ms": column.ended_ms < (filters.to_ms or 0),
    }
    return [conditions[name] for name, wanted in filters._asdict().items() if wanted is not None]
