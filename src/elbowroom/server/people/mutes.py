"""Whom a person does not want to hear, and what people complain of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.schema import MUTES, REPORTS
from elbowroom.server.tables.entries import Said

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.storage.registry import Registry

MOST_MUTES: Final = 500
LONGEST_REASON: Final = 300


class Mute(msgspec.Struct, frozen=True):
    """Somebody who is muted: a name that he had, and a word by which he can be heard again."""

    id: str
    name: str


def said_at(room: Room, seq: int) -> Said:
    """What was written at a number of the log."""
    entry = room.rows[seq - 1].entry if 0 < seq <= len(room.rows) else None
    if not isinstance(entry, Said) or not entry.text:
        raise Refused("nothing_said", seq=seq)
    return entry


async def muted_by(registry: Registry, person: str | None) -> frozenset[str]:
    """Whom a person does not want to hear."""
    if person is None:
        return frozenset()
    async with registry.read() as visit:
        found = await visit.execute(select(MUTES.c.muted).where(MUTES.c.person == person))
        return frozenset(found.scalars())


async def mute(registry: Registry, person: str, said: Said) -> None:
    """Do not hear the one who said this any more, at no table."""
    async with registry.begin() as visit:
        known = await visit.execute(select(MUTES.c.muted).where(MUTES.c.person == person))
        if len(known.all()) >= MOST_MUTES:
            raise Refused("too_many", most=MOST_MUTES)
        row = registry.insert(MUTES).values(person=person, muted=said.person, name=said.name)
        await visit.execute(row.on_conflict_do_nothing())


async def mutes(registry: Registry, person: str) -> list[Mute]:
    """Everybody whom a person has muted; they are numbered, as ids of people are told to nobody."""
    async with registry.read() as visit:
        order = select(MUTES.c.name).where(MUTES.c.person == person).order_by(MUTES.c.name, MUTES.c.muted)
        return [Mute(str(number), name) for number, name in enumerate((await visit.execute(order)).scalars())]


async def unmute(registry: Registry, person: str, number: str) -> None:
    """Hear somebody again."""
    async with registry.begin() as visit:
        order = select(MUTES.c.muted).where(MUTES.c.person == person).order_by(MUTES.c.name, MUTES.c.muted)
        known = list((await visit.execute(order)).scalars())
        if not (number.isdecimal() and number.isascii() and int(number) < len(known)):
            raise Refused("nobody_muted")
        chosen = (MUTES.c.person == person) & (MUTES.c.muted == known[int(number)])
        await visit.execute(delete(MUTES).where(chosen))


async def report(registry: Registry, room: Room, seq: int, person: str, reason: str, at: float) -> None:
    """Complain of something written; those who run the server read it."""
    said_at(room, seq)
    text = " ".join(reason.split())
    if len(text) > LONGEST_REASON or not text.isprintable():
        raise Refused("chat_text", most=LONGEST_REASON)
    row = registry.insert(REPORTS).values(table_id=room.id, seq=seq, reporter=person, reason=text, at=at)
    async with registry.begin() as visit:
        await visit.execute(row.on_conflict_do_nothing())
