"""Who somebody is changes in all their matches: a guest becomes an account, an account loses its name."""

from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from parlour.match.seating import Seating
from parlour.storage.tables import chat, matches, progress, results, seats


def adopt(connection: sa.Connection, guest: str, who: str, name: str) -> dict[str, Seating]:
    """Give an account that is new all that a guest has played; gives the seatings that changed, by match."""
    theirs = sa.select(seats.c.match).where(seats.c.who == guest)  # by index: all matches they sit in
    opposite = results.c.match.in_(theirs) & (results.c.other == guest)
    connection.execute(sa.update(results).where(opposite).values(other=who))
    seatings = reseat(connection, guest, lambda seating: seating.known_as(guest, who, name))
    for table in (seats, results, progress, chat):
        connection.execute(sa.update(table).where(table.c.who == guest).values(who=who))
    return seatings


def forget(connection: sa.Connection, who: str, name: str) -> dict[str, Seating]:
    """Call somebody so wherever they have a name; gives the seatings that changed, by match."""
    return reseat(connection, who, lambda seating: seating.forgotten(who, name))


def reseat(connection: sa.Connection, who: str, change: Callable[[Seating], Seating]) -> dict[str, Seating]:
    """Change the setups of all matches in which somebody sits; gives the seatings that changed, by match."""
    theirs = sa.select(seats.c.match).where(seats.c.who == who)
    found = connection.execute(sa.select(matches.c.id, matches.c.setup).where(matches.c.id.in_(theirs))).all()
    seatings = {row.id: change(read_seating(row.setup)) for row in found}
    changed = sa.update(matches).where(matches.c.id == sa.bindparam("match"))
    if seatings:
        rows = [{"match": match, "new": write_seating(seating)} for match, seating in seatings.items()]
        connection.execute(changed.values(setup=sa.bindparam("new")), rows)
    return seatings


def read_seating(setup: str) -> Seating:
    """Read who sits where from the setup of a match."""
    return msgspec.json.decode(setup, type=Seating)


def write_seating(seating: Seating) -> str:
    """Write who sits where as the setup of a match."""
    return msgspec.json.encode(seating).decode()
