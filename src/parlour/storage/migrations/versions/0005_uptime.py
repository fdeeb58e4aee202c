"""Time is counted by how long servers have been running; clocks say when they need their match in memory."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, only

revision = "0005"
down_revision = "0004"

NO_CLOCK = '"pace":"none"'  # in the first line of a log; inside a string, JSON would escape the quotes


def upgrade() -> None:
    op.add_column("events", sa.Column("up_ms", Integer(), nullable=False, server_default=sa.text("0")))
    op.add_column("matches", sa.Column("due_ms", Integer(), nullable=True))
    # Every open match with a clock is loaded at the next start, which finds out when it is due.
    is_clockless = (
        "instr(line, CAST(:clock AS BLOB))"
        if op.get_bind().dialect.name == "sqlite"
        else "position(convert_to(:clock, 'UTF8') IN line)"
    )
    first = f"SELECT 1 FROM events WHERE match = id AND seq = 0 AND {is_clockless} > 0"
    due = sa.text(f"UPDATE matches SET due_ms = 0 WHERE NOT is_over AND NOT EXISTS ({first})")
    op.execute(due.bindparams(clock=NO_CLOCK))
    op.create_index("due_matches", "matches", ["due_ms"], **only(sa.text("due_ms IS NOT NULL")))
    op.drop_table("heartbeat")
    op.create_table(
        "heartbeat",
        sa.Column("one", Integer(), nullable=False),
        sa.Column("up_ms", Integer(), nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("one"),
    )
