"""Hints for the player who is to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person
from elbowroom.server.tables.computer_choices import Hint
from elbowroom.server.views.hints import HINT_LEVEL, hint_question
from elbowroom.server.views.updates import HintReply

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms

router = Router("/api")


class Hints(msgspec.Struct, frozen=True):
    """The best few things that could be done at a number of the log."""

    seq: int
    hints: list[Hint]


@router.get("/tables/{table_id}/hint", Hints)
async def hint(request: Request, table_id: str) -> Response:
    """The best few things you could do now, with reasons; not in rated games."""
    person = await require_person(request)
    rooms = services_of(request).rooms
    advice = await find_hints(rooms, await rooms.room(table_id), person, "", address_of(request))
    return json_response(Hints(advice.seq, advice.hints))


async def find_hints(rooms: Rooms, room: Room, person: str, command_id: str, source: str) -> HintReply:
    """Hints for somebody who is to decide; nothing is written to the log."""
    seq, position, content = hint_question(room.table, person)
    answer = await rooms.bots.hints(person, position, HINT_LEVEL, content, source)
    return HintReply(command_id, seq, answer.hints)
