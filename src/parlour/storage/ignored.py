"""Whom people ignore: muted, so that their chat is hidden, or blocked, so that they stay apart."""

from concurrent.futures import Future

import sqlalchemy as sa

from parlour.match.accounts import BLOCKED, MOST_IGNORED, MUTED
from parlour.match.errors import TooManyIgnored
from parlour.match.moderation import Ignored
from parlour.match.seating import ACCOUNT
from parlour.storage.database import Database
from parlour.storage.tables import accounts, ignored


class SqlIgnored:
    """Stores whom people ignore; the port `IgnoredPeople`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by(self, identity: str) -> list[Ignored]:
        """List whom a person ignores, oldest first."""
        is_account = accounts.c.folded.is_not(None) & (
            ignored.c.other == sa.literal(ACCOUNT) + accounts.c.id.cast(sa.Text)
        )
        wanted = (
            sa.select(ignored.c.id, ignored.c.other, ignored.c.kind, accounts.c.name)
            .outerjoin(accounts, is_account)
            .where(ignored.c.identity == identity)
            .order_by(ignored.c.id)
        )
        return [Ignored(*row) for row in self._database.reader().execute(wanted)]

    def unheard_by(self, identity: str) -> frozenset[str]:
        """Return the identities whose chat a person does not see."""
        wanted = sa.select(ignored.c.other).where(ignored.c.identity == identity, ignored.c.kind.in_((MUTED, BLOCKED)))
        return frozenset(self._database.reader().scalars(wanted))

    def apart_from(self, identity: str) -> frozenset[str]:
        """Return the identities that a person has blocked, or that have blocked this person."""
        mine = sa.select(ignored.c.other).where(ignored.c.identity == identity, ignored.c.kind == BLOCKED)
        theirs = sa.select(ignored.c.identity).where(ignored.c.other == identity, ignored.c.kind == BLOCKED)
        return frozenset(self._database.reader().scalars(mine.union(theirs)))

    def ignore(self, identity: str, other: str, kind: str) -> "Future[None]":
        """Mute or block a person, instead of what was before; the future fails with TooManyIgnored."""

        def change(connection: sa.Connection) -> None:
            mine = ignored.c.identity == identity
            connection.execute(sa.delete(ignored).where(mine, ignored.c.other == other))
            if connection.scalars(sa.select(sa.func.count()).select_from(ignored).where(mine)).one() >= MOST_IGNORED:
                raise TooManyIgnored(f"You ignore {MOST_IGNORED} people already. Stop ignoring one first.")
            connection.execute(sa.insert(ignored).values(identity=identity, other=other, kind=kind))

        return self._database.write(change)

    def stop_ignoring(self, identity: str, number: int) -> "Future[None]":
        """Forget that a person ignores another."""

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.delete(ignored).where(ignored.c.identity == identity, ignored.c.id == number))

        return self._database.write(change)
