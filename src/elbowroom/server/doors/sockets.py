"""The socket of a table: updates go out as they are stored, commands come in, every one is answered.

`/ws/tables/ID?since=SEQ` tells everything after SEQ first, or the table as it is to one who is far behind.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from starlette.routing import WebSocketRoute

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.envelopes import read_envelope, read_id
from elbowroom.server.doors.rest import advised, check_origin, check_rated
from elbowroom.server.rooms.updates import Ack, Advised, Message, Nack, Telling, Update, table_view
from elbowroom.server.rooms.viewer import Viewer
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.commands import AskHint, Join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.people.identity import Identity, Visitor
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.tables.entries import Row
    from elbowroom.server.tables.table import Table

_log = logging.getLogger(__name__)
FAR_BEHIND: Final = 200
CREDITS, FEWER, SECONDS = 100, 50, 20.0
"""So many messages in so many seconds are taken from one who plays, fewer from one who watches."""
MOST_REFUSED: Final = 200
"""So many messages above that end the connection."""
POLICY, GOING_AWAY, RESTART, TRY_LATER, FAULT = 1008, 1001, 1012, 1013, 1011
GONE: Final = (WebSocketDisconnect, RuntimeError, TimeoutError, OSError)
"""How it is told that the other side is not there any more."""


class Credits:
    """How many messages a socket may send at the moment."""

    __slots__ = ("_at", "_left", "refused")

    def __init__(self) -> None:
        """All of them."""
        self.refused = 0
        self._left = float(FEWER)
        self._at = time.monotonic()

    def take(self, most: int) -> bool:
        """Use one of so many; False if none is left."""
        now = time.monotonic()
        self._left = min(most, self._left + (now - self._at) * most / SECONDS)
        self._at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        return True


class Line:
    """One connection: who is at its other end, and what he may still send."""

    __slots__ = ("_asked", "_meters", "_rooms", "_visitor", "advice", "credit", "room", "viewer")

    def __init__(self, room: Room, viewer: Viewer, visitor: Visitor | None, rooms: Rooms) -> None:
        """Nothing was sent yet."""
        self.viewer = viewer
        self.credit = Credits()
        self.room = room
        self.advice: asyncio.Task[None] | None = None
        """Looks for hints, as long as some are wanted."""
        self._asked: tuple[str, str] | None = None
        """Who wants the next hint, and the id of his question."""
        self._visitor = visitor
        self._rooms = rooms
        self._meters = rooms.meters

    @property
    def closing_code(self) -> int:
        """Why the server ends the connection."""
        return RESTART if self._rooms.is_closing else GOING_AWAY

    async def hear(self, text: str | bytes) -> None:
        """Every message is answered: stored, or refused with the reason. Nothing waits for hints."""
        asked = read_id(text)
        with self._refusing(asked):
            person = self._admitted()
            envelope = read_envelope(text)
            if person is None:
                raise Refused("who_are_you")
            if isinstance(envelope.cmd, AskHint):
                self._look_for_hint(person, asked)
                return
            if isinstance(envelope.cmd, Join):
                check_rated(self.room.table.agreement.is_rated, self._visitor)
            self._answer(Ack(asked, await self.room.do(person, asked, envelope.cmd, envelope.base)))

    def _admitted(self) -> str | None:
        """Who sends a message, unless he sends too many."""
        person = self.viewer.person
        plays = person is not None and bool(self.room.table.seats_of(person))
        if not self.credit.take(CREDITS if plays else FEWER):
            raise Refused("too_fast")
        return person

    def _look_for_hint(self, person: str, asked: str) -> None:
        """One hint at a time; of the questions that wait meanwhile only the newest is still of interest."""
        if self._asked is not None:
            self._refuse(self._asked[1], Refused("too_fast"))
        self._asked = person, asked
        if self.advice is None or self.advice.done():
            self.advice = asyncio.create_task(self._advise())

    async def _advise(self) -> None:
        while self._asked is not None:
            (person, asked), self._asked = self._asked, None
            with self._refusing(asked):
                self._answer(await advised(self._rooms, self.room, person, asked))

    @contextmanager
    def _refusing(self, asked: str) -> Iterator[None]:
        """Whatever goes wrong with a message is its answer."""
        try:
            yield
        except Refused as refused:
            self._refuse(asked, refused)
        except Unavailable:
            self._refuse(asked, Refused("unavailable"))
        except Exception:  # noqa: BLE001 - whatever it is, it is answered
            _log.exception("unexpected error")
            self._meters.errors.inc()
            self._refuse(asked, Refused("internal"))

    def _refuse(self, asked: str, reason: Refused) -> None:
        self._meters.commands.labels(reason.code).inc()
        self.viewer.send(_encoded(Nack(asked, reason.code, reason.params, str(reason), self.room.table.seq)))

    def _answer(self, message: Ack | Advised) -> None:
        self._meters.commands.labels("ack").inc()
        self.viewer.send(_encoded(message))


async def table_socket(socket: WebSocket) -> None:
    """Watch a table, or play at it."""
    rooms: Rooms = socket.app.state.rooms
    identity: Identity = socket.app.state.identity
    try:
        check_origin(socket.headers, socket.app.state.settings.origins)
        visitor = await _visitor(socket, identity)
        person = None if visitor is None else visitor.person
        viewer = Viewer(person, frozenset() if visitor is None else visitor.muted)
        with socket.app.state.limits.socket(socket, person), identity.connection(visitor, viewer.leave):
            room = await _room(rooms, socket.path_params["table_id"])
            with rooms.meters.sockets.track_inprogress():
                await _sit(socket, Line(room, viewer, visitor, rooms), _since(socket))
    except Refused as refused:
        await socket.close(RESTART if refused.code == "going_away" else POLICY)
    except Unavailable:
        await socket.close(TRY_LATER)


TABLE_SOCKET: Final = WebSocketRoute("/ws/tables/{table_id}", table_socket)
"""A plain route: what FastAPI would do for it costs memory as long as a connection lasts."""


def _since(socket: WebSocket) -> int:
    """The number of the log that the other side knows of."""
    word = socket.query_params.get("since", "")
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0


async def _sit(socket: WebSocket, line: Line, since: int) -> None:
    """From here on nothing is missed: what is stored later waits in the queue behind what was before."""
    line.room.enter(line.viewer)
    try:
        early = missed(line.room, line.viewer, since)
        await socket.accept()
        await _talk(socket, line, early)
    finally:
        line.room.leave(line.viewer)


async def _room(rooms: Rooms, table_id: str) -> Room:
    """Where somebody comes in, unless the server is about to end."""
    if rooms.is_closing:
        raise Refused("going_away")
    return await rooms.room(table_id)


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
    if since == head:
        return iter(())
    if 0 < since < head and head - since <= FAR_BEHIND:
        with suppress(Exception):  # an old part of a mended log may be beyond these rules
            return _retold(room, room.table_at(since).copy(), room.rows[since:head], viewer)
    return iter([_snapshot(room, viewer)])


def _snapshot(room: Room, viewer: Viewer) -> bytes:
    row, state = room.rows[-1], table_view(room.id, room.table, viewer.person)
    return _encoded(Update(row.seq, row.at, "snapshot", None, [], state))


def _retold(room: Room, table: Table, rows: list[Row], viewer: Viewer) -> Iterator[bytes]:
    """Each message is made when it is sent, so that nobody else waits for a long story."""
    for row in rows:
        try:
            table.add(row)
        except Exception:  # noqa: BLE001 - a mended part of the log is beyond these rules
            yield _snapshot(room, viewer)
            return
        yield _encoded(Telling(room.id, table, row).to(viewer.person, viewer.muted))


def _encoded(message: Message) -> bytes:
    return msgspec.json.encode(message, enc_hook=str)


async def _talk(socket: WebSocket, line: Line, early: Iterator[bytes]) -> None:
    """Send and receive until either side ends it."""
    here = asyncio.current_task()
    assert here is not None
    viewer = line.viewer
    viewer.cut = here.cancel
    sender = asyncio.create_task(_send(socket, line, early))
    try:
        await _receive(socket, line)
    except asyncio.CancelledError:
        if not viewer.is_gone:  # the server ends, and not a connection that did not move any more
            raise
        here.uncancel()
    finally:
        viewer.is_gone, viewer.cut = True, None
        owned = [sender] if line.advice is None else [sender, line.advice]
        for task in owned:
            task.cancel()
        outcomes = await asyncio.gather(*owned, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, GONE):
            raise outcome


async def _send(socket: WebSocket, line: Line, early: Iterator[bytes]) -> None:
    """Send what waits, in order; an end in the queue is the end of the connection."""
    viewer = line.viewer
    try:
        for message in early:
            with viewer.sending():
                await socket.send_text(message.decode())
        while (waiting := await viewer.queue.get()) is not None:
            with viewer.sending():
                await socket.send_text(waiting.decode())
    except GONE:
        raise
    except Exception:
        await socket.close(FAULT)
        raise
    with viewer.sending():
        await socket.close(line.closing_code)


async def _receive(socket: WebSocket, line: Line) -> None:
    """Take commands until the other side goes away, or sends far too much."""
    while line.credit.refused < MOST_REFUSED:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text") or message.get("bytes") or b""
        await line.hear(text)
        await asyncio.sleep(0)  # whoever sends a lot at once does not keep his answers, or others, waiting
    await socket.close(POLICY)
