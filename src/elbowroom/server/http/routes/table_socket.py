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
from starlette.websockets import WebSocket, WebSocketDisconnect

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.envelopes import known_protocol, read_envelope, read_id
from elbowroom.server.http.rate_limits import MAX_PLAYER_MESSAGES, MAX_SPECTATOR_MESSAGES, MessageBudget
from elbowroom.server.http.routes.hints import find_hints
from elbowroom.server.http.services import services_of
from elbowroom.server.http.socket_protocol import text_writer
from elbowroom.server.http.visitors import check_origin, find_visitor, stranger_code, token_of
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.rooms.table_view import table_view
from elbowroom.server.rooms.updates import (
    Ack,
    Bye,
    CostsReply,
    HintReply,
    Nack,
    ServerMessage,
    Update,
    UpdateBuilder,
    costs_for,
)
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.commands import AskCosts, AskHint, AskState
from elbowroom.server.tables.log_chain import shown_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.people.identity import Visitor
    from elbowroom.server.people.names import Names
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.table import Table

_LOG: Final = logging.getLogger(__name__)
MAX_UPDATES_BEHIND: Final = 200
"""A client that misses more updates gets a snapshot instead of them."""
RELOAD_SECONDS: Final = 60.0
"""When a client that cannot be served may ask once more, if nobody does anything about it."""
MAX_REFUSED_MESSAGES: Final = 200
"""Messages above the budget after which a client is disconnected."""
TOLD_REFUSALS: Final = frozenset({"banned", "old_client", "signed_out"})
"""Why a connection is refused for good: told in words, as a refused handshake tells nothing."""
CLOSE_GOING_AWAY: Final = 1001
CLOSE_POLICY_VIOLATION: Final = 1008
CLOSE_INTERNAL_ERROR: Final = 1011
CLOSE_SERVICE_RESTART: Final = 1012
CLOSE_TRY_AGAIN_LATER: Final = 1013
DISCONNECTED: Final = (WebSocketDisconnect, RuntimeError, TimeoutError, OSError)
"""What sending raises when the client is gone."""


class Connection:
    """One client at a table: who they are, and what they may still send."""

    __slots__ = (
        "_hint_wanted",
        "_metrics",
        "_names",
        "_rooms",
        "_stranger_code",
        "_visitor",
        "budget",
        "hint_search",
        "room",
        "subscriber",
    )

    def __init__(
        self,
        room: Room,
        subscriber: Subscriber,
        visitor: Visitor | None,
        rooms: Rooms,
        names: Names,
        stranger_code: str,
    ) -> None:
        self.subscriber = subscriber
        self.budget = MessageBudget()
        self.room = room
        self.hint_search: asyncio.Task[None] | None = None
        """Runs as long as hints are wanted."""
        self._hint_wanted: tuple[str, str] | None = None
        """Who wants the next hint, and the id of their command."""
        self._visitor = visitor
        self._stranger_code = stranger_code
        """Why a command is refused if there is no visitor."""
        self._rooms = rooms
        self._names = names
        self._metrics = rooms.metrics

    @property
    def closing_code(self) -> int:
        """The code that says why the server ends the connection."""
        return CLOSE_SERVICE_RESTART if self._rooms.is_closing else CLOSE_GOING_AWAY

    async def handle(self, text: str | bytes) -> None:
        """Carry out a command and answer with an ack or a nack; hints are searched for in the background."""
        command_id = read_id(text)
        with self._refusing(command_id):
            person = self._take_from_budget()
            envelope = read_envelope(text)
            if isinstance(envelope.cmd, AskState):
                self._send_state(command_id, envelope.cmd)
                return
            if person is None or self._visitor is None:
                raise Refused(self._stranger_code)
            if isinstance(envelope.cmd, AskHint):
                self._look_for_hint(person, command_id)
                return
            if isinstance(envelope.cmd, AskCosts):
                self._answer(costs_for(self.room.table, person, command_id))
                return
            naming = await self._names.naming_for(self._visitor, envelope.cmd, self.room.table)
            seq = await self.room.do(person, command_id, envelope.cmd, envelope.base, naming)
            self._answer(Ack(command_id, seq))

    def _take_from_budget(self) -> str | None:
        """Who sends a message; refused if they send too many."""
        person = self.subscriber.person
        is_player = person is not None and bool(self.room.table.seats_of(person))
        if not self.budget.take(MAX_PLAYER_MESSAGES if is_player else MAX_SPECTATOR_MESSAGES):
            raise Refused("too_fast")
        return person

    def _send_state(self, command_id: str, question: AskState) -> None:
        """Send the whole table anew; a client whose patches led elsewhere is counted."""
        if question.differs:
            self._metrics.differing_views.inc()
        self.subscriber.send(_snapshot(self.room, self.subscriber))
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
                self._answer(await find_hints(self._rooms, self.room, person, command_id))

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
    """Watch a table, or play at it."""
    services = services_of(socket)
    rooms = services.rooms
    try:
        check_origin(socket)
        visitor = await _find_visitor(socket)
        person = None if visitor is None else visitor.person
        muted = frozenset[str]() if visitor is None else visitor.muted
        subscriber = Subscriber(person, muted, wants_states=_wants_states(socket))
        with (
            services.limits.socket(socket, person),
            services.identity.connection(visitor, subscriber.leave),
        ):
            room = await _room(rooms, socket.path_params["table_id"])
            with rooms.metrics.sockets.track_inprogress():
                code = stranger_code(socket)
                connection = Connection(room, subscriber, visitor, rooms, services.names, code)
                await _serve(socket, connection, _since(socket))
    except Refused as refused:
        if refused.code in TOLD_REFUSALS:
            await _say_bye(socket, refused)
            return
        is_restart = refused.code == "going_away"
        await socket.close(CLOSE_SERVICE_RESTART if is_restart else CLOSE_POLICY_VIOLATION)
    except Unavailable:
        await socket.close(CLOSE_TRY_AGAIN_LATER)


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
    """Tell a person why they cannot be served; without a connection nobody would read it."""
    await socket.accept()
    bye = Bye(refused.code, RELOAD_SECONDS, str(refused), refused.params)
    await socket.send_text(_encoded(bye).decode())
    await socket.close(CLOSE_POLICY_VIOLATION)


async def _serve(socket: WebSocket, connection: Connection, since: int) -> None:
    """Subscribe first, then collect what the client missed; what is stored meanwhile queues behind it."""
    connection.room.enter(connection.subscriber)
    try:
        missed = missed_updates(connection.room, connection.subscriber, since)
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
    return visitor


def missed_updates(room: Room, subscriber: Subscriber, since: int) -> Iterator[bytes]:
    """The updates after a number of the log; a snapshot for a new client, or one that missed too many."""
    head = room.table.seq
    if since == head:
        return iter(())
    if 0 < since < head and head - since <= MAX_UPDATES_BEHIND:
        with suppress(Exception):  # the rules of this version may not replay an old part of a recovered log
            return _replayed(room, room.table_at(since).copy(), room.rows[since:head], subscriber)
    return iter([_snapshot(room, subscriber)])


def _snapshot(room: Room, subscriber: Subscriber) -> bytes:
    row, protocol = room.rows[-1], 1 if subscriber.wants_states else 2
    state = table_view(room.id, room.table, subscriber.person, protocol=protocol)
    head = shown_head(room.table.chain)
    return _encoded(Update(row.seq, row.at, "snapshot", None, [], state, chain=head))


def _replayed(room: Room, table: Table, rows: list[LogRow], subscriber: Subscriber) -> Iterator[bytes]:
    """Each message is made when it is sent, so that nobody else has to wait for all of them."""
    for row in rows:
        before = table.copy()
        try:
            table.add(row)
        except Exception:  # noqa: BLE001 - these rules cannot replay a part of a recovered log
            yield _snapshot(room, subscriber)
            return
        builder = UpdateBuilder(room.id, before, table, row)
        yield builder.message(subscriber.person, subscriber.muted, wants_states=subscriber.wants_states)


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
    while connection.budget.refused < MAX_REFUSED_MESSAGES:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text") or message.get("bytes") or b""
        await connection.handle(text)
        await asyncio.sleep(
            0
        )  # a client that sends a lot at once must not keep its answers, or other clients, waiting
    await socket.close(CLOSE_POLICY_VIOLATION)
