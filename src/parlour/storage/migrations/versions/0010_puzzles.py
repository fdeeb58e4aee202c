"""What people have done with puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sa.Column("is_right", sa.Integer(), nullable=False),
        sa.Column("solved_ms", sa.Integer()),
        sa.Column("shown_ms", sa.Integer()),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.UniqueConstraint("identity", "puzzle"),
        sqlite_autoincrement=True,
    )
    op.create_index("puzzle_attempts_in_a_game", "puzzle_attempts", ["identity", "game"])
    op.create_table(
        "puzzle_days",
        sa.Column("identity", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("day", sa.Integer(), primary_key=True),
        sqlite_with_rowid=False,
    )
