"""Tournaments, their events and their players."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False, index=True),
        sa.Column("host_name", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("created_ms", sa.Integer(), nullable=False),
        sa.Column("ended_ms", sa.Integer()),
        sa.Column("is_cancelled", sa.Boolean(), nullable=False, server_default=sa.text("0")),
        sqlite_with_rowid=False,
    )
    op.create_index("open_tournaments", "tournaments", ["id"], sqlite_where=sa.text("ended_ms IS NULL"))
    op.create_index("past_tournaments", "tournaments", ["ended_ms"], sqlite_where=sa.text("is_public = 1"))
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.Text(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.Column("up_ms", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.Text(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("identity", sa.Text(), index=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.UniqueConstraint("tournament", "identity"),
        sqlite_with_rowid=False,
    )
