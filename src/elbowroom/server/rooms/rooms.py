"""The rooms of a server: each table is opened when somebody asks for it, and taken up again after a crash."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.room import Room, listing_after
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import entries, fairness
from elbowroom.server.tables.agreement import check_agreement
from elbowroom.server.tables.entries import Row
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.agreement import Agreement
    from elbowroom.server.workers.computers import Computers

ID_BYTES: Final = 12
"""96 bits: who knows the link may come in, nobody guesses it."""


class Rooms:
    """All tables that are open in this process."""

    def __init__(self, store: Store, computers: Computers, now: Callable[[], float]) -> None:
        """Read and write tables in this store."""
        self.store = store
        self.computers = computers
        self._now = now
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up every running game, so that computers play on and clocks run."""
        for table_id in await self.store.unfinished():
            (await self.room(table_id)).play_on()
        self._listener = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Close all rooms; nothing is lost."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        for room in self._rooms.values():
            await room.close()
        self._rooms.clear()

    async def open_table(self, agreement: Agreement, host: str) -> Room:
        """Open a table; its seed is drawn, committed to, and stored with the first entry."""
        check_agreement(agreement)
        seed, table_id = fairness.new_seed(), secrets.token_urlsafe(ID_BYTES)
        row = Row(1, self._now(), entries.Opened(agreement, fairness.commitment(seed), host))
        await self.store.create(table_id, row, seed, listing_after(Table(row), [], row.at))
        return await self.room(table_id)

    async def room(self, table_id: str) -> Room:
        """The room of a table; refused if there is no such table."""
        found = self._rooms.get(table_id)
        if found is not None:
            return found
        async with self._opening:
            if table_id not in self._rooms:
                rows = await self.store.rows(table_id)
                if not rows:
                    raise Refused("unknown_table")
                self._rooms[table_id] = Room(table_id, rows, self.store, self.computers, self._now)
            return self._rooms[table_id]

    async def _listen(self) -> None:
        """Read on where another process has written."""
        async with aclosing(self.store.wake_ups()) as wake_ups:
            async for table_id, seq in wake_ups:
                room = self._rooms.get(table_id)
                # What cannot be read now is read with the next wake-up or the next command.
                with suppress(Unavailable):
                    if room is not None and room.table.seq < seq:
                        await room.read_on()
