"""Change an identity in all its matches: a guest becomes an account, a deleted account loses its name."""

from collections.abc import Callable

import sqlalchemy as sa

from parlour.match.seating import Seating, read_seating, write_seating
from parlour.storage.campaign_tables import campaign_stars
from parlour.storage.people_tables import achievements, streaks
from parlour.storage.puzzle_tables import puzzle_attempts, puzzle_days
from parlour.storage.tables import chat, ignored, matches, progress, reports, results, seats
from parlour.storage.tournament_tables import tournament_players, tournaments

UNTITLED = "Tournament"


def adopt(connection: sa.Connection, guest: str, identity: str, name: str) -> dict[str, Seating]:
    """Move all matches of a guest to a new account; return the seatings that changed, by match."""
    theirs = sa.select(seats.c.match).where(seats.c.identity == guest)  # by index: all matches they sit in
    opposite = results.c.match.in_(theirs) & (results.c.other == guest)
    connection.execute(sa.update(results).where(opposite).values(other=identity))
    seatings = reseat(connection, guest, lambda seating: seating.known_as(guest, identity, name))
    rename_in_tournaments(connection, guest, name)
    own = (seats, results, progress, chat, ignored, achievements, streaks, puzzle_attempts, puzzle_days,
           campaign_stars, tournament_players)  # fmt: skip
    for column in (*(table.c.identity for table in own), ignored.c.other, reports.c.reporter, reports.c.reported,
                   tournaments.c.host):  # fmt: skip
        connection.execute(sa.update(column.table).where(column == guest).values({column.name: identity}))
    return seatings


def forget(connection: sa.Connection, identity: str, name: str) -> dict[str, Seating]:
    """Replace the name of an identity in all its matches and tournaments; returns the seatings that changed."""
    rename_in_tournaments(connection, identity, name)
    # What people call their tournaments may be their own name.
    connection.execute(sa.update(tournaments).where(tournaments.c.host == identity).values(title=UNTITLED))
    return reseat(connection, identity, lambda seating: seating.forgotten(identity, name))


def rename_in_tournaments(connection: sa.Connection, identity: str, name: str) -> None:
    """Change the name of a person in the tournaments that they play in or have made."""
    mine = tournament_players.c.identity == identity
    connection.execute(sa.update(tournament_players).where(mine).values(name=name))
    connection.execute(sa.update(tournaments).where(tournaments.c.host == identity).values(host_name=name))


def reseat(connection: sa.Connection, identity: str, change: Callable[[Seating], Seating]) -> dict[str, Seating]:
    """Change the seatings of all matches of an identity; returns those that changed, by match."""
    theirs = sa.select(seats.c.match).where(seats.c.identity == identity)
    found = connection.execute(sa.select(matches.c.id, matches.c.seating).where(matches.c.id.in_(theirs))).all()
    seatings = {row.id: change(read_seating(row.seating)) for row in found}
    changed = sa.update(matches).where(matches.c.id == sa.bindparam("match"))
    if seatings:
        rows = [{"match": match, "new": write_seating(seating)} for match, seating in seatings.items()]
        connection.execute(changed.values(seating=sa.bindparam("new"), changes=matches.c.changes + 1), rows)
    return seatings
