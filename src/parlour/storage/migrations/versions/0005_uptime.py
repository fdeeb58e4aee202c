"""Time is counted by how long servers have been running; clocks say when they need their match in memory."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NO_CLOCK = '"pace":"none"'  # in the first line of a log; inside a string, JSON would escape the quotes


def upgrade() -> None:
    op.add_column("events", sa.Column("up_ms", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.add_column("matches", sa.Column("due_ms", sa.Integer(), nullable=True))
    # Every open match with a clock is loaded at the next start, which finds out when it is due.
    op.execute(
        "UPDATE matches SET due_ms = 0 WHERE is_over = 0 AND NOT EXISTS "
        f"(SELECT 1 FROM events WHERE match = id AND seq = 0 AND instr(line, CAST('{NO_CLOCK}' AS BLOB)) > 0)"
    )
    op.create_index("due_matches", "matches", ["due_ms"], sqlite_where=sa.text("due_ms IS NOT NULL"))
    op.drop_table("heartbeat")
    op.create_table(
        "heartbeat",
        sa.Column("one", sa.Integer(), nullable=False),
        sa.Column("up_ms", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("one"),
    )
