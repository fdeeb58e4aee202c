"""The table of what people have earned in campaigns."""

from sqlalchemy import Column, Table

from parlour.storage.portable import Integer, Text
from parlour.storage.tables import metadata

campaign_stars = Table(
    "campaign_stars",
    metadata,
    Column("identity", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mission", Text, primary_key=True),
    Column("difficulty", Text, primary_key=True),
    Column("stars", Integer, nullable=False),  # the most so far
    Column("at_ms", Integer, nullable=False),  # when they were earned
    sqlite_with_rowid=False,
)
