"""A match that cannot be loaded is parked, with the reason."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("parked", sa.Text(), nullable=True))
    op.create_index("parked_matches", "matches", ["id"], sqlite_where=sa.text("parked IS NOT NULL"))
