"""Whom people follow, challenges, streaks and achievements."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "following",
        sa.Column("identity", sa.Text(), primary_key=True),
        sa.Column("other", sa.Text(), primary_key=True),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("followers", "following", ["other"])
    op.create_table(
        "challenges",
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("identity", sa.Text(), nullable=False, index=True),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "streaks",
        sa.Column("identity", sa.Text(), primary_key=True),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("best_wins", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("best_days", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Integer(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False, server_default=sa.text("''")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "achievements",
        sa.Column("identity", sa.Text(), primary_key=True),
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
