"""Whom people follow, challenges, streaks and achievements."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, Text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "following",
        sa.Column("identity", Text(), primary_key=True),
        sa.Column("other", Text(), primary_key=True),
        sa.Column("at_ms", Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("followers", "following", ["other"])
    op.create_table(
        "challenges",
        sa.Column("match", Text(), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("identity", Text(), nullable=False, index=True),
        sa.Column("at_ms", Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "streaks",
        sa.Column("identity", Text(), primary_key=True),
        sa.Column("wins", Integer(), nullable=False),
        sa.Column("best_wins", Integer(), nullable=False),
        sa.Column("days", Integer(), nullable=False),
        sa.Column("best_days", Integer(), nullable=False),
        sa.Column("last_day", Integer(), nullable=False),
        sa.Column("games", Text(), nullable=False, server_default=sa.text("''")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "achievements",
        sa.Column("identity", Text(), primary_key=True),
        sa.Column("id", Text(), primary_key=True),
        sa.Column("match", Text(), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
