"""Who is at which table: sent to everybody there when it changes, and broadcast to other processes.

Nothing of it is stored. Changes are gathered for a moment, so that many people who reconnect are one change.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from elbowroom.server.storage.store import Unavailable
from elbowroom.server.views.updates import Presence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.subscriber import Subscriber
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.table import Table

_LOG: Final = logging.getLogger(__name__)
GATHER_SECONDS: Final = 0.3
"""Changes within this time are sent together."""
REPEAT_SECONDS: Final = 20.0
"""Other processes are told everything again after this time."""
FORGET_SECONDS: Final = 50.0
"""A process that has not broadcast for this time is taken to be gone."""
MAX_BROADCAST_BYTES: Final = 7000
"""PostgreSQL allows 8,000 bytes for a notification."""


class LocalPresence(NamedTuple):
    """Who is connected to a table through one process: for each seat 1 or 0, and the number of spectators."""

    seats: str
    watching: int

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected."""
        return "1" not in self.seats and not self.watching


class RoomPresence:
    """What one room knows of who is connected through other processes."""

    __slots__ = ("elsewhere", "last_broadcast")

    def __init__(self) -> None:
        self.elsewhere: dict[str, tuple[float, LocalPresence]] = {}
        """By process: when it last broadcast, and who is connected through it."""
        self.last_broadcast: LocalPresence | None = None
        """What this process broadcast last."""


def local_presence(table: Table, subscribers: Iterable[Subscriber]) -> LocalPresence:
    """Who is connected to a table through this process."""
    people = [subscriber.person for subscriber in subscribers]
    known, sitting = {person for person in people if person}, {seat.person for seat in table.seats}
    seats = "".join("1" if seat.person in known else "0" for seat in table.seats)
    return LocalPresence(seats, len(known - sitting) + people.count(None))


def presence(room: Room) -> bytes:
    """The message that tells who is at the table of a room."""
    everywhere = [
        local_presence(room.table, room.subscribers),
        *(there for _, there in room.presence_state.elsewhere.values()),
    ]
    seats = [
        seat.level is not None or any(there.seats[number : number + 1] == "1" for there in everywhere)
        for number, seat in enumerate(room.table.seats)
    ]
    return msgspec.json.encode(Presence(seats, sum(there.watching for there in everywhere)))


class PresenceTracker:
    """Sends and broadcasts who is at which table, for all rooms of this process."""

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self._store = store
        self._rooms = rooms
        self._changed: set[Room] = set()
        self._has_changed = asyncio.Event()

    def note(self, room: Room) -> None:
        """Somebody connected, disconnected or changed seats in a room."""
        self._changed.add(room)
        self._has_changed.set()

    async def run(self) -> None:
        """Send what changes, for ever."""
        reminded_at = time.monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_changed.wait(), REPEAT_SECONDS)
                await asyncio.sleep(GATHER_SECONDS)
            is_due = time.monotonic() - reminded_at >= REPEAT_SECONDS
            try:
                await self._tell(is_due)
            except Exception:  # noqa: BLE001 - the next change is told again
                _LOG.exception("presence could not be sent")
            if is_due:
                reminded_at = time.monotonic()

    async def _tell(self, is_due: bool) -> None:
        changed, self._changed = self._changed, set()
        self._has_changed.clear()
        if is_due:
            changed |= {room for room in self._rooms.values() if _forget(room)}
        for room in changed:
            message = presence(room)
            for subscriber in room.subscribers:
                subscriber.send_presence(message)
        await self._broadcast(set(self._rooms.values()) if is_due else changed, is_due)

    async def _broadcast(self, rooms: set[Room], is_due: bool) -> None:
        """Broadcast what other processes do not know yet, or everything; a failure is tried again later."""
        before = {room: room.presence_state.last_broadcast for room in rooms}
        words = [word for room in rooms if (word := _word(room, is_due=is_due))]
        try:
            for broadcast in _joined(words):
                await self._store.broadcast(broadcast)
        except Unavailable:
            for room, known in before.items():
                room.presence_state.last_broadcast = known
            self._changed |= rooms

    def hear_broadcast(self, process: str, words: str) -> None:
        """Another process broadcasts who is connected through it."""
        for word in words.split():
            table_id, seats, watching = word.split(":")
            room = self._rooms.get(table_id)
            if room is None:
                continue
            there, known = LocalPresence(seats, int(watching)), room.presence_state.elsewhere
            if process not in known:
                room.presence_state.last_broadcast = None  # it has not heard of us either
            if there.is_empty:
                known.pop(process, None)
            else:
                known[process] = (time.monotonic(), there)
            if room.subscribers:
                self.note(room)


def _forget(room: Room) -> bool:
    """Forget processes that have not broadcast for long; True if there were any."""
    known, earliest = room.presence_state.elsewhere, time.monotonic() - FORGET_SECONDS
    gone = [process for process, (at, _) in known.items() if at < earliest]
    for process in gone:
        del known[process]
    return bool(gone)


def _word(room: Room, *, is_due: bool) -> str:
    """The text to broadcast for a room; empty if nothing changed since the last one, unless it `is_due`."""
    here, before = local_presence(room.table, room.subscribers), room.presence_state.last_broadcast
    if (here.is_empty and (before is None or before.is_empty)) or (here == before and not is_due):
        return ""
    room.presence_state.last_broadcast = here
    return f"{room.id}:{here.seats}:{here.watching}"


def _joined(words: list[str]) -> list[str]:
    """The words joined into as few broadcasts as possible."""
    broadcasts: list[str] = []
    for word in words:
        if broadcasts and len(broadcasts[-1]) + len(word) < MAX_BROADCAST_BYTES:
            broadcasts[-1] += f" {word}"
        else:
            broadcasts.append(word)
    return broadcasts
