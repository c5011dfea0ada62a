"""Records of games: downloading the one of a table, and uploading one to look at its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.engine.record import write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routes.seats import TableReference
from elbowroom.server.http.routing import TEXT, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_person
from elbowroom.server.rooms.replay_tables import open_replay
from elbowroom.server.tables.fairness import pledge_of

if TYPE_CHECKING:
    from elbowroom.server.tables.table import Table

router = Router("/api")
MAX_BODY_BYTES: Final = 1_000_000
"""In JSON some letters take more than one byte; the text of a record has its own limit."""


class RecordUpload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that somebody uploads."""

    record: str


@router.get("/tables/{table_id}/record", TEXT)
async def record(request: Request, table_id: str) -> Response:
    """The game so far, in the notation; that of a finished game tells how to check its luck."""
    services = services_of(request)
    services.limits.replay_log(request)
    room = await services.rooms.room(table_id)
    if room.table.game is None:
        raise Refused("not_begun")
    if room.table.is_recovered and not room.table.game.is_over:
        raise Refused("record_of_mended")  # It begins with a position, which tells everybody's coins.
    name = f'attachment; filename="{room.id}.elbowroom"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(record_of(room.table), 200, headers, "text/plain; charset=utf-8")


def record_of(table: Table) -> str:
    """The record of a table's game with the computers' levels; once the seed is shown, with the pledge."""
    first, rest = write_record(table.running).split("\n", 1)
    comments = _computer_lines(table)
    if table.seed and not table.is_recovered:
        comments += pledge_of(table, table.seed).lines()
        if table.signature is not None:
            comments += table.signature.lines()
    return "\n".join([first, *comments, rest])


def _computer_lines(table: Table) -> list[str]:
    """Which players are computers from the start, as comments of a record."""
    players = zip(table.running.names, table.seats, strict=True)
    return [f"# computer {name} {seat.level}" for name, seat in players if seat.level is not None]


@router.post("/replays", TableReference, 201, body=Body(RecordUpload, MAX_BODY_BYTES))
async def bring(request: Request) -> Response:
    """Look at the game of a record: the answer names a private table that shows it move by move."""
    services = services_of(request)
    person = await require_person(request)
    services.limits.new_table(request, person)
    upload = await read_json(request, RecordUpload, MAX_BODY_BYTES)
    table_id = await open_replay(services.rooms, upload.record, person, services.settings.now())
    return json_response(TableReference(table_id), 201)
