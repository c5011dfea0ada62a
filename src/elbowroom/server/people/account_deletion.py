"""Deletion of an account: all personal data goes, and the games of others stay as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, or_, select, update

from elbowroom.server.people import sessions
from elbowroom.server.storage.community_rows import delete_comments, delete_creations, delete_tips
from elbowroom.server.storage.schema import (
    ACCOUNTS,
    ADMIN_ACTS,
    ADMINS,
    BALANCE_TESTS,
    BANS,
    CHALLENGES,
    COMBO_PICKS,
    COMMENTS,
    COMPLAINTS,
    CREATION_PLAYS,
    CREATION_VOTES,
    CREATIONS,
    DEVICES,
    GUEST_REVOCATIONS,
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
    TIP_VOTES,
    TIPS,
)
from elbowroom.server.storage.tallies import tally_creation, tally_tip

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb

PERSONAL_COLUMNS: Final = (
    ACCOUNTS.c.person,
    ADMINS.c.person,
    BANS.c.person,
    BALANCE_TESTS.c.author,
    CHALLENGES.c.person,
    COMMENTS.c.author,
    COMPLAINTS.c.reporter,
    CREATION_VOTES.c.person,
    CREATIONS.c.author,
    DEVICES.c.person,
    GUEST_REVOCATIONS.c.person,
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
    TIP_VOTES.c.person,
    TIPS.c.author,
)
"""Rows that are deleted with the person whom these columns name."""
ANONYMISED_COLUMNS: Final = (COMBO_PICKS.c.person, CREATION_PLAYS.c.person)
"""Rows that stay, without the person: they tell how games went."""


async def erase(people_db: PeopleDb, rooms: Rooms, person: str) -> None:
    """Delete a person; the account goes last, so that an interrupted deletion can be repeated."""
    async with people_db.begin() as connection:
        await sessions.revoke_all(connection, person)
    await rooms.forget(person)
    for table in await tables_that_tell_of(people_db, person):
        await (await rooms.room(table)).forget(person)
    async with people_db.begin() as connection:
        await _leave_community(connection, person)
        for column in PERSONAL_COLUMNS:
            await connection.execute(delete(column.table).where(column == person))
        nobody = {"person": "", "name": ""}
        await connection.execute(update(RESULTS).where(RESULTS.c.person == person).values(**nobody))
        acts = update(ADMIN_ACTS)
        await connection.execute(acts.where(ADMIN_ACTS.c.admin == person).values(admin="?", admin_name=""))
        await connection.execute(
            acts.where(ADMIN_ACTS.c.subject == person).values(subject="", subject_name="", note="")
        )


async def _leave_community(connection: AsyncConnection, person: str) -> None:
    """Delete what somebody published, wrote and voted, with all that hangs on it; votes are counted anew."""
    own = select(CREATIONS.c.id).where(CREATIONS.c.author == person)
    await delete_creations(connection, list(await connection.scalars(own)))
    await delete_comments(connection, COMMENTS.c.author == person)
    await delete_tips(connection, TIPS.c.author == person)
    for votes, subject, tally in (
        (CREATION_VOTES, CREATION_VOTES.c.creation, tally_creation),
        (TIP_VOTES, TIP_VOTES.c.tip, tally_tip),
    ):
        theirs = votes.c.person == person
        voted = list(await connection.scalars(select(subject).where(theirs).order_by(subject)))
        await connection.execute(delete(votes).where(theirs))
        for one in voted:
            await tally(connection, one)
    for column in ANONYMISED_COLUMNS:
        await connection.execute(update(column.table).where(column == person).values(person=""))


async def tables_that_tell_of(people_db: PeopleDb, person: str) -> list[str]:
    """All tables where a person ever did something; this reads every log, and takes its time."""
    did = LOG.c.command.startswith(f"{person} ", autoescape=True)
    is_named = LOG.c.body.contains(person, autoescape=True)
    async with people_db.read() as connection:
        rows = await connection.execute(select(LOG.c.table_id).where(or_(did, is_named)).distinct())
        return list(rows.scalars())
