"""A line of chat has a key, so that a repeat is noticed."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("chat", sa.Column("key", Text(), nullable=False, server_default=sa.text("''")))
