"""Columns are named after what they hold."""

from alembic import op

revision = "0002"
down_revision = "0001"

RENAMED = (
    ("matches", "setup", "seating"),
    ("events", "place", "position_in_log"),
    ("chat", "place", "position_in_log"),
    ("cursors", "place", "position_in_log"),
    ("seats", "who", "identity"),
    ("chat", "who", "identity"),
    ("results", "who", "identity"),
    ("progress", "who", "identity"),
    ("ratings", "who", "identity"),
)


def upgrade() -> None:
    for table, old, new in RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    # A quote inside a name is escaped, so that only the field itself is met.
    op.execute("""UPDATE matches SET seating = replace(seating, '"who":', '"identity":')""")
    op.drop_index("ix_seats_who", "seats")
    op.create_index("ix_seats_identity", "seats", ["identity"])
    op.drop_index("ix_chat_who", "chat")
    op.create_index("ix_chat_identity", "chat", ["identity"])
