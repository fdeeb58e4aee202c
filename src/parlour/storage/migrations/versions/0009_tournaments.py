"""Tournaments, their events and their players."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, Text, only

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", Text(), primary_key=True),
        sa.Column("title", Text(), nullable=False),
        sa.Column("host", Text(), nullable=False, index=True),
        sa.Column("host_name", Text(), nullable=False),
        sa.Column("plan", Text(), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("created_ms", Integer(), nullable=False),
        sa.Column("ended_ms", Integer()),
        sa.Column("is_cancelled", sa.Boolean(), nullable=False, server_default=sa.false()),
        sqlite_with_rowid=False,
    )
    op.create_index("open_tournaments", "tournaments", ["id"], **only(sa.text("ended_ms IS NULL")))
    op.create_index(
        "past_tournaments",
        "tournaments",
        ["ended_ms"],
        sqlite_where=sa.text("is_public = 1"),
        postgresql_where=sa.text("is_public"),
    )
    op.create_table(
        "tournament_events",
        sa.Column("tournament", Text(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("seq", Integer(), primary_key=True),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.Column("up_ms", Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tournament_players",
        sa.Column("tournament", Text(), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", Integer(), primary_key=True),
        sa.Column("identity", Text(), index=True),
        sa.Column("name", Text(), nullable=False),
        sa.Column("place", Integer()),
        sa.Column("points", Integer(), nullable=False, server_default=sa.text("0")),
        sa.UniqueConstraint("tournament", "identity"),
        sqlite_with_rowid=False,
    )
