"""What-if: how a game would look after some actions, for people who analyse it."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routing import SPECTATOR, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import check_origin, person_of
from elbowroom.server.tables.commands import MAX_ACTIONS, ActionText
from elbowroom.server.views.what_if import WhatIf, what_if

router = Router("/api")
MAX_BODY_BYTES: Final = 65_536


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the log, and actions that could follow; chance brings what they name, such as `die 2`."""

    seq: int
    actions: Annotated[tuple[ActionText, ...], msgspec.Meta(extra_json_schema={"maxItems": MAX_ACTIONS})] = ()


@router.post(
    "/tables/{table_id}/what-if", WhatIf, body=Body(Attempt, MAX_BODY_BYTES), more_parameters=(SPECTATOR,)
)
async def try_out(request: Request, table_id: str) -> Response:
    """The game after some actions at a number of its log, as far as one may know it; nothing is stored."""
    check_origin(request)
    attempt = await read_json(request, Attempt, MAX_BODY_BYTES)
    async with reading(request) as visitor:
        room = await services_of(request).rooms.room(table_id)
        table = room.table if attempt.seq == room.table.seq else room.log.moment(attempt.seq)
        return json_response(what_if(room.id, table, person_of(visitor), attempt.actions))
