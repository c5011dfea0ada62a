"""Records of games: downloading the one of a table, and uploading one to look at its game or to play on."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routes.tables import Invitation
from elbowroom.server.http.routing import TEXT, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person, require_visitor
from elbowroom.server.rooms.continued_tables import open_continued
from elbowroom.server.rooms.replay_tables import open_replay
from elbowroom.server.tables.record_continuation import names_in
from elbowroom.server.tables.record_export import shown_record
from elbowroom.server.views.table_summary import TableReference

router = Router("/api")
MAX_BODY_BYTES: Final = 1_000_000
"""In JSON some letters take more than one byte; the text of a record has its own limit."""


class RecordUpload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that somebody uploads."""

    record: str


class GameToContinue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of a game that is not over, and who plays on."""

    record: str
    levels: list[str | None] | None = None
    """For each seat the level of the computer there, or null for a person; left out, the record says it."""


@router.get("/tables/{table_id}/record", TEXT)
async def record(request: Request, table_id: str) -> Response:
    """The game so far, in the notation; that of a finished game tells how to check its luck."""
    async with reading(request):
        room = await services_of(request).rooms.room(table_id)
        text = shown_record(room.table)
    name = f'attachment; filename="{room.id}.elbowroom"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(text, 200, headers, "text/plain; charset=utf-8")


@router.post("/replays", TableReference, 201, body=Body(RecordUpload, MAX_BODY_BYTES))
async def bring(request: Request) -> Response:
    """Look at the game of a record: the answer names a private table that shows it move by move."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.new_table(request, person)
    upload = await read_json(request, RecordUpload, MAX_BODY_BYTES)
    table_id = await open_replay(
        services.rooms, upload.record, person, services.settings.now(), address_of(request)
    )
    return json_response(TableReference(table_id), 201)


@router.post("/tables/continued", Invitation, 201, body=Body(GameToContinue, MAX_BODY_BYTES))
async def play_on(request: Request) -> Response:
    """Play on here what was begun elsewhere: a private table, at which one sits at all seats of people.

    It is never rated, and marked (`begun_elsewhere`): nobody can check the luck that it had before. Seats are
    given to others by seat links, as at every table.
    """
    services = services_of(request)
    visitor = await require_visitor(request)
    services.limits.new_table(request, visitor.person)
    game = await read_json(request, GameToContinue, MAX_BODY_BYTES)
    read = await services.rooms.sandboxes.read_to_continue(
        game.record, game.levels, visitor.person, address_of(request)
    )
    names = names_in(read.entries)
    services.blocked_words.check(*names)
    naming = await services.names.naming(visitor, *names)
    room = await open_continued(services.rooms, read, visitor.person, services.settings.now(), naming)
    return json_response(Invitation(room.id, room.table.invite), 201)
