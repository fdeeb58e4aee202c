"""Achievements and streaks, taken in from the log as `projections` takes in results, with a cursor of their own.

They need the rules of the games, which takes longer and may fail: results never wait for them.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from parlour.match import events as ev
from parlour.match.achievements import Context, Streaks, earned_by_seat, general_achievements
from parlour.match.results import PLAYED, Finished, Result, is_rated, results_of, summarise
from parlour.match.seating import Seating
from parlour.storage.log_projection import LogProjection
from parlour.storage.people_tables import achievements, streaks
from parlour.storage.portable import insert
from parlour.storage.tables import matches

SEED = sa.select(matches.c.seed).where(matches.c.id == sa.bindparam("match_id"))


class Achieved(NamedTuple):
    """What the log says about a finished match, and what each seat has earned in its game."""

    finished: Finished
    by_seat: tuple[list[str], list[str]]


class SqlAchievements(LogProjection[Achieved]):
    """Keeps achievements and streaks up to date with the log. `projections` logs what cannot be read."""

    name = "achievements"
    tables = (achievements, streaks)

    def read(self, reader: sa.Connection, match_id: str, log: Sequence[ev.AnyEvent]) -> Achieved:
        """Return what counts of a finished match, and what was earned in it."""
        seed = reader.scalar(SEED, {"match_id": match_id})
        return Achieved(summarise(match_id, log), earned_by_seat(log, int(seed or 0)))

    def store(self, connection: sa.Connection, summaries: Sequence[tuple[Achieved, Seating]]) -> None:
        """Write what was earned in finished matches."""
        found = [(each, seating, results_of(each.finished, seating)) for each, seating in summaries]
        now = _streaks_of(connection, {result.identity for _, _, results in found for result in results})
        earned = []
        for each, seating, results in found:
            for result in results:
                if result.result != PLAYED:
                    now[result.identity] = now.get(result.identity, Streaks()).after(result)
                    general = general_achievements(Context(result, now[result.identity], is_rated(results, seating)))
                    earned += _rows(result, [*general, *each.by_seat[result.seat]])
        if now:
            connection.execute(STORE_STREAKS, [{"identity": who, **each._asdict()} for who, each in now.items()])
        if earned:
            connection.execute(insert(achievements).on_conflict_do_nothing(), earned)  # the first time counts


_INSERT = insert(streaks)
STORE_STREAKS = _INSERT.on_conflict_do_update(
    index_elements=["identity"], set_={name: _INSERT.excluded[name] for name in Streaks._fields}
)


def _rows(result: Result, earned: Sequence[str]) -> list[dict[str, object]]:
    return [
        {"identity": result.identity, "id": each, "match": result.match, "at_ms": result.ended_ms} for each in earned
    ]


def _streaks_of(connection: sa.Connection, identities: Collection[str]) -> dict[str, Streaks]:
    wanted = sa.select(streaks.c.identity, *(streaks.c[name] for name in Streaks._fields))
    rows = connection.execute(wanted.where(streaks.c.identity.in_(identities)))
    return {row.identity: Streaks(*row[1:]) for row in rows}


def read_streaks(connection: sa.Connection, identity: str) -> Streaks:
    """Return the streaks of a person."""
    return _streaks_of(connection, [identity]).get(identity, Streaks())
