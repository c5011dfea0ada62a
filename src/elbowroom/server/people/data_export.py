"""The export of a person's data for that person: no hashes, no keys, and nothing about others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Table, or_, select

from elbowroom.server.storage.schema import (
    ACCOUNTS,
    ADMIN_ACTS,
    ADMINS,
    BALANCE_TESTS,
    BANS,
    COMBO_PICKS,
    COMMENTS,
    COMPLAINTS,
    CREATION_PLAYS,
    CREATION_VERSIONS,
    CREATION_VOTES,
    CREATIONS,
    DEVICES,
    LOG,
    MUTES,
    NOTICES,
    PASSKEYS,
    RATINGS,
    REPORTS,
    RESULTS,
    SESSIONS,
    SITTERS,
    TABLES,
    TIP_VOTES,
    TIPS,
)
from elbowroom.server.storage.store import entry_of
from elbowroom.server.tables.entries import Said

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.people_db import PeopleDb

EXPORTED_COLUMNS: Final[dict[str, tuple[Table, str, tuple[str, ...]]]] = {
    "account": (ACCOUNTS, "person", ("name", "email", "is_confirmed", "wants_mail", "language", "made_at")),
    "sessions": (SESSIONS, "person", ("kind", "label", "made_at", "used_at")),
    "passkeys": (PASSKEYS, "person", ("credential", "label", "made_at")),
    "ratings": (RATINGS, "person", ("players", "mu", "sigma", "games")),
    "results": (
        RESULTS,
        "person",
        ("table_id", "seat", "name", "players", "place", "coins", "is_rated", "mu", "sigma", "at"),
    ),
    "mutes": (MUTES, "person", ("name",)),
    "devices": (DEVICES, "person", ("endpoint", "made_at")),
    "notices": (NOTICES, "person", ("table_id", "seq", "channel", "at")),
    "reports": (REPORTS, "reporter", ("table_id", "seq", "reason", "at")),
    "bans": (BANS, "person", ("reason", "at")),
    "admin": (ADMINS, "person", ("made_at",)),
    "admin_acts": (ADMIN_ACTS, "admin", ("at", "act", "table_id", "seq", "note")),
    "creations": (
        CREATIONS,
        "author",
        ("id", "kind", "name", "summary", "language", "status", "reason", "published_at", "changed_at"),
    ),
    "balance_tests": (
        BALANCE_TESTS,
        "author",
        ("digest", "creation", "status", "played", "report", "failure", "queued_at", "done_at"),
    ),
    "creation_plays": (
        CREATION_PLAYS,
        "person",
        ("table_id", "seat", "creation", "digest", "place", "players", "at"),
    ),
    "creation_votes": (CREATION_VOTES, "person", ("creation", "is_liked", "at")),
    "comments": (COMMENTS, "author", ("id", "creation", "text", "at", "removed_at", "removed_why")),
    "tips": (
        TIPS,
        "author",
        (
            "id",
            "race",
            "power",
            "players",
            "language",
            "text",
            "at",
            "changed_at",
            "removed_at",
            "removed_why",
        ),
    ),
    "tip_votes": (TIP_VOTES, "person", ("tip", "is_useful", "at")),
    "combo_picks": (COMBO_PICKS, "person", ("table_id", "number", "race", "power", "players", "at", "pick")),
    "complaints": (COMPLAINTS, "reporter", ("kind", "subject", "reason", "at", "handled_at")),
}
"""What is told of each table: whose rows, and which columns."""


async def exported(people_db: PeopleDb, person: str) -> dict[str, Any]:
    """All personal data, ready to be written as JSON."""
    export: dict[str, Any] = {"person": person}
    async with people_db.read() as connection:
        for part, (table, owner, columns) in EXPORTED_COLUMNS.items():
            query = select(*(table.c[column] for column in columns)).where(table.c[owner] == person)
            export[part] = [dict(row) for row in (await connection.execute(query)).mappings()]
        export["creation_versions"] = await _versions(connection, person)
        export["tables"] = await _tables(connection, person)
        export["chat"] = await _chat(connection, person)
    return export


async def _versions(connection: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """All versions of what somebody published, with their texts."""
    told = ("digest", "creation", "number", "text", "note", "at", "held", "refused_why")
    query = (
        select(*(CREATION_VERSIONS.c[column] for column in told))
        .join(CREATIONS, CREATIONS.c.id == CREATION_VERSIONS.c.creation)
        .where(CREATIONS.c.author == person)
        .order_by(CREATION_VERSIONS.c.creation, CREATION_VERSIONS.c.number)
    )
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def _tables(connection: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """The tables where somebody sits or is the host."""
    sits = select(SITTERS.c.table_id).where(SITTERS.c.person == person)
    query = (
        select(TABLES.c.id, TABLES.c.status, TABLES.c.title, TABLES.c.changed_at)
        .where(or_(TABLES.c.id.in_(sits), TABLES.c.host == person))
        .order_by(TABLES.c.changed_at)
    )
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def _chat(connection: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """What somebody wrote, at whichever table; this reads every log."""
    query = (
        select(LOG.c.table_id, LOG.c.at, LOG.c.body)
        .where(LOG.c.body.contains(person, autoescape=True))
        .order_by(LOG.c.at)
    )
    rows = [(row.table_id, row.at, entry_of(row.body)) for row in await connection.execute(query)]
    return [
        {"table_id": table, "at": at, "name": entry.name, "text": entry.text}
        for table, at, entry in rows
        if isinstance(entry, Said) and entry.person == person
    ]
