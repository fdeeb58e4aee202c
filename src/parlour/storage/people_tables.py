"""The tables around people: whom they follow, challenges, and what the projection of achievements writes."""

from typing import Any

from sqlalchemy import Column, ForeignKey, Index, Table, text
from sqlalchemy.types import TypeEngine

from parlour.storage.portable import Integer, Text
from parlour.storage.tables import metadata


def _needed(name: str, kind: type[TypeEngine[Any]]) -> Column[object]:
    return Column(name, kind, nullable=False)


following = Table(
    "following",
    metadata,
    Column("identity", Text, primary_key=True),  # who follows
    Column("other", Text, primary_key=True),  # and whom
    _needed("at_ms", Integer),
    sqlite_with_rowid=False,
)
Index("followers", following.c.other)

challenges = Table(  # matches whose open seat is offered to one person
    "challenges",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("identity", Text, nullable=False, index=True),  # to whom
    _needed("at_ms", Integer),
    sqlite_with_rowid=False,
)

# Projections, with a cursor of their own.

streaks = Table(
    "streaks",
    metadata,
    Column("identity", Text, primary_key=True),
    _needed("wins", Integer),  # in a row, up to now
    _needed("best_wins", Integer),
    _needed("days", Integer),  # in a row with a match
    _needed("best_days", Integer),
    _needed("last_day", Integer),  # since 1970
    Column("games", Text, nullable=False, server_default=text("''")),  # finished ones, separated by spaces
    sqlite_with_rowid=False,
)

achievements = Table(
    "achievements",
    metadata,
    Column("identity", Text, primary_key=True),
    Column("id", Text, primary_key=True),  # "first_win", "checkers/double_jump"
    Column("match", Text, ForeignKey("matches.id"), nullable=False),
    _needed("at_ms", Integer),
    sqlite_with_rowid=False,
)
