"""Long work in an event loop: other tasks get a turn whenever it pauses."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from elbowroom.server.tables.long_work import LongWork

_T = TypeVar("_T")


async def in_turns(work: LongWork[_T]) -> _T:
    """The result of the work; other tasks run whenever it pauses."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: _T = end.value
            return result
        await asyncio.sleep(0)
