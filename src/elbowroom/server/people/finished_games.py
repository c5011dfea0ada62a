"""Something that is written down once for each finished game among people.

What there is to do follows from what is stored: games that are over and have no rows yet. So a crash loses
nothing, and of several processes it does not matter which one writes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Final

from sqlalchemy import exists, select
from sqlalchemy.exc import IntegrityError

from elbowroom.server.storage.schema import SITTERS, TABLES
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from sqlalchemy import Table as SqlTable
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.table import Table

CHECK_SECONDS: Final = 60.0
"""Seconds between two looks for games that nobody wrote down."""
MAX_MISSING_GAMES: Final = 500
"""So many are found at one look."""
PAUSE_SECONDS: Final = 0.02
"""Seconds between two of them, so that after an upgrade many old games slow nothing down."""

_LOG: Final = logging.getLogger(__name__)


class FinishedGames(ABC):
    """Writes something down for games that are over."""

    rows: ClassVar[SqlTable]
    """Where a game has a row once it is written down."""

    def __init__(self, people_db: PeopleDb, rooms: Rooms) -> None:
        """Read games in these rooms."""
        self._people_db = people_db
        self._rooms = rooms
        self._told: asyncio.Queue[str] = asyncio.Queue()
        self._unreadable: set[str] = set()
        """Tables that could not be written down; each is logged once."""
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def store(self, connection: AsyncConnection, table_id: str, table: Table) -> None:
        """Write a game down that is over and has no rows yet."""

    async def start(self) -> None:
        """Begin with what was left undone."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """What is not written yet is found at the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def take(self, table_id: str) -> None:
        """A game is over: write it down soon."""
        self._told.put_nowait(table_id)

    async def _work(self) -> None:
        """Games that end now come first, older ones in between."""
        look_at, older = time.monotonic(), list[str]()
        while True:
            seconds = PAUSE_SECONDS if older else look_at - time.monotonic()
            try:
                await self._try(await asyncio.wait_for(self._told.get(), seconds))
            except TimeoutError:
                if older:
                    await self._try(older.pop(0))
                else:
                    older, look_at = await self._missing(), time.monotonic() + CHECK_SECONDS

    async def _missing(self) -> list[str]:
        try:
            return [table_id for table_id in await self.missing() if table_id not in self._unreadable]
        except Unavailable:
            return []

    async def _try(self, table_id: str) -> None:
        """Write; what the database cannot store now is found again later."""
        try:
            await self.write(table_id)
        except Unavailable:
            pass
        except Exception:  # noqa: BLE001 - whatever is wrong with one game, others are written down too
            self._unreadable.add(table_id)
            _LOG.exception("a finished game was not written down")

    async def missing(self) -> list[str]:
        """Games among people that are over and not written down, oldest first."""
        query = (
            select(TABLES.c.id)
            .where(TABLES.c.status == "over", TABLES.c.is_import.is_(False))
            .where(exists().where(SITTERS.c.table_id == TABLES.c.id))
            .where(~exists().where(self.rows.c.table_id == TABLES.c.id))
            .order_by(TABLES.c.changed_at, TABLES.c.id)
            .limit(MAX_MISSING_GAMES)
        )
        async with self._people_db.read() as connection:
            return list((await connection.execute(query)).scalars())

    async def write(self, table_id: str) -> None:
        """Write a game down if it is over, unless that was done."""
        room = await self._rooms.room(table_id)
        if room.table.status != "over":
            await room.read_on()
        table = room.table
        if table.status != "over" or table.is_import or not any(seat.person for seat in table.seats):
            return
        known = select(self.rows.c.table_id).where(self.rows.c.table_id == table_id).limit(1)
        # A second process fails on the primary key and is rolled back.
        with suppress(IntegrityError):
            async with self._people_db.begin() as connection:
                if (await connection.execute(known)).first() is None:
                    await self.store(connection, table_id, table)
