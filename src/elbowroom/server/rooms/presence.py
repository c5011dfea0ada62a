"""Who is at which table: told to everybody there when it changes, and whispered to other processes.

Nothing of it is stored. Changes are gathered for a moment, so that a crowd that comes back is one change.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from elbowroom.server.rooms.updates import Presence
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.viewer import Viewer
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.table import Table

_LOG: Final = logging.getLogger(__name__)
MOMENT: Final = 0.3
"""Seconds in which changes are gathered."""
REMIND: Final = 20.0
"""Seconds after which other processes are told again who is here."""
FORGET: Final = 50.0
"""Seconds after which a process that was not heard any more is taken to be gone."""
LONGEST: Final = 7000
"""Bytes of one whisper; PostgreSQL takes no more than 8,000."""


class Crowd(NamedTuple):
    """Who looks at a table through one process: for each seat 1 or 0, and how many others."""

    seats: str
    watching: int

    @property
    def is_empty(self) -> bool:
        """Whether nobody does."""
        return "1" not in self.seats and not self.watching


class Attendance:
    """What is known of who is at one table."""

    __slots__ = ("elsewhere", "whispered")

    def __init__(self) -> None:
        """Nothing yet."""
        self.elsewhere: dict[str, tuple[float, Crowd]] = {}
        """By other processes, and when that was heard."""
        self.whispered: Crowd | None = None
        """What other processes were told last."""


def crowd(table: Table, viewers: Iterable[Viewer]) -> Crowd:
    """Who looks at a table through this process."""
    people = [viewer.person for viewer in viewers]
    known, sitting = {person for person in people if person}, {seat.person for seat in table.seats}
    seats = "".join("1" if seat.person in known else "0" for seat in table.seats)
    return Crowd(seats, len(known - sitting) + people.count(None))


def presence(room: Room) -> bytes:
    """Who is at the table of a room, as everybody there is told."""
    crowds = [crowd(room.table, room.viewers), *(there for _, there in room.attendance.elsewhere.values())]
    seats = [
        seat.level is not None or any(there.seats[number : number + 1] == "1" for there in crowds)
        for number, seat in enumerate(room.table.seats)
    ]
    return msgspec.json.encode(Presence(seats, sum(there.watching for there in crowds)))


class Presences:
    """Tells who is where, for all rooms of this process."""

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        """Whisper through this store; these are the rooms that are open."""
        self._store = store
        self._rooms = rooms
        self._changed: set[Room] = set()
        self._has_changed = asyncio.Event()
        store.overheard = self.overhear

    def note(self, room: Room) -> None:
        """Somebody came or went, or sits elsewhere."""
        self._changed.add(room)
        self._has_changed.set()

    async def run(self) -> None:
        """Tell what changes, for ever."""
        reminded_at = time.monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_changed.wait(), REMIND)
                await asyncio.sleep(MOMENT)
            is_due = time.monotonic() - reminded_at >= REMIND
            try:
                await self._tell(is_due)
            except Exception:  # noqa: BLE001 - the next change is told again
                _LOG.exception("nobody knows who is here")
            if is_due:
                reminded_at = time.monotonic()

    async def _tell(self, is_due: bool) -> None:
        changed, self._changed = self._changed, set()
        self._has_changed.clear()
        if is_due:
            changed |= {room for room in self._rooms.values() if _forget(room)}
        for room in changed:
            message = presence(room)
            for viewer in room.viewers:
                viewer.tell_presence(message)
        await self._whisper(set(self._rooms.values()) if is_due else changed, is_due)

    async def _whisper(self, rooms: set[Room], is_due: bool) -> None:
        """Tell other processes what they do not know, or all of it; what fails is told the next time."""
        before = {room: room.attendance.whispered for room in rooms}
        words = [word for room in rooms if (word := _word(room, is_due=is_due))]
        try:
            for whisper in _joined(words):
                await self._store.whisper(whisper)
        except Unavailable:
            for room, known in before.items():
                room.attendance.whispered = known
            self._changed |= rooms

    def overhear(self, process: str, words: str) -> None:
        """Another process tells who is there."""
        for word in words.split():
            table_id, seats, watching = word.split(":")
            room = self._rooms.get(table_id)
            if room is None:
                continue
            there, known = Crowd(seats, int(watching)), room.attendance.elsewhere
            if process not in known:
                room.attendance.whispered = None  # it has not heard of us either
            if there.is_empty:
                known.pop(process, None)
            else:
                known[process] = (time.monotonic(), there)
            if room.viewers:
                self.note(room)


def _forget(room: Room) -> bool:
    """Forget processes that are not heard any more; whether there were any."""
    known, earliest = room.attendance.elsewhere, time.monotonic() - FORGET
    gone = [process for process, (at, _) in known.items() if at < earliest]
    for process in gone:
        del known[process]
    return bool(gone)


def _word(room: Room, *, is_due: bool) -> str:
    """What other processes are to hear of a room; nothing if they know it."""
    here, before = crowd(room.table, room.viewers), room.attendance.whispered
    if (here.is_empty and (before is None or before.is_empty)) or (here == before and not is_due):
        return ""
    room.attendance.whispered = here
    return f"{room.id}:{here.seats}:{here.watching}"


def _joined(words: list[str]) -> list[str]:
    """As few whispers as hold these words."""
    found: list[str] = []
    for word in words:
        if found and len(found[-1]) + len(word) < LONGEST:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
