"""The rooms of a server: a table's room is opened when it is first needed, also after a crash."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from contextlib import aclosing, suppress
from math import inf
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.busy_bots import BUSY, BusyBots
from elbowroom.server.rooms.metrics import Metrics
from elbowroom.server.rooms.presence import PresenceTracker
from elbowroom.server.rooms.recovery import load_table
from elbowroom.server.rooms.room import Room, RoomServices
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.invite_codes import new_invite
from elbowroom.server.tables.listing import listing_of
from elbowroom.server.tables.naming import GUEST
from elbowroom.server.tables.new_tables import new_table_id, opening_entry
from elbowroom.server.tables.rematch import known_rematch, rematch_entries
from elbowroom.server.tables.table import Table
from elbowroom.server.views.updates import Bye
from elbowroom.server.workers.sandbox_pool import SandboxPool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elbowroom.server.rooms.server_time import ServerTime
    from elbowroom.server.rooms.signatures import GameSigner
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.tables.settings import TableSettings
    from elbowroom.server.workers.bots import Bots

_LOG: Final = logging.getLogger(__name__)
TICK_SECONDS: Final = 0.5
"""Seconds between two checks whether the server's time can pass."""
KEEP_TIME_SECONDS: Final = 5.0
"""Seconds between two stored times of the server while a clock runs, so that nobody pays for a restart."""
LONG_JUMP_SECONDS: Final = 60.0
"""After a longer jump of the server's time, tables with running clocks are opened to be told of it."""
CHECK_SECONDS: Final = 10.0
"""Seconds between two checks for tables that need a room, and for rooms that nobody uses."""
IDLE_SECONDS: Final = 300.0
"""A room that nobody uses is closed after this time, or earlier if there are more than `MAX_IDLE_ROOMS`."""
MAX_IDLE_ROOMS: Final = 200
OPEN_AHEAD_SECONDS: Final = 3 * CHECK_SECONDS
"""A room is opened this long before a computer or a clock is due in it."""
LISTEN_AGAIN_SECONDS: Final = 1.0
"""Seconds before the process listens again to others, when wake-ups have ended."""
MAX_OPENING_TABLES: Final = 8
"""Tables that are loaded at the same time."""
MAX_QUICK_MATCH_TABLES: Final = 200
"""Open tables among which a quick match looks for one."""


class Rooms:
    """All tables that are open in this process."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        time: ServerTime,
        known_seed: str | None = None,
        signer: GameSigner | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.busy_bots = BusyBots(store, bots)
        self.sandboxes = SandboxPool()
        self.metrics = Metrics()
        self.is_closing = False
        self.time = time
        self._now = time.now
        self._known_seed = known_seed
        self._game_over_listeners: list[Callable[[str], None]] = []
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._presence_tracker = PresenceTracker(store, self._rooms)
        store.on_broadcast = self._hear_broadcast
        self._room_services = RoomServices(
            store, bots, self.metrics, time, self._game_over, self._presence_tracker.note, signer
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._must_open_all = False
        """Whether to open all tables with running clocks, as the server's time has jumped far."""

    def __len__(self) -> int:
        """How many rooms are open."""
        return len(self._rooms)

    def on_game_over(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of each table whose game ends from now on."""
        self._game_over_listeners.append(listener)

    async def start(self) -> None:
        """Listen to other processes, and open rooms for games that wait for a computer or a clock."""
        jump = self.time.begin(await self.store.server_time())
        self._must_open_all = jump is not None and jump.seconds > LONG_JUMP_SECONDS
        works = (
            self._listen(),
            self._check_rooms(),
            self._presence_tracker.run(),
            self.busy_bots.run(),
            self._tick(),
            self._keep_time(),
        )
        self._tasks = [asyncio.create_task(work) for work in works]

    async def stop(self) -> None:
        """Close all rooms; everything is stored."""
        self.is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self._rooms.values()), return_exceptions=True)
        self._rooms.clear()
        await self.sandboxes.stop()

    def _hear_broadcast(self, process: str, words: str) -> None:
        """Another process broadcasts that its computers are busy, or who is connected through it."""
        if words == BUSY:
            self.busy_bots.hear()
        else:
            self._presence_tracker.hear_broadcast(process, words)

    def say_bye(self, code: str, retry: float) -> None:
        """Close all connections, and ask the clients to reconnect after about `retry` seconds."""
        self.is_closing = True
        for room in self._rooms.values():
            for subscriber in room.subscribers:
                subscriber.end(msgspec.json.encode(Bye(code, round(retry * random.uniform(0.5, 1.5), 2))))

    @property
    def has_subscribers(self) -> bool:
        """Whether anybody is connected."""
        return any(room.subscribers for room in self._rooms.values())

    def is_watched(self, table_id: str, person: str) -> bool:
        """Whether a person is connected to a table through this process."""
        room = self._rooms.get(table_id)
        return room is not None and any(subscriber.person == person for subscriber in room.subscribers)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        """Set whose chat messages a person does not get from now on."""
        for room in self._rooms.values():
            for subscriber in room.subscribers:
                if subscriber.person == person:
                    subscriber.muted = muted

    async def open_table(
        self, settings: TableSettings, host: str, *, has_account: bool = False, source: str = ""
    ) -> Room:
        """Open a table; its seed is drawn, committed to, and stored with the first entry.

        `source` is the address from which it is asked for.
        """
        commands.check_account(settings, has_account=has_account)
        await self.sandboxes.check(settings, host, source)
        return await self._create(settings, host, new_invite())

    async def open_show(self, settings: TableSettings) -> Room:
        """Open a table at which only computers play, and nobody can sit down."""
        return await self._create(settings, entries.SHOW_HOST, invite="")

    async def _create(self, settings: TableSettings, host: str, invite: str) -> Room:
        seed, table_id = self.new_seed(), new_table_id()
        row = LogRow(1, self._now(), opening_entry(settings, seed, host, invite=invite))
        await self.store.create(table_id, row, seed, listing_of(Table(row)))
        return await self.room(table_id)

    def new_seed(self) -> str:
        """The dealer's seed for a new table."""
        return self._known_seed or fairness.new_seed()

    async def room(self, table_id: str) -> Room:
        """The room of a table; refused if there is no such table."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.used_at = self._now()
            return room
        if table_id not in self._opening:
            task = asyncio.create_task(self._open(table_id))
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def rematch(self, room: Room, person: str) -> str:
        """The table at which the same people play again; the first who asks opens it."""
        if known_rematch(room.table, person) is None:
            # Whoever sat at a rated table has an account.
            again = await self.open_table(room.table.settings, person, has_account=True)
            await room.write(lambda table, _seed: rematch_entries(table, again.id, again.table.invite))
            if room.table.rematch is not None and room.table.rematch[0] != again.id:  # somebody was faster
                await again.do(person, secrets.token_hex(8), commands.Close())
        assert room.table.rematch is not None
        return room.table.rematch[0]

    async def quick_match(
        self, settings: TableSettings, person: str, join: commands.Join, naming: Naming = GUEST
    ) -> str:
        """Sit down at an open table with these settings, or open one and wait for others."""

        def sit(table: Table, seed: str) -> list[AnyEntry]:
            if table.seats_of(person):
                return []
            return commands.decide(table, join, person, seed, naming)

        for table_id, listing in reversed(await self.store.open_tables(MAX_QUICK_MATCH_TABLES)):
            fits = listing.players == settings.players and listing.is_rated == settings.is_rated
            if not fits or person in listing.people:
                continue
            with suppress(Refused):  # somebody else took the last seat
                room = await self.room(table_id)
                if room.table.settings == settings:
                    await room.write(sit)
                    return table_id
        room = await self.open_table(settings, person, has_account=naming.has_account)
        try:
            await room.write(sit)
        except Refused:
            await room.do(person, secrets.token_hex(8), commands.Close())
            raise
        return room.id

    async def sit_down(
        self, room: Room, person: str, join: commands.Join, naming: Naming = GUEST
    ) -> tuple[int, int]:
        """Take a seat, or keep the one that the person has; returns it and the number of the log."""

        def sit(table: Table, seed: str) -> list[AnyEntry]:
            seats = table.seats_of(person)
            has_it = join.seat in seats or (join.seat is None and bool(seats))
            if has_it:
                return []
            return commands.decide(table, join, person, seed, naming)

        seq = await room.write(sit)
        seats = room.table.seats_of(person)
        return (seats[0] if join.seat is None else join.seat), seq

    async def forget(self, person: str) -> None:
        """Remove everything about a person from all logs."""
        for table_id in await self.store.all_of(person):
            await (await self.room(table_id)).forget(person)

    async def drop(self, table_id: str) -> None:
        """Close the room of a table that was removed."""
        room = self._rooms.pop(table_id, None)
        if room is not None:
            await room.close()

    async def _open(self, table_id: str) -> Room:
        loaded = await load_table(self.store, table_id, self._now)
        room = Room(table_id, loaded, self._room_services)
        self._rooms[table_id] = room
        room.hold_clock()
        room.play_on()
        return room

    def _game_over(self, table_id: str) -> None:
        for listener in self._game_over_listeners:
            listener(table_id)

    async def _listen(self) -> None:
        """Read on where another process has written."""
        while True:
            with suppress(Exception):  # what was missed is read with the next command or wake-up
                async with aclosing(self.store.wake_ups()) as wake_ups:
                    async for table_id, seq in wake_ups:
                        room = self._rooms.get(table_id)
                        if room is not None:
                            room.wake_up(seq)
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)

    async def _tick(self) -> None:
        """Let the server's time pass; tell rooms with running clocks when it has jumped."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            jump = self.time.tick()
            if jump is not None:
                for room in list(self._rooms.values()):
                    room.hold_clock()
                if jump.seconds > LONG_JUMP_SECONDS:
                    self._must_open_all = True

    async def _keep_time(self) -> None:
        """Store the server's time while a clock runs anywhere, and look whether the database is back."""
        while True:
            await asyncio.sleep(TICK_SECONDS if self.time.is_database_away else KEEP_TIME_SECONDS)
            await _tried(self._store_time())

    async def _store_time(self) -> None:
        if self.time.is_database_away:
            await self.store.check()
            self.time.database_is_back()
        elif await self.store.due(inf, limit=1):
            with self.time.writing():
                await self.store.keep_server_time(self.time.now())

    async def _check_rooms(self) -> None:
        """Open rooms for tables that wait for a computer or a clock, and close rooms that nobody uses."""
        while True:
            await _tried(self._open_due_tables())
            await _tried(self._close_idle())
            await asyncio.sleep(CHECK_SECONDS * random.uniform(0.8, 1.2))

    async def _close_idle(self) -> None:
        for room in self._rooms.values():
            for subscriber in list(room.subscribers):
                subscriber.check_sending()
        idle = sorted((room for room in self._rooms.values() if room.is_idle), key=lambda room: -room.used_at)
        for number, room in enumerate(idle):
            if number >= MAX_IDLE_ROOMS or self._now() - room.used_at > IDLE_SECONDS:
                del self._rooms[room.id]
                await room.close()

    async def _open_due_tables(self) -> None:
        soon = inf if self._must_open_all else self._now() + OPEN_AHEAD_SECONDS
        self._must_open_all = False
        waiting = [table for table in await self.store.due(soon) if table not in self._rooms]
        for first in range(0, len(waiting), MAX_OPENING_TABLES):
            await asyncio.gather(
                *(_tried(self.room(table)) for table in waiting[first : first + MAX_OPENING_TABLES])
            )


async def _tried(work: Awaitable[object]) -> None:
    """Wait for something that may fail for one table without stopping the others."""
    try:
        await work
    except (Unavailable, Refused):
        pass
    except Exception:  # noqa: BLE001 - the others must go on
        _LOG.exception("a table could not be read")
