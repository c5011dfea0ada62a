"""Coming in as a guest."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import (
    check_address,
    check_origin,
    find_visitor,
    require_visitor,
    set_token_cookie,
    token_of,
)

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
    check_address(request)
    services.limits.guest(request)
    _, token = identity.new_guest()
    response = json_response(Guest(is_new=True, token=token), 201)
    set_token_cookie(request, response, token)
    return response


@router.post("/guest/revoke", Guest)
async def revoke_guest(request: Request) -> Response:
    """Void all tokens that a guest has, on all devices; the answer holds the new one."""
    services = services_of(request)
    visitor = await require_visitor(request)
    if visitor.has_account:
        raise Refused("has_account")
    services.limits.personal_action(visitor.person)
    token = await services.identity.revoke_guest(visitor.person)
    response = json_response(Guest(is_new=False, token=token))
    set_token_cookie(request, response, token)
    return response
