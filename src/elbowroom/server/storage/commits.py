"""Group commit: what arrives while the database is busy is made durable together."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elbowroom.server.storage.store import Addition

MOST_TOGETHER: Final = 256
"""So many commands at most are made durable with one commit."""
PACE: Final = 0.005
"""Seconds from the beginning of one commit to that of the next: the busier it is, the more share one."""


class Commits:
    """Additions that wait to be made durable."""

    def __init__(self, commit: Callable[[list[Addition]], Awaitable[list[Exception | None]]]) -> None:
        """Store by a function that tells what became of each addition; no two are of one table."""
        self._commit = commit
        self._waiting: deque[tuple[Addition, asyncio.Future[None]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._tables: set[str] = set()
        """Whose entries the last commit stored."""
        self._earliest = 0.0
        """When the next commit may begin."""

    async def add(self, addition: Addition) -> None:
        """Make an addition durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_waiting())
        await done

    async def finish(self) -> None:
        """Wait for what was begun."""
        if self._task is not None:
            await self._task

    async def _write_waiting(self) -> None:
        """Write what waits, and tell those who wait for it."""
        while self._waiting:
            await self._let_others_join()
            together = self._next_together()
            outcomes = await self._commit([addition for addition, _ in together])
            for (_, done), outcome in zip(together, outcomes, strict=True):
                if not done.done():
                    if outcome is None:
                        done.set_result(None)
                    else:
                        done.set_exception(outcome)

    async def _let_others_join(self) -> None:
        """Keep the pace, but do not wait for anybody while the same tables are played as just before."""
        time = asyncio.get_running_loop().time
        pause = self._earliest - time()
        tables = {addition.table for addition, _ in self._waiting}
        if pause > 0 and len(tables) < MOST_TOGETHER and not tables <= self._tables:
            await asyncio.sleep(pause)
        self._earliest = time() + PACE
        self._tables = {addition.table for addition, _ in self._waiting}

    def _next_together(self) -> list[tuple[Addition, asyncio.Future[None]]]:
        """What is made durable next: one addition for each table at most, in the order in which they came."""
        found: dict[str, tuple[Addition, asyncio.Future[None]]] = {}
        later = []
        while self._waiting and len(found) < MOST_TOGETHER:
            addition, done = self._waiting.popleft()
            if addition.table in found:
                later.append((addition, done))
            elif not done.cancelled():
                found[addition.table] = addition, done
        self._waiting.extendleft(reversed(later))
        return list(found.values())
