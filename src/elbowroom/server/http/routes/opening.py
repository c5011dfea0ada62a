"""What a client needs to begin at a table: as it is now, and what led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.http.responses import json_response
from elbowroom.server.http.routing import SPECTATOR, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_visitor
from elbowroom.server.rooms.log_lines import log_lines_since
from elbowroom.server.rooms.table_view import TableView, table_view
from elbowroom.server.rooms.updates import ChatMessage, LogLine, chat_messages
from elbowroom.server.tables.log_chain import shown_head

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from elbowroom.server.rooms.room import Room

router = Router("/api")


class Opening(msgspec.Struct, frozen=True):
    """A table at one number of its log: its state (protocol 2), its log and its chat."""

    state: TableView
    chain: str
    """The head of the hash chain over the log, shortened."""
    log: list[LogLine]
    chat: list[ChatMessage]


@router.get("/tables/{table_id}/opening", Opening, SPECTATOR)
async def opening(request: Request, table_id: str) -> Response:
    """The table as one may see it now, with its log and its chat: patches begin with it."""
    services = services_of(request)
    services.limits.replay_log(request)
    return json_response(await opening_for(request, await services.rooms.room(table_id)))


async def opening_for(request: Request, room: Room) -> Opening:
    """The opening of a table for whoever asks."""
    visitor = await find_visitor(request)
    if visitor is None:
        return await opening_of(room, None, frozenset())
    return await opening_of(room, visitor.person, visitor.muted)


async def opening_of(room: Room, person: str | None, muted: AbstractSet[str]) -> Opening:
    """The opening of a table for a person; all of it is of the same number of the log."""
    table, rows = room.table, room.rows[: room.table.seq]
    return Opening(
        state=table_view(room.id, table, person),
        chain=shown_head(table.chain),
        log=await log_lines_since(rows, 0, room.checkpoints),
        chat=chat_messages(rows, table, person, muted),
    )
