"""What people have done with puzzles."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, Text

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("id", Integer(), primary_key=True),
        sa.Column("identity", Text(), nullable=False),
        sa.Column("game", Text(), nullable=False),
        sa.Column("puzzle", Text(), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sa.Column("is_right", Integer(), nullable=False),
        sa.Column("solved_ms", Integer()),
        sa.Column("shown_ms", Integer()),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.UniqueConstraint("identity", "puzzle"),
        sqlite_autoincrement=True,
    )
    op.create_index("puzzle_attempts_in_a_game", "puzzle_attempts", ["identity", "game"])
    op.create_table(
        "puzzle_days",
        sa.Column("identity", Text(), primary_key=True),
        sa.Column("game", Text(), primary_key=True),
        sa.Column("day", Integer(), primary_key=True),
        sqlite_with_rowid=False,
    )
