"""The first schema."""

import sqlalchemy as sa
from alembic import op

from parlour.storage.portable import Integer, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", Integer(), nullable=False),
        sa.Column("name", Text(), nullable=False),
        sa.Column("folded", Text(), nullable=True),
        sa.Column("password", Text(), nullable=True),
        sa.Column("created_ms", Integer(), nullable=False),
        sa.Column("preferences", Text(), server_default=sa.text("'{}'"), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("folded"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "cursors",
        sa.Column("projection", Text(), nullable=False),
        sa.Column("place", Integer(), nullable=False),
        sa.PrimaryKeyConstraint("projection"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heartbeat",
        sa.Column("one", Integer(), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sa.PrimaryKeyConstraint("one"),
    )
    op.create_table(
        "matches",
        sa.Column("id", Text(), nullable=False),
        sa.Column("seed", Text(), nullable=False),
        sa.Column("setup", Text(), nullable=False),
        sa.Column("is_over", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(
            "live_matches",
            ["id"],
            unique=False,
            sqlite_where=sa.text("is_over = 0"),
            postgresql_where=sa.text("NOT is_over"),
        )

    op.create_table(
        "progress",
        sa.Column("who", Text(), nullable=False),
        sa.Column("game", Text(), nullable=False),
        sa.Column("points", Integer(), nullable=False),
        sa.Column("matches", Integer(), nullable=False),
        sa.Column("wins", Integer(), nullable=False),
        sa.PrimaryKeyConstraint("who", "game"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("progress", schema=None) as batch_op:
        batch_op.create_index("highest_levels", ["game", "points"], unique=False)
        batch_op.create_index("most_wins", ["game", "wins"], unique=False)

    op.create_table(
        "ratings",
        sa.Column("who", Text(), nullable=False),
        sa.Column("game", Text(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("matches", Integer(), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sa.PrimaryKeyConstraint("who", "game"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index("best_of_a_game", ["game", "rating"], unique=False)

    op.create_table(
        "chat",
        sa.Column("place", Integer(), nullable=False),
        sa.Column("match", Text(), nullable=False),
        sa.Column("seat", Integer(), nullable=False),
        sa.Column("who", Text(), nullable=False),
        sa.Column("text", Text(), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("place"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_chat_who"), ["who"], unique=False)

    op.create_table(
        "events",
        sa.Column("place", Integer(), nullable=False),
        sa.Column("match", Text(), nullable=False),
        sa.Column("seq", Integer(), nullable=False),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("place"),
        sa.UniqueConstraint("match", "seq"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "keys",
        sa.Column("match", Text(), nullable=False),
        sa.Column("key", Text(), nullable=False),
        sa.Column("version", Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match", Text(), nullable=False),
        sa.Column("seat", Integer(), nullable=False),
        sa.Column("who", Text(), nullable=False),
        sa.Column("other", Text(), nullable=True),
        sa.Column("level", Text(), nullable=True),
        sa.Column("game", Text(), nullable=False),
        sa.Column("pace", Text(), nullable=False),
        sa.Column("result", Text(), nullable=False),
        sa.Column("reason", Text(), nullable=False),
        sa.Column("experience", Integer(), nullable=False),
        sa.Column("num_actions", Integer(), nullable=False),
        sa.Column("started_ms", Integer(), nullable=False),
        sa.Column("ended_ms", Integer(), nullable=False),
        sa.Column("rating_change", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "seat"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index("results_of_somebody", ["who", "ended_ms"], unique=False)

    op.create_table(
        "seats",
        sa.Column("match", Text(), nullable=False),
        sa.Column("seat", Integer(), nullable=False),
        sa.Column("who", Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["matches.id"],
        ),
        sa.PrimaryKeyConstraint("match", "seat"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_who"), ["who"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("hash", Text(), nullable=False),
        sa.Column("account", Integer(), nullable=False),
        sa.Column("created_ms", Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_account"), ["account"], unique=False)

    op.create_table(
        "tokens",
        sa.Column("id", Integer(), nullable=False),
        sa.Column("account", Integer(), nullable=False),
        sa.Column("hash", Text(), nullable=False),
        sa.Column("label", Text(), nullable=False),
        sa.Column("scopes", Text(), nullable=False),
        sa.Column("created_ms", Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_account"), ["account"], unique=False)

    op.create_table(
        "adopted",
        sa.Column("guest", Text(), nullable=False),
        sa.Column("account", Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("guest"),
        sqlite_with_rowid=False,
    )
