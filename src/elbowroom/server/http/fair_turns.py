"""Fair turns: an address that asks for very much waits for its turns, so that all others are served at once.

Everything runs in one event loop. Without turns, whoever sends a hundred requests at a time would keep
everybody waiting for all of them.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from starlette.websockets import WebSocket

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.responses import refusal_response
from elbowroom.server.people.throttle import Buckets

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

FREE_TURNS: Final = 100
FREE_SECONDS: Final = 5.0
"""An address may send `FREE_TURNS` requests and messages in this time without waiting; a page needs 40."""
MAX_WAITING_PER_ADDRESS: Final = 200
"""Further requests of an address are refused."""
MAX_PAUSE_SECONDS: Final = 0.05
FREE_REFUSALS: Final = 50
FREE_REFUSALS_SECONDS: Final = 10.0
REFUSAL_SECONDS: Final = 1.0
"""An address that was refused `FREE_REFUSALS` times in this time waits a second for each further refusal."""


class FairTurns:
    """Lets those who wait through, one address after the other, for at most half of the time."""

    def __init__(self) -> None:
        self._free = Buckets(FREE_TURNS, FREE_SECONDS)
        self._free_refusals = Buckets(FREE_REFUSALS, FREE_REFUSALS_SECONDS)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address; the first address is the next."""
        self._task: asyncio.Task[None] | None = None

    async def wait(self, address: str) -> None:
        """Wait until it is the turn of this address; most never wait."""
        if address not in self._waiting and self._free.take(address):
            return
        line = self._waiting.setdefault(address, deque())
        if len(line) >= MAX_WAITING_PER_ADDRESS:
            raise Refused("too_fast")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._let_through())
        await turn

    async def wait_for_refusal(self, address: str) -> None:
        """Wait before a refusal is sent, so that who tries again at once does not keep the server busy."""
        if not self._free_refusals.take(address):
            await asyncio.sleep(REFUSAL_SECONDS)

    async def _let_through(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            line = self._waiting.pop(address)
            turn = line.popleft()
            if line:
                self._waiting[address] = line
            if turn.done():  # the client has gone
                continue
            turn.set_result(None)
            begun = time.monotonic()
            await asyncio.sleep(0)  # it is served now
            await asyncio.sleep(0)
            await asyncio.sleep(min(time.monotonic() - begun, MAX_PAUSE_SECONDS))


class FairTurnsMiddleware:
    """Middleware that lets requests and new sockets wait for their turns."""

    def __init__(self, app: ASGIApp, turns: FairTurns) -> None:
        self._app = app
        self._turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait if the address has used up its free turns."""
        if scope["type"] in ("http", "websocket"):
            try:
                await self._turns.wait(address_of(scope))
            except Refused as refused:
                await self._turns.wait_for_refusal(address_of(scope))
                if scope["type"] == "http":
                    await refusal_response(refused)(scope, receive, send)
                else:
                    refusal = refusal_response(refused)
                    await WebSocket(scope, receive, send).send_denial_response(refusal)
                return
        await self._app(scope, receive, send)
