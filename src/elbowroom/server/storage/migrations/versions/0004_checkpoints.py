"""Tables as they were after every 50th entry, so that no log must be replayed from its start."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a table; logs of before get their checkpoints when they are next opened."""
    op.create_table(
        "checkpoints",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Text, nullable=False, comment="of the program that can read it"),
        sa.Column("state", sa.Text, nullable=False, comment="the table after this entry of its log"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="checkpoints_key"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="checkpoints_table_id"),
        sqlite_with_rowid=False,
    )
