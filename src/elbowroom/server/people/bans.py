"""Bans: people who may only watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select

from elbowroom.server.storage.schema import ACCOUNTS, BANS

if TYPE_CHECKING:
    from elbowroom.server.storage.people_db import PeopleDb


class Ban(msgspec.Struct, frozen=True):
    """Why and since when a person may only look on."""

    person: str
    name: str
    """Of the account, if there is one."""
    reason: str
    at: float


async def ban(people_db: PeopleDb, person: str, reason: str, now: float) -> None:
    """Let a person only look on from now on; they are shown the reason."""
    insertion = people_db.insert(BANS).values(person=person, reason=reason, at=now)
    kept = {"reason": insertion.excluded.reason, "at": insertion.excluded.at}
    async with people_db.begin() as connection:
        await connection.execute(insertion.on_conflict_do_update(index_elements=["person"], set_=kept))


async def unban(people_db: PeopleDb, person: str) -> bool:
    """Let a person take part again; False if they were not banned."""
    async with people_db.begin() as connection:
        deleted = await connection.execute(delete(BANS).where(BANS.c.person == person))
    return bool(deleted.rowcount)


async def all_bans(people_db: PeopleDb) -> list[Ban]:
    """Everybody who may only look on, newest first."""
    named = BANS.outerjoin(ACCOUNTS, ACCOUNTS.c.person == BANS.c.person)
    shown = select(BANS.c.person, ACCOUNTS.c.name, BANS.c.reason, BANS.c.at).select_from(named)
    async with people_db.read() as connection:
        rows = (await connection.execute(shown.order_by(BANS.c.at.desc()))).all()
    return [Ban(person, name or "", reason, at) for person, name, reason, at in rows]
