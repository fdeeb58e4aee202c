"""What people have earned in campaigns."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, Text

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "campaign_stars",
        sa.Column("identity", Text(), primary_key=True),
        sa.Column("game", Text(), primary_key=True),
        sa.Column("mission", Text(), primary_key=True),
        sa.Column("difficulty", Text(), primary_key=True),
        sa.Column("stars", Integer(), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
