"""Achievements and streaks, taken in from the log as `projections` takes in results, with a cursor of their own.

They need the rules of the games, which takes longer and may fail: results never wait for them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from parlour.match import events as ev
from parlour.match.achievements import Context, Streaks, earned_by_seat, general_achievements
from parlour.match.errors import CorruptLog
from parlour.match.file import HashedEntry
from parlour.match.results import PLAYED, Finished, Follow, Result, is_rated, results_of, summarise
from parlour.match.seating import Seating, read_seating
from parlour.storage.database import Database
from parlour.storage.people_tables import achievements, streaks
from parlour.storage.projections import (
    EMPTYING,
    EVENTS_AT_ONCE,
    MATCHES_AT_ONCE,
    cursor_of,
    delete_rows,
    ends_between,
    move_cursor,
)
from parlour.storage.tables import events, matches

PROJECTION = "achievements"
TABLES = (achievements, streaks)
_read = msgspec.json.Decoder(HashedEntry).decode


class Achieved(NamedTuple):
    """What the log says about a finished match, and what each seat has earned in its game."""

    finished: Finished
    by_seat: tuple[list[str], list[str]]


class SqliteAchievements:
    """Keeps achievements and streaks up to date with the log; a `Projection`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.num_skipped = 0  # matches that could not be read

    def catch_up(self, follow: Follow = lambda _, __: True) -> None:
        """Take in all matches that have ended up to now; those that cannot be read are counted and skipped.

        Raises:
            StorageBusy, StorageFailed: the rest can be taken in later.
        """
        last = self._database.reader().scalar(sa.select(sa.func.max(events.c.position_in_log))) or 0
        while self._step(last, follow):
            pass

    def rebuild(self, follow: Follow = lambda _, __: True) -> None:
        """Delete everything and take it in again. If this is stopped midway, `catch_up` continues it."""
        self._database.write(lambda connection: move_cursor(connection, EMPTYING, PROJECTION)).result()
        self.catch_up(follow)

    def _step(self, last: int, follow: Follow) -> bool:
        """Do one batch; False when nothing is left to do up to the last event."""
        reader = self._database.reader()
        position_in_log = cursor_of(reader, PROJECTION)
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
        told = [found for match_id in ended if (found := self._told(reader, match_id)) is not None]
        self._database.write(lambda connection: _take_in(connection, position_in_log, upto, told)).result()
        return follow(upto, last)

    def _told(self, reader: sa.Connection, match_id: str) -> Achieved | None:
        lines = reader.scalars(sa.select(events.c.line).where(events.c.match == match_id).order_by(events.c.seq)).all()
        seed = reader.scalar(sa.select(matches.c.seed).where(matches.c.id == match_id))
        try:
            log: list[ev.AnyEvent] = [_read(line).event for line in lines]
            return Achieved(summarise(match_id, log), earned_by_seat(log, int(seed or 0)))
        except (msgspec.MsgspecError, UnicodeDecodeError, CorruptLog):
            self.num_skipped += 1  # `projections` has logged it
            return None


def _take_in(connection: sa.Connection, position_in_log: int, upto: int, told: Sequence[Achieved]) -> None:
    if cursor_of(connection, PROJECTION) != position_in_log:
        return  # another process was faster
    ids = [each.finished.match for each in told]
    seatings = dict(connection.execute(sa.select(matches.c.id, matches.c.seating).where(matches.c.id.in_(ids))).all())
    for each in told:
        try:
            seating = read_seating(seatings[each.finished.match])
        except CorruptLog:
            continue
        _take_in_match(connection, each, seating)
    move_cursor(connection, upto, PROJECTION)


def _take_in_match(connection: sa.Connection, told: Achieved, seating: Seating) -> None:
    found = results_of(told.finished, seating)
    for result in found:
        if result.result != PLAYED:
            now = read_streaks(connection, result.identity).after(result)
            _store_streaks(connection, result.identity, now)
            general = general_achievements(Context(result, now, is_rated(found, seating)))
            _store_earned(connection, result, [*general, *told.by_seat[result.seat]])


def read_streaks(connection: sa.Connection, identity: str) -> Streaks:
    """Return the streaks of a person."""
    wanted = sa.select(*(streaks.c[name] for name in Streaks._fields)).where(streaks.c.identity == identity)
    row = connection.execute(wanted).first()
    return Streaks() if row is None else Streaks(*row)


def _store_streaks(connection: sa.Connection, identity: str, now: Streaks) -> None:
    change = insert(streaks).values(identity=identity, **now._asdict())
    connection.execute(change.on_conflict_do_update(index_elements=["identity"], set_=now._asdict()))


def _store_earned(connection: sa.Connection, result: Result, earned: Sequence[str]) -> None:
    rows = [{"identity": result.identity, "id": each, "match": result.match, "at_ms": result.ended_ms}
            for each in earned]  # fmt: skip
    if rows:
        connection.execute(insert(achievements).on_conflict_do_nothing(), rows)  # the first time counts


def _delete_some(connection: sa.Connection) -> None:
    if cursor_of(connection, PROJECTION) == EMPTYING and not delete_rows(connection, TABLES):
        move_cursor(connection, 0, PROJECTION)
