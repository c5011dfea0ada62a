"""The socket of a table: updates go out as they are stored, commands come in, every one is answered.

`/ws/tables/ID?since=SEQ` tells everything after SEQ first, or the table as it is to one who is far behind.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.envelopes import read_envelope, read_id
from elbowroom.server.doors.rest import check_origin, check_rated
from elbowroom.server.people.mutes import muted_by
from elbowroom.server.rooms.updates import Ack, Message, Nack, Telling, Update, table_view
from elbowroom.server.rooms.viewer import Viewer
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.commands import Join
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.people.identity import Identity, Visitor
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.tables.entries import Row

router = APIRouter()
FAR_BEHIND: Final = 200
CREDITS, SECONDS = 100, 20.0
"""So many messages in so many seconds are taken from one socket."""
MOST_REFUSED: Final = 200
"""So many messages above that end the connection."""
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013
PATIENCE: Final = 20.0
"""Seconds that a message may take to be sent."""


class Credits:
    """How many messages a socket may send at the moment."""

    def __init__(self) -> None:
        """All of them."""
        self.refused = 0
        self._left = float(CREDITS)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Use one; False if none is left."""
        now = time.monotonic()
        self._left = min(CREDITS, self._left + (now - self._at) * CREDITS / SECONDS)
        self._at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        return True


class Line:
    """One connection: who is at its other end, and what he may still send."""

    def __init__(self, room: Room, viewer: Viewer, visitor: Visitor | None) -> None:
        """Nothing was sent yet."""
        self.viewer = viewer
        self.credit = Credits()
        self._room = room
        self._visitor = visitor

    async def answer(self, text: str | bytes) -> Message:
        """Every message is answered: stored, or refused with the reason."""
        try:
            return await self._carried_out(text)
        except Refused as refused:
            reason = refused
        except Unavailable:
            reason = Refused("unavailable")
        return Nack(read_id(text), reason.code, reason.params, str(reason), self._room.table.seq)

    async def _carried_out(self, text: str | bytes) -> Ack:
        if not self.credit.take():
            raise Refused("too_fast")
        envelope, person = read_envelope(text), self.viewer.person
        if person is None:
            raise Refused("who_are_you")
        if isinstance(envelope.cmd, Join):
            check_rated(self._room.table.agreement.is_rated, self._visitor)
        return Ack(envelope.id, await self._room.do(person, envelope.id, envelope.cmd, envelope.base))


@router.websocket("/ws/tables/{table_id}")
async def table_socket(socket: WebSocket, table_id: str, since: int = 0) -> None:
    """Watch a table, or play at it."""
    rooms: Rooms = socket.app.state.rooms
    identity: Identity = socket.app.state.identity
    try:
        check_origin(socket.headers, socket.app.state.settings.origins)
        visitor = await _visitor(socket, identity)
        person = None if visitor is None else visitor.person
        viewer = Viewer(person, await muted_by(socket.app.state.registry, person))
        with socket.app.state.limits.socket(socket, person), identity.connection(visitor, viewer.leave):
            room = await rooms.room(table_id)
            await _sit(socket, room, viewer, visitor, since)
    except Refused:
        await socket.close(POLICY)
    except Unavailable:
        await socket.close(TRY_LATER)


async def _sit(socket: WebSocket, room: Room, viewer: Viewer, visitor: Visitor | None, since: int) -> None:
    """From here on nothing is missed: what is stored later waits in the queue behind what was before."""
    room.viewers.add(viewer)
    try:
        early = missed(room, viewer, since)
        await socket.accept()
        await _talk(socket, Line(room, viewer, visitor), early)
    finally:
        room.viewers.discard(viewer)


async def _visitor(socket: WebSocket, identity: Identity) -> Visitor | None:
    """Who comes in; None is a spectator without a token, a token that is not valid or a ban is refused."""
    token = identity.token_of(socket.headers, socket.cookies)
    found = await identity.visitor(token)
    if token and found is None:
        raise Refused("who_are_you")
    if found is not None and found.ban is not None:
        raise Refused("banned", why=found.ban)
    return found


def missed(room: Room, viewer: Viewer, since: int) -> Iterator[bytes]:
    """What happened after a number of the log, or a snapshot for one who was never there or long ago."""
    head = room.table.seq
    rows = room.rows[since:head]
    if 0 < since <= head and head - since <= FAR_BEHIND:
        with suppress(Exception):  # an old part of a mended log may be beyond these rules
            return _retold(room, Table.of(room.rows[:since]) if rows else room.table, rows, viewer)
    state = table_view(room.id, room.table, viewer.person)
    return iter([_encoded(Update(head, room.rows[-1].at, "snapshot", None, [], state))])


def _retold(room: Room, table: Table, rows: list[Row], viewer: Viewer) -> Iterator[bytes]:
    found = []
    for row in rows:
        table.add(row)
        found.append(_encoded(Telling(room.id, table, row).to(viewer.person, viewer.muted)))
    return iter(found)


def _encoded(message: Message) -> bytes:
    return msgspec.json.encode(message, enc_hook=str)


async def _talk(socket: WebSocket, line: Line, early: Iterator[bytes]) -> None:
    """Send and receive until either side ends it."""
    sender = asyncio.create_task(_send(socket, line.viewer, early))
    receiver = asyncio.create_task(_receive(socket, line))
    try:
        await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
    finally:
        line.viewer.is_gone = True
        for task in (sender, receiver):
            task.cancel()
        await asyncio.gather(sender, receiver, return_exceptions=True)
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(GOING_AWAY)


async def _send(socket: WebSocket, viewer: Viewer, early: Iterator[bytes]) -> None:
    """Send what waits, in order; an end in the queue is the end of the connection."""
    for message in early:
        await asyncio.wait_for(socket.send_text(message.decode()), PATIENCE)
    while (waiting := await viewer.queue.get()) is not None:
        await asyncio.wait_for(socket.send_text(waiting.decode()), PATIENCE)


async def _receive(socket: WebSocket, line: Line) -> None:
    """Take commands until the other side goes away, or sends far too much."""
    while line.credit.refused < MOST_REFUSED:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text") or message.get("bytes") or b""
        line.viewer.send(_encoded(await line.answer(text)))
