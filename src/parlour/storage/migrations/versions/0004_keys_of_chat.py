"""A line of chat has a key, so that a repeat is noticed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("chat", sa.Column("key", sa.Text(), nullable=False, server_default=sa.text("''")))
