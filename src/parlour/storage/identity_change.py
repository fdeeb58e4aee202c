"""Change an identity in all its matches: a guest becomes an account, a deleted account loses its name."""

from collections.abc import Callable

import sqlalchemy as sa

from parlour.match.seating import Seating, read_seating, write_seating
from parlour.storage.puzzle_tables import puzzle_attempts, puzzle_days
from parlour.storage.tables import chat, ignored, matches, progress, reports, results, seats


def adopt(connection: sa.Connection, guest: str, identity: str, name: str) -> dict[str, Seating]:
    """Move all matches of a guest to a new account; return the seatings that changed, by match."""
    theirs = sa.select(seats.c.match).where(seats.c.identity == guest)  # by index: all matches they sit in
    opposite = results.c.match.in_(theirs) & (results.c.other == guest)
    connection.execute(sa.update(results).where(opposite).values(other=identity))
    seatings = reseat(connection, guest, lambda seating: seating.known_as(guest, identity, name))
    own = (seats, results, progress, chat, ignored, puzzle_attempts, puzzle_days)
    for column in (*(table.c.identity for table in own), ignored.c.other, reports.c.reporter, reports.c.reported):
        connection.execute(sa.update(column.table).where(column == guest).values({column.name: identity}))
    return seatings


def forget(connection: sa.Connection, identity: str, name: str) -> dict[str, Seating]:
    """Replace the name of an identity in all its matches; returns the seatings that changed, by match."""
    return reseat(connection, identity, lambda seating: seating.forgotten(identity, name))


def reseat(connection: sa.Connection, identity: str, change: Callable[[Seating], Seating]) -> dict[str, Seating]:
    """Change the seatings of all matches of an identity; returns those that changed, by match."""
    theirs = sa.select(seats.c.match).where(seats.c.identity == identity)
    found = connection.execute(sa.select(matches.c.id, matches.c.seating).where(matches.c.id.in_(theirs))).all()
    seatings = {row.id: change(read_seating(row.seating)) for row in found}
    changed = sa.update(matches).where(matches.c.id == sa.bindparam("match"))
    if seatings:
        rows = [{"match": match, "new": write_seating(seating)} for match, seating in seatings.items()]
        connection.execute(changed.values(seating=sa.bindparam("new")), rows)
    return seatings
