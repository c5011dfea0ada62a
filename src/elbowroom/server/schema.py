"""The tables of the database. The stores speak SQL; this is what migrations are compared with."""

from __future__ import annotations

from typing import Final

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
    text,
)

METADATA: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "fk": "%(table_name)s_%(column_0_name)s",
    }
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("head", Integer, nullable=False, comment="the number of the newest entry"),
    Column("writer", Text, nullable=False, comment="the process that wrote it"),
    Column("status", Text, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("is_rated", Boolean, nullable=False),
    Column("players", Integer, nullable=False),
    Column("free", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("changed_at", Double, nullable=False),
    Index("tables_by_status", "status", "is_open", "changed_at"),
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
