"""Creations for tests, put into the database as publishing would do it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select, update

from elbowroom.server.community.balance_queue import enqueue
from elbowroom.server.storage.schema import CREATION_VERSIONS, CREATIONS
from elbowroom.server.tables.creation_texts import version_digest

if TYPE_CHECKING:
    from tests.server.halls import Hall

GNOMES = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n'


async def publish(
    at: Hall,
    text: str = GNOMES,
    *,
    author: str = "ann",
    wanted: int = 0,
    now: float = 1.0,
    creation: str = "",
    **columns: Any,  # noqa: ANN401 - of the creation
) -> str:
    """A listed creation, or a new version of one, and its balance test if games are wanted; its digest."""
    digest = version_digest(text)
    creation = creation or digest[:12]
    async with at.people_db.begin() as connection:
        known = select(func.count()).where(CREATION_VERSIONS.c.creation == creation)
        number = 1 + int((await connection.execute(known)).scalar() or 0)
        if number == 1:
            row = {
                "id": creation,
                "author": author,
                "kind": "race",
                "name": "Gnomes",
                "summary": "",
                "language": "en",
                "status": "listed",
                "reason": "",
                "players": "2345",
                "traits": "",
                "search_text": "gnomes",
                "name_keys": "|gnomes|",
                "newest": digest,
                "versions": 1,
                "published_at": now,
                "changed_at": now,
                "games": 0,
                "likes": 0,
                "votes": 0,
                "rank": 0.0,
            }
            await connection.execute(insert(CREATIONS).values(row | columns))
        else:
            newest = {"newest": digest, "versions": number}
            await connection.execute(update(CREATIONS).where(CREATIONS.c.id == creation).values(newest))
        version = {"digest": digest, "creation": creation, "number": number, "text": text}
        values = version | {"box": "{}", "note": "", "at": now}
        await connection.execute(insert(CREATION_VERSIONS).values(values))
        await enqueue(connection, digest, creation, author, wanted, now)
    return digest
