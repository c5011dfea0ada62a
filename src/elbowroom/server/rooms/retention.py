"""Old tables are closed and later removed; finished games of people are kept."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import DAY_SECONDS, HOUR_SECONDS
from elbowroom.server.storage.schema import CHALLENGES, SEAT_LINKS, SESSIONS, TABLES
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.entries import SHOW_HOST, Closed

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement

    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Status, Table

CLOSE_AFTER_SECONDS: Final[dict[Status, float]] = {"open": 2 * DAY_SECONDS, "running": 180 * DAY_SECONDS}
"""A table without a new entry for this time is closed."""
REMOVE_AFTER_SECONDS: Final = 7 * DAY_SECONDS
"""A closed table is removed after this time."""
REMOVE_IMPORT_AFTER_SECONDS: Final = 30 * DAY_SECONDS
REMOVE_SHOW_AFTER_SECONDS: Final = 7 * DAY_SECONDS
IS_FINISHED_SHOW: Final = (TABLES.c.host == SHOW_HOST) & (TABLES.c.status == "over")
REMOVE_CHALLENGE_AFTER_SECONDS: Final = DAY_SECONDS
REMOVE_SEAT_LINK_AFTER_SECONDS: Final = 2 * DAY_SECONDS
REMOVE_SESSION_AFTER_SECONDS: Final = 365 * DAY_SECONDS
"""A session that was not used for this time is removed; tokens of programs stay."""
SWEEP_SECONDS: Final = HOUR_SECONDS
MAX_TABLES_PER_SWEEP: Final = 500
"""At most this many tables of each status, and this many replays, are handled in one sweep."""

_LOG: Final = logging.getLogger(__name__)


class Retention:
    """Closes and removes old tables, sessions and links, about once an hour."""

    def __init__(self, rooms: Rooms, people_db: PeopleDb, now: Callable[[], float]) -> None:
        self._rooms = rooms
        self._people_db = people_db
        self._now = now
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the sweeps, at random times so that several processes do not sweep together."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """End the sweeps."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.1, 1.0))
            try:
                await self.sweep()
            except Unavailable:
                continue
            except Exception:  # noqa: BLE001 - the next time it may work
                _LOG.exception("clearing up failed")

    async def sweep(self) -> None:
        """Close and remove everything that is old enough."""
        store, now = self._rooms.store, self._now()
        for status, age in CLOSE_AFTER_SECONDS.items():
            for table_id in await store.stale(status, now - age, MAX_TABLES_PER_SWEEP):
                with suppress(Refused):  # one that cannot be read any more stays as it is
                    await self._close(table_id, status, now - age)
        gone = [
            *await store.stale("closed", now - REMOVE_AFTER_SECONDS, MAX_TABLES_PER_SWEEP),
            *await self._ids(TABLES.c.is_import, now - REMOVE_IMPORT_AFTER_SECONDS),
            *await self._ids(IS_FINISHED_SHOW, now - REMOVE_SHOW_AFTER_SECONDS),
        ]
        for table_id in gone:
            await store.remove(table_id)
            await self._rooms.drop(table_id)
        async with self._people_db.begin() as connection:
            old_challenges = CHALLENGES.c.made_at < now - REMOVE_CHALLENGE_AFTER_SECONDS
            await connection.execute(delete(CHALLENGES).where(old_challenges))
            old_links = SEAT_LINKS.c.made_at < now - REMOVE_SEAT_LINK_AFTER_SECONDS
            await connection.execute(delete(SEAT_LINKS).where(old_links))
            unused = SESSIONS.c.used_at < now - REMOVE_SESSION_AFTER_SECONDS
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.kind == "session", unused))

    async def _close(self, table_id: str, status: Status, before: float) -> None:
        def decide(table: Table, _seed: str) -> list[AnyEntry]:
            return [Closed("empty")] if table.status == status and table.changed_at < before else []

        await (await self._rooms.room(table_id)).write(decide)

    async def _ids(self, which: ColumnElement[bool], before: float) -> list[str]:
        """Tables of a kind that were last changed before a time."""
        is_old = and_(TABLES.c.indexed_at < before, TABLES.c.changed_at < before)
        query = select(TABLES.c.id).where(which, is_old).limit(MAX_TABLES_PER_SWEEP)
        async with self._people_db.read() as connection:
            return list(await connection.scalars(query))
