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
from elbowroom.server.doors.rest import Envelope, check_envelope, check_origin
from elbowroom.server.rooms.room import Room, Viewer
from elbowroom.server.rooms.updates import Ack, Bye, Message, Nack, Update, table_view, update
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from elbowroom.server.rooms.rooms import Rooms

router = APIRouter()
FAR_BEHIND: Final = 200
CREDITS, SECONDS = 100, 20.0
"""So many messages in so many seconds are taken from one socket."""
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013
RETRY: Final = 2.0


class Credits:
    """How many messages a socket may send at the moment."""

    def __init__(self) -> None:
        """All of them."""
        self._left = float(CREDITS)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Use one; False if none is left."""
        now = time.monotonic()
        self._left = min(CREDITS, self._left + (now - self._at) * CREDITS / SECONDS)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@router.websocket("/ws/tables/{table_id}")
async def table_socket(socket: WebSocket, table_id: str, since: int = 0) -> None:
    """Watch a table, or play at it."""
    rooms: Rooms = socket.app.state.rooms
    try:
        check_origin(socket.headers, socket.app.state.settings.origins)
        room = await rooms.room(table_id)
    except (Refused, Unavailable):
        await socket.close(POLICY)
        return
    person = socket.app.state.identity.of_request(socket.headers, socket.cookies)
    await socket.accept()
    viewer = Viewer(person)
    # From here on nothing is missed: what is stored later waits in the queue behind what was before.
    room.viewers.add(viewer)
    early = missed(room, person, since)
    sender = asyncio.create_task(_send(socket, viewer, early))
    try:
        await _receive(socket, room, viewer)
    finally:
        room.viewers.discard(viewer)
        sender.cancel()
        with suppress(asyncio.CancelledError, RuntimeError, WebSocketDisconnect):
            await sender


def missed(room: Room, person: str | None, since: int) -> list[bytes]:
    """What happened after a number of the log, or a snapshot for one who was never there or long ago."""
    head = room.table.seq
    if not 0 < since <= head or head - since > FAR_BEHIND:
        row = room.rows[-1]
        state = table_view(room.id, room.table, person)
        return [_encoded(Update(head, row.at, "snapshot", None, [], state))]
    table = Table.of(room.rows[:since])
    found = []
    for row in room.rows[since:]:
        table.add(row)
        found.append(_encoded(update(room.id, table, row.entry, row.at, person)))
    return found


def _encoded(message: Message) -> bytes:
    return msgspec.json.encode(message)


async def _send(socket: WebSocket, viewer: Viewer, early: list[bytes]) -> None:
    """Send what waits, in order; an end in the queue is the end of the connection."""
    for message in early:
        await socket.send_text(message.decode())
    while (waiting := await viewer.queue.get()) is not None:
        await socket.send_text(waiting.decode())
    with suppress(RuntimeError):
        await socket.send_text(_encoded(Bye("resume", RETRY)).decode())
        await socket.close(GOING_AWAY)


async def _receive(socket: WebSocket, room: Room, viewer: Viewer) -> None:
    """Take commands until the other side goes away."""
    credit = Credits()
    decoder = msgspec.json.Decoder(Envelope)
    with suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            # Waiting here slows down who sends faster than he reads.
            await viewer.queue.put(_encoded(await _answer(room, viewer.person, text, decoder, credit)))


async def _answer(
    room: Room, person: str | None, text: str, decoder: msgspec.json.Decoder[Envelope], credit: Credits
) -> Message:
    """Every message is answered: stored, or refused with the reason."""
    command_id = ""
    try:
        envelope = _envelope(text, decoder)
        command_id = envelope.id
        _check(person, credit)
        return Ack(command_id, await room.do(person or "", command_id, envelope.cmd, envelope.base))
    except Refused as refused:
        reason = refused
    except Unavailable:
        reason = Refused("unavailable")
    return Nack(command_id, reason.code, str(reason), room.table.seq)


def _envelope(text: str, decoder: msgspec.json.Decoder[Envelope]) -> Envelope:
    """The command in a message."""
    try:
        return check_envelope(decoder.decode(text))
    except msgspec.DecodeError as error:
        raise Refused("bad_message", cause=str(error)) from None


def _check(person: str | None, credit: Credits) -> None:
    """Commands come from people we know, and not too many at once."""
    if not credit.take():
        raise Refused("too_fast")
    if person is None:
        raise Refused("who_are_you")
