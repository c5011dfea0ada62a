"""Deletion of an account: all personal data goes, and the games of others stay as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, or_, select, update

from elbowroom.server.people import sessions
from elbowroom.server.storage.schema import (
    ACCOUNTS,
    BANS,
    CHALLENGES,
    DEVICES,
    LOG,
    MUTES,
    NAME_KEYS,
    NOTICES,
    PASSKEYS,
    RATINGS,
    RECOVERY_CODES,
    REPORTS,
    RESULTS,
    SEAT_LINKS,
    SESSIONS,
)

if TYPE_CHECKING:
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb

PERSONAL_COLUMNS: Final = (
    ACCOUNTS.c.person,
    BANS.c.person,
    CHALLENGES.c.person,
    DEVICES.c.person,
    MUTES.c.person,
    MUTES.c.muted,
    NAME_KEYS.c.person,
    NOTICES.c.person,
    PASSKEYS.c.person,
    RATINGS.c.person,
    RECOVERY_CODES.c.person,
    REPORTS.c.reporter,
    SEAT_LINKS.c.person,
    SESSIONS.c.person,
)
"""Rows that are deleted with the person whom these columns name."""


async def erase(people_db: PeopleDb, rooms: Rooms, person: str) -> None:
    """Delete a person; the account goes last, so that an interrupted deletion can be repeated."""
    async with people_db.begin() as connection:
        await sessions.revoke_all(connection, person)
    await rooms.forget(person)
    for table in await tables_that_tell_of(people_db, person):
        await (await rooms.room(table)).forget(person)
    async with people_db.begin() as connection:
        for column in PERSONAL_COLUMNS:
            await connection.execute(delete(column.table).where(column == person))
        nobody = {"person": "", "name": ""}
        await connection.execute(update(RESULTS).where(RESULTS.c.person == person).values(**nobody))


async def tables_that_tell_of(people_db: PeopleDb, person: str) -> list[str]:
    """All tables where a person ever did something; this reads every log, and takes its time."""
    did = LOG.c.command.startswith(f"{person} ", autoescape=True)
    is_named = LOG.c.body.contains(person, autoescape=True)
    async with people_db.read() as connection:
        rows = await connection.execute(select(LOG.c.table_id).where(or_(did, is_named)).distinct())
        return list(rows.scalars())
