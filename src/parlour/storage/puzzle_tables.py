"""The tables of what people have done with puzzles."""

from sqlalchemy import Column, Float, Index, Table, UniqueConstraint

from parlour.storage.portable import Integer, Text
from parlour.storage.tables import metadata

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("id", Integer, primary_key=True),  # in the order of the first attempts
    Column("identity", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("at_ms", Integer, nullable=False),  # of the first attempt
    Column("is_right", Integer, nullable=False),  # the first attempt: 1 or 0
    Column("solved_ms", Integer),  # when it was solved, before the solution was shown
    Column("shown_ms", Integer),  # when the solution was shown
    Column("rating", Float, nullable=False),  # of the person in this game, after the first attempt
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    UniqueConstraint("identity", "puzzle"),
    sqlite_autoincrement=True,
)
Index("puzzle_attempts_in_a_game", puzzle_attempts.c.identity, puzzle_attempts.c.game)

puzzle_days = Table(  # on which the puzzle of the day was solved
    "puzzle_days",
    metadata,
    Column("identity", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("day", Integer, primary_key=True),  # since 1970
    sqlite_with_rowid=False,
)
