"""The meters of what waits for administrators, for Prometheus: looked up now and then in the database."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from prometheus_client import Gauge

    from elbowroom.server.storage.people_db import PeopleDb

LOOK_SECONDS: Final = 15.0
"""Seconds between two looks."""

_LOG: Final = logging.getLogger(__name__)


class ReportMeter:
    """Keeps the meters up to date."""

    def __init__(
        self, people_db: PeopleDb, *meters: tuple[Gauge, Callable[[PeopleDb], Awaitable[int]]]
    ) -> None:
        """Each meter shows what its function counts."""
        self._people_db = people_db
        self._meters = meters
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def look(self) -> None:
        """Count what waits now."""
        for gauge, count in self._meters:
            gauge.set(await count(self._people_db))

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except Unavailable:
                pass
            except Exception:  # noqa: BLE001 - the next time it may work
                _LOG.exception("what waits for administrators could not be counted")
            await asyncio.sleep(LOOK_SECONDS)
