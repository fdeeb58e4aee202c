"""Several nodes on one database: what they share, and how each notices what another has changed."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, Text

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("matches", _counter("changes"))
    op.add_column("heartbeat", _counter("beat_ms"))
    op.add_column("heartbeat", _counter("started_ms"))
    op.create_table(
        "rematches",
        sa.Column("match", Text(), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", Integer(), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shared_secret",
        sa.Column("one", Integer(), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
    )


def _counter(name: str) -> "sa.Column[int]":
    return sa.Column(name, Integer(), nullable=False, server_default=sa.text("0"))
