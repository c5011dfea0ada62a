"""Mutes, and reports of chat messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.schema import MUTES, REPORTS
from elbowroom.server.tables.entries import Said

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.storage.people_db import PeopleDb

MAX_MUTES: Final = 500
MAX_REASON_CHARACTERS: Final = 300


class Mute(msgspec.Struct, frozen=True):
    """A muted person: a name that they had, and an id by which they can be unmuted."""

    id: str
    name: str


def said_at(room: Room, seq: int) -> Said:
    """What was written at a number of the log."""
    entry = room.rows[seq - 1].entry if 0 < seq <= len(room.rows) else None
    if not isinstance(entry, Said) or not entry.text:
        raise Refused("nothing_said", seq=seq)
    return entry


async def muted_by(people_db: PeopleDb, person: str | None) -> frozenset[str]:
    """Whom a person does not want to hear."""
    if person is None:
        return frozenset()
    async with people_db.read() as connection:
        rows = await connection.execute(select(MUTES.c.muted).where(MUTES.c.person == person))
        return frozenset(rows.scalars())


async def mute(people_db: PeopleDb, person: str, said: Said) -> None:
    """Mute the author of a message, at every table."""
    async with people_db.begin() as connection:
        known = await connection.execute(select(MUTES.c.muted).where(MUTES.c.person == person))
        if len(known.all()) >= MAX_MUTES:
            raise Refused("too_many", most=MAX_MUTES)
        row = people_db.insert(MUTES).values(person=person, muted=said.person, name=said.name)
        await connection.execute(row.on_conflict_do_nothing())


async def mutes(people_db: PeopleDb, person: str) -> list[Mute]:
    """Everybody whom a person has muted; they are numbered, as ids of people are told to nobody."""
    async with people_db.read() as connection:
        order = select(MUTES.c.name).where(MUTES.c.person == person).order_by(MUTES.c.name, MUTES.c.muted)
        return [
            Mute(str(number), name) for number, name in enumerate((await connection.execute(order)).scalars())
        ]


async def unmute(people_db: PeopleDb, person: str, number: str) -> None:
    """Hear somebody again."""
    async with people_db.begin() as connection:
        order = select(MUTES.c.muted).where(MUTES.c.person == person).order_by(MUTES.c.name, MUTES.c.muted)
        known = list((await connection.execute(order)).scalars())
        if not (number.isdecimal() and number.isascii() and int(number) < len(known)):
            raise Refused("nobody_muted")
        chosen = (MUTES.c.person == person) & (MUTES.c.muted == known[int(number)])
        await connection.execute(delete(MUTES).where(chosen))


def checked_reason(reason: str) -> str:
    """Why somebody complains or decides, on one line; it may be empty."""
    text = " ".join(reason.split())
    if len(text) > MAX_REASON_CHARACTERS or not text.isprintable():
        raise Refused("chat_text", most=MAX_REASON_CHARACTERS)
    return text


async def report(people_db: PeopleDb, room: Room, seq: int, person: str, reason: str, at: float) -> None:
    """Complain of something written; those who run the server read it."""
    said_at(room, seq)
    text = checked_reason(reason)
    row = people_db.insert(REPORTS).values(table_id=room.id, seq=seq, reporter=person, reason=text, at=at)
    async with people_db.begin() as connection:
        await connection.execute(row.on_conflict_do_nothing())
