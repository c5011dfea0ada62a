"""Coming in as a guest."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import check_origin, find_visitor, set_token_cookie, token_of

router = Router("/api")


class Guest(msgspec.Struct, frozen=True):
    """Whether the visitor is a new guest, and then the token by which they are known from now on."""

    is_new: bool
    token: str | None = None


@router.post("/guest", Guest, 201, 200)
async def guest(request: Request) -> Response:
    """Come in as a guest: the token is set as a cookie, and returned for clients without cookies."""
    services = services_of(request)
    check_origin(request)
    identity = services.identity
    token, visitor = token_of(request), await find_visitor(request)
    if token is not None and visitor is not None:
        response = json_response(Guest(is_new=False))
        if token == request.cookies.get(identity.cookie):
            # A browser that comes back keeps its token for another while, signed by the newest key.
            set_token_cookie(request, response, identity.renewed(visitor, token))
        return response
    services.limits.guest(request)
    _, token = identity.new_guest()
    response = json_response(Guest(is_new=True, token=token), 201)
    set_token_cookie(request, response, token)
    return response
