"""What follows from finished matches: results, experience and ratings, taken in from the log batch by batch.

The cursor says up to which event the log was taken in. It moves in the transaction that writes what follows, so that
every match counts once, in the order in which the matches ended, whatever happens to the process. Each batch is small:
moves that wait for the writer hardly notice it. A match that cannot be read is skipped.
"""

import logging
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from parlour.match.errors import CorruptLog
from parlour.match.file import HashedEntry
from parlour.match.glicko import Rating
from parlour.match.results import (
    OVERALL,
    PLAYED,
    WON,
    Finished,
    Follow,
    Result,
    StoredRating,
    is_rated,
    rate,
    results_of,
    summarise,
)
from parlour.match.seating import read_seating
from parlour.storage.campaign import note_stars
from parlour.storage.database import Database
from parlour.storage.tables import cursors, events, matches, progress, ratings, results

PROJECTION = "records"
EMPTYING = -1  # where the cursor is while old results are deleted
EVENTS_AT_ONCE = 2_000  # that are searched for the ends of matches
MATCHES_AT_ONCE = 10  # about 4 ms of the writer
ROWS_AT_ONCE = 200  # that are deleted
ENDED = b'"event":{"type":"ended",'  # in a line of the log; inside a string, JSON would escape the quotes

_read = msgspec.json.Decoder(HashedEntry).decode
_log = logging.getLogger(__name__)


def _always(done: int, total: int) -> bool:
    return True


class SqliteProjection:
    """Keeps the results up to date with the log; a `Projection`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.num_skipped = 0  # matches that could not be read

    def catch_up(self, follow: Follow = _always) -> None:
        """Take in all matches that have ended up to now; those that cannot be read are logged, counted and skipped.

        Raises:
            StorageBusy, StorageFailed: the rest can be taken in later.
        """
        # What happens meanwhile is left for the next time: with many matches going on, this would never end.
        last = self._database.reader().scalar(sa.select(sa.func.max(events.c.position_in_log))) or 0
        while self._step(last, follow):
            pass

    def rebuild(self, follow: Follow = _always) -> None:
        """Delete all results and take them in again. If this is stopped midway, `catch_up` continues it."""
        self._database.write(lambda connection: move_cursor(connection, EMPTYING)).result()
        self.catch_up(follow)

    def _step(self, last: int, follow: Follow) -> bool:
        """Do one batch; False when nothing is left to do up to the last event."""
        reader = self._database.reader()
        position_in_log = cursor_of(reader)
        if position_in_log == EMPTYING:
            self._database.write(_delete_some).result()
            return follow(0, last)
        if position_in_log >= last:
            return False
        upto = min(position_in_log + EVENTS_AT_ONCE, last)
        ends = reader.execute(ends_between(position_in_log, upto)).all()
        if len(ends) == MATCHES_AT_ONCE:
            upto = ends[-1].position_in_log
        ended = dict.fromkeys(end.match for end in ends)
        finished = [found for match_id in ended if (found := self._finished(reader, match_id)) is not None]
        taken_in = self._database.write(lambda connection: _take_in(connection, position_in_log, upto, finished))
        for match_id, error in taken_in.result():
            self._skip(match_id, error)
        return follow(upto, last)

    def _finished(self, reader: sa.Connection, match_id: str) -> Finished | None:
        # All at once: a half-read statement would hold this connection at what it sees now.
        lines = reader.scalars(sa.select(events.c.line).where(events.c.match == match_id).order_by(events.c.seq)).all()
        try:
            return summarise(match_id, (_read(line).event for line in lines))
        except (msgspec.MsgspecError, UnicodeDecodeError, CorruptLog) as error:
            self._skip(match_id, error)
            return None

    def _skip(self, match_id: str, error: Exception) -> None:
        self.num_skipped += 1
        _log.warning("Match %s leaves no results, because it cannot be read: %s", match_id, error)


def cursor_of(connection: sa.Connection, projection: str = PROJECTION) -> int:
    """Return up to which event a projection has taken in the log."""
    return connection.scalar(sa.select(cursors.c.position_in_log).where(cursors.c.projection == projection)) or 0


def move_cursor(connection: sa.Connection, position_in_log: int, projection: str = PROJECTION) -> None:
    """Note up to which event a projection has taken in the log."""
    changed = insert(cursors).values(projection=projection, position_in_log=position_in_log)
    connection.execute(
        changed.on_conflict_do_update(index_elements=["projection"], set_={"position_in_log": position_in_log})
    )


def ends_between(after: int, upto: int) -> sa.Select[tuple[int, str]]:
    """Select the events that end matches, some at once."""
    return (
        sa.select(events.c.position_in_log, events.c.match)
        .where(
            events.c.position_in_log > after, events.c.position_in_log <= upto, sa.func.instr(events.c.line, ENDED) > 0
        )
        .order_by(events.c.position_in_log)
        .limit(MATCHES_AT_ONCE)
    )


def _take_in(
    connection: sa.Connection, position_in_log: int, upto: int, finished: Sequence[Finished]
) -> list[tuple[str, CorruptLog]]:
    """Write what follows from finished matches; returns those whose seating cannot be read, and why."""
    if cursor_of(connection) != position_in_log:
        return []  # another process was faster
    ids = [match.match for match in finished]
    seatings = dict(connection.execute(sa.select(matches.c.id, matches.c.seating).where(matches.c.id.in_(ids))).all())
    unreadable: list[tuple[str, CorruptLog]] = []
    left: list[list[Result]] = []  # by match
    rated: list[int] = []  # places in this list
    for match in finished:
        try:
            seating = read_seating(seatings[match.match])
        except CorruptLog as error:
            unreadable.append((match.match, error))
            continue
        left.append(results_of(match, seating))
        note_stars(connection, match, seating)
        if is_rated(left[-1], seating):
            rated.append(len(left) - 1)
    if rated:
        _rate(connection, left, rated)
    if rows := [result for pair in left for result in pair]:
        connection.execute(sa.insert(results), [row._asdict() for row in rows])
        _count(connection, rows)
    move_cursor(connection, upto)
    return unreadable


def _count(connection: sa.Connection, rows: Sequence[Result]) -> None:
    """Add results to the progress of people, in the game and overall."""
    added = [
        {"identity": row.identity, "game": game, "points": row.experience, "matches": 1, "wins": int(row.result == WON)}
        for row in rows
        if row.result != PLAYED
        for game in (row.game, OVERALL)
    ]
    if added:
        more = insert(progress)
        sums = {name: progress.c[name] + more.excluded[name] for name in ("points", "matches", "wins")}
        connection.execute(more.on_conflict_do_update(index_elements=["identity", "game"], set_=sums), added)


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


def _delete_some(connection: sa.Connection) -> None:
    if cursor_of(connection) == EMPTYING and not delete_rows(connection, (results, progress, ratings)):
        move_cursor(connection, 0)


def delete_rows(connection: sa.Connection, tables: Sequence[sa.Table]) -> bool:
    """Delete some rows of the first of these tables that has any; returns whether one had."""
    for table in tables:
        key = sa.tuple_(*table.primary_key.columns)
        some = sa.select(*table.primary_key.columns).limit(ROWS_AT_ONCE)
        if connection.execute(sa.delete(table).where(key.in_(some))).rowcount:
            return True
    return False
