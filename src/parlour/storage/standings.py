"""What people have reached: profiles, histories and leaderboards."""

from collections.abc import Sequence

import sqlalchemy as sa

from parlour.match.accounts import fold_name
from parlour.match.experience import level_of
from parlour.match.glicko import PERIOD_MS, PROVISIONAL, SCALE
from parlour.match.results import (
    DRAWN,
    EVERYTHING,
    LOST,
    OVERALL,
    PAGE,
    PLAYED,
    Entry,
    Filters,
    Leader,
    Order,
    Page,
    PrivateRecord,
    RatingNow,
    Standing,
    StoredRating,
)
from parlour.match.seating import ACCOUNT, is_public
from parlour.storage.database import Database
from parlour.storage.portable import Integer
from parlour.storage.projections import stored_rating
from parlour.storage.tables import accounts, progress, ratings, results
from parlour.storage.tables import matches as stored


class SqlResults:
    """Reads what the projection has written; a `Results`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rating_of(self, identity: str, game: str, now_ms: int) -> RatingNow:
        """Return a person's rating in a game; that of a newcomer when there is none."""
        query = sa.select(ratings).where(ratings.c.identity == identity, ratings.c.game == game)
        row = self._database.reader().execute(query).mappings().first()
        return (StoredRating() if row is None else stored_rating(row)).now(now_ms)

    def profile(self, identity: str, now_ms: int) -> list[Standing]:
        """List what a person has reached: overall first, then in each game played, by its id."""
        reader = self._database.reader()
        rated = reader.execute(sa.select(ratings).where(ratings.c.identity == identity)).mappings()
        rating_in = {row["game"]: stored_rating(row).now(now_ms) for row in rated}
        rows = reader.execute(
            sa.select(progress).where(progress.c.identity == identity).order_by(progress.c.game)
        ).all()
        found = [Standing(r.game, level_of(r.points), r.matches, r.wins, rating_in.get(r.game)) for r in rows]
        return found or [Standing(OVERALL, level_of(0), 0, 0)]

    def private_records(self, identity: str) -> dict[str, PrivateRecord]:
        """Count draws and defeats by game, and overall."""
        sums = [sa.func.sum(sa.case((results.c.result == result, 1), else_=0)) for result in (DRAWN, LOST)]
        query = sa.select(results.c.game, *sums).where(results.c.identity == identity).group_by(results.c.game)
        found = {game: PrivateRecord(drawn, lost) for game, drawn, lost in self._database.reader().execute(query)}
        overall = PrivateRecord(sum(d.drawn for d in found.values()), sum(d.lost for d in found.values()))
        return {OVERALL: overall, **found}

    def history(
        self, identity: str, filters: Filters = EVERYTHING, before: tuple[int, str] | None = None, limit: int = PAGE
    ) -> Page:
        """Return a page of a person's matches.

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

    def public_among(self, matches: Sequence[str]) -> set[str]:
        """Return those of some matches that everyone may watch."""
        wanted = sa.select(stored.c.id, stored.c.seating).where(stored.c.id.in_(matches))
        return {match for match, seating in self._database.reader().execute(wanted) if is_public(seating)}

    def leaders(self, game: str, by: Order, now_ms: int, limit: int) -> list[Leader]:
        """List the best accounts in a game or overall, best first; among equals, the older account first.

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
        """Return the identity of the account of this name, in capitals or not, and the name as its owner writes it."""
        query = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.folded == fold_name(name))
        row = self._database.reader().execute(query).first()
        return None if row is None else (f"{ACCOUNT}{row.id}", row.name)


_RATING = (ratings.c.rating, ratings.c.deviation, ratings.c.volatility, ratings.c.matches, ratings.c.at_ms)


def _leader(row: sa.RowMapping, now_ms: int) -> Leader:
    rating = None if row["rating"] is None else stored_rating(row).now(now_ms)
    shown = None if rating is None or rating.is_provisional else rating
    return Leader(row["name"], level_of(row["points"]).level, row["wins"], shown)


def _variance(now_ms: int) -> sa.ColumnElement[float]:
    """Return the square of the deviation today, as `aged` has it below its bound."""
    drift = ratings.c.volatility * ratings.c.volatility * SCALE**2 / PERIOD_MS
    return ratings.c.deviation * ratings.c.deviation + drift * sa.case(
        (ratings.c.at_ms < now_ms, now_ms - ratings.c.at_ms), else_=0
    )


def _account_of(identity: sa.Column[str]) -> sa.ColumnElement[bool]:
    number = sa.cast(sa.func.substr(identity, len(ACCOUNT) + 1), Integer)
    # A guest has no number, and PostgreSQL may look for one before the other half of an AND.
    return accounts.c.id == sa.case((identity.startswith(ACCOUNT), number))


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
        "is_rated": column.rating_change.is_not(None) == sa.literal(filters.is_rated),
    }
    return [conditions[name] for name, wanted in filters._asdict().items() if wanted is not None]
