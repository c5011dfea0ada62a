"""Who sends a request: whether the page that asks may, which person it is, and the cookie that says so."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.http.routing import SPECTATOR
from elbowroom.server.http.services import services_of
from elbowroom.server.people.identity import Visitor
from elbowroom.server.people.sessions import TokenClaim

if TYPE_CHECKING:
    from collections.abc import Sequence
    from ipaddress import IPv4Network, IPv6Network

    from starlette.requests import HTTPConnection, Request
    from starlette.responses import Response

    from elbowroom.server.people.sessions import Session

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
PROXY_HEADERS: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy is known."""
COOKIE_SECONDS: Final = 180 * DAY_SECONDS


def check_origin(connection: HTTPConnection) -> None:
    """Refuse a browser's request that comes from a page of another site, unless that site is allowed."""
    origin = connection.headers.get("origin")
    if origin is None or origin in services_of(connection).settings.origins:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if not host or host != connection.headers.get("host"):
        raise Refused("wrong_origin")


def comes_directly_from(request: Request, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    """Whether a request comes from one of these networks, and not through a proxy.

    One that came through a proxy of this machine would seem to come from here.
    """
    if request.client is None or any(name in request.headers for name in PROXY_HEADERS):
        return False
    address = ip_address(request.client.host)
    return any(address in network for network in networks)


def only_watches(connection: HTTPConnection) -> bool:
    """Whether the request, or the socket, is treated like one without a token."""
    return bool(SPECTATOR.read(connection) == "1")


def token_of(connection: HTTPConnection) -> str | None:
    """The visitor's token, from the header or the cookie; None for a request that only watches."""
    if only_watches(connection):
        return None
    return services_of(connection).identity.token_of(connection.headers, connection.cookies)


async def find_visitor(connection: HTTPConnection) -> Visitor | None:
    """Who asks and by which token, banned or not; None without a valid token."""
    return await services_of(connection).identity.visitor(token_of(connection))


async def find_person(request: Request) -> str | None:
    """Who asks; None without a valid token."""
    return person_of(await find_visitor(request))


def person_of(visitor: Visitor | None) -> str | None:
    """The person behind a visitor, if there is one."""
    return None if visitor is None else visitor.person


def hearing_of(visitor: Visitor | None) -> tuple[str | None, frozenset[str]]:
    """The person behind a visitor, and whom they have muted."""
    return (None, frozenset()) if visitor is None else (visitor.person, visitor.muted)


async def require_visitor(request: Request) -> Visitor:
    """Who asks; refused without a valid token. A banned visitor may only read."""
    check_origin(request)
    visitor = await require_any_visitor(request)
    if request.method in SAFE_METHODS:
        return visitor
    if visitor.ban is not None:
        raise Refused("banned", why=visitor.ban)
    check_address(request)
    _check_open(request)
    return visitor


def host_of(connection: HTTPConnection) -> str:
    """The address from which a request comes."""
    return "" if connection.client is None else connection.client.host


def check_address(connection: HTTPConnection) -> None:
    """Refuse whoever comes from a banned network."""
    why = services_of(connection).identity.ban_of(host_of(connection))
    if why is not None:
        raise Refused("banned", why=why)


async def require_any_visitor(request: Request) -> Visitor:
    """Who asks, banned or not; refused without a valid token."""
    visitor = await find_visitor(request)
    if visitor is None:
        raise Refused(stranger_code(request))
    return visitor


def stranger_code(connection: HTTPConnection) -> str:
    """Why somebody without a valid token may not act."""
    return "only_watching" if only_watches(connection) else "who_are_you"


async def require_person(request: Request) -> str:
    """The person who asks; the same refusals as for `require_visitor`."""
    return (await require_visitor(request)).person


async def require_account(request: Request) -> Visitor:
    """Who asks, with a session or a program's token; guests are refused."""
    visitor = await require_visitor(request)
    if not visitor.has_account:
        raise Refused("needs_account")
    return visitor


async def require_session(request: Request) -> tuple[Visitor, Session]:
    """Who asks, banned or not, and their session.

    Refused for a program with a token: it may not change the account.
    """
    visitor = await require_any_visitor(request)
    if visitor.session is None:
        raise Refused("no_account")
    if visitor.session.kind != "session":
        raise Refused("not_by_token")
    return visitor, visitor.session


async def require_owner(request: Request) -> tuple[Visitor, Session]:
    """The same, with the refusals of `require_visitor` too."""
    await require_visitor(request)
    return await require_session(request)


async def visitor_or_guest(request: Request) -> tuple[Visitor, str | None]:
    """Who asks; somebody without a valid token becomes a guest, whose new token is returned too."""
    if await find_visitor(request) is not None:
        return await require_visitor(request), None
    check_origin(request)
    if only_watches(request):
        raise Refused("only_watching")
    check_address(request)
    _check_open(request)
    services = services_of(request)
    services.limits.guest(request)
    person, token = services.identity.new_guest()
    return Visitor(person, TokenClaim(person)), token


def set_token_cookie(request: Request, response: Response, token: str) -> None:
    """Let a browser keep a token where no script can read it."""
    services = services_of(request)
    response.set_cookie(
        services.identity.cookie,
        token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=services.settings.is_secure,
    )


def delete_token_cookie(request: Request, response: Response) -> None:
    """Let a browser forget its token."""
    services = services_of(request)
    response.delete_cookie(
        services.identity.cookie, secure=services.settings.is_secure, httponly=True, samesite="lax"
    )


def _check_open(request: Request) -> None:
    if services_of(request).rooms.is_closing:
        raise Refused("going_away")
