"""A match that cannot be loaded is parked, with the reason."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Text, only

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("parked", Text(), nullable=True))
    op.create_index("parked_matches", "matches", ["id"], **only(sa.text("parked IS NOT NULL")))
