"""Skeletons of names, recovery codes, people who are ignored, reports, roles and what operators did."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from parlour.match.skeleton import skeleton
from parlour.storage.portable import Integer, Text, only

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    columns: tuple[sa.Column[Any], ...] = (
        sa.Column("skeleton", Text()),
        sa.Column("role", Text()),
        sa.Column("silenced_until_ms", Integer()),
        sa.Column("suspended", Text()),
    )
    for column in columns:
        op.add_column("accounts", column)
    _compute_skeletons(op.get_bind())
    op.create_index("names_alike", "accounts", ["skeleton"], unique=True)
    op.create_table(
        "recovery_codes",
        sa.Column("hash", Text(), primary_key=True),
        sa.Column("account", Integer(), sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ignored",
        sa.Column("id", Integer(), primary_key=True),
        sa.Column("identity", Text(), nullable=False),
        sa.Column("other", Text(), nullable=False, index=True),
        sa.Column("kind", Text(), nullable=False),
        sa.UniqueConstraint("identity", "other"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", Integer(), primary_key=True),
        sa.Column("match", Text(), nullable=False),
        sa.Column("invitation", Text(), nullable=False),
        sa.Column("reporter", Text(), nullable=False, index=True),
        sa.Column("reported", Text(), nullable=False, index=True),
        sa.Column("seat", Integer(), nullable=False),
        sa.Column("reason", Text(), nullable=False),
        sa.Column("chat", Text(), nullable=False),
        sa.Column("at_ms", Integer(), nullable=False),
        sa.Column("verdict", Text()),
        sqlite_autoincrement=True,
    )
    op.create_index("open_reports", "reports", ["id"], **only(sa.text("verdict IS NULL")))
    op.create_table(
        "audit",
        sa.Column("id", Integer(), primary_key=True),
        sa.Column("at_ms", Integer(), nullable=False),
        sa.Column("operator", Integer(), sa.ForeignKey("accounts.id")),
        sa.Column("action", Text(), nullable=False),
        sa.Column("identity", Text(), nullable=False),
        sa.Column("detail", Text(), nullable=False),
        sqlite_autoincrement=True,
    )


def _compute_skeletons(connection: sa.Connection) -> None:
    """Store each skeleton with the oldest account that has it; those that look the same keep their names."""
    named = connection.execute(sa.text("SELECT id, name FROM accounts WHERE folded IS NOT NULL ORDER BY id DESC"))
    oldest = {skeleton(name): number for number, name in named}
    for looks, number in oldest.items():
        connection.execute(
            sa.text("UPDATE accounts SET skeleton = :looks WHERE id = :id"), {"looks": looks, "id": number}
        )
