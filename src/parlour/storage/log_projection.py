"""How a projection takes in the log: batch by batch, behind a cursor that says up to which event it was taken in.

The cursor moves in the transaction that writes what follows, so that every match counts once, in the order in which the
matches ended, whatever happens to the process. Each batch is small: moves that wait for the writer hardly notice it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

import msgspec
import sqlalchemy as sa

from parlour.match import events as ev
from parlour.match.errors import CorruptLog
from parlour.match.file import HashedEntry
from parlour.match.results import Follow
from parlour.match.seating import Seating, read_seating
from parlour.storage.database import Database
from parlour.storage.portable import find_bytes, insert
from parlour.storage.tables import cursors, events, matches

EMPTYING = -1  # where the cursor is while old rows are deleted
EVENTS_AT_ONCE = 2_000  # that are searched for the ends of matches
MATCHES_AT_ONCE = 10  # about 4 ms of the writer
ROWS_AT_ONCE = 200  # that are deleted
ENDED = b'"event":{"type":"ended",'  # in a line of the log; inside a string, JSON would escape the quotes

# Made once: to make a statement takes longer than to execute it, and every match that ends needs all of them.
LAST = sa.select(sa.func.max(events.c.position_in_log))
LINES = sa.select(events.c.line).where(events.c.match == sa.bindparam("match_id")).order_by(events.c.seq)
ENDS = (  # of matches, some at once
    sa.select(events.c.position_in_log, events.c.match)
    .where(
        events.c.position_in_log > sa.bindparam("after"),
        events.c.position_in_log <= sa.bindparam("upto"),
        find_bytes(events.c.line, sa.literal(ENDED)) > 0,
    )
    .order_by(events.c.position_in_log)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
SEATINGS = sa.select(matches.c.id, matches.c.seating).where(matches.c.id.in_(sa.bindparam("ids", expanding=True)))
CURSOR = sa.select(cursors.c.position_in_log).where(cursors.c.projection == sa.bindparam("name"))
FIRST_CURSOR = insert(cursors).on_conflict_do_nothing()
_MOVED = insert(cursors)
MOVE_CURSOR = _MOVED.on_conflict_do_update(
    index_elements=["projection"], set_={"position_in_log": _MOVED.excluded.position_in_log}
)

Summary = TypeVar("Summary")  # what a projection reads from the log of a match
_read = msgspec.json.Decoder(HashedEntry).decode


def _always(done: int, total: int) -> bool:
    return True


class LogProjection(ABC, Generic[Summary]):
    """Keeps tables up to date with the log; a `Projection`. What they hold is up to the subclass."""

    name: ClassVar[str]  # of the cursor
    tables: ClassVar[tuple[sa.Table, ...]]  # that follow from the log alone

    def __init__(self, database: Database) -> None:
        self._database = database
        self.num_skipped = 0  # matches that could not be read

    @abstractmethod
    def read(self, reader: sa.Connection, match_id: str, log: Sequence[ev.AnyEvent]) -> Summary:
        """Return what counts of a finished match.

        Raises:
            CorruptLog: it cannot be read, and is skipped.
        """

    @abstractmethod
    def store(self, connection: sa.Connection, summaries: Sequence[tuple[Summary, Seating]]) -> None:
        """Write what follows from finished matches, in the order in which they ended."""

    def skip(self, match_id: str, error: Exception) -> None:
        """Count a match that cannot be read."""
        self.num_skipped += 1

    def catch_up(self, follow: Follow = _always) -> None:
        """Take in all matches that have ended up to now; those that cannot be read are skipped.

        Raises:
            StorageBusy, StorageFailed: the rest can be taken in later.
        """
        # What happens meanwhile is left for the next time: with many matches going on, this would never end.
        last = self._last()
        while self._step(last, follow):
            pass

    def rebuild(self, follow: Follow = _always) -> None:
        """Delete everything and take it in again. If this is stopped midway, `catch_up` continues it."""
        self._database.write(lambda connection: self._move_cursor(connection, EMPTYING)).result()
        self.catch_up(follow)

    def _last(self) -> int:
        """Return the last position up to which nothing can be written any more."""
        with self._database.settled() as reader:
            return reader.scalar(LAST) or 0

    def _step(self, last: int, follow: Follow) -> bool:
        """Do one batch; False when nothing is left to do up to the last event."""
        reader = self._database.reader()
        position_in_log = self._cursor(reader)
        if position_in_log == EMPTYING:
            self._database.write(self._delete_some).result()
            return follow(0, last)
        if position_in_log >= last:
            return False
        upto = min(position_in_log + EVENTS_AT_ONCE, last)
        ends = reader.execute(ENDS, {"after": position_in_log, "upto": upto, "most": MATCHES_AT_ONCE}).all()
        if len(ends) == MATCHES_AT_ONCE:
            upto = ends[-1].position_in_log
        ended = dict.fromkeys(end.match for end in ends)
        summaries = {match_id: found for match_id in ended if (found := self._summary(reader, match_id)) is not None}
        taken_in = self._database.write(lambda connection: self._take_in(connection, position_in_log, upto, summaries))
        for match_id, error in taken_in.result():
            self.skip(match_id, error)
        return follow(upto, last)

    def _summary(self, reader: sa.Connection, match_id: str) -> Summary | None:
        # All at once: a half-read statement would hold this connection at what it sees now.
        lines = reader.scalars(LINES, {"match_id": match_id}).all()
        try:
            return self.read(reader, match_id, [_read(line).event for line in lines])
        except (msgspec.MsgspecError, UnicodeDecodeError, CorruptLog) as error:
            self.skip(match_id, error)
            return None

    def _take_in(
        self, connection: sa.Connection, position_in_log: int, upto: int, summaries: dict[str, Summary]
    ) -> list[tuple[str, CorruptLog]]:
        """Write a batch; returns the matches whose seating cannot be read, and why."""
        if self._hold_cursor(connection) != position_in_log:
            return []  # another process was faster
        seatings = dict(connection.execute(SEATINGS, {"ids": list(summaries)}).all())
        readable: list[tuple[Summary, Seating]] = []
        unreadable: list[tuple[str, CorruptLog]] = []
        for match_id, found in summaries.items():
            try:
                readable.append((found, read_seating(seatings[match_id])))
            except CorruptLog as error:
                unreadable.append((match_id, error))
        self.store(connection, readable)
        self._move_cursor(connection, upto)
        return unreadable

    def _cursor(self, connection: sa.Connection) -> int:
        return connection.scalar(CURSOR, {"name": self.name}) or 0

    def _hold_cursor(self, connection: sa.Connection) -> int:
        """Return the cursor, and let no other process move it before this transaction has ended."""
        connection.execute(FIRST_CURSOR, {"projection": self.name, "position_in_log": 0})
        return connection.scalar(CURSOR.with_for_update(), {"name": self.name}) or 0

    def _move_cursor(self, connection: sa.Connection, position_in_log: int) -> None:
        connection.execute(MOVE_CURSOR, {"projection": self.name, "position_in_log": position_in_log})

    def _delete_some(self, connection: sa.Connection) -> None:
        if self._cursor(connection) == EMPTYING and not any(_delete_rows(connection, table) for table in self.tables):
            self._move_cursor(connection, 0)


def _delete_rows(connection: sa.Connection, table: sa.Table) -> bool:
    """Delete some rows of a table; returns whether it had any."""
    key = sa.tuple_(*table.primary_key.columns)
    some = sa.select(*table.primary_key.columns).limit(ROWS_AT_ONCE)
    return connection.execute(sa.delete(table).where(key.in_(some))).rowcount > 0
