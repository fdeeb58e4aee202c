"""The tables of tournaments."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, LargeBinary, Table, UniqueConstraint, false, text

from parlour.storage.portable import Integer, Text, only
from parlour.storage.tables import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("host", Text, nullable=False, index=True),  # an identity
    Column("host_name", Text, nullable=False),
    Column("plan", Text, nullable=False),  # JSON, as in the first event
    Column("is_public", Boolean, nullable=False),
    Column("created_ms", Integer, nullable=False),
    Column("ended_ms", Integer),  # None: it is not over
    Column("is_cancelled", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)
Index("open_tournaments", tournaments.c.id, **only(tournaments.c.ended_ms.is_(None)))
Index("past_tournaments", tournaments.c.ended_ms, **only(tournaments.c.is_public))

tournament_events = Table(  # appended, never changed
    "tournament_events",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),  # JSON; players are numbers
    Column("up_ms", Integer, nullable=False),  # the heartbeat's when it was appended
    sqlite_with_rowid=False,
)

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("identity", Text, index=True),  # None: a computer
    Column("name", Text, nullable=False),
    Column("place", Integer),  # when the tournament is over
    Column("points", Integer, nullable=False, server_default=text("0")),
    UniqueConstraint("tournament", "identity"),
    sqlite_with_rowid=False,
)
