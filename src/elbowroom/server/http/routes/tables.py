"""Tables: opening one, listing them, looking at one now or earlier, and commands without a socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.envelopes import Envelope, known_protocol, read_envelope
from elbowroom.server.http.responses import compressed_json_response, json_response, read_body, read_json
from elbowroom.server.http.routes.hints import find_hints
from elbowroom.server.http.routing import SPECTATOR, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import (
    find_person,
    find_visitor,
    require_person,
    require_visitor,
)
from elbowroom.server.rooms.game_replay import Replay, encoded_replay
from elbowroom.server.rooms.listing import ListedSeat, read_summary
from elbowroom.server.rooms.log_lines import log_lines_since
from elbowroom.server.rooms.show_games import running_show
from elbowroom.server.rooms.table_view import TableView, table_view
from elbowroom.server.rooms.updates import (
    Ack,
    CostsReply,
    HintReply,
    LogLine,
    Update,
    costs_for,
    moment,
)
from elbowroom.server.tables.commands import AskCosts, AskHint, AskState
from elbowroom.server.tables.entries import SHOW_HOST
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.storage.store import Listing

router = Router("/api")
MAX_BODY_BYTES: Final = 2_000_000
MAX_COMMAND_BYTES: Final = 8192
MAX_FINISHED_TABLES: Final = 12
"""Finished games in the list: each is shown with its picture."""


class Invitation(msgspec.Struct, frozen=True):
    """A table, and the code that lets others sit down there."""

    table: str
    invite: str


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    status: str
    players: int
    free: int
    title: str
    is_rated: bool
    is_yours: bool
    is_your_turn: bool
    """Whether it is for you to decide."""
    seats: tuple[ListedSeat, ...]
    """Empty for a table in which nothing has happened since an older version of the server."""
    to_move: int | None
    """The seat that decides."""
    game_turn: int
    """0 before the game."""
    game_turns: int
    changed_at: float
    is_show: bool
    """Whether only computers play, for those who watch."""


@router.post("/tables", Invitation, 201, body=Body(TableSettings, MAX_BODY_BYTES))
async def open_table(request: Request) -> Response:
    """Open a table with these settings."""
    services = services_of(request)
    visitor = await require_visitor(request)
    services.limits.new_table(request, visitor.person)
    settings = await read_json(request, TableSettings, MAX_BODY_BYTES)
    room = await services.rooms.open_table(settings, visitor.person, has_account=visitor.has_account)
    return json_response(Invitation(room.id, room.table.invite), 201)


@router.get("/tables", list[TableSummary])
async def open_tables(request: Request) -> Response:
    """Tables that anybody may join."""
    listings = await services_of(request).rooms.store.open_tables()
    return _summaries_response(listings, await find_person(request))


@router.get("/tables/running", list[TableSummary])
async def running_tables(request: Request) -> Response:
    """Games that anybody may watch; the show game comes last."""
    services = services_of(request)
    running = await services.rooms.store.running_tables()
    shows = await running_show(services.rooms) if services.settings.has_show_games else []
    listings = [*(listed for listed in running if listed[1].host != SHOW_HOST), *shows]
    return _summaries_response(listings, await find_person(request))


@router.get("/tables/finished", list[TableSummary])
async def finished_tables(request: Request) -> Response:
    """Finished games that anybody may see again: those that anybody could watch."""
    listings = await services_of(request).rooms.store.finished_tables(MAX_FINISHED_TABLES)
    return _summaries_response(listings, await find_person(request))


@router.get("/tables/mine", list[TableSummary])
async def my_tables(request: Request) -> Response:
    """The tables at which one sits."""
    person = await require_person(request)
    return _summaries_response(await services_of(request).rooms.store.tables_of(person), person)


def _summaries_response(listings: list[tuple[str, Listing]], person: str | None) -> Response:
    return json_response([_summary(table_id, listing, person) for table_id, listing in listings])


def _summary(table_id: str, listing: Listing, person: str | None) -> TableSummary:
    summary = read_summary(listing.summary)
    return TableSummary(
        table=table_id,
        status=listing.status,
        players=listing.players,
        free=listing.free,
        title=listing.title,
        is_rated=listing.is_rated,
        is_yours=person is not None and person in listing.people,
        is_your_turn=person is not None and person == listing.mover,
        seats=summary.seats,
        to_move=summary.to_move,
        game_turn=summary.game_turn,
        game_turns=summary.game_turns,
        changed_at=listing.changed_at,
        is_show=listing.host == SHOW_HOST,
    )


@router.get("/tables/{table_id}", TableView, SPECTATOR)
async def look(request: Request, table_id: str, protocol: int = 1) -> Response:
    """The table as one may see it now; for `protocol=2`, as patches begin with it."""
    room = await services_of(request).rooms.room(table_id)
    person = await find_person(request)
    return json_response(table_view(room.id, room.table, person, protocol=known_protocol(protocol)))


@router.get("/tables/{table_id}/at/{seq}", Update, SPECTATOR)
async def look_back(request: Request, table_id: str, seq: int, protocol: int = 1) -> Response:
    """What happened at an earlier number of the log, and the table then, as one may see it."""
    services = services_of(request)
    services.limits.replay_log(request)
    room = await services.rooms.room(table_id)
    table, visitor = table_at(room, seq), await find_visitor(request)
    person, muted = (None, frozenset[str]()) if visitor is None else (visitor.person, visitor.muted)
    row = room.rows[seq - 1]
    return json_response(moment(room.id, table, row, person, muted, protocol=known_protocol(protocol)))


@router.get("/tables/{table_id}/log", list[LogLine], SPECTATOR)
async def log(request: Request, table_id: str, since: int = 0) -> Response:
    """What happened at a table after a number of its log; what was written there is in its chat."""
    services = services_of(request)
    services.limits.replay_log(request)
    room = await services.rooms.room(table_id)
    return json_response(await log_lines_since(room.rows, since, room.checkpoints))


@router.get("/tables/{table_id}/replay", Replay, SPECTATOR)
async def replay(request: Request, table_id: str) -> Response:
    """The whole game so far, as one may see it: the table at its first number, and the patches after it.

    Compressed for clients that accept it. A recovered game may begin where it was recovered.
    """
    services = services_of(request)
    services.limits.replay_log(request)
    room = await services.rooms.room(table_id)
    body = await encoded_replay(room.id, room.rows, await find_person(request))
    return await compressed_json_response(request, body)


def table_at(room: Room, seq: int) -> Table:
    """The table at a number of its log."""
    if not 1 <= seq <= room.table.seq:
        raise Refused("no_such_moment", seq=seq, head=room.table.seq)
    try:
        return room.checkpoints.table_at(room.rows, seq)
    except Exception as error:
        if room.table.is_recovered:  # The rules of this version cannot replay that part of the log.
            raise Refused("no_such_moment", seq=seq, head=room.table.seq) from error
        raise


@router.post(
    "/tables/{table_id}/commands", Ack | HintReply | CostsReply, body=Body(Envelope, MAX_COMMAND_BYTES)
)
async def command(request: Request, table_id: str) -> Response:
    """Carry out a command; the answer comes when it is stored. The same id again gets the same answer."""
    services = services_of(request)
    with services.rooms.metrics.command():  # as on a socket, refused messages and hints count too
        visitor = await require_visitor(request)
        services.limits.command(visitor.person)
        body = await read_body(request, MAX_COMMAND_BYTES)
        room = request.state.room = await services.rooms.room(table_id)  # a refusal tells its newest number
        envelope = read_envelope(body)
        if isinstance(envelope.cmd, AskHint):
            return json_response(await find_hints(services.rooms, room, visitor.person, envelope.id))
        if isinstance(envelope.cmd, AskCosts):
            return json_response(costs_for(room.table, visitor.person, envelope.id))
        if isinstance(envelope.cmd, AskState):
            raise Refused("bad_message", cause="without a socket, ask for the table itself")
        naming = await services.names.naming_for(visitor, envelope.cmd, room.table)
        seq = await room.do(visitor.person, envelope.id, envelope.cmd, envelope.base, naming)
    return json_response(Ack(envelope.id, seq))
