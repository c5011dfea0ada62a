"""People: accounts, sessions, passkeys, ratings, notices; what lists know of a table beside its status."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add columns to tables, and create all tables of people."""
    op.add_column(
        "tables",
        sa.Column(
            "invite", sa.Text, nullable=False, server_default="", comment="who has this code may sit down"
        ),
    )
    op.add_column(
        "tables",
        sa.Column("mover", sa.Text, nullable=False, server_default="", comment="the person who is to decide"),
    )
    op.add_column(
        "tables",
        sa.Column(
            "is_slow", sa.Boolean, nullable=False, server_default=sa.false(), comment="days for a move"
        ),
    )
    op.add_column(
        "tables",
        sa.Column(
            "is_import", sa.Boolean, nullable=False, server_default=sa.false(), comment="a replay, not a game"
        ),
    )
    op.add_column(
        "tables", sa.Column("due", sa.Double, comment="when a computer or a clock must be taken care of")
    )
    op.add_column(
        "tables",
        sa.Column("position", sa.Text, nullable=False, server_default="", comment="the game as of head"),
    )
    op.create_index("tables_by_change", "tables", ["changed_at"])
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_index(
        "tables_by_invite",
        "tables",
        ["invite"],
        sqlite_where=sa.text("invite <> ''"),
        postgresql_where=sa.text("invite <> ''"),
    )
    op.create_index("tables_by_host", "tables", ["host"])
    op.create_table(
        "accounts",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column(
            "name_key", sa.Text, nullable=False, comment="the name without regard to case and look-alikes"
        ),
        sa.Column("password", sa.Text, comment="an argon2 hash"),
        sa.Column("email", sa.Text),
        sa.Column("is_confirmed", sa.Boolean, nullable=False, comment="the address is theirs"),
        sa.Column("wants_mail", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", name="accounts_key"),
    )
    op.create_index("accounts_by_name", "accounts", ["name_key"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("digest", sa.Text, nullable=False, comment="the hash of a token"),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, comment="session, or token for a program"),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="sessions_key"),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="recovery_codes_key"),
    )
    op.create_index("recovery_codes_by_person", "recovery_codes", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("credential", name="passkeys_key"),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="challenges_key"),
    )
    op.create_table(
        "bans",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", name="bans_key"),
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("muted", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, comment="what the muted one was called"),
        sa.PrimaryKeyConstraint("person", "muted", name="mutes_key"),
    )
    op.create_table(
        "reports",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, comment="the entry that somebody complains of"),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", "reporter", name="reports_key"),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False, comment="one pool for each number of players"),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "players", name="ratings_key"),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False, comment="empty for a computer"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("coins", sa.Integer, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Double, comment="the rating after the game"),
        sa.Column("sigma", sa.Double),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="results_key"),
    )
    op.create_index("results_by_person", "results", ["person", "at"])
    op.create_table(
        "devices",
        sa.Column("endpoint", sa.Text, nullable=False, comment="where a browser takes pushed notices"),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name="devices_key"),
    )
    op.create_index("devices_by_person", "devices", ["person"])
    op.create_table(
        "notices",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, comment="the entry after which it is their turn"),
        sa.Column("channel", sa.Text, nullable=False, comment="mail or push"),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", "seq", "channel", name="notices_key"),
    )
    op.create_index("notices_by_table", "notices", ["table_id"])
    op.create_table(
        "seat_links",
        sa.Column("digest", sa.Text, nullable=False, comment="the hash of a token that moves a seat, once"),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False, comment="who gave the seat away"),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="seat_links_key"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="settings_key"),
    )
