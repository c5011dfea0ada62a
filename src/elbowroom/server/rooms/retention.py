"""What nobody needs any more is closed, and later removed; finished games are kept."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.schema import CHALLENGES, SEAT_LINKS, SESSIONS, TABLES
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.entries import Closed

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.storage.registry import Registry
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Status, Table

HOUR, DAY = 3600.0, 86_400.0
CLOSED_AFTER: Final[dict[Status, float]] = {"open": 2 * DAY, "running": 180 * DAY}
"""A table at which nothing happened for so long is closed."""
REMOVED_AFTER: Final = 7 * DAY
"""A closed table is removed after so long."""
IMPORT_REMOVED_AFTER: Final = 30 * DAY
CHALLENGE_LASTS: Final = DAY
SEAT_LINK_LASTS: Final = 2 * DAY
SESSION_LASTS: Final = 365 * DAY
"""A session that nobody used for so long is removed; a token for a program is not."""
EVERY: Final = HOUR
AT_ONCE: Final = 500
"""So many tables at most are closed or removed each time."""

_log = logging.getLogger(__name__)


class Retention:
    """Clears up, again and again."""

    def __init__(self, rooms: Rooms, registry: Registry, now: Callable[[], float]) -> None:
        """In these rooms."""
        self._rooms = rooms
        self._registry = registry
        self._now = now
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin soon; several processes do not begin together."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Clear up no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(EVERY * random.uniform(0.1, 1.0))
            try:
                await self.sweep()
            except Unavailable:
                continue
            except Exception:  # noqa: BLE001 - the next time it may work
                _log.exception("clearing up failed")

    async def sweep(self) -> None:
        """Close and remove what is old enough."""
        store, now = self._rooms.store, self._now()
        for status, age in CLOSED_AFTER.items():
            for table_id in await store.stale(status, now - age, AT_ONCE):
                with suppress(Refused):  # one that cannot be read any more stays as it is
                    await self._close(table_id, status, now - age)
        gone = [*await store.stale("closed", now - REMOVED_AFTER, AT_ONCE), *await self._old_imports(now)]
        for table_id in gone:
            await store.remove(table_id)
            await self._rooms.drop(table_id)
        async with self._registry.begin() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.made_at < now - CHALLENGE_LASTS))
            await connection.execute(delete(SEAT_LINKS).where(SEAT_LINKS.c.made_at < now - SEAT_LINK_LASTS))
            unused = (SESSIONS.c.kind == "session") & (SESSIONS.c.used_at < now - SESSION_LASTS)
            await connection.execute(delete(SESSIONS).where(unused))

    async def _close(self, table_id: str, status: Status, before: float) -> None:
        def decide(table: Table, _seed: str) -> list[AnyEntry]:
            return [Closed("empty")] if table.status == status and table.changed_at < before else []

        await (await self._rooms.room(table_id)).write(decide)

    async def _old_imports(self, now: float) -> list[str]:
        old = TABLES.c.is_import & (TABLES.c.changed_at < now - IMPORT_REMOVED_AFTER)
        async with self._registry.read() as connection:
            return list(await connection.scalars(select(TABLES.c.id).where(old).limit(AT_ONCE)))
