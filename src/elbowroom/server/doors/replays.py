"""Bringing a record: its game becomes a table to look at, like any other game."""

from __future__ import annotations

from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.server.doors.openapi import told
from elbowroom.server.doors.replies import body_of, reply
from elbowroom.server.doors.rest import known, limits_of, rooms_of
from elbowroom.server.doors.seats import Found
from elbowroom.server.rooms.replays import open_replay

router = APIRouter(prefix="/api")
MOST_BYTES: Final = 1_000_000
"""In JSON some letters take more than one byte; the text has its own limit."""


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody brings."""

    record: str


@router.post("/replays", **told(Found, 201, takes=Brought, most=MOST_BYTES))
async def bring(request: Request) -> Response:
    """Look at the game of a record: the answer names a private table that shows it move by move."""
    person = await known(request)
    limits_of(request).table(request, person)
    brought = await body_of(request, Brought, MOST_BYTES)
    now = request.app.state.settings.now()
    return reply(Found(await open_replay(rooms_of(request), brought.record, person, now)), 201)
