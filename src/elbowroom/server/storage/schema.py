"""The tables of the database, as migrations must lead to them; the log is written and read in plain SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    false,
    text,
)

from elbowroom.server.storage.listing_columns import LISTING_COLUMNS, SqlType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement
    from sqlalchemy.types import TypeEngine

METADATA: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "fk": "%(table_name)s_%(column_0_name)s",
    }
)

_TYPES: Final[dict[SqlType, type[TypeEngine[Any]]]] = {
    "text": Text,
    "boolean": Boolean,
    "integer": Integer,
    "double precision": Double,
}
_EMPTY: Final[dict[SqlType, str | ColumnElement[bool]]] = {"text": "", "boolean": false()}


def _listing_columns() -> Iterator[Column[Any]]:
    """One column for each field of a listing."""
    for column in LISTING_COLUMNS:
        default = _EMPTY.get(column.sql_type) if column.has_default else None
        yield Column(
            column.name, _TYPES[column.sql_type], nullable=column.is_nullable, server_default=default
        )


TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("head", Integer, nullable=False, comment="the number of the newest entry"),
    Column("writer", Text, nullable=False, comment="the process that wrote it"),
    *_listing_columns(),
    Column("position", Text, nullable=False, server_default="", comment="the game as of head"),
    Index("tables_by_status", "status", "is_open", "changed_at"),
    Index("tables_by_change", "changed_at"),
    Index("tables_by_due", "due"),
    Index(
        "tables_by_invite",
        "invite",
        sqlite_where=text("invite <> ''"),
        postgresql_where=text("invite <> ''"),
    ),
    Index("tables_by_host", "host"),
)

LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("command", Text, nullable=False),
    Column("part", Integer, nullable=False, comment="entries of the same command before this one"),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    Index(
        "log_by_command",
        "table_id",
        "command",
        "part",
        unique=True,
        sqlite_where=text("command <> ''"),
        postgresql_where=text("command <> ''"),
    ),
    sqlite_with_rowid=False,
)

CHECKPOINTS: Final = Table(
    "checkpoints",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("version", Text, nullable=False, comment="of the program that can read it"),
    Column("state", Text, nullable=False, comment="the table after this entry of its log"),
    PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)

SEEDS: Final = Table(
    "seeds",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seed", Text, nullable=False),
)

SITTERS: Final = Table(
    "sitters",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("person", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "place"),
    Index("sitters_by_person", "person"),
    sqlite_with_rowid=False,
)

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, comment="the name without regard to case and look-alikes"),
    Column("password", Text, comment="an argon2 hash"),
    Column("email", Text),
    Column("is_confirmed", Boolean, nullable=False, comment="the address is theirs"),
    Column("wants_mail", Boolean, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("language", Text, nullable=False, server_default="", comment="of their mail; English if empty"),
    Index("accounts_by_name", "name_key", unique=True),
)

NAME_KEYS: Final = Table(
    "name_keys",
    METADATA,
    Column("key", Text, primary_key=True, comment="what names that look alike have in common"),
    Column("person", Text, nullable=False, comment="whose account has such a name"),
    Index("name_keys_by_person", "person"),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("digest", Text, primary_key=True, comment="the hash of a token"),
    Column("person", Text, nullable=False),
    Column("kind", Text, nullable=False, comment="session, or token for a program"),
    Column("label", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("used_at", Double, nullable=False),
    Index("sessions_by_person", "person"),
)

RECOVERY_CODES: Final = Table(
    "recovery_codes",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Index("recovery_codes_by_person", "person"),
)

PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("credential", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Index("passkeys_by_person", "person"),
)

CHALLENGES: Final = Table(
    "challenges",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("purpose", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("challenge", Text, nullable=False),
    Column("made_at", Double, nullable=False),
)

BANS: Final = Table(
    "bans",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
)

MUTES: Final = Table(
    "mutes",
    METADATA,
    Column("person", Text, nullable=False),
    Column("muted", Text, nullable=False),
    Column("name", Text, nullable=False, comment="what the muted one was called"),
    PrimaryKeyConstraint("person", "muted"),
)

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, nullable=False, comment="the entry that somebody complains of"),
    Column("reporter", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "seq", "reporter"),
)

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("person", Text, nullable=False),
    Column("players", Integer, nullable=False, comment="one pool for each number of players"),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("person", "players"),
)

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", Text, nullable=False, comment="empty for a computer"),
    Column("name", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("coins", Integer, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("mu", Double, comment="the rating after the game"),
    Column("sigma", Double),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("results_by_person", "person", "at"),
)

DEVICES: Final = Table(
    "devices",
    METADATA,
    Column("endpoint", Text, primary_key=True, comment="where a browser takes pushed notices"),
    Column("person", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Index("devices_by_person", "person"),
)

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("person", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, nullable=False, comment="the entry after which it is their turn"),
    Column("channel", Text, nullable=False, comment="mail or push"),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("person", "table_id", "seq", "channel"),
    Index("notices_by_table", "table_id"),
)

SEAT_LINKS: Final = Table(
    "seat_links",
    METADATA,
    Column("digest", Text, primary_key=True, comment="the hash of a token that moves a seat, once"),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", Text, nullable=False, comment="who gave the seat away"),
    Column("made_at", Double, nullable=False),
)

SETTINGS: Final = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
