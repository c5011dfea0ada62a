"""What a client needs to begin at a table, in one request."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import SPECTATOR, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import hearing_of
from elbowroom.server.rooms.turns import in_turns
from elbowroom.server.views.opening import Opening, opening_of

router = Router("/api")


@router.get("/tables/{table_id}/opening", Opening, SPECTATOR)
async def opening(request: Request, table_id: str) -> Response:
    """The table as one may see it now, with its log and its chat: patches begin with it."""
    async with reading(request) as visitor:
        room = await services_of(request).rooms.room(table_id)
        return json_response(await in_turns(opening_of(room.id, room.log, *hearing_of(visitor))))
