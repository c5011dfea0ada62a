"""Whether somebody waits for a computer, at this server process or at another one on the same database.

Each process broadcasts that its computers are busy, about once a second for as long as they are.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from elbowroom.server.storage.store import Store
    from elbowroom.server.workers.bots import Bots

BUSY: Final = "bots:1:0"
"""What is broadcast; for a version that knows only presence, this is a table that it does not have."""
REPEAT_SECONDS: Final = 1.0
"""Seconds between two broadcasts of a process."""
BELIEVED_SECONDS: Final = 3.0
"""For this time after its last broadcast another process is taken to be busy."""


class BusyBots:
    """Knows whether people wait for computers."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store = store
        self._bots = bots
        self._busy_elsewhere_until = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a move or a hint of a computer, or did so elsewhere just now."""
        return self._bots.is_busy or time.monotonic() < self._busy_elsewhere_until

    def hear(self) -> None:
        """Another process broadcasts that its computers are busy."""
        self._busy_elsewhere_until = time.monotonic() + BELIEVED_SECONDS

    async def run(self) -> None:
        """Broadcast when computers of this process are busy, for ever."""
        while True:
            if not self._bots.is_busy:
                await self._bots.asked.wait()
            self._bots.asked.clear()
            with suppress(Unavailable):  # then nobody can play test games either
                await self._store.broadcast(BUSY)
            await asyncio.sleep(REPEAT_SECONDS)
