"""Hints for the player who is to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person
from elbowroom.server.rooms.table_view import audience_of, viewing_seat
from elbowroom.server.rooms.updates import HintReply, position_known_to
from elbowroom.server.workers.messages import Hint

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms

router = Router("/api")
HINT_LEVEL = "hard"
"""The computer player that is asked."""


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
    table = room.table
    seat = viewing_seat(table, audience_of(table, person))
    if seat is None or table.to_move != seat or table.settings.is_rated:
        raise Refused("no_hint")
    seq, position = table.seq, position_known_to(table, seat)
    answer = await rooms.bots.hints(person, position, HINT_LEVEL, table.settings.content, source)
    return HintReply(command_id, seq, answer.hints)
