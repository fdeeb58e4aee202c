"""The stars that people have earned in campaigns.

They follow from finished matches, and are taken in with the results. Unlike these they are never deleted when results
are rebuilt: an account keeps those that it took over from a guest.
"""

from collections import defaultdict
from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

from parlour.match.campaign import Earned
from parlour.match.mission import Terms
from parlour.match.results import Finished
from parlour.match.seating import Seating
from parlour.storage.campaign_tables import campaign_stars
from parlour.storage.database import Database
from parlour.storage.portable import insert


class SqlCampaignProgress:
    """Stores stars; the port `CampaignProgress`, which says what its methods promise."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def earned(self, identity: str, game: str) -> Earned:
        """Return the stars of a person in the campaign of a game, by mission and difficulty."""
        mine = (campaign_stars.c.identity == identity) & (campaign_stars.c.game == game)
        wanted = sa.select(campaign_stars.c.mission, campaign_stars.c.difficulty, campaign_stars.c.stars).where(mine)
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for mission, difficulty, stars in self._database.reader().execute(wanted):
            found[mission][difficulty] = stars
        return dict(found)

    def copy(self, guest: str, identity: str) -> "Future[None]":
        """Copy the stars of a guest to a person, where those are more."""

        def change(connection: sa.Connection) -> None:
            theirs = connection.execute(sa.select(campaign_stars).where(campaign_stars.c.identity == guest)).mappings()
            for row in theirs.all():
                _keep_most(connection, {**row, "identity": identity})

        return self._database.write(change)


def note_stars(connection: sa.Connection, match: Finished, seating: Seating) -> None:
    """Store what a finished match has earned its player, if it was a mission."""
    terms, stars = match.started.mission, match.ended.stars
    if not isinstance(terms, Terms) or not isinstance(stars, int):
        return
    identity = seating.seats[terms.seat].identity
    if identity is not None:
        row = {"identity": identity, "game": match.started.game, "mission": terms.mission,
               "difficulty": terms.difficulty, "stars": stars, "at_ms": match.ended.at_ms}  # fmt: skip
        _keep_most(connection, row)


def _keep_most(connection: sa.Connection, row: dict[str, Any]) -> None:
    new = insert(campaign_stars).values(row)
    more = {"stars": new.excluded.stars, "at_ms": new.excluded.at_ms}
    connection.execute(
        new.on_conflict_do_update(
            index_elements=list(campaign_stars.primary_key.columns.keys()),
            set_=more,
            where=new.excluded.stars > campaign_stars.c.stars,
        )
    )
