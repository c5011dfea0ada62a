"""Chat at a table: reading it, muting people, reporting what they wrote."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routing import SPECTATOR, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import person_of, require_person
from elbowroom.server.people.mutes import Mute, mute, muted_by, mutes, report, said_at, unmute
from elbowroom.server.views.updates import ChatMessage, chat_messages

router = Router("/api")
MAX_BODY_BYTES: Final = 2048


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why something written should not be there."""

    reason: str = ""


class Muted(msgspec.Struct, frozen=True):
    """Whether somebody is muted now."""

    is_muted: bool


class Reported(msgspec.Struct, frozen=True):
    """Whether those who run the server will read it."""

    is_reported: bool


@router.get("/tables/{table_id}/chat", list[ChatMessage], SPECTATOR)
async def chat(request: Request, table_id: str) -> Response:
    """Everything written at a table that one may read."""
    async with reading(request) as visitor:
        room = await services_of(request).rooms.room(table_id)
        person = person_of(visitor)
        muted = await muted_by(services_of(request).people_db, person)
        return json_response(chat_messages(room.rows, room.table, person, muted))


@router.post("/tables/{table_id}/chat/{seq}/mute", Muted, 201)
async def mute_author(request: Request, table_id: str, seq: int) -> Response:
    """Mute the author of this message, at every table."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.personal_action(person)
    room = await services.rooms.room(table_id)
    people_db = services.people_db
    await mute(people_db, person, said_at(room, seq))
    services.rooms.mute(person, await muted_by(people_db, person))
    return json_response(Muted(is_muted=True), 201)


@router.post("/tables/{table_id}/chat/{seq}/report", Reported, 201, body=Body(Complaint, MAX_BODY_BYTES))
async def report_text(request: Request, table_id: str, seq: int) -> Response:
    """Complain of something written; those who run the server read it."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.personal_action(person)
    complaint = await read_json(request, Complaint, MAX_BODY_BYTES)
    room = await services.rooms.room(table_id)
    await report(services.people_db, room, seq, person, complaint.reason, services.settings.now())
    return json_response(Reported(is_reported=True), 201)


@router.get("/mutes", list[Mute])
async def muted(request: Request) -> Response:
    """Everybody whom one has muted, by a name they had."""
    return json_response(await mutes(services_of(request).people_db, await require_person(request)))


@router.delete("/mutes/{number}", Muted)
async def hear_again(request: Request, number: str) -> Response:
    """Hear somebody again."""
    services = services_of(request)
    person = await require_person(request)
    people_db = services.people_db
    await unmute(people_db, person, number)
    services.rooms.mute(person, await muted_by(people_db, person))
    return json_response(Muted(is_muted=False))
