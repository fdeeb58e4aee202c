"""What people have earned in campaigns."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "campaign_stars",
        sa.Column("identity", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("mission", sa.Text(), primary_key=True),
        sa.Column("difficulty", sa.Text(), primary_key=True),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
