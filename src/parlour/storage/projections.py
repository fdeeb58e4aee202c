"""What follows from finished matches: results, experience and ratings, taken in from the log one batch after the other.

The cursor says up to which event the log was taken in. It moves in the transaction that writes what follows, so that
every match counts once, in the order in which the matches ended, whatever happens to the process. Each batch is small:
moves that wait for the writer hardly notice it.

- A match that was called off, or that ended before anybody sat down opposite, leaves nothing.
- A match of one person at both seats is kept as "played", once: it is no win, and earns nothing, or anybody could reach
  any level alone. Matches against the computer count like others; strength is what ratings are for, and those come
  from rated matches between two accounts only.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from parlour.match import events as ev
from parlour.match.experience import ABORTED
from parlour.match.file import HashedEntry
from parlour.match.glicko import Rating, after_match, aged
from parlour.match.seating import ACCOUNT, OPEN, Seating
from parlour.storage.database import Database
from parlour.storage.tables import cursors, events, matches, progress, ratings, results

PROJECTION = "records"
EMPTYING = -1  # the place of the cursor while what was there is thrown away
EVENTS_AT_ONCE = 2_000  # that are looked through for the ends of matches
MATCHES_AT_ONCE = 10  # about 4 ms of the writer
ROWS_AT_ONCE = 200  # that are thrown away
ENDED = b'"event":{"type":"ended",'  # in a line of the log; inside words, JSON would escape the quotes

WON, DRAWN, LOST, PLAYED = "won", "drawn", "lost", "played"
OVERALL = ""  # in the place of a game

Row = dict[str, Any]
Follow = Callable[[int, int], bool]  # is told how far it is and how far it goes; says whether to go on
_read = msgspec.json.Decoder(HashedEntry).decode
_read_seating = msgspec.json.Decoder(Seating).decode


def _go_on(done: int, total: int) -> bool:
    return True


class Finished(NamedTuple):
    """What the log says about a match that is over."""

    match: str
    started: ev.Started
    ended: ev.Ended
    num_actions: int  # without those taken back


class Projections:
    """Keeps what follows from the log up to date."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def catch_up(self, follow: Follow = _go_on) -> None:
        """Take in everything that has happened up to now.

        Raises:
            StorageBusy, StorageFailed: the rest can be taken in later.
        """
        # What happens meanwhile is left for the next time: with many matches going on, this would never end.
        last = self._database.reader().scalar(sa.select(sa.func.max(events.c.position_in_log))) or 0
        while self._step(last, follow):
            pass

    def rebuild(self, follow: Follow = _go_on) -> None:
        """Throw everything away and take it in anew. If this is stopped midway, `catch_up` goes on with it."""
        self._database.write(lambda connection: _move_cursor(connection, EMPTYING)).result()
        self.catch_up(follow)

    def _step(self, last: int, follow: Follow) -> bool:
        """Do one batch; False when nothing is left to do up to the last event."""
        reader = self._database.reader()
        position_in_log = _cursor(reader)
        if position_in_log == EMPTYING:
            self._database.write(_throw_away_some).result()
            return follow(0, last)
        if position_in_log >= last:
            return False
        upto = min(position_in_log + EVENTS_AT_ONCE, last)
        ends = reader.execute(_ends(position_in_log, upto)).all()
        if len(ends) == MATCHES_AT_ONCE:
            upto = ends[-1].position_in_log
        finished = [_finished(reader, end.match) for end in ends]
        self._database.write(lambda connection: _take_in(connection, position_in_log, upto, finished)).result()
        return follow(upto, last)


def _cursor(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(cursors.c.position_in_log).where(cursors.c.projection == PROJECTION)) or 0


def _move_cursor(connection: sa.Connection, position_in_log: int) -> None:
    changed = insert(cursors).values(projection=PROJECTION, position_in_log=position_in_log)
    connection.execute(
        changed.on_conflict_do_update(index_elements=["projection"], set_={"position_in_log": position_in_log})
    )


def _ends(after: int, upto: int) -> sa.Select[tuple[int, str]]:
    return (
        sa.select(events.c.position_in_log, events.c.match)
        .where(
            events.c.position_in_log > after, events.c.position_in_log <= upto, sa.func.instr(events.c.line, ENDED) > 0
        )
        .order_by(events.c.position_in_log)
        .limit(MATCHES_AT_ONCE)
    )


def _finished(reader: sa.Connection, match_id: str) -> Finished:
    lines = reader.scalars(sa.select(events.c.line).where(events.c.match == match_id).order_by(events.c.seq))
    return summarise(match_id, (_read(line).event for line in lines))


def summarise(match_id: str, log: Iterable[ev.AnyEvent]) -> Finished:
    """Return what counts of the events of a finished match. The rules of the game are not needed for it."""
    started: ev.Started | None = None
    ended: ev.Ended | None = None
    num_actions = 0
    for event in log:
        match event:
            case ev.Started():
                started = event
            case ev.Acted():
                num_actions += 1
            case ev.UndoAnswered(accept=True, actions=count):
                num_actions -= count
            case ev.Ended():
                ended = event
    assert started is not None, "the log of a match begins with its start"
    assert ended is not None, "the match is over"
    return Finished(match_id, started, ended, num_actions)


def results_of(match: Finished, seating: Seating) -> list[Row]:
    """Return the rows that a match leaves: one for each seat of a person, or one for both seats of the same."""
    if match.ended.reason == ABORTED or any(seat.kind == OPEN for seat in seating.seats):
        return []
    rows = [_row(match, seating, number, identity) for number, identity in seating.people]
    return [rows[0] | {"result": PLAYED}] if seating.is_hotseat else rows


def _row(match: Finished, seating: Seating, number: int, identity: str) -> Row:
    other, ended = seating.seats[1 - number], match.ended
    return {
        "match": match.match,
        "seat": number,
        "identity": identity,
        "other": other.identity,
        "level": other.level,
        "game": match.started.game,
        "pace": match.started.pace,
        "result": DRAWN if ended.winner is None else WON if ended.winner == number else LOST,
        "reason": ended.reason,
        "experience": seating.credited(ended.experience)[number],
        "num_actions": match.num_actions,
        "started_ms": match.started.at_ms,
        "ended_ms": ended.at_ms,
        "rating_change": None,
    }


def is_rated(rows: Sequence[Row], seating: Seating) -> bool:
    """Return whether a match changes ratings: it was meant to, and two different accounts played it."""
    return seating.is_rated and len(rows) == 2 and all(row["identity"].startswith(ACCOUNT) for row in rows)


def _take_in(connection: sa.Connection, position_in_log: int, upto: int, finished: Sequence[Finished]) -> None:
    if _cursor(connection) != position_in_log:
        return  # somebody else was faster
    ids = [match.match for match in finished]
    seatings = dict(connection.execute(sa.select(matches.c.id, matches.c.seating).where(matches.c.id.in_(ids))).all())
    rows: list[Row] = []
    rated: list[list[Row]] = []
    for match in finished:
        seating = _read_seating(seatings[match.match])
        left = results_of(match, seating)
        rows += left
        if is_rated(left, seating):
            rated.append(left)
    if rated:
        _rate(connection, rated)
    if rows:
        connection.execute(sa.insert(results), rows)
        _count(connection, rows)
    _move_cursor(connection, upto)


def _count(connection: sa.Connection, rows: Sequence[Row]) -> None:
    """Add results to the progress of people, in the game and overall."""
    added = [
        {
            "identity": row["identity"],
            "game": game,
            "points": row["experience"],
            "matches": 1,
            "wins": int(row["result"] == WON),
        }
        for row in rows
        if row["result"] != PLAYED
        for game in (row["game"], OVERALL)
    ]
    if added:
        more = insert(progress)
        sums = {name: progress.c[name] + more.excluded[name] for name in ("points", "matches", "wins")}
        connection.execute(more.on_conflict_do_update(index_elements=["identity", "game"], set_=sums), added)


def _rate(connection: sa.Connection, rated: Sequence[Sequence[Row]]) -> None:
    """Take rated matches into the ratings, in this order; notes the changes in their rows."""
    keys = {(row["identity"], row["game"]) for rows in rated for row in rows}
    known = sa.select(ratings).where(sa.tuple_(ratings.c.identity, ratings.c.game).in_(sorted(keys)))
    table = {key: {"identity": key[0], "game": key[1], **Rating()._asdict(), "matches": 0, "at_ms": 0} for key in keys}
    table |= {(row["identity"], row["game"]): dict(row) for row in connection.execute(known).mappings()}
    for rows in rated:
        before = [table[row["identity"], row["game"]] for row in rows]
        first, second = (
            aged(Rating(old["rating"], old["deviation"], old["volatility"]), row["ended_ms"] - old["at_ms"])
            for old, row in zip(before, rows, strict=True)
        )
        after = after_match(first, second, {WON: 1.0, DRAWN: 0.5, LOST: 0.0}[rows[0]["result"]])
        for old, row, new in zip(before, rows, after, strict=True):
            row["rating_change"] = new.rating - old["rating"]
            old.update(new._asdict(), matches=old["matches"] + 1, at_ms=row["ended_ms"])
    change = insert(ratings)
    fields = {name: change.excluded[name] for name in ("rating", "deviation", "volatility", "matches", "at_ms")}
    connection.execute(
        change.on_conflict_do_update(index_elements=["identity", "game"], set_=fields), list(table.values())
    )  # fmt: skip


def _throw_away_some(connection: sa.Connection) -> None:
    if _cursor(connection) != EMPTYING:
        return  # somebody else has done it
    for table in (results, progress, ratings):
        key = sa.tuple_(*table.primary_key.columns)
        some = sa.select(*table.primary_key.columns).limit(ROWS_AT_ONCE)
        if connection.execute(sa.delete(table).where(key.in_(some))).rowcount:
            return
    _move_cursor(connection, 0)
