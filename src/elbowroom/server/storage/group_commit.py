"""Group commit: additions that arrive while the database is busy share the next commit."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elbowroom.server.storage.store import Addition

MAX_ADDITIONS_PER_COMMIT: Final = 256
COMMIT_SECONDS: Final = 0.005
"""Seconds from the start of one commit to the start of the next: under load, more additions share one."""


class GroupCommit:
    """Collects additions, and stores them with as few commits as possible."""

    def __init__(self, commit: Callable[[list[Addition]], Awaitable[list[Exception | None]]]) -> None:
        """`commit` stores additions, no two of one table, and returns for each an error or None."""
        self._commit = commit
        self._waiting: deque[tuple[Addition, asyncio.Future[None]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._tables: set[str] = set()
        """The tables of the last commit."""
        self._earliest = 0.0
        """When the next commit may begin."""

    async def add(self, addition: Addition) -> None:
        """Store an addition; returns when it is committed."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_waiting())
        await done

    async def finish(self) -> None:
        """Wait until everything is stored."""
        if self._task is not None:
            await self._task

    async def _write_waiting(self) -> None:
        """Store what waits, and wake up those who wait for it."""
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
        """Wait a few milliseconds for other tables to join, unless all that wait were in the last commit.

        One table that is played fast, say by computers, would only be slowed down.
        """
        time = asyncio.get_running_loop().time
        pause = self._earliest - time()
        tables = {addition.table for addition, _ in self._waiting}
        if pause > 0 and len(tables) < MAX_ADDITIONS_PER_COMMIT and not tables <= self._tables:
            await asyncio.sleep(pause)
        self._earliest = time() + COMMIT_SECONDS
        self._tables = {addition.table for addition, _ in self._waiting}

    def _next_together(self) -> list[tuple[Addition, asyncio.Future[None]]]:
        """The additions of the next commit: at most one for each table, in the order of arrival."""
        chosen: dict[str, tuple[Addition, asyncio.Future[None]]] = {}
        later = []
        while self._waiting and len(chosen) < MAX_ADDITIONS_PER_COMMIT:
            addition, done = self._waiting.popleft()
            if addition.table in chosen:
                later.append((addition, done))
            elif not done.cancelled():
                chosen[addition.table] = addition, done
        self._waiting.extendleft(reversed(later))
        return list(chosen.values())
