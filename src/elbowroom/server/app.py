"""The server as an application: its services, its routes, and what every request passes through."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from elbowroom.arena.explorer_data import shipped_explorer
from elbowroom.rules.refusals import Refused
from elbowroom.server.community.balance_tester import BalanceTester
from elbowroom.server.community.blocked_words import BlockedWords
from elbowroom.server.community.complaints import count_open_complaints, count_waiting_creations
from elbowroom.server.community.explorer import Explorer
from elbowroom.server.community.played_games import PlayedGames
from elbowroom.server.http.client_files import ClientFiles
from elbowroom.server.http.fair_turns import FairTurns, FairTurnsMiddleware
from elbowroom.server.http.http_cache import MadeOnce
from elbowroom.server.http.living_room import LivingRoom
from elbowroom.server.http.rate_limits import RateLimits, address_of
from elbowroom.server.http.reading_lane import new_reading_lane
from elbowroom.server.http.request_log import RequestLog
from elbowroom.server.http.responses import refusal_response
from elbowroom.server.http.routes import (
    account,
    administration,
    api_docs,
    boards,
    box,
    capabilities,
    chat,
    combos,
    community_admin,
    creations,
    guests,
    health,
    hints,
    living_room,
    metrics,
    notices,
    offline,
    opening,
    pages,
    painted_maps,
    passkeys,
    profiles,
    proofs,
    records,
    seats,
    table_socket,
    tables,
    tips,
    what_if,
)
from elbowroom.server.http.security_headers import SecurityHeaders
from elbowroom.server.http.services import Services, Settings, services_of
from elbowroom.server.people.accounts import Accounts
from elbowroom.server.people.admins import Admins
from elbowroom.server.people.identity import Identity
from elbowroom.server.people.mail import Mailer
from elbowroom.server.people.mail_addresses import Addresses
from elbowroom.server.people.names import Names
from elbowroom.server.people.notices import Notifier
from elbowroom.server.people.passkeys import Passkeys
from elbowroom.server.people.passwords import Passwords
from elbowroom.server.people.push import Push, contact_of
from elbowroom.server.people.report_meter import ReportMeter
from elbowroom.server.people.results import Results
from elbowroom.server.rooms.moderation import count_open_reports
from elbowroom.server.rooms.retention import Retention
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.rooms.show_games import ShowGames
from elbowroom.server.rooms.signatures import GameSigner
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.workers.bots import Bots
from elbowroom.server.workers.picture_cache import PictureCache

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp

    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.storage.store import Store

__all__ = ["Settings", "make_app"]


def make_app(store: Store, people_db: PeopleDb, settings: Settings) -> Starlette:
    """The application; starting it opens the store and the people database, which are the same database."""
    hosts = list(settings.hosts)
    services = _services(store, people_db, settings, hosts)
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestLog, metrics=services.rooms.metrics),
            Middleware(KnownHosts, hosts=hosts),
            Middleware(FairTurnsMiddleware, turns=services.turns),
        ],
        exception_handlers={Refused: _refused, Unavailable: _unavailable, HTTPException: _not_found},
        lifespan=_lifespan(store, services),
    )
    app.state.services = services
    return app


class KnownHosts(TrustedHostMiddleware):
    """Refuses requests to names that this server does not have; names may be added while it runs."""

    def __init__(self, app: ASGIApp, hosts: list[str]) -> None:
        super().__init__(app, hosts)
        self.allowed_hosts = hosts


def _services(store: Store, people_db: PeopleDb, settings: Settings, hosts: list[str]) -> Services:
    relay = settings.relay
    time = ServerTime(settings.now, settings.monotonic)
    signer = GameSigner(people_db)
    rooms = Rooms(store, Bots(settings.bots), time, settings.known_seed, signer)
    rooms.metrics.registry.register(metrics.RoomsCollector(rooms))
    mailer = None if relay is None else Mailer(relay)
    addresses = Addresses(people_db, mailer, settings.keys, settings.public_url, settings.now)
    contact = contact_of(None if relay is None else relay.sender, settings.public_url)
    return Services(
        settings=settings,
        rooms=rooms,
        signer=signer,
        people_db=people_db,
        identity=Identity(settings.keys, people_db, settings.now, is_secure=settings.is_secure),
        accounts=Accounts(people_db, Passwords(), settings.now),
        admins=Admins(people_db, settings.now),
        names=Names(people_db),
        blocked_words=BlockedWords(settings.blocked_words),
        addresses=addresses,
        passkeys=Passkeys(people_db, settings.now),
        push=Push(people_db, contact, settings.now),
        limits=RateLimits(),
        turns=FairTurns(),
        reading=new_reading_lane(),
        living_room=LivingRoom(hosts, settings.lan_port, settings.reachable_at),
        balance_tester=BalanceTester(people_db, rooms.busy_bots, rooms.metrics, settings.now),
        explorer=Explorer(people_db, settings.monotonic, shipped_explorer),
        client=ClientFiles(settings.client),
        offline_list=MadeOnce(),
        pictures=PictureCache(rooms.sandboxes),
        boards=PictureCache(rooms.sandboxes),
    )


def _routes() -> list[BaseRoute]:
    """All routes; a request goes to the first one that matches."""
    routers = (
        guests.router,
        tables.router,
        opening.router,
        hints.router,
        what_if.router,
        records.router,
        proofs.router,
        seats.router,
        chat.router,
        boards.router,
        painted_maps.router,
        box.router,
        account.router,
        administration.router,
        passkeys.router,
        notices.router,
        profiles.router,
        creations.router,
        combos.router,
        tips.router,
        community_admin.router,
        capabilities.router,
        living_room.router,
        health.router,
        metrics.router,
        api_docs.router,
        offline.router,
        pages.router,
    )
    return [
        *(route for router in routers for route in router.routes),
        table_socket.TABLE_SOCKET,
        *pages.files.routes,
    ]


def _lifespan(store: Store, services: Services) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Starts and stops what works beside the requests."""
    settings, rooms, people_db = services.settings, services.rooms, services.people_db
    retention = Retention(rooms, people_db, settings.now)
    results = Results(people_db, rooms)
    played_games = PlayedGames(people_db, rooms)
    for finished in (results, played_games):
        rooms.on_game_over(finished.take)
    report_meter = ReportMeter(
        people_db,
        (rooms.metrics.open_reports, count_open_reports),
        (rooms.metrics.open_complaints, count_open_complaints),
        (rooms.metrics.waiting_creations, count_waiting_creations),
    )
    show_games = ShowGames(rooms)
    rooms.on_game_over(show_games.take)
    notifier = Notifier(
        people_db, rooms, services.push, services.addresses, settings.public_url, settings.now
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        async with AsyncExitStack() as running:
            running.push_async_callback(rooms.bots.stop)
            running.callback(services.accounts.stop)
            running.push_async_callback(services.push.stop)
            shows = (show_games,) if settings.has_show_games else ()
            people = (services.identity, services.names, services.admins, report_meter)
            tests = (services.balance_tester,) if settings.test_games else ()
            for part in (
                store,
                people_db,
                rooms,
                *people,
                retention,
                results,
                played_games,
                notifier,
                *shows,
                *tests,
            ):
                running.push_async_callback(part.stop)
                await part.start()
            yield

    return lifespan


async def _refused(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    if error.code == "too_fast":
        await services_of(request).turns.wait_for_refusal(address_of(request))
    room = getattr(request.state, "room", None)
    return refusal_response(error, None if room is None else room.table.seq)


async def _unavailable(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    del request, error
    return refusal_response(Refused("unavailable"))


async def _not_found(request: Request, error: Any) -> Response:  # noqa: ANN401 - Starlette's signature
    """There is no such address, or it does not take this method."""
    if error.status_code == 404 and (page := await pages.not_found_page(request)) is not None:
        return page
    code = "wrong_method" if error.status_code == 405 else "nothing_here"
    response = refusal_response(Refused(code, method=request.method))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response
