"""The socket of a table: updates go out as they are stored, commands come in, every one is answered.

`/ws/tables/ID?since=SEQ` first sends all updates after SEQ, or the whole table if those would be too many.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.responses import refusal_response, status_of
from elbowroom.server.http.routes.hints import find_hints
from elbowroom.server.http.services import services_of
from elbowroom.server.http.socket_protocol import text_writer
from elbowroom.server.http.visitors import (
    check_address,
    check_origin,
    find_visitor,
    hearing_of,
    host_of,
    stranger_code,
    token_of,
)
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.commands import AskCosts, AskHint, AskState
from elbowroom.server.tables.envelopes import Envelope, known_protocol, read_envelope, read_id
from elbowroom.server.views.missed_updates import MissedUpdates
from elbowroom.server.views.updates import (
    Ack,
    Bye,
    CostsReply,
    HintReply,
    Nack,
    ServerMessage,
    costs_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.people.identity import Visitor
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.tables.commands import AnyCommand, Question

_LOG: Final = logging.getLogger(__name__)
RELOAD_SECONDS: Final = 60.0
"""When a client that cannot be served may ask once more, if nobody does anything about it."""
MAX_REFUSED_MESSAGES: Final = 200
"""Messages above the budget after which a client is disconnected."""
PASSING_REFUSALS: Final = {
    "base_ahead": 2.0,
    "crowded": 5.0,
    "going_away": 2.0,
    "internal": 5.0,
    "too_fast": 10.0,
    "unavailable": 2.0,
}
"""Refusals that pass by themselves, and after how many seconds to try again."""
CLOSE_GOING_AWAY: Final = 1001
CLOSE_INTERNAL_ERROR: Final = 1011
CLOSE_SERVICE_RESTART: Final = 1012
CLOSE_REFUSED: Final = 4000
"""Added to the HTTP status of a refusal: the code with which a refused connection is closed."""
DISCONNECTED: Final = (WebSocketDisconnect, RuntimeError, TimeoutError, OSError)
"""What sending raises when the client is gone."""


class Connection:
    """One client at a table: who they are, and what they may still send."""

    __slots__ = (
        "_hint_wanted",
        "_metrics",
        "_rooms",
        "_services",
        "_socket",
        "_visitor",
        "hint_search",
        "refused_messages",
        "room",
        "subscriber",
    )

    def __init__(
        self, socket: WebSocket, room: Room, subscriber: Subscriber, visitor: Visitor | None
    ) -> None:
        self._socket = socket
        self._services = services_of(socket)
        self._rooms = self._services.rooms
        self._metrics = self._rooms.metrics
        self.subscriber = subscriber
        self.refused_messages = 0
        """Messages above the budget."""
        self.room = room
        self.hint_search: asyncio.Task[None] | None = None
        """Runs as long as hints are wanted."""
        self._hint_wanted: tuple[str, str] | None = None
        """Who wants the next hint, and the id of their command."""
        self._visitor = visitor

    @property
    def closing_code(self) -> int:
        """The code that says why the server ends the connection."""
        return CLOSE_SERVICE_RESTART if self._rooms.is_closing else CLOSE_GOING_AWAY

    async def handle(self, text: str | bytes) -> None:
        """Carry out a command and answer with an ack or a nack; hints are searched for in the background."""
        command_id = read_id(text)
        await self._services.turns.wait(address_of(self._socket))
        with self._refusing(command_id):
            envelope = self._read(text)
            person = self.subscriber.person
            if isinstance(envelope.cmd, AskState):
                self._send_state(command_id, envelope.cmd)
                return
            if person is None or self._visitor is None:
                raise Refused(stranger_code(self._socket))
            if isinstance(envelope.cmd, AskHint):
                self._look_for_hint(person, command_id)
                return
            if isinstance(envelope.cmd, AskCosts):
                self._answer(costs_for(self.room.table, person, command_id))
                return
            self._services.blocked_words.check_command(envelope.cmd)
            naming = await self._services.names.naming_for(self._visitor, envelope.cmd, self.room.table)
            seq = await self.room.do(person, command_id, envelope.cmd, envelope.base, naming)
            self._answer(Ack(command_id, seq))

    def _read(self, text: str | bytes) -> Envelope:
        """The envelope in a message; refused if it cannot be read, or if they send too many."""
        try:
            envelope = read_envelope(text)
        except Refused:
            self._count_message(None)
            raise
        self._count_message(envelope.cmd)
        return envelope

    def _count_message(self, command: AnyCommand | Question | None) -> None:
        person = self.subscriber.person
        is_player = person is not None and bool(self.room.table.seats_of(person))
        try:
            self._services.limits.message(self._socket, self.room.id, person, command, is_player=is_player)
        except Refused:
            self.refused_messages += 1
            raise

    def _send_state(self, command_id: str, question: AskState) -> None:
        """Send the whole table anew; a client whose patches led elsewhere is counted."""
        if question.differs:
            self._metrics.differing_views.inc()
        self.subscriber.send(missed_by(self.room, self.subscriber).snapshot())
        self._answer(Ack(command_id, self.room.table.seq))

    def _look_for_hint(self, person: str, command_id: str) -> None:
        """Search for one hint at a time; of the requests that arrive meanwhile only the newest is kept."""
        if self._hint_wanted is not None:
            self._refuse(self._hint_wanted[1], Refused("too_fast"))
        self._hint_wanted = person, command_id
        if self.hint_search is None or self.hint_search.done():
            self.hint_search = asyncio.create_task(self._search_hints())

    async def _search_hints(self) -> None:
        while self._hint_wanted is not None:
            (person, command_id), self._hint_wanted = self._hint_wanted, None
            with self._refusing(command_id):
                self._answer(
                    await find_hints(self._rooms, self.room, person, command_id, self.subscriber.source)
                )

    @contextmanager
    def _refusing(self, command_id: str) -> Iterator[None]:
        """Answer a message with whatever goes wrong with it."""
        try:
            yield
        except Refused as refused:
            self._refuse(command_id, refused)
        except Unavailable:
            self._refuse(command_id, Refused("unavailable"))
        except Exception:  # noqa: BLE001 - whatever it is, it is answered
            _LOG.exception("unexpected error")
            self._metrics.errors.inc()
            self._refuse(command_id, Refused("internal"))

    def _refuse(self, command_id: str, refused: Refused) -> None:
        self._metrics.commands.labels(refused.code).inc()
        head = self.room.table.seq
        nack = Nack(command_id, refused.code, refused.params, str(refused), head, refused.at_action)
        self.subscriber.send(_encoded(nack))

    def _answer(self, message: Ack | HintReply | CostsReply) -> None:
        self._metrics.commands.labels("ack").inc()
        self.subscriber.send(_encoded(message))


async def table_socket(socket: WebSocket) -> None:
    """Watch a table, or play at it. A client that goes away before the connection is open is no error."""
    with suppress(WebSocketDisconnect, ClientDisconnected):
        try:
            check_origin(socket)
            services_of(socket).limits.open_socket(socket)
        except Refused as refused:
            await services_of(socket).turns.wait_for_refusal(address_of(socket))
            await socket.send_denial_response(refusal_response(refused))
            return
        try:
            await _connect(socket)
        except Refused as refused:
            if refused.code == "too_fast":
                await services_of(socket).turns.wait_for_refusal(address_of(socket))
            await _say_bye(socket, refused)
        except Unavailable:
            await _say_bye(socket, Refused("unavailable"))


async def _connect(socket: WebSocket) -> None:
    """Find out who connects to which table, and serve them; refused if that cannot be."""
    services = services_of(socket)
    rooms = services.rooms
    visitor = await _find_visitor(socket)
    person, muted = hearing_of(visitor)
    if person is not None:
        services.limits.open_socket_of(person)
    subscriber = Subscriber(person, muted, wants_states=_wants_states(socket), source=address_of(socket))
    with (
        services.limits.socket(socket, person),
        services.identity.connection(visitor, subscriber.leave, host_of(socket)),
    ):
        room, since = await _room(rooms, socket.path_params["table_id"]), _since(socket)
        if since > room.table.seq:
            await room.check_base(since)
        with rooms.metrics.sockets.track_inprogress():
            connection = Connection(socket, room, subscriber, visitor)
            await _serve(socket, connection, since)


TABLE_SOCKET: Final = WebSocketRoute("/ws/tables/{table_id}", table_socket)


def _since(socket: WebSocket) -> int:
    """The number of the last entry that the client has (`?since=`), or 0."""
    word = socket.query_params.get("since", "")
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0


def _wants_states(socket: WebSocket) -> bool:
    """Whether the client asked for whole states; those that name no protocol are older than patches."""
    protocol = socket.query_params.get("protocol", "1")
    number = known_protocol(int(protocol) if protocol.isascii() and protocol.isdecimal() else 0)
    return number == 1 or socket.query_params.get("states") == "1"


async def _say_bye(socket: WebSocket, refused: Refused) -> None:
    """Accept a connection and tell why it is not served, as browsers hide the body of a refused handshake.

    A reason is told if somebody has to do something about it; other refusals pass by themselves.
    """
    retry = PASSING_REFUSALS.get(refused.code)
    reason = "" if retry is not None else str(refused)
    bye = Bye(refused.code, retry or RELOAD_SECONDS, reason, refused.params)
    with suppress(*DISCONNECTED):
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(_encoded(bye).decode())
        await socket.close(CLOSE_REFUSED + status_of(refused.code), refused.code)


async def _serve(socket: WebSocket, connection: Connection, since: int) -> None:
    """Subscribe first, then collect what the client missed; what is stored meanwhile queues behind it."""
    connection.room.enter(connection.subscriber)
    try:
        missed = missed_by(connection.room, connection.subscriber).after(since)
        await socket.accept()
        await _exchange(socket, connection, missed)
    finally:
        connection.room.leave(connection.subscriber)


async def _room(rooms: Rooms, table_id: str) -> Room:
    """The room of a table; refused if the server is about to stop."""
    if rooms.is_closing:
        raise Refused("going_away")
    return await rooms.room(table_id)


async def _find_visitor(socket: WebSocket) -> Visitor | None:
    """Who connects; None for a spectator without a token. Refused for an invalid token or a ban."""
    visitor = await find_visitor(socket)
    if visitor is None and token_of(socket):
        raise Refused("signed_out")
    if visitor is not None and visitor.ban is not None:
        raise Refused("banned", why=visitor.ban)
    if visitor is not None:
        check_address(socket)
    return visitor


def missed_by(room: Room, subscriber: Subscriber) -> MissedUpdates:
    """What a subscriber may see of what happened while they were away."""
    return MissedUpdates(
        room.id, room.log, subscriber.person, subscriber.muted, wants_states=subscriber.wants_states
    )


def _encoded(message: ServerMessage) -> bytes:
    return msgspec.json.encode(message, enc_hook=str)


async def _exchange(socket: WebSocket, connection: Connection, missed: Iterator[bytes]) -> None:
    """Send and receive until either side ends it."""
    this_task = asyncio.current_task()
    assert this_task is not None
    subscriber = connection.subscriber
    subscriber.cancel = this_task.cancel
    sender = asyncio.create_task(_send(socket, connection, missed))
    try:
        await _receive(socket, connection)
    except asyncio.CancelledError:
        if not subscriber.is_gone:  # the server stops, it is not that this client has stopped reading
            raise
        this_task.uncancel()
    finally:
        subscriber.is_gone, subscriber.cancel = True, None
        tasks = [sender] if connection.hint_search is None else [sender, connection.hint_search]
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, DISCONNECTED):
            raise outcome


async def _send(socket: WebSocket, connection: Connection, missed: Iterator[bytes]) -> None:
    """Send what was missed and what is in the queue, in order; None in the queue ends the connection.

    Once nothing waits any more, updates are written at once, and only the end comes through the queue.
    """
    subscriber, queue = connection.subscriber, connection.subscriber.queue
    try:
        for message in missed:
            with subscriber.sending():
                await socket.send_text(message.decode())
        while True:
            if queue.empty():
                subscriber.write = text_writer(socket)
            waiting = await queue.get()
            if waiting is None:
                break
            with subscriber.sending():
                await socket.send_text(waiting.decode())
    except DISCONNECTED:
        raise
    except Exception:
        await socket.close(CLOSE_INTERNAL_ERROR)
        raise
    with subscriber.sending():
        await socket.close(connection.closing_code)


async def _receive(socket: WebSocket, connection: Connection) -> None:
    """Take commands until the client goes away or sends far too many."""
    while connection.refused_messages < MAX_REFUSED_MESSAGES:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text") or message.get("bytes") or b""
        refused = connection.refused_messages
        await connection.handle(text)
        if connection.refused_messages > refused:
            await services_of(socket).turns.wait_for_refusal(address_of(socket))
        # A client that sends a lot at once must not keep its answers, or other clients, waiting.
        await asyncio.sleep(0)
    raise Refused("too_fast")
