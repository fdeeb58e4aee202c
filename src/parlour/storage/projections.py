"""What follows from finished matches: results, experience and ratings. A match that cannot be read is skipped."""

import logging
from collections.abc import Sequence

import sqlalchemy as sa

from parlour.match import events as ev
from parlour.match.glicko import Rating
from parlour.match.results import (
    OVERALL,
    PLAYED,
    WON,
    Finished,
    Result,
    StoredRating,
    is_rated,
    rate,
    results_of,
    summarise,
)
from parlour.match.seating import Seating
from parlour.storage.campaign import note_stars
from parlour.storage.log_projection import LogProjection
from parlour.storage.portable import insert
from parlour.storage.tables import progress, ratings, results

_log = logging.getLogger(__name__)
INSERT_RESULTS = sa.insert(results)
_MORE = insert(progress)
ADD_PROGRESS = _MORE.on_conflict_do_update(
    index_elements=["identity", "game"],
    set_={name: progress.c[name] + _MORE.excluded[name] for name in ("points", "matches", "wins")},
)


class SqlProjection(LogProjection[Finished]):
    """Keeps the results up to date with the log."""

    name = "records"
    tables = (results, progress, ratings)

    def read(self, reader: sa.Connection, match_id: str, log: Sequence[ev.AnyEvent]) -> Finished:
        """Return what counts of a finished match."""
        return summarise(match_id, log)

    def store(self, connection: sa.Connection, summaries: Sequence[tuple[Finished, Seating]]) -> None:
        """Write the results of finished matches, and what they change."""
        for match, seating in summaries:
            note_stars(connection, match, seating)
        left = [results_of(match, seating) for match, seating in summaries]  # by match
        rated = [place for place, (_, seating) in enumerate(summaries) if is_rated(left[place], seating)]
        if rated:
            _rate(connection, left, rated)
        if rows := [result for pair in left for result in pair]:
            connection.execute(INSERT_RESULTS, [row._asdict() for row in rows])
            _count(connection, rows)

    def skip(self, match_id: str, error: Exception) -> None:
        """Count and log a match that cannot be read."""
        super().skip(match_id, error)
        _log.warning("Match %s leaves no results, because it cannot be read: %s", match_id, error)


def _count(connection: sa.Connection, rows: Sequence[Result]) -> None:
    """Add results to the progress of people, in the game and overall."""
    added = [
        {"identity": row.identity, "game": game, "points": row.experience, "matches": 1, "wins": int(row.result == WON)}
        for row in rows
        if row.result != PLAYED
        for game in (row.game, OVERALL)
    ]
    if added:
        connection.execute(ADD_PROGRESS, added)


def _rate(connection: sa.Connection, left: list[list[Result]], rated: Sequence[int]) -> None:
    """Take rated matches into the ratings, in this order; their results get the changes."""
    keys = {(row.identity, row.game) for place in rated for row in left[place]}
    known = sa.select(ratings).where(sa.tuple_(ratings.c.identity, ratings.c.game).in_(sorted(keys)))
    now = dict.fromkeys(keys, StoredRating())
    now |= {(row["identity"], row["game"]): stored_rating(row) for row in connection.execute(known).mappings()}
    for place in rated:
        pair = [(row.identity, row.game) for row in left[place]]
        left[place], after = rate(left[place], [now[key] for key in pair])
        now.update(zip(pair, after, strict=True))
    change = insert(ratings)
    fields = {name: change.excluded[name] for name in ("rating", "deviation", "volatility", "matches", "at_ms")}
    rows = [
        {"identity": key[0], "game": key[1], **new.rating._asdict(), "matches": new.matches, "at_ms": new.at_ms}
        for key, new in now.items()
    ]
    connection.execute(change.on_conflict_do_update(index_elements=["identity", "game"], set_=fields), rows)


def stored_rating(row: sa.RowMapping) -> StoredRating:
    """Read a row of the ratings."""
    rating = Rating(row["rating"], row["deviation"], row["volatility"])
    return StoredRating(rating, row["matches"], row["at_ms"])
