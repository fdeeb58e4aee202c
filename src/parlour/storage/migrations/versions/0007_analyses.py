"""The analyses of matches are kept."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match", Text(), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("accuracy_0", sa.Float()),
        sa.Column("accuracy_1", sa.Float()),
        sqlite_with_rowid=False,
    )
