"""Whether the server is well."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of

router = Router()


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    time: float
    """The time of the server, by which clocks run: seconds since 1970."""


@router.page("/health")
@router.get("/api/health", Health)
async def health(request: Request) -> Response:
    """Whether the server can read and write what it stores, and is here to stay."""
    rooms = services_of(request).rooms
    if rooms.is_closing:
        raise Refused("going_away")
    await rooms.store.check()
    return json_response(Health("well", rooms.time.now()))
