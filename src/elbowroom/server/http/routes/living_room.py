"""Opening the server to the local network; only by who sits at this machine, on our own page."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import comes_directly_from, require_person

router = Router("/api")
LOOPBACK_NETWORKS: Final = (ip_network("127.0.0.0/8"), ip_network("::1"))
LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "::1")


class LivingRoomState(msgspec.Struct, frozen=True):
    """Where phones in the same network reach this server; told only to who sits at this machine."""

    can_open: bool
    """Whether the server can be opened to the network on request."""
    addresses: list[str]
    """Addresses of the first page, the most likely one first; empty while only this machine is served."""


@router.get("/living-room", LivingRoomState)
async def living_room(request: Request) -> Response:
    """Whether others in the local network reach this server, and where."""
    return json_response(_state(request))


@router.post("/living-room", LivingRoomState)
async def open_living_room(request: Request) -> Response:
    """Listen in the local network until the program ends."""
    await require_person(request)
    # Browsers tell from which page a request comes: another one cannot ask for this, nor can a program
    # that was reached through a proxy.
    if not _is_at_this_machine(request) or request.headers.get("origin") != _own_origin(request):
        raise Refused("not_at_this_machine")
    await services_of(request).living_room.open()
    return json_response(_state(request))


def _state(request: Request) -> LivingRoomState:
    room = services_of(request).living_room
    if not _is_at_this_machine(request):
        return LivingRoomState(can_open=False, addresses=[])
    return LivingRoomState(room.can_open, room.urls)


def _is_at_this_machine(request: Request) -> bool:
    """Whether the request comes from this machine, and was sent to an address that only it has."""
    return comes_directly_from(request, LOOPBACK_NETWORKS) and request.url.hostname in LOOPBACK_NAMES


def _own_origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}"
