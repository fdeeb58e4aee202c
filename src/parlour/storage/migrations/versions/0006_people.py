"""Skeletons of names, recovery codes, people who are ignored, reports, roles and what operators did."""

import sqlalchemy as sa
from alembic import op

from parlour.match.skeleton import skeleton

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for column in (
        sa.Column("skeleton", sa.Text()),
        sa.Column("role", sa.Text()),
        sa.Column("silenced_until_ms", sa.Integer()),
        sa.Column("suspended", sa.Text()),
    ):
        op.add_column("accounts", column)
    _compute_skeletons(op.get_bind())
    op.create_index("names_alike", "accounts", ["skeleton"], unique=True)
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ignored",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False, index=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.UniqueConstraint("identity", "other"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("invitation", sa.Text(), nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False, index=True),
        sa.Column("reported", sa.Text(), nullable=False, index=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.Text()),
        sqlite_autoincrement=True,
    )
    op.create_index("open_reports", "reports", ["id"], sqlite_where=sa.text("verdict IS NULL"))
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sa.Column("operator", sa.Integer(), sa.ForeignKey("accounts.id")),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
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
