"""Administrators and what they do, bans of addresses, voided tokens of guests, reports that were handled."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add tables, and a column to reports: those of before are open."""
    op.create_table(
        "admins",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", name="admins_key"),
    )
    op.create_table(
        "admin_acts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("admin", sa.Text, nullable=False, comment="empty for the command line"),
        sa.Column("admin_name", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, comment="the entry of the table's log that it is about"),
        sa.Column("subject", sa.Text, nullable=False, comment="a person, or a network"),
        sa.Column("subject_name", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="admin_acts_key"),
    )
    op.create_index("admin_acts_by_time", "admin_acts", ["at"])
    op.create_table(
        "address_bans",
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("network", name="address_bans_key"),
    )
    op.create_table(
        "guest_revocations",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False, comment="older tokens of this guest are void"),
        sa.PrimaryKeyConstraint("person", name="guest_revocations_key"),
    )
    op.add_column("reports", sa.Column("handled_at", sa.Double, comment="when an administrator decided"))
