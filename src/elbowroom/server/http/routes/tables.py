"""Tables: opening one, listing them, looking at one now or earlier, and commands without a socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import compressed_json_response, json_response, read_body, read_json
from elbowroom.server.http.routes.hints import find_hints
from elbowroom.server.http.routing import SPECTATOR, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import (
    find_person,
    hearing_of,
    person_of,
    require_person,
    require_visitor,
)
from elbowroom.server.rooms.show_games import running_show
from elbowroom.server.rooms.turns import in_turns
from elbowroom.server.tables.commands import AskCosts, AskHint, AskState
from elbowroom.server.tables.entries import SHOW_HOST
from elbowroom.server.tables.envelopes import Envelope, known_protocol, read_envelope
from elbowroom.server.tables.naming import refuse_stacked_marks
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.views.game_replay import Replay, encoded_replay
from elbowroom.server.views.log_lines import log_lines_since
from elbowroom.server.views.table_summary import TableSummary, summary_of_listing
from elbowroom.server.views.table_view import TableView, table_view
from elbowroom.server.views.updates import (
    Ack,
    CostsReply,
    HintReply,
    LogLine,
    Update,
    costs_for,
    moment,
)

if TYPE_CHECKING:
    from elbowroom.server.tables.listing import Listing

router = Router("/api")
MAX_BODY_BYTES: Final = 2_000_000
MAX_COMMAND_BYTES: Final = 8192
MAX_FINISHED_TABLES: Final = 12
"""Finished games in the list: each is shown with its picture."""


class Invitation(msgspec.Struct, frozen=True):
    """A table, and the code that lets others sit down there."""

    table: str
    invite: str


@router.post("/tables", Invitation, 201, body=Body(TableSettings, MAX_BODY_BYTES))
async def open_table(request: Request) -> Response:
    """Open a table with these settings."""
    services = services_of(request)
    visitor = await require_visitor(request)
    services.limits.new_table(request, visitor.person)
    settings = await read_json(request, TableSettings, MAX_BODY_BYTES)
    services.blocked_words.check(settings.title)
    refuse_stacked_marks(settings.title)
    room = await services.rooms.open_table(
        settings, visitor.person, has_account=visitor.has_account, source=address_of(request)
    )
    return json_response(Invitation(room.id, room.table.invite), 201)


@router.get("/tables", list[TableSummary])
async def open_tables(request: Request) -> Response:
    """Tables that anybody may join."""
    person = await _reader_of_list(request)
    return _summaries_response(await services_of(request).rooms.store.open_tables(), person)


@router.get("/tables/running", list[TableSummary])
async def running_tables(request: Request) -> Response:
    """Games that anybody may watch; the show game comes last."""
    services, person = services_of(request), await _reader_of_list(request)
    running = await services.rooms.store.running_tables()
    shows = await running_show(services.rooms) if services.settings.has_show_games else []
    listings = [*(listed for listed in running if listed[1].host != SHOW_HOST), *shows]
    return _summaries_response(listings, person)


@router.get("/tables/finished", list[TableSummary])
async def finished_tables(request: Request) -> Response:
    """Finished games that anybody may see again: those that anybody could watch."""
    person = await _reader_of_list(request)
    listings = await services_of(request).rooms.store.finished_tables(MAX_FINISHED_TABLES)
    return _summaries_response(listings, person)


@router.get("/tables/mine", list[TableSummary])
async def my_tables(request: Request) -> Response:
    """The tables at which one sits."""
    person = await require_person(request)
    services = services_of(request)
    services.limits.read_list(request, person)
    return _summaries_response(await services.rooms.store.tables_of(person), person)


async def _reader_of_list(request: Request) -> str | None:
    """Who looks at a list, which is counted."""
    person = await find_person(request)
    services_of(request).limits.read_list(request, person)
    return person


def _summaries_response(listings: list[tuple[str, Listing]], person: str | None) -> Response:
    return json_response([summary_of_listing(table_id, listing, person) for table_id, listing in listings])


@router.get("/tables/{table_id}", TableView, SPECTATOR)
async def look(request: Request, table_id: str, protocol: int = 1) -> Response:
    """The table as one may see it now; for `protocol=2`, as patches begin with it."""
    async with reading(request) as visitor:
        room = await services_of(request).rooms.room(table_id)
        view = table_view(room.id, room.table, person_of(visitor), protocol=known_protocol(protocol))
        return json_response(view)


@router.get("/tables/{table_id}/at/{seq}", Update, SPECTATOR)
async def look_back(request: Request, table_id: str, seq: int, protocol: int = 1) -> Response:
    """What happened at an earlier number of the log, and the table then, as one may see it."""
    async with reading(request) as visitor:
        room = await services_of(request).rooms.room(table_id)
        table = room.log.moment(seq)
        protocol = known_protocol(protocol)
        seen = moment(room.id, table, room.rows[seq - 1], *hearing_of(visitor), protocol=protocol)
        return json_response(seen)


@router.get("/tables/{table_id}/log", list[LogLine], SPECTATOR)
async def log(request: Request, table_id: str, since: int = 0) -> Response:
    """What happened at a table after a number of its log; what was written there is in its chat."""
    async with reading(request):
        room = await services_of(request).rooms.room(table_id)
        return json_response(await in_turns(log_lines_since(room.rows, since, room.log.checkpoints)))


@router.get("/tables/{table_id}/replay", Replay, SPECTATOR)
async def replay(request: Request, table_id: str) -> Response:
    """The whole game so far, as one may see it: the table at its first number, and the patches after it.

    Compressed for clients that accept it. A recovered game may begin where it was recovered.
    """
    async with reading(request) as visitor:
        room = await services_of(request).rooms.room(table_id)
        body = await in_turns(encoded_replay(room.id, room.rows, person_of(visitor)))
    return await compressed_json_response(request, body)


@router.post(
    "/tables/{table_id}/commands", Ack | HintReply | CostsReply, body=Body(Envelope, MAX_COMMAND_BYTES)
)
async def command(request: Request, table_id: str) -> Response:
    """Carry out a command; the answer comes when it is stored. The same id again gets the same answer."""
    services = services_of(request)
    with services.rooms.metrics.command():  # as on a socket, refused messages and hints count too
        visitor = await require_visitor(request)
        body = await read_body(request, MAX_COMMAND_BYTES)
        room = request.state.room = await services.rooms.room(table_id)  # a refusal tells its newest number
        envelope = read_envelope(body)
        is_player = bool(room.table.seats_of(visitor.person))
        services.limits.message(request, room.id, visitor.person, envelope.cmd, is_player=is_player)
        if isinstance(envelope.cmd, AskHint):
            source = address_of(request)
            return json_response(await find_hints(services.rooms, room, visitor.person, envelope.id, source))
        if isinstance(envelope.cmd, AskCosts):
            return json_response(costs_for(room.table, visitor.person, envelope.id))
        if isinstance(envelope.cmd, AskState):
            raise Refused("bad_message", cause="without a socket, ask for the table itself")
        services.blocked_words.check_command(envelope.cmd)
        naming = await services.names.naming_for(visitor, envelope.cmd, room.table)
        seq = await room.do(visitor.person, envelope.id, envelope.cmd, envelope.base, naming)
    return json_response(Ack(envelope.id, seq))
