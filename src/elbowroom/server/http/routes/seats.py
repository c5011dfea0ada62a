"""Finding a seat: invite and table codes, quick matches, rematches, links that move a seat elsewhere."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routes.tables import Invitation
from elbowroom.server.http.routing import Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import (
    require_person,
    require_visitor,
    set_token_cookie,
    visitor_or_guest,
)
from elbowroom.server.people.seat_links import claim_seat, seat_link
from elbowroom.server.tables.commands import Join, Name
from elbowroom.server.tables.invite_codes import is_table_code, typed_code
from elbowroom.server.tables.settings import Clock, TableSettings
from elbowroom.server.views.table_summary import TableReference

router = Router("/api")
MAX_BODY_BYTES: Final = 2048


class QuickMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that somebody would like to play with strangers."""

    players: int
    name: str
    nonce: str = ""
    commitment: str = ""
    clock: Clock = Clock("turn", 180)
    is_rated: bool = False


class SeatClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a seat link, as the fragment of its address holds it, and the name of a guest."""

    token: str
    name: Name = ""


class InviteCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invite code or a table code, in any case, with or without blanks and hyphens."""

    invite: str


class SeatLink(msgspec.Struct, frozen=True):
    """A link that moves a seat to whoever opens it: its token, and the path of the page."""

    token: str
    path: str


class ClaimedSeat(msgspec.Struct, frozen=True):
    """A seat that is one's own now."""

    table: str
    seat: int


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to sit down: with a name, a commitment for the dealer, at a seat, invited."""

    name: Name
    nonce: str = ""
    seat: int | None = None
    invite: str = ""
    commitment: str = ""


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat that is one's own, and the token of a visitor who became a guest for it."""

    seat: int
    seq: int
    token: str | None
    name: str
    """What one is called there: the name of one's account, or that of a guest, perhaps with a number."""


@router.post("/invites", Invitation, body=Body(InviteCode, MAX_BODY_BYTES))
async def invited(request: Request) -> Response:
    """The table to which an invite code or a table code leads; joining it is another request."""
    services = services_of(request)
    await require_person(request)
    services.limits.invite(request)
    code = typed_code((await read_json(request, InviteCode, MAX_BODY_BYTES)).invite)
    if is_table_code(code):
        return json_response(await _invitation_of_table_code(request, code))
    table_id = await services.rooms.store.by_invite(code)
    if table_id is None:
        raise Refused("unknown_invite")
    return json_response(Invitation(table_id, code))


async def _invitation_of_table_code(request: Request, code: str) -> Invitation:
    services = services_of(request)
    services.limits.table_code(request)
    found = await services.rooms.store.by_table_code(code)
    if found is None:
        raise Refused("unknown_table_code")
    services.limits.table_code_was_right(request)
    return Invitation(*found)


@router.post("/quick", TableReference, body=Body(QuickMatch, MAX_BODY_BYTES))
async def quick(request: Request) -> Response:
    """Sit down at an open table of this kind, or open one and wait for others."""
    services = services_of(request)
    visitor = await require_visitor(request)
    services.limits.new_table(request, visitor.person)
    body = await read_json(request, QuickMatch, MAX_BODY_BYTES)
    settings = TableSettings(body.players, clock=body.clock, is_open=True, is_rated=body.is_rated)
    naming = await services.names.naming(visitor, body.name)
    join = Join(body.name, body.nonce, commitment=body.commitment)
    table_id = await services.rooms.quick_match(settings, visitor.person, join, naming)
    return json_response(TableReference(table_id))


@router.post("/tables/{table_id}/join", TakenSeat, body=Body(JoinRequest, MAX_BODY_BYTES))
async def sit_down(request: Request, table_id: str) -> Response:
    """Take a seat; somebody without a token becomes a guest. Asking again gives the same seat."""
    services = services_of(request)
    visitor, token = await visitor_or_guest(request)
    services.limits.seat_change(request, visitor.person)
    body = await read_json(request, JoinRequest, MAX_BODY_BYTES)
    room = request.state.room = await services.rooms.room(table_id)  # a refusal tells its newest number
    join = Join(body.name, body.nonce, body.seat, body.invite, body.commitment)
    naming = await services.names.naming(visitor, body.name)
    seat, seq = await services.rooms.sit_down(room, visitor.person, join, naming)
    response = json_response(TakenSeat(seat, seq, token, room.table.seats[seat].name))
    if token is not None:
        set_token_cookie(request, response, token)
    return response


@router.post("/tables/{table_id}/rematch", Invitation)
async def rematch(request: Request, table_id: str) -> Response:
    """The table at which the same people play again; the first who asks opens it."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.new_table(request, person)
    rooms = services.rooms
    new_table_id = await rooms.rematch(await rooms.room(table_id), person)
    new_room = await rooms.room(new_table_id)
    return json_response(Invitation(new_table_id, new_room.table.invite))


@router.post("/tables/{table_id}/seats/{seat}/link", SeatLink, 201)
async def link(request: Request, table_id: str, seat: int) -> Response:
    """A token that moves one's own seat to another device or person, once; older ones are void."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.personal_action(person)
    room = await services.rooms.room(table_id)
    token = await seat_link(services.people_db, room, seat, person, services.settings.now())
    # The token is in the fragment, which no browser sends to a server or to other pages.
    return json_response(SeatLink(token, f"/t/{room.id}#seat={token}"), 201)


@router.post("/seats/claim", ClaimedSeat, body=Body(SeatClaim, MAX_BODY_BYTES))
async def claim(request: Request) -> Response:
    """Take the seat of a link."""
    services = services_of(request)
    visitor = await require_visitor(request)
    services.limits.invite(request)
    services.limits.seat_change(request, visitor.person)
    body = await read_json(request, SeatClaim, MAX_BODY_BYTES)
    naming = await services.names.naming(visitor, body.name)
    table_id, seat = await claim_seat(
        services.people_db,
        services.rooms,
        body.token,
        visitor.person,
        services.settings.now(),
        body.name,
        naming,
    )
    return json_response(ClaimedSeat(table_id, seat))
