"""Names of creations: no two authors have listed ones that people would take for each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import or_, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.schema import ACCOUNTS, CREATIONS
from elbowroom.server.tables.look_alikes import likeness, name_keys

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def check_name_is_free(connection: AsyncConnection, name: str, author: str) -> None:
    """Refuse a name that people would take for that of somebody else's creation."""
    keys = sorted(name_keys(name))
    query = (
        select(CREATIONS.c.id, CREATIONS.c.name, ACCOUNTS.c.name.label("author_name"))
        .join(ACCOUNTS, ACCOUNTS.c.person == CREATIONS.c.author)
        .where(CREATIONS.c.status == "listed", CREATIONS.c.author != author)
        .where(or_(*(CREATIONS.c.name_keys.contains(f"|{key}|", autoescape=True) for key in keys)))
    )
    row = (await connection.execute(query.limit(1))).first()
    if row is not None:
        raise Refused(
            "creation_name_taken",
            name=row.name,
            author=row.author_name,
            creation=row.id,
            likeness=likeness(name, row.name),
        )
