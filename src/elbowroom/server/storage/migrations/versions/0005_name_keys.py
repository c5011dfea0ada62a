"""What names that look alike have in common, so that two accounts never have such names."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a table; the names of accounts of before are entered at the next start."""
    op.create_table(
        "name_keys",
        sa.Column("key", sa.Text, nullable=False, comment="what names that look alike have in common"),
        sa.Column("person", sa.Text, nullable=False, comment="whose account has such a name"),
        sa.PrimaryKeyConstraint("key", name="name_keys_key"),
    )
    op.create_index("name_keys_by_person", "name_keys", ["person"])
