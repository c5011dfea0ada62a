"""Links that move a seat to another device or person: random, used once, kept only as a hash."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.storage.schema import SEAT_LINKS
from elbowroom.server.tables import commands

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.tables.table import Table

TOKEN_BYTES: Final = 32
LINK_SECONDS: Final = DAY_SECONDS
"""Seconds for which a link can be used."""


def _digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()


async def seat_link(people_db: PeopleDb, room: Room, seat: int, person: str, at: float) -> str:
    """A token for one's own seat; older ones are void."""
    commands.move_seat(room.table, seat, person, person)
    room.log.check_length()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    same = (SEAT_LINKS.c.table_id == room.id) & (SEAT_LINKS.c.seat == seat)
    row = {"digest": _digest(token), "table_id": room.id, "seat": seat, "person": person, "made_at": at}
    async with people_db.begin() as connection:
        await connection.execute(delete(SEAT_LINKS).where(same))
        await connection.execute(insert(SEAT_LINKS).values(row))
    return token


async def claim_seat(
    people_db: PeopleDb, rooms: Rooms, token: str, person: str, at: float, wanted: str, naming: Naming
) -> tuple[str, int]:
    """Take the seat of a link under a name; returns the table and the seat."""
    async with people_db.read() as connection:
        query = select(SEAT_LINKS).where(SEAT_LINKS.c.digest == _digest(token))
        link = (await connection.execute(query)).mappings().first()
    if link is None or at - link["made_at"] > LINK_SECONDS:
        raise Refused("seat_link")
    room = await rooms.room(link["table_id"])
    seat, giver = link["seat"], link["person"]

    def decide(table: Table, _seed: str) -> list[AnyEntry]:
        if table.seats[seat].person == person:
            return []
        room.log.check_length()
        return commands.move_seat(table, seat, giver, person, wanted, naming)

    await room.write(decide)
    async with people_db.begin() as connection:
        await connection.execute(delete(SEAT_LINKS).where(SEAT_LINKS.c.digest == _digest(token)))
    return room.id, seat
