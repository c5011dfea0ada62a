"""The REST interface: guests, tables and lists, commands for those without a socket, records, health."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.engine.record import write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.replies import body_of, reply
from elbowroom.server.people.identity import COOKIE
from elbowroom.server.rooms.updates import Ack, table_view, viewing_seat
from elbowroom.server.tables.agreement import Agreement
from elbowroom.server.tables.commands import AnyCommand
from elbowroom.server.tables.fairness import Pledge
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms

router = APIRouter(prefix="/api")
MOST_BYTES: Final = 2_000_000
COMMAND_BYTES: Final = 8192
LONGEST_ID: Final = 64


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with an id of the client's choice, so that it can be sent again safely."""

    id: str
    cmd: AnyCommand
    base: int | None = None
    """The number of the log that the decision was made on."""
    v: int = 1


def check_envelope(envelope: Envelope) -> Envelope:
    """An id is something short."""
    if not 1 <= len(envelope.id) <= LONGEST_ID or not envelope.id.isprintable():
        raise Refused("bad_message", cause=f"an id has 1 to {LONGEST_ID} letters")
    return envelope


def check_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> None:
    """A browser tells whose page is asking: ours, or one that was allowed."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    if urlsplit(origin).netloc != headers.get("host"):
        raise Refused("wrong_origin")


def person_of(request: Request) -> str | None:
    """Who asks; None if nobody we know."""
    found: str | None = request.app.state.identity.of_request(request.headers, request.cookies)
    return found


def known(request: Request) -> str:
    """Who asks, or a refusal."""
    check_origin(request.headers, request.app.state.settings.origins)
    person = person_of(request)
    if person is None:
        raise Refused("who_are_you")
    return person


def rooms_of(request: Request) -> Rooms:
    """The rooms of this server."""
    found: Rooms = request.app.state.rooms
    return found


@router.post("/guest", status_code=201)
async def guest(request: Request) -> Response:
    """Come in as a guest: the token is set as a cookie, and returned for clients without cookies."""
    check_origin(request.headers, request.app.state.settings.origins)
    person = person_of(request)
    if person is not None:
        return reply({"is_new": False})
    _, token = request.app.state.identity.new_guest()
    response = reply({"is_new": True, "token": token}, 201)
    response.set_cookie(
        COOKIE,
        token,
        max_age=180 * 86_400,
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.is_secure,
    )
    return response


@router.post("/tables", status_code=201)
async def open_table(request: Request) -> Response:
    """Open a table with these settings."""
    person = known(request)
    agreement = await body_of(request, Agreement, MOST_BYTES)
    room = await rooms_of(request).open_table(agreement, person)
    return reply({"table": room.id}, 201)


@router.get("/tables")
async def open_tables(request: Request) -> Response:
    """Tables that anybody may join."""
    return reply(_listed(await rooms_of(request).store.open_tables(), person_of(request)))


@router.get("/tables/running")
async def running_tables(request: Request) -> Response:
    """Games that anybody may watch."""
    return reply(_listed(await rooms_of(request).store.running_tables(), person_of(request)))


@router.get("/tables/mine")
async def my_tables(request: Request) -> Response:
    """The tables at which one sits."""
    person = known(request)
    return reply(_listed(await rooms_of(request).store.tables_of(person), person))


def _listed(found: list[tuple[str, Any]], person: str | None) -> list[dict[str, Any]]:
    return [
        {
            "table": table_id,
            "status": row.status,
            "players": row.players,
            "free": row.free,
            "title": row.title,
            "is_rated": row.is_rated,
            "is_yours": person is not None and person in row.people,
            "changed_at": row.changed_at,
        }
        for table_id, row in found
    ]


@router.get("/tables/{table_id}")
async def look(request: Request, table_id: str) -> Response:
    """The table as one may see it now."""
    room = await rooms_of(request).room(table_id)
    return reply(table_view(room.id, room.table, person_of(request)))


@router.get("/tables/{table_id}/at/{seq}")
async def look_back(request: Request, table_id: str, seq: int) -> Response:
    """The table as one may see it at an earlier number of its log."""
    room = await rooms_of(request).room(table_id)
    return reply(table_view(room.id, table_at(room, seq), person_of(request)))


def table_at(room: Room, seq: int) -> Table:
    """The table at a number of its log."""
    if not 1 <= seq <= room.table.seq:
        raise Refused("no_such_moment", seq=seq, head=room.table.seq)
    return Table.of(room.rows[:seq])


@router.post("/tables/{table_id}/commands")
async def command(request: Request, table_id: str) -> Response:
    """Carry out a command; the answer comes when it is stored. The same id again gets the same answer."""
    person = known(request)
    room = await rooms_of(request).room(table_id)
    envelope = check_envelope(await body_of(request, Envelope, COMMAND_BYTES))
    seq = await room.do(person, envelope.id, envelope.cmd, envelope.base)
    return reply(Ack(envelope.id, seq))


@router.get("/tables/{table_id}/hint")
async def hint(request: Request, table_id: str) -> Response:
    """The best few things that the one who asks could do now, with reasons; not in rated games."""
    person = known(request)
    room = await rooms_of(request).room(table_id)
    table = room.table
    seat = viewing_seat(table, person)
    if seat is None or table.to_move != seat or table.agreement.is_rated:
        raise Refused("no_hint")
    seq, position, content = table.seq, table.running.to_text(), table.agreement.content
    answer = await rooms_of(request).computers.hints(f"{room.id} hint", position, "hard", content)
    return reply({"seq": seq, "hints": answer.hints})


@router.get("/tables/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """The game so far, in the notation; that of a finished game tells how to check its luck."""
    room = await rooms_of(request).room(table_id)
    if room.table.game is None:
        raise Refused("not_begun")
    name = f'attachment; filename="{room.id}.elbowroom"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(record_of(room.table), 200, headers, "text/plain; charset=utf-8")


def record_of(table: Table) -> str:
    """The record of a table's game, with the pledge once the seed has been shown."""
    text = write_record(table.running)
    if table.seed is None:
        return text
    first, rest = text.split("\n", 1)
    pledge = Pledge(table.commitment, tuple(table.nonces), table.seed)
    return "\n".join([first, *pledge.lines(), rest])


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether the server can read what it has stored."""
    await rooms_of(request).store.open_tables(1)
    return reply({"status": "well"})
