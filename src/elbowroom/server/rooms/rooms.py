"""The rooms of a server: each table is opened when somebody asks for it, and taken up again after a crash."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.listing import listing_of
from elbowroom.server.rooms.mending import take_up
from elbowroom.server.rooms.meters import Meters
from elbowroom.server.rooms.presence import Presences
from elbowroom.server.rooms.room import Room
from elbowroom.server.rooms.updates import Bye
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.entries import Row
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.clerks import Clerks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.agreement import Agreement
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.workers.computers import Computers

_LOG: Final = logging.getLogger(__name__)
ID_BYTES: Final = 12
"""96 bits: who knows the link may watch, nobody guesses it."""
LOOK_ROUND: Final = 10.0
"""Seconds between two looks for games that nobody takes care of, and for rooms that nobody uses."""
IDLE: Final = 300.0
"""Seconds after which a room that nobody uses is left."""
AT_ONCE: Final = 8
"""So many tables are taken up at the same time."""


class Rooms:
    """All tables that are open in this process."""

    def __init__(self, store: Store, computers: Computers, now: Callable[[], float]) -> None:
        """Read and write tables in this store."""
        self.store = store
        self.computers = computers
        self.clerks = Clerks()
        self.meters = Meters()
        self.ended: Callable[[str], None] | None = None
        """Told when a game is over."""
        self.is_closing = False
        self._now = now
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._presences = Presences(store, self._rooms)
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        """How many rooms are open."""
        return len(self._rooms)

    async def start(self) -> None:
        """Listen to other processes, and take care of running games: computers play on, clocks run."""
        works = (self._listen(), self._look_round(), self._presences.run())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def stop(self) -> None:
        """Close all rooms; nothing is lost."""
        self.is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self._rooms.values()), return_exceptions=True)
        self._rooms.clear()
        await self.clerks.stop()

    def say_bye(self, code: str, retry: float) -> None:
        """Tell everybody who is connected to come back after so many seconds, more or less."""
        self.is_closing = True
        for room in self._rooms.values():
            for viewer in room.viewers:
                viewer.end(msgspec.json.encode(Bye(code, round(retry * random.uniform(0.5, 1.5), 2))))

    @property
    def has_viewers(self) -> bool:
        """Whether somebody is connected."""
        return any(room.viewers for room in self._rooms.values())

    def is_watched(self, table_id: str, person: str) -> bool:
        """Whether a person looks at a table through this process."""
        room = self._rooms.get(table_id)
        return room is not None and any(viewer.person == person for viewer in room.viewers)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        """Whom a person does not want to hear from now on."""
        for room in self._rooms.values():
            for viewer in room.viewers:
                if viewer.person == person:
                    viewer.muted = muted

    async def open_table(self, agreement: Agreement, host: str) -> Room:
        """Open a table; its seed is drawn, committed to, and stored with the first entry."""
        await self.clerks.check(agreement, host)
        seed, table_id = fairness.new_seed(), secrets.token_urlsafe(ID_BYTES)
        commitment = fairness.commitment(seed)
        opened = entries.Opened(agreement, commitment, host, commands.new_invite(), __version__)
        row = Row(1, self._now(), opened)
        await self.store.create(table_id, row, seed, listing_of(Table(row)))
        return await self.room(table_id)

    async def room(self, table_id: str) -> Room:
        """The room of a table; refused if there is no such table."""
        found = self._rooms.get(table_id)
        if found is not None:
            found.used_at = self._now()
            return found
        if table_id not in self._opening:
            task = asyncio.create_task(self._open(table_id))
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def rematch(self, room: Room, person: str) -> str:
        """The table at which the same people play again; the first who asks opens it."""
        if not room.table.seats_of(person):
            raise Refused("not_your_table")
        if room.table.status not in ("over", "closed"):
            raise Refused("table_status", status=room.table.status)
        if room.table.rematch is None:
            again = await self.open_table(room.table.agreement, person)

            def decide(table: Table, _seed: str) -> list[AnyEntry]:
                return [] if table.rematch else [entries.Rematched(again.id, again.table.invite)]

            await room.write(decide)
            if room.table.rematch is not None and room.table.rematch[0] != again.id:  # somebody was faster
                await again.do(person, secrets.token_hex(8), commands.Close())
        assert room.table.rematch is not None
        return room.table.rematch[0]

    async def quick_match(self, wish: Agreement, person: str, join: commands.Join) -> str:
        """Sit down at an open table like this one, or open one and wait for others."""

        def sit(table: Table, seed: str) -> list[AnyEntry]:
            return [] if table.seats_of(person) else commands.decide(table, join, person, seed)

        for table_id, listing in reversed(await self.store.open_tables(200)):
            fits = listing.players == wish.players and listing.is_rated == wish.is_rated
            if not fits or person in listing.people:
                continue
            with suppress(Refused):  # somebody else took the last seat
                room = await self.room(table_id)
                if room.table.agreement == wish:
                    await room.write(sit)
                    return table_id
        room = await self.open_table(wish, person)
        try:
            await room.write(sit)
        except Refused:
            await room.do(person, secrets.token_hex(8), commands.Close())
            raise
        return room.id

    async def sit_down(self, room: Room, person: str, join: commands.Join) -> tuple[int, int]:
        """Take a seat, or find the one that was taken before; returns it and the number of the log."""

        def sit(table: Table, seed: str) -> list[AnyEntry]:
            seats = table.seats_of(person)
            has_it = join.seat in seats or (join.seat is None and bool(seats))
            return [] if has_it else commands.decide(table, join, person, seed)

        seq = await room.write(sit)
        seats = room.table.seats_of(person)
        return (seats[0] if join.seat is None else join.seat), seq

    async def forget(self, person: str) -> None:
        """Make all logs tell nothing of a person any more."""
        for table_id in await self.store.all_of(person):
            await (await self.room(table_id)).forget(person)

    async def drop(self, table_id: str) -> None:
        """Leave the room of a table that was removed."""
        room = self._rooms.pop(table_id, None)
        if room is not None:
            await room.close()

    async def _open(self, table_id: str) -> Room:
        opened = await take_up(self.store, table_id, self._now)
        room = Room(table_id, opened, self.store, self.computers, self._now, self.meters)
        room.ended, room.noted = self.ended, self._presences.note
        self._rooms[table_id] = room
        room.play_on()
        return room

    async def _listen(self) -> None:
        """Read on where another process has written."""
        while True:
            with suppress(Exception):  # what was missed is read when somebody asks, or the next time round
                async with aclosing(self.store.wake_ups()) as wake_ups:
                    async for table_id, seq in wake_ups:
                        room = self._rooms.get(table_id)
                        if room is not None:
                            room.hear(seq)
            await asyncio.sleep(1.0)

    async def _look_round(self) -> None:
        """Take care of games that wait for a computer or a clock, and leave rooms that nobody uses."""
        while True:
            await _tried(self._take_care())
            await _tried(self._tidy())
            await asyncio.sleep(LOOK_ROUND * random.uniform(0.8, 1.2))

    async def _tidy(self) -> None:
        for table_id, room in list(self._rooms.items()):
            for viewer in list(room.viewers):
                viewer.look_after()
            if room.is_idle and self._now() - room.used_at > IDLE:
                del self._rooms[table_id]
                await room.close()

    async def _take_care(self) -> None:
        soon = self._now() + 3 * LOOK_ROUND
        waiting = [table for table in await self.store.due(soon) if table not in self._rooms]
        for first in range(0, len(waiting), AT_ONCE):
            await asyncio.gather(*(_tried(self.room(table)) for table in waiting[first : first + AT_ONCE]))


async def _tried(work: Awaitable[object]) -> None:
    """One table that cannot be taken up or read does not stop the others."""
    try:
        await work
    except (Unavailable, Refused):
        pass
    except Exception:  # noqa: BLE001 - the others must go on
        _LOG.exception("a table could not be read")
