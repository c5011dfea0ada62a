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
    Column(
        "indexed_at",
        Double,
        nullable=False,
        server_default="0",
        comment="changed_at, or a little earlier: see INDEX_SECONDS",
    ),
    Index("tables_by_status", "status", "is_open", "indexed_at"),
    Index("tables_by_change", "indexed_at"),
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

ADDRESS_BANS: Final = Table(
    "address_bans",
    METADATA,
    Column("network", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
)

GUEST_REVOCATIONS: Final = Table(
    "guest_revocations",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("at", Double, nullable=False, comment="older tokens of this guest are void"),
)

ADMINS: Final = Table(
    "admins",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("made_at", Double, nullable=False),
)

ADMIN_ACTS: Final = Table(
    "admin_acts",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Column("admin", Text, nullable=False, comment="empty for the command line"),
    Column("admin_name", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seq", Integer, comment="the entry of the table's log that it is about"),
    Column("subject", Text, nullable=False, comment="a person, or a network"),
    Column("subject_name", Text, nullable=False),
    Column("note", Text, nullable=False),
    Index("admin_acts_by_time", "at"),
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
    Column("handled_at", Double, comment="when an administrator decided"),
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

CREATIONS: Final = Table(
    "creations",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("author", Text, nullable=False),
    Column("kind", Text, nullable=False, comment="race, power, map, or set"),
    Column("name", Text, nullable=False),
    Column("summary", Text, nullable=False, comment="what its author says of it, in a line or two"),
    Column("language", Text, nullable=False, comment="of name and summary"),
    Column("status", Text, nullable=False, comment="waiting for a moderator, listed, withdrawn, or hidden"),
    Column("reason", Text, nullable=False, comment="why a moderator hid it"),
    Column("players", Text, nullable=False, comment="numbers of players that it is for, such as 2345"),
    Column("traits", Text, nullable=False, comment="trait keys between bars, such as |coins|discount|"),
    Column("name_keys", Text, nullable=False, comment="what its name looks like, between bars"),
    Column("search_text", Text, nullable=False, comment="what a search looks through, in lower case"),
    Column("newest", Text, nullable=False, comment="the digest of its newest version"),
    Column("versions", Integer, nullable=False),
    Column("published_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False, comment="when the newest version came"),
    Column("games", Integer, nullable=False, comment="finished games of people with it"),
    Column("likes", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
    Column("rank", Double, nullable=False, comment="lower end of the interval of the share of likes"),
    Index("creations_by_rank", "status", "rank"),
    Index("creations_by_change", "status", "changed_at"),
    Index("creations_by_author", "author"),
)

CREATION_VERSIONS: Final = Table(
    "creation_versions",
    METADATA,
    Column("digest", Text, primary_key=True, comment="the hash of its text"),
    Column("creation", Text, nullable=False),
    Column("number", Integer, nullable=False, comment="1 for the first version of a creation"),
    Column("text", Text, nullable=False, comment="never changed"),
    Column("box", Text, nullable=False, comment="what is in it, as JSON"),
    Column("note", Text, nullable=False, comment="what the author says has changed"),
    Column("at", Double, nullable=False),
    Column("held", Text, comment="until a moderator allows it: what its creation shows of it then, as JSON"),
    Column("refused_why", Text, nullable=False, server_default="", comment="why a moderator refused it"),
    Index("creation_versions_by_creation", "creation", "number", unique=True),
)

CREATION_PLAYS: Final = Table(
    "creation_plays",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("creation", Text, nullable=False),
    Column("digest", Text, nullable=False, comment="the version that was played"),
    Column("person", Text, nullable=False, comment="empty if the account was deleted"),
    Column("place", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "creation"),
    Index("creation_plays_by_creation", "creation", "person"),
    Index("creation_plays_by_person", "person"),
)

CREATION_VOTES: Final = Table(
    "creation_votes",
    METADATA,
    Column("creation", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("is_liked", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("creation", "person"),
    Index("creation_votes_by_person", "person"),
)

COMMENTS: Final = Table(
    "comments",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("creation", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("removed_at", Double, comment="when a moderator removed it"),
    Column("removed_why", Text, nullable=False, server_default=""),
    Index("comments_by_creation", "creation", "at"),
    Index("comments_by_author", "author"),
)

BALANCE_TESTS: Final = Table(
    "balance_tests",
    METADATA,
    Column("digest", Text, primary_key=True, comment="the version that is tested"),
    Column("creation", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("status", Text, nullable=False, comment="waiting, done, or failed"),
    Column("wanted", Integer, nullable=False, comment="test games to play"),
    Column("played", Integer, nullable=False),
    Column("report", Text, nullable=False, comment="what the games showed, as JSON"),
    Column("failure", Text, nullable=False, comment="why it ended early, as JSON"),
    Column("queued_at", Double, nullable=False),
    Column("done_at", Double),
    Column("worker", Text, nullable=False, comment="the process that plays it now"),
    Column("leased_until", Double, nullable=False, comment="from then on another process may go on"),
    Column(
        "program", Text, nullable=False, server_default="", comment="the version that played its test games"
    ),
    Index("balance_tests_by_status", "status", "queued_at"),
    Index("balance_tests_by_author", "author"),
)

BALANCE_TEST_GAMES: Final = Table(
    "balance_test_games",
    METADATA,
    Column("digest", Text, nullable=False),
    Column("batch", Integer, nullable=False),
    Column("results", Text, nullable=False, comment="of the test games of a batch, as JSON"),
    PrimaryKeyConstraint("digest", "batch"),
)

COUNTED_GAMES: Final = Table(
    "counted_games",
    METADATA,
    Column("table_id", Text, primary_key=True, comment="its creations and picks are written down"),
)

COMBO_PICKS: Final = Table(
    "combo_picks",
    METADATA,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False, comment="of the pick in the game, from 0"),
    Column("person", Text, nullable=False, comment="empty if the account was deleted"),
    Column("race", Text, nullable=False),
    Column("power", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("pick", Text, nullable=False, comment="what the explorer needs of it, as JSON"),
    PrimaryKeyConstraint("table_id", "number"),
    Index("combo_picks_by_combo", "race", "power", "players"),
    Index("combo_picks_by_person", "person"),
)

TIPS: Final = Table(
    "tips",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("race", Text, nullable=False),
    Column("power", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("language", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    Column("useful", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
    Column("rank", Double, nullable=False, comment="lower end of the interval of the share of useful"),
    Column("removed_at", Double, comment="when a moderator removed it"),
    Column("removed_why", Text, nullable=False, server_default=""),
    Index("tips_by_author", "author", "race", "power", "players", unique=True),
    Index("tips_by_combo", "race", "power", "players", "rank"),
)

TIP_VOTES: Final = Table(
    "tip_votes",
    METADATA,
    Column("tip", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("is_useful", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("tip", "person"),
    Index("tip_votes_by_person", "person"),
)

COMPLAINTS: Final = Table(
    "complaints",
    METADATA,
    Column("kind", Text, nullable=False, comment="creation, comment, or tip"),
    Column("subject", Text, nullable=False, comment="its id"),
    Column("reporter", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("handled_at", Double, comment="when a moderator decided"),
    PrimaryKeyConstraint("kind", "subject", "reporter"),
    Index("complaints_by_reporter", "reporter"),
)
