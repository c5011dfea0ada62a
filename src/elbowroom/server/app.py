"""The server as an application: the REST interface, the sockets, and what they share."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.doors import (
    account,
    boards,
    box,
    chat,
    features,
    manual,
    metrics,
    notices,
    pages,
    profiles,
    replays,
    rest,
    seats,
    sockets,
)
from elbowroom.server.doors.client import FOLDER, Client
from elbowroom.server.doors.headers import Headers
from elbowroom.server.doors.journal import Journal
from elbowroom.server.doors.limits import Limits
from elbowroom.server.doors.replies import refusal
from elbowroom.server.people.accounts import Accounts
from elbowroom.server.people.addresses import Addresses
from elbowroom.server.people.identity import Identity
from elbowroom.server.people.mail import Mailer
from elbowroom.server.people.notices import Notifier
from elbowroom.server.people.passkeys import Passkeys
from elbowroom.server.people.passwords import Passwords
from elbowroom.server.people.push import Push, contact_of
from elbowroom.server.people.results import Results
from elbowroom.server.rooms.retention import Retention
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.workers.computers import Computers
from elbowroom.server.workers.pictures import Pictures

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from ipaddress import IPv4Network, IPv6Network
    from pathlib import Path

    from elbowroom.server.people.mail import Relay
    from elbowroom.server.storage.registry import Registry
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
    public_url: str = ""
    """Where people find the server, without a stroke at the end."""
    relay: Relay | None = None
    """Who takes our mail, if any is sent."""
    client: Path = FOLDER
    """Where the browser client was built."""
    thinkers: int = 1
    metrics_from: tuple[IPv4Network | IPv6Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))
    """Who may read the meters."""
    now: Callable[[], float] = time.time


def make_app(store: Store, registry: Registry, settings: Settings) -> FastAPI:
    """The application; starting it opens the store and the registry of the same database."""
    rooms = Rooms(store, Computers(settings.thinkers), settings.now)
    identity = Identity(settings.keys, registry, settings.now, is_secure=settings.is_secure)
    retention = Retention(rooms, registry, settings.now)
    accounts = Accounts(registry, Passwords(), settings.now)
    relay = settings.relay
    mailer = None if relay is None else Mailer(relay)
    addresses = Addresses(registry, mailer, settings.keys, settings.public_url, settings.now)
    contact = contact_of(None if relay is None else relay.sender, settings.public_url)
    push = Push(registry, contact, settings.now)
    notifier = Notifier(registry, rooms, push, addresses, settings.public_url, settings.now)
    results = Results(registry, rooms)
    rooms.ended = results.take

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        del app
        async with AsyncExitStack() as running:
            running.push_async_callback(rooms.computers.stop)
            running.callback(accounts.stop)
            running.push_async_callback(push.stop)
            for part in (store, registry, rooms, identity, retention, results, notifier):
                running.push_async_callback(part.stop)
                await part.start()
            yield

    app = FastAPI(
        title="Elbowroom",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.rooms = rooms
    app.state.limits = Limits()
    app.state.pictures = Pictures(rooms.clerks)
    app.state.boards = Pictures(rooms.clerks)
    rooms.meters.registry.register(metrics.RoomsCollector(rooms))
    app.state.client = Client(settings.client)
    app.state.settings = settings
    app.state.registry = registry
    app.state.identity = identity
    app.state.accounts = accounts
    app.state.addresses = addresses
    app.state.push = push
    app.state.passkeys = Passkeys(registry, settings.now)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts))
    app.add_middleware(Journal, meters=rooms.meters)
    app.add_middleware(Headers)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Unavailable, _unavailable)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _nowhere)
    app.include_router(rest.router)
    app.include_router(features.router)
    app.include_router(box.router)
    app.include_router(boards.router)
    app.include_router(account.router)
    app.include_router(profiles.router)
    app.include_router(notices.router)
    app.include_router(seats.router)
    app.include_router(chat.router)
    app.include_router(replays.router)
    app.include_router(pages.router)
    app.router.routes.append(sockets.TABLE_SOCKET)
    app.include_router(metrics.router)
    app.include_router(manual.router)
    app.include_router(pages.files)
    return app


async def _refused(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    room = getattr(request.state, "room", None)
    head = None if room is None else room.table.seq
    return refusal(error, STATUS.get(error.code, 422), head)


async def _unavailable(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    del request, error
    return refusal(Refused("unavailable"), 503)


async def _unreadable(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    """A part of the address or of the query is not what it should be."""
    del request
    first = error.errors()[0]
    return refusal(Refused("bad_message", cause=f"{first['loc'][-1]}: {first['msg']}"), 422)


async def _nowhere(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    """There is no such address, or it does not take this method."""
    if error.status_code == 404 and (page := pages.lost(request)) is not None:
        return page
    code = "wrong_method" if error.status_code == 405 else "nothing_here"
    response = refusal(Refused(code, method=request.method), error.status_code)
    response.headers.update(error.headers or {})
    return response


STATUS: Final = {
    "unknown_table": 404,
    "unknown_invite": 404,
    "nothing_said": 404,
    "nobody_muted": 404,
    "seat_link": 404,
    "no_such_moment": 404,
    "who_are_you": 401,
    "banned": 403,
    "wrong_login": 401,
    "wrong_code": 401,
    "wrong_passkey": 401,
    "confirm_yourself": 403,
    "not_by_token": 403,
    "unknown_session": 404,
    "unknown_passkey": 404,
    "unknown_person": 404,
    "mail_not_sent": 503,
    "has_account": 409,
    "name_taken": 409,
    "too_many_tries": 429,
    "not_your_seat": 403,
    "not_your_table": 403,
    "not_invited": 403,
    "needs_account": 403,
    "host_only": 403,
    "wrong_origin": 403,
    "metrics_from": 403,
    "stale": 409,
    "too_long": 413,
    "too_fast": 429,
    "going_away": 503,
    "crowded": 503,
    "no_answer": 503,
}
"""What refusals mean in HTTP; all others are 422."""
