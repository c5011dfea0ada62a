"""The show game: two experts play for those who watch, so that there is always something to see.

There is one at a time; when it is over, the next one is opened. Its moves are made in `room`, only while
somebody watches.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.commands import start_show
from elbowroom.server.tables.entries import SHOW_HOST
from elbowroom.server.tables.settings import TableSettings

if TYPE_CHECKING:
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.tables.listing import Listing

SHOW_SETTINGS: Final = TableSettings(players=2, computers=("expert", "expert"), is_open=True)
CHECK_SECONDS: Final = 60.0
"""Seconds between two checks whether there is a show game, beside the one when a game ends."""

_LOG: Final = logging.getLogger(__name__)


async def running_show(rooms: Rooms) -> list[tuple[str, Listing]]:
    """The show games that can be watched now."""
    hosted = await rooms.store.hosted_by(SHOW_HOST)
    return [(table_id, listing) for table_id, listing in hosted if listing.status == "running"]


class ShowGames:
    """Sees to it that there is a show game."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._is_over = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Look no more; the game stays as it is."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def take(self, table_id: str) -> None:
        """A game is over: perhaps it was the show game."""
        del table_id
        self._is_over.set()

    async def _work(self) -> None:
        while True:
            try:
                await self.ensure_show_game()
            except Unavailable:
                pass
            except Exception:  # noqa: BLE001 - the next time it may work
                _LOG.exception("no show game could be opened")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_over.wait(), CHECK_SECONDS)
            self._is_over.clear()

    async def ensure_show_game(self) -> None:
        """Open a show game if none is running."""
        hosted = await self._rooms.store.hosted_by(SHOW_HOST)
        if any(listing.status == "running" for _, listing in hosted):
            return
        # A server that died may have left one that was not started.
        waiting = [table_id for table_id, listing in hosted if listing.status == "open"]
        room = await self._rooms.room(waiting[0]) if waiting else await self._rooms.open_show(SHOW_SETTINGS)
        await room.write(start_show)
