"""The process that listens: takes its ports before anything else, and says goodbye before it ends."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import uvicorn

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors.journal import unexpected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

    from fastapi import FastAPI

RETRY: Final = 2.0
"""Seconds after which clients may come back to a server that starts again; each adds some of its own."""
FAREWELL: Final = 3.0
"""Seconds at most until connections have heard that the server ends."""
BACKLOG: Final = 2048
GARBAGE: Final = (20_000, 20, 10_000)
"""After how many new objects the young ones are looked through, and how many times that all of them are."""
TIDY: Final = 900.0
"""Seconds between two looks at all objects."""
UNREAD: Final = 2**17
"""Bytes that the system keeps for a connection that does not read; left alone, it would keep megabytes."""
MOST_BYTES: Final = 8192
"""The longest frame that a socket takes."""


def bound(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on all addresses of a host; refused if somebody else does."""
    found: list[socket.socket] = []
    try:
        for family, kind, _, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            taken = found[0].getsockname()[1] if found else port
            made = socket.socket(family, kind)
            found.append(made)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
            if family == socket.AF_INET6:
                made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            made.bind((address[0], taken, *address[2:]))
            made.listen(BACKLOG)
    except OSError as error:
        for made in found:
            made.close()
        raise Refused("cannot_listen", host=host, port=port, cause=error.strerror) from error
    return found


class Listener(uvicorn.Server):
    """Serves an application until a signal asks it to end."""

    def __init__(self, app: FastAPI, proxies: Sequence[str]) -> None:
        """Believe these proxies, and no others, whom they speak for."""
        super().__init__(
            uvicorn.Config(
                app,
                ws="websockets-sansio",
                ws_max_size=MOST_BYTES,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                timeout_graceful_shutdown=5,
            )
        )
        self._app = app
        self._ready: Callable[[], None] = lambda: None

    def listen(self, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        """Open what the application needs, listen, and end in order when asked to."""
        self._ready = ready

        async def listen() -> None:
            asyncio.get_running_loop().set_exception_handler(unexpected)
            async with self._app.router.lifespan_context(self._app):
                tidying = asyncio.create_task(_tidy())
                await self.serve(sockets)
                tidying.cancel()

        with asyncio.Runner(loop_factory=self.config.get_loop_factory()) as runner:
            runner.run(listen())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that it is ready when signals are heeded, not before: whoever reads it may send one at once."""
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order, with code 0; a second Ctrl+C ends at once."""
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, tell everybody when to come back, then close what is still open."""
        for server in self.servers:
            server.close()
        self._app.state.rooms.say_bye("restart", RETRY)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._emptied(), FAREWELL)
        await super().shutdown(sockets)

    async def _emptied(self) -> None:
        while self._app.state.rooms.has_viewers:  # noqa: ASYNC110 - each leaves when its client has heard it
            await asyncio.sleep(0.02)


async def _tidy() -> None:
    """Look for garbage among all objects seldom: with thousands of connections everybody waits meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    while True:
        await asyncio.sleep(TIDY)
        gc.collect()
