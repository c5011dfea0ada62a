"""What people write at a table: reading it, not hearing somebody any more, complaining."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import body_of, reply
from elbowroom.server.doors.rest import known, limits_of, person_of, registry_of, rooms_of
from elbowroom.server.people.mutes import Mute, mute, muted_by, mutes, report, said_at, unmute
from elbowroom.server.rooms.updates import Saying, saying
from elbowroom.server.tables.entries import Said

router = APIRouter(prefix="/api")
SMALL: Final = 2048


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why something written should not be there."""

    reason: str = ""


class Muted(msgspec.Struct, frozen=True):
    """Whether somebody is muted now."""

    is_muted: bool


class Reported(msgspec.Struct, frozen=True):
    """Whether those who run the server will read it."""

    is_reported: bool


@router.get("/tables/{table_id}/chat", **told(list[Saying]))
async def chat(request: Request, table_id: str) -> Response:
    """Everything written at a table that one may read."""
    person = await person_of(request)
    room = await rooms_of(request).room(table_id)
    muted = await muted_by(registry_of(request), person)
    heard = [row for row in room.rows if isinstance(row.entry, Said) and row.entry.person not in muted]
    found = [saying(row, room.table, person) for row in heard]
    return reply([said for said in found if said is not None])


@router.post("/tables/{table_id}/chat/{seq}/mute", **told(Muted, 201))
async def mute_author(request: Request, table_id: str, seq: int) -> Response:
    """Do not hear the one who wrote this any more, at any table."""
    person = await known(request)
    limits_of(request).seat(person)
    room = await rooms_of(request).room(table_id)
    registry = registry_of(request)
    await mute(registry, person, said_at(room, seq))
    rooms_of(request).mute(person, await muted_by(registry, person))
    return reply(Muted(is_muted=True), 201)


@router.post("/tables/{table_id}/chat/{seq}/report", **told(Reported, 201, takes=Complaint, most=SMALL))
async def report_text(request: Request, table_id: str, seq: int) -> Response:
    """Complain of something written; those who run the server read it."""
    person = await known(request)
    limits_of(request).seat(person)
    complaint = await body_of(request, Complaint, SMALL)
    room = await rooms_of(request).room(table_id)
    await report(registry_of(request), room, seq, person, complaint.reason, time.time())
    return reply(Reported(is_reported=True), 201)


@router.get("/mutes", **told(list[Mute]))
async def muted(request: Request) -> Response:
    """Everybody whom one has muted, by a name they had."""
    return reply(await mutes(registry_of(request), await known(request)))


@router.delete("/mutes/{number}", **told(Muted))
async def hear_again(request: Request, number: str) -> Response:
    """Hear somebody again."""
    person = await known(request)
    registry = registry_of(request)
    await unmute(registry, person, number)
    rooms_of(request).mute(person, await muted_by(registry, person))
    return reply(Muted(is_muted=False))
