"""A balance test remembers which version of the program plays its games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add a column; tests that have begun begin anew, as nobody knows which version played them."""
    comment = "the version that played its test games"
    op.add_column(
        "balance_tests", sa.Column("program", sa.Text, nullable=False, server_default="", comment=comment)
    )
