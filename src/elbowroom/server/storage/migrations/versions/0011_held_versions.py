"""A new version of a listed creation waits for a moderator by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add columns; all versions of before are seen by those who see their creation."""
    comment = "until a moderator allows it: what its creation shows of it then, as JSON"
    op.add_column("creation_versions", sa.Column("held", sa.Text, comment=comment))
    comment = "why a moderator refused it"
    op.add_column(
        "creation_versions",
        sa.Column("refused_why", sa.Text, nullable=False, server_default="", comment=comment),
    )
