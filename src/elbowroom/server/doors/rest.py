"""The REST interface: guests, tables and lists, commands for those without a socket, records, health."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request, Response

from elbowroom.engine.record import write_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.envelopes import Envelope, read_envelope
from elbowroom.server.doors.openapi import TEXT, told
from elbowroom.server.doors.replies import body_of, bytes_of, reply
from elbowroom.server.people.identity import Claim, Visitor
from elbowroom.server.rooms.listing import ListedSeat, read_summary
from elbowroom.server.rooms.story import told_since
from elbowroom.server.rooms.updates import (
    Ack,
    Advised,
    LogLine,
    TableView,
    Telling,
    Update,
    advised_position,
    table_view,
    viewing_seat,
)
from elbowroom.server.tables.agreement import Agreement
from elbowroom.server.tables.commands import AskHint, Join
from elbowroom.server.tables.fairness import Pledge
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.messages import Hint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elbowroom.server.doors.limits import Limits
    from elbowroom.server.people.identity import Identity
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.registry import Registry
    from elbowroom.server.storage.store import Listing

router = APIRouter(prefix="/api")
MOST_BYTES: Final = 2_000_000
COMMAND_BYTES: Final = 8192
SAFE: Final = ("GET", "HEAD", "OPTIONS")
COOKIE_SECONDS: Final = 180 * 86_400


class Guest(msgspec.Struct, frozen=True):
    """Whether the one who asks was let in now, and the token by which he is known from now on."""

    is_new: bool
    token: str | None = None


class Invitation(msgspec.Struct, frozen=True):
    """A table, and the code that lets others sit down there."""

    table: str
    invite: str


class Listed(msgspec.Struct, frozen=True):
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


class Hints(msgspec.Struct, frozen=True):
    """The best few things that could be done at a number of the log."""

    seq: int
    hints: list[Hint]


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str


def check_origin(headers: Mapping[str, str], origins: tuple[str, ...]) -> None:
    """A browser tells whose page is asking: ours, or one that was allowed."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if not host or host != headers.get("host"):
        raise Refused("wrong_origin")


def identity_of(request: Request) -> Identity:
    """Who knows people by their tokens."""
    found: Identity = request.app.state.identity
    return found


async def person_of(request: Request) -> str | None:
    """Who asks; None if nobody we know."""
    return await identity_of(request).of_request(request.headers, request.cookies)


async def visitor(request: Request) -> Visitor:
    """Who asks and by which token, or a refusal; one who is banned may only read."""
    check_origin(request.headers, request.app.state.settings.origins)
    identity = identity_of(request)
    found = await identity.visitor(identity.token_of(request.headers, request.cookies))
    if found is None:
        raise Refused("who_are_you")
    if request.method in SAFE:
        return found
    if found.ban is not None:
        raise Refused("banned", why=found.ban)
    if rooms_of(request).is_closing:
        raise Refused("going_away")
    return found


async def known(request: Request) -> str:
    """Who asks, or a refusal."""
    return (await visitor(request)).person


def rooms_of(request: Request) -> Rooms:
    """The rooms of this server."""
    found: Rooms = request.app.state.rooms
    return found


def registry_of(request: Request) -> Registry:
    """The registry of this server."""
    found: Registry = request.app.state.registry
    return found


def limits_of(request: Request) -> Limits:
    """How much may be asked."""
    found: Limits = request.app.state.limits
    return found


def check_rated(is_rated: bool, asking: Visitor | None) -> None:
    """Rated games are for people with an account: a rating must belong to somebody."""
    if is_rated and (asking is None or asking.session is None):
        raise Refused("needs_account")


async def admitted(request: Request) -> tuple[Visitor, str | None]:
    """Who asks; somebody whom we do not know is let in as a guest, with the token that he is known by now."""
    identity = identity_of(request)
    if await identity.visitor(identity.token_of(request.headers, request.cookies)) is not None:
        return await visitor(request), None
    check_origin(request.headers, request.app.state.settings.origins)
    if rooms_of(request).is_closing:
        raise Refused("going_away")
    limits_of(request).guest(request)
    person, token = identity.new_guest()
    return Visitor(person, Claim(person)), token


@router.post("/guest", **told(Guest, 201, 200))
async def guest(request: Request) -> Response:
    """Come in as a guest: the token is set as a cookie, and returned for clients without cookies."""
    check_origin(request.headers, request.app.state.settings.origins)
    identity = identity_of(request)
    token = identity.token_of(request.headers, request.cookies)
    found = await identity.visitor(token)
    if token is not None and found is not None:
        response = reply(Guest(is_new=False))
        if token == request.cookies.get(identity.cookie):
            # A browser that comes back keeps its token for another while, signed by the newest key.
            set_token(request, response, identity.renewed(found, token))
        return response
    limits_of(request).guest(request)
    _, token = identity.new_guest()
    response = reply(Guest(is_new=True, token=token), 201)
    set_token(request, response, token)
    return response


def set_token(request: Request, response: Response, token: str) -> None:
    """Let a browser keep a token where no script reads it."""
    response.set_cookie(
        identity_of(request).cookie,
        token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.is_secure,
    )


@router.post("/tables", **told(Invitation, 201, takes=Agreement, most=MOST_BYTES))
async def open_table(request: Request) -> Response:
    """Open a table with these settings."""
    asking = await visitor(request)
    limits_of(request).table(request, asking.person)
    agreement = await body_of(request, Agreement, MOST_BYTES)
    check_rated(agreement.is_rated, asking)
    room = await rooms_of(request).open_table(agreement, asking.person)
    return reply(Invitation(room.id, room.table.invite), 201)


@router.get("/tables", **told(list[Listed]))
async def open_tables(request: Request) -> Response:
    """Tables that anybody may join."""
    return reply(_listed(await rooms_of(request).store.open_tables(), await person_of(request)))


@router.get("/tables/running", **told(list[Listed]))
async def running_tables(request: Request) -> Response:
    """Games that anybody may watch."""
    return reply(_listed(await rooms_of(request).store.running_tables(), await person_of(request)))


@router.get("/tables/mine", **told(list[Listed]))
async def my_tables(request: Request) -> Response:
    """The tables at which one sits."""
    person = await known(request)
    return reply(_listed(await rooms_of(request).store.tables_of(person), person))


def _listed(found: list[tuple[str, Listing]], person: str | None) -> list[Listed]:
    return [_entry(table_id, row, person) for table_id, row in found]


def _entry(table_id: str, row: Listing, person: str | None) -> Listed:
    summary = read_summary(row.summary)
    return Listed(
        table=table_id,
        status=row.status,
        players=row.players,
        free=row.free,
        title=row.title,
        is_rated=row.is_rated,
        is_yours=person is not None and person in row.people,
        is_your_turn=person is not None and person == row.mover,
        seats=summary.seats,
        to_move=summary.to_move,
        game_turn=summary.game_turn,
        game_turns=summary.game_turns,
        changed_at=row.changed_at,
    )


@router.get("/tables/{table_id}", **told(TableView))
async def look(request: Request, table_id: str) -> Response:
    """The table as one may see it now."""
    room = await rooms_of(request).room(table_id)
    return reply(table_view(room.id, room.table, await person_of(request)))


@router.get("/tables/{table_id}/at/{seq}", **told(Update))
async def look_back(request: Request, table_id: str, seq: int) -> Response:
    """What happened at an earlier number of the log, and the table then, as one may see it."""
    limits_of(request).look(request)
    room = await rooms_of(request).room(table_id)
    identity, table = identity_of(request), table_at(room, seq)
    asking = await identity.visitor(identity.token_of(request.headers, request.cookies))
    person, muted = (None, frozenset[str]()) if asking is None else (asking.person, asking.muted)
    update = Telling(room.id, table, room.rows[seq - 1]).to(person, muted)
    return reply(msgspec.structs.replace(update, state=table_view(room.id, table, person)))


@router.get("/tables/{table_id}/log", **told(list[LogLine]))
async def log(request: Request, table_id: str, since: int = 0) -> Response:
    """What happened at a table after a number of its log; what was written there is in its chat."""
    limits_of(request).look(request)
    room = await rooms_of(request).room(table_id)
    return reply(await told_since(room.rows, since))


def table_at(room: Room, seq: int) -> Table:
    """The table at a number of its log."""
    if not 1 <= seq <= room.table.seq:
        raise Refused("no_such_moment", seq=seq, head=room.table.seq)
    try:
        return Table.of(room.rows[:seq])
    except Exception as error:
        if room.table.is_mended:  # that part of the log is beyond these rules
            raise Refused("no_such_moment", seq=seq, head=room.table.seq) from error
        raise


@router.post("/tables/{table_id}/commands", **told(Ack | Advised, takes=Envelope, most=COMMAND_BYTES))
async def command(request: Request, table_id: str) -> Response:
    """Carry out a command; the answer comes when it is stored. The same id again gets the same answer."""
    asking = await visitor(request)
    limits_of(request).command(asking.person)
    body = await bytes_of(request, COMMAND_BYTES)
    room = request.state.room = await rooms_of(request).room(table_id)
    envelope = read_envelope(body)
    if isinstance(envelope.cmd, AskHint):
        return reply(await advised(rooms_of(request), room, asking.person, envelope.id))
    if isinstance(envelope.cmd, Join):
        check_rated(room.table.agreement.is_rated, asking)
    with rooms_of(request).meters.command():
        seq = await room.do(asking.person, envelope.id, envelope.cmd, envelope.base)
    return reply(Ack(envelope.id, seq))


@router.get("/tables/{table_id}/hint", **told(Hints))
async def hint(request: Request, table_id: str) -> Response:
    """The best few things that the one who asks could do now, with reasons; not in rated games."""
    person = await known(request)
    rooms = rooms_of(request)
    found = await advised(rooms, await rooms.room(table_id), person, "")
    return reply(Hints(found.seq, found.hints))


async def advised(rooms: Rooms, room: Room, person: str, asked: str) -> Advised:
    """Hints for somebody who is to decide; nothing of it is written."""
    table = room.table
    seat = viewing_seat(table, person)
    if seat is None or table.to_move != seat or table.agreement.is_rated:
        raise Refused("no_hint")
    seq, position = table.seq, advised_position(table, seat)
    answer = await rooms.computers.hints(person, position, "hard", table.agreement.content)
    return Advised(asked, seq, answer.hints)


@router.get("/tables/{table_id}/record", **told(TEXT))
async def record(request: Request, table_id: str) -> Response:
    """The game so far, in the notation; that of a finished game tells how to check its luck."""
    limits_of(request).look(request)
    room = await rooms_of(request).room(table_id)
    if room.table.game is None:
        raise Refused("not_begun")
    if room.table.is_mended and not room.table.game.is_over:
        raise Refused("record_of_mended")  # It begins with a position, which tells everybody's coins.
    name = f'attachment; filename="{room.id}.elbowroom"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(record_of(room.table), 200, headers, "text/plain; charset=utf-8")


def record_of(table: Table) -> str:
    """The record of a table's game, with the pledge once the seed has been shown."""
    text = write_record(table.running)
    if not table.seed or table.is_mended:
        return text
    first, rest = text.split("\n", 1)
    pledge = Pledge(table.commitment, tuple(table.nonces), table.seed)
    return "\n".join([first, *pledge.lines(), rest])


@router.get("/health", **told(Health))
async def health(request: Request) -> Response:
    """Whether the server can read and write what it stores, and is here to stay."""
    if rooms_of(request).is_closing:
        raise Refused("going_away")
    await rooms_of(request).store.check()
    return reply(Health("well"))
