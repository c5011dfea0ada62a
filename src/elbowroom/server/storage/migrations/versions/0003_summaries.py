"""What lists tell of a table beside its status: who sits there, and how far the game is."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a column to tables; those of before have it filled with their next entry."""
    op.add_column(
        "tables",
        sa.Column("summary", sa.Text, nullable=False, server_default="", comment="seats and turn, for lists"),
    )
