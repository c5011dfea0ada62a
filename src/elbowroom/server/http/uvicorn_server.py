"""The uvicorn server: binds its ports before anything else, and tells all clients before it stops."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import uvicorn

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.http_protocol import HttpProtocol
from elbowroom.server.http.request_log import log_unexpected_error
from elbowroom.server.http.services import app_services
from elbowroom.server.http.socket_protocol import SocketProtocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

    from starlette.applications import Starlette

    from elbowroom.server.rooms.rooms import Rooms

RETRY_SECONDS: Final = 2.0
"""Clients reconnect this long after a restart began; each adds a random time of its own."""
MAX_FAREWELL_SECONDS: Final = 3.0
"""How long a server that stops waits until all clients have heard of it."""
BACKLOG: Final = 2048
GC_THRESHOLDS: Final = (20_000, 20, 10_000)
"""Young objects are collected often, all objects almost never: `_collect_garbage` does that."""
GC_SECONDS: Final = 900.0
"""The time between two collections of all objects."""
SWITCH_SECONDS: Final = 0.0005
"""How long the thread that stores moves waits while requests are served; Python's default is 5 ms."""
SEND_BUFFER_BYTES: Final = 2**17
"""What the system buffers for a client that does not read; its own default would be megabytes."""
MAX_FRAME_BYTES: Final = 8192
"""The longest message that a client may send through a socket."""


def bind_sockets(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on all addresses of a host; refused if another program does."""
    sockets: list[socket.socket] = []
    try:
        for family, kind, _, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            chosen_port = sockets[0].getsockname()[1] if sockets else port
            listener = socket.socket(family, kind)
            sockets.append(listener)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind((address[0], chosen_port, *address[2:]))
            listener.listen(BACKLOG)
    except OSError as error:
        for listener in sockets:
            listener.close()
        raise Refused("cannot_listen", host=host, port=port, cause=error.strerror) from error
    return sockets


class SignalledServer(uvicorn.Server):
    """Serves until a signal asks it to stop, and says when it is ready."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._on_ready: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Call `on_ready` once signals are handled, not before: whoever is told may send one at once."""
        await super().startup(sockets)
        self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order, with code 0; a second Ctrl+C stops at once."""
        del frame
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


class FileServer(SignalledServer):
    """Serves an application that only hands out files."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=5,
            )
        )

    def serve_on(self, sockets: list[socket.socket], on_ready: Callable[[], None]) -> None:
        """Serve on these sockets, and stop when a signal comes."""
        self._on_ready = on_ready
        self.run(sockets)


class GameServer(SignalledServer):
    """Serves the application of the game until a signal asks it to stop."""

    def __init__(self, app: Starlette, trusted_proxies: Sequence[str]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HttpProtocol,
                ws=SocketProtocol,
                ws_max_size=MAX_FRAME_BYTES,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(trusted_proxies),
                forwarded_allow_ips=list(trusted_proxies),
                timeout_graceful_shutdown=5,
            )
        )
        self._app = app

    async def listen_at(self, host: str, port: int) -> None:
        """Serve at one more address, until the server stops."""

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        loop = asyncio.get_running_loop()
        for listener in bind_sockets(host, port):
            self.servers.append(await loop.create_server(protocol, sock=listener, backlog=BACKLOG))

    def serve_on(self, sockets: list[socket.socket], on_ready: Callable[[], None]) -> None:
        """Start the application, serve it on these sockets, and stop in order when a signal comes."""
        self._on_ready = on_ready
        self.config.load()
        sys.setswitchinterval(SWITCH_SECONDS)
        app_services(self._app).living_room.listen = self.listen_at

        async def run() -> None:
            asyncio.get_running_loop().set_exception_handler(log_unexpected_error)
            async with self._app.router.lifespan_context(self._app):
                collecting = asyncio.create_task(_collect_garbage())
                await self.serve(sockets)
                collecting.cancel()

        with asyncio.Runner(loop_factory=self.config.get_loop_factory()) as runner:
            runner.run(run())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody, tell all clients when to come back, then close what is still open."""
        for server in self.servers:
            server.close()
        rooms = app_services(self._app).rooms
        rooms.say_bye("restart", RETRY_SECONDS)
        with suppress(TimeoutError):
            await asyncio.wait_for(_all_gone(rooms), MAX_FAREWELL_SECONDS)
        await super().shutdown(sockets)


async def _all_gone(rooms: Rooms) -> None:
    while rooms.has_subscribers:  # noqa: ASYNC110 - each leaves when its client has heard it
        await asyncio.sleep(0.02)


async def _collect_garbage() -> None:
    """Collect all objects seldom: with thousands of connections every client has to wait meanwhile."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    while True:
        await asyncio.sleep(GC_SECONDS)
        gc.collect()
