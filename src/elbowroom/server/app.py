"""The server as an application: the REST interface, the sockets, and what they share."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI, Request, Response
from starlette.middleware.trustedhost import TrustedHostMiddleware

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.doors import rest, sockets
from elbowroom.server.doors.replies import reply
from elbowroom.server.people.identity import Identity
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.workers.computers import Computers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from elbowroom.server.storage.store import Store


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    keys: list[str]
    """Signing keys, newest last."""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """Names under which the server may be addressed."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use it."""
    is_secure: bool = False
    """Reached by https: cookies are marked so."""
    thinkers: int = 1
    now: Callable[[], float] = time.time


def make_app(store: Store, settings: Settings) -> FastAPI:
    """The application; starting it opens the store."""
    rooms = Rooms(store, Computers(settings.thinkers), settings.now)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        await store.start()
        await rooms.start()
        yield
        await rooms.stop()
        await rooms.computers.stop()
        await store.stop()

    app = FastAPI(title="Elbowroom", version=__version__, lifespan=lifespan)
    app.state.rooms = rooms
    app.state.settings = settings
    app.state.identity = Identity(settings.keys)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Unavailable, _unavailable)
    app.include_router(rest.router)
    app.include_router(sockets.router)
    return app


async def _refused(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    del request
    return reply({"code": error.code, "reason": str(error)}, STATUS.get(error.code, 422))


async def _unavailable(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    del request, error
    refused = Refused("unavailable")
    return reply({"code": refused.code, "reason": str(refused)}, 503)


STATUS: Final = {
    "unknown_table": 404,
    "no_such_moment": 404,
    "who_are_you": 401,
    "not_your_seat": 403,
    "host_only": 403,
    "wrong_origin": 403,
    "stale": 409,
    "too_long": 413,
}
"""What refusals mean in HTTP; all others are 422."""
