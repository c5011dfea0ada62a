"""Finding a seat: invite codes, quick matches, rematches, and links that move a seat to another device."""

from __future__ import annotations

import time
from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import body_of, reply
from elbowroom.server.doors.rest import (
    Invitation,
    admitted,
    check_rated,
    known,
    limits_of,
    registry_of,
    rooms_of,
    set_token,
    visitor,
)
from elbowroom.server.people.seats import claim_seat, seat_link
from elbowroom.server.tables.agreement import Agreement, Clock
from elbowroom.server.tables.commands import Join, Name

router = APIRouter(prefix="/api")
SMALL: Final = 2048


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that somebody would like to play with strangers."""

    players: int
    name: str
    nonce: str = ""
    clock: Clock = Clock("turn", 180)
    is_rated: bool = False


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a seat link, as the fragment of its address holds it."""

    token: str


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invite code, as people type it."""

    invite: str


class Found(msgspec.Struct, frozen=True):
    """A table."""

    table: str


class SeatLink(msgspec.Struct, frozen=True):
    """What moves a seat to whoever has it: the token, and the address of a page that holds it."""

    token: str
    path: str


class Claimed(msgspec.Struct, frozen=True):
    """A seat that is one's own now."""

    table: str
    seat: int


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to sit down: with a name, a number for the dealer, at a seat, invited."""

    name: Name
    nonce: str = ""
    seat: int | None = None
    invite: str = ""


class Seated(msgspec.Struct, frozen=True):
    """A seat that is one's own, and the token of one who was let in for it."""

    seat: int
    seq: int
    token: str | None


@router.post("/invites", **told(Invitation, takes=Code, most=SMALL))
async def invited(request: Request) -> Response:
    """The table to which an invite code leads; joining it is another request."""
    await known(request)
    limits_of(request).invite(request)
    code = (await body_of(request, Code, SMALL)).invite.strip().lower()
    table_id = await rooms_of(request).store.by_invite(code)
    if table_id is None:
        raise Refused("unknown_invite")
    return reply(Invitation(table_id, code))


@router.post("/quick", **told(Found, takes=Wish, most=SMALL))
async def quick(request: Request) -> Response:
    """Sit down at an open table of this kind, or open one and wait for others."""
    asking = await visitor(request)
    limits_of(request).table(request, asking.person)
    wish = await body_of(request, Wish, SMALL)
    check_rated(wish.is_rated, asking)
    agreement = Agreement(wish.players, clock=wish.clock, is_open=True, is_rated=wish.is_rated)
    table_id = await rooms_of(request).quick_match(agreement, asking.person, Join(wish.name, wish.nonce))
    return reply(Found(table_id))


@router.post("/tables/{table_id}/join", **told(Seated, takes=Sit, most=SMALL))
async def sit_down(request: Request, table_id: str) -> Response:
    """Take a seat; who is not known yet is let in as a guest. Asking again gives the same seat."""
    asking, token = await admitted(request)
    wish = await body_of(request, Sit, SMALL)
    room = request.state.room = await rooms_of(request).room(table_id)
    check_rated(room.table.agreement.is_rated, asking)
    seat, seq = await rooms_of(request).sit_down(
        room, asking.person, Join(wish.name, wish.nonce, wish.seat, wish.invite)
    )
    response = reply(Seated(seat, seq, token))
    if token is not None:
        set_token(request, response, token)
    return response


@router.post("/tables/{table_id}/rematch", **told(Invitation))
async def rematch(request: Request, table_id: str) -> Response:
    """The table at which the same people play again; the first who asks opens it."""
    person = await known(request)
    limits_of(request).table(request, person)
    rooms = rooms_of(request)
    room = await rooms.room(table_id)
    again = await rooms.rematch(room, person)
    return reply(Invitation(again, (await rooms.room(again)).table.invite))


@router.post("/tables/{table_id}/seats/{seat}/link", **told(SeatLink, 201))
async def link(request: Request, table_id: str, seat: int) -> Response:
    """A token that moves one's own seat to another device or person, once; older ones are void."""
    person = await known(request)
    limits_of(request).seat(person)
    room = await rooms_of(request).room(table_id)
    token = await seat_link(registry_of(request), room, seat, person, time.time())
    # The token stands behind a #, which no browser sends to a server or tells to other pages.
    return reply(SeatLink(token, f"/t/{room.id}#seat={token}"), 201)


@router.post("/seats/claim", **told(Claimed, takes=Claim, most=SMALL))
async def claim(request: Request) -> Response:
    """Take the seat of a link."""
    person = await known(request)
    limits_of(request).invite(request)
    token = (await body_of(request, Claim, SMALL)).token
    table_id, seat = await claim_seat(registry_of(request), rooms_of(request), token, person, time.time())
    return reply(Claimed(table_id, seat))
