"""A fair queue: one at a time is let through, and who has used least of late comes first."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

HALF_LIFE_SECONDS: Final = 30.0
"""What somebody has used counts half after this time."""
MAX_REMEMBERED: Final = 10_000
"""Users whose use is remembered."""


@dataclass(eq=False)
class _Waiting:
    """Somebody who waits for their turn."""

    user: str
    rank: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """Lets one at a time through: the lowest rank first, then whoever has used least."""

    def __init__(
        self,
        max_waiting: int | None = None,
        max_waiting_per_user: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_waiting = max_waiting
        self._max_waiting_per_user = max_waiting_per_user
        self._now = now
        self._waiting: list[_Waiting] = []
        """In the order of arrival."""
        self.is_taken = False
        """Whether somebody has their turn."""
        self._used: dict[str, tuple[float, float]] = {}
        """How many seconds somebody has used, and when that was counted."""

    @asynccontextmanager
    async def turn(self, user: str = "", rank: int = 0) -> AsyncIterator[None]:
        """Wait for one's turn, and have it; refused if too many wait."""
        await self._wait(user, rank)
        begun = self._now()
        try:
            yield
        finally:
            self._count(user, self._now() - begun)
            self.is_taken = False
            self._let_next_through()

    def used(self, user: str) -> float:
        """How many seconds somebody has used of late."""
        seconds, at = self._used.get(user, (0.0, 0.0))
        return seconds * 0.5 ** ((self._now() - at) / HALF_LIFE_SECONDS) if seconds else 0.0

    async def _wait(self, user: str, rank: int) -> None:
        if not self.is_taken:
            self.is_taken = True
            return
        if self._max_waiting is not None and len(self._waiting) >= self._max_waiting:
            raise Refused("crowded")
        mine = sum(waiting.user == user for waiting in self._waiting)
        if self._max_waiting_per_user is not None and mine >= self._max_waiting_per_user:
            raise Refused("too_fast")
        waiting = _Waiting(user, rank)
        self._waiting.append(waiting)
        try:
            await waiting.turn
        except BaseException:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # it was let through, and is gone
                self.is_taken = False
                self._let_next_through()
            raise

    def _let_next_through(self) -> None:
        if self.is_taken or not self._waiting:
            return
        # Of equals the first one is taken.
        following = min(self._waiting, key=lambda waiting: (waiting.rank, self.used(waiting.user)))
        self._waiting.remove(following)
        self.is_taken = True
        following.turn.set_result(None)

    def _count(self, user: str, seconds: float) -> None:
        used = self.used(user) + seconds
        self._used.pop(user, None)  # whoever came last is remembered longest
        self._used[user] = (used, self._now())
        if len(self._used) > MAX_REMEMBERED:
            del self._used[next(iter(self._used))]
