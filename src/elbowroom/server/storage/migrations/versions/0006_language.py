"""The language in which people get mail."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add a column to accounts; those of before get English mail until they ask for mail again."""
    op.add_column(
        "accounts",
        sa.Column(
            "language", sa.Text, nullable=False, server_default="", comment="of their mail; English if empty"
        ),
    )
