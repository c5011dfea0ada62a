"""The reading lane: requests that look at a table are served one at a time, as some replay a part of its log.

Whoever has used least of the server's time of late comes first.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_visitor, person_of
from elbowroom.server.workers.fair_queue import FairQueue

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import HTTPConnection

    from elbowroom.server.people.identity import Visitor

MAX_WAITING_READS: Final = 500
MAX_WAITING_READS_PER_ADDRESS: Final = 40
"""Further requests are refused."""


def new_reading_lane() -> FairQueue:
    """The lane of a server."""
    return FairQueue(MAX_WAITING_READS, MAX_WAITING_READS_PER_ADDRESS)


@asynccontextmanager
async def reading(request: HTTPConnection) -> AsyncIterator[Visitor | None]:
    """Find out who looks at a table, count it, and wait for a turn."""
    services = services_of(request)
    visitor = await find_visitor(request)
    services.limits.read(request, person_of(visitor))
    async with services.reading.turn(address_of(request)):
        yield visitor
