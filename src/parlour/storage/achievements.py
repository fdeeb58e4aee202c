"""Achievements and streaks, taken in from the log as `projections` takes in results, with a cursor of their own.

They need the rules of the games, which takes longer and may fail: results never wait for them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from parlour.match import events as ev
from parlour.match.achievements import Context, Streaks, earned_by_seat, general_achievements
from parlour.match.results import PLAYED, Finished, Result, is_rated, results_of, summarise
from parlour.match.seating import Seating
from parlour.storage.log_projection import LogProjection
from parlour.storage.people_tables import achievements, streaks
from parlour.storage.tables import matches


class Achieved(NamedTuple):
    """What the log says about a finished match, and what each seat has earned in its game."""

    finished: Finished
    by_seat: tuple[list[str], list[str]]


class SqliteAchievements(LogProjection[Achieved]):
    """Keeps achievements and streaks up to date with the log. `projections` logs what cannot be read."""

    name = "achievements"
    tables = (achievements, streaks)

    def read(self, reader: sa.Connection, match_id: str, log: Sequence[ev.AnyEvent]) -> Achieved:
        """Return what counts of a finished match, and what was earned in it."""
        seed = reader.scalar(sa.select(matches.c.seed).where(matches.c.id == match_id))
        return Achieved(summarise(match_id, log), earned_by_seat(log, int(seed or 0)))

    def store(self, connection: sa.Connection, summaries: Sequence[tuple[Achieved, Seating]]) -> None:
        """Write what was earned in finished matches."""
        for each, seating in summaries:
            _store_match(connection, each, seating)


def _store_match(connection: sa.Connection, told: Achieved, seating: Seating) -> None:
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
