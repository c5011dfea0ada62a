"""The meter of open reports, for Prometheus: looked up now and then, whichever process got them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.server.rooms.moderation import count_open_reports
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from prometheus_client import Gauge

    from elbowroom.server.storage.people_db import PeopleDb

LOOK_SECONDS: Final = 15.0
"""Seconds between two looks."""

_LOG: Final = logging.getLogger(__name__)


class ReportMeter:
    """Keeps the meter up to date."""

    def __init__(self, people_db: PeopleDb, gauge: Gauge) -> None:
        self._people_db = people_db
        self._gauge = gauge
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

    async def _work(self) -> None:
        while True:
            try:
                self._gauge.set(await count_open_reports(self._people_db))
            except Unavailable:
                pass
            except Exception:  # noqa: BLE001 - the next time it may work
                _LOG.exception("open reports could not be counted")
            await asyncio.sleep(LOOK_SECONDS)
