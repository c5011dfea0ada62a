"""Tables with their logs, their seeds and who sits at them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("head", sa.Integer, nullable=False, comment="the number of the newest entry"),
        sa.Column("writer", sa.Text, nullable=False, comment="the process that wrote it"),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_key"),
    )
    op.create_index("tables_by_status", "tables", ["status", "is_open", "changed_at"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("part", sa.Integer, nullable=False, comment="entries of the same command before this one"),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="log_key"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="log_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "log_by_command",
        "log",
        ["table_id", "command", "part"],
        unique=True,
        sqlite_where=sa.text("command <> ''"),
        postgresql_where=sa.text("command <> ''"),
    )
    op.create_table(
        "seeds",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="seeds_key"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="seeds_table_id"),
    )
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "place", name="sitters_key"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="sitters_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("sitters_by_person", "sitters", ["person"])
