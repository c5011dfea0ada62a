"""How much one person or one address may ask of the server."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.throttle import Throttle, household

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import HTTPConnection

MAX_SOCKETS_PER_ADDRESS: Final = 4000
"""So high because a school, or an undeclared proxy, counts as one address."""
MAX_SOCKETS_PER_PERSON: Final = 40


class RateLimits:
    """Counts requests and sockets in memory: each process has its own counts."""

    def __init__(self) -> None:
        self._guests = Throttle(300, 60)
        self._tables = Throttle(60, 3600)
        self._tables_of_address = Throttle(1500, 3600)
        self._invites = Throttle(60, 60)
        self._commands = Throttle(100, 20)
        self._seats = Throttle(30, 60)
        self._looks = Throttle(1200, 60)
        self._previews = Throttle(300, 60)
        self._uploads = Throttle(120, 60)
        self._sockets: Counter[str] = Counter()

    def guest(self, request: HTTPConnection) -> None:
        """Somebody becomes a guest."""
        _check(self._guests, address_of(request))

    def table(self, request: HTTPConnection, person: str) -> None:
        """Somebody opens a table."""
        _check(self._tables_of_address, address_of(request))
        _check(self._tables, person)

    def look(self, request: HTTPConnection) -> None:
        """Somebody looks back at a game: the server replays its log."""
        _check(self._looks, address_of(request))

    def invite(self, request: HTTPConnection) -> None:
        """Somebody tries an invite code or a seat link."""
        _check(self._invites, address_of(request))

    def command(self, person: str) -> None:
        """Somebody sends a command without a socket."""
        _check(self._commands, person)

    def seat(self, person: str) -> None:
        """Somebody asks for a seat link, mutes or reports."""
        _check(self._seats, person)

    def preview(self, request: HTTPConnection) -> None:
        """Somebody, or a robot, follows a link to a table or looks at its picture."""
        _check(self._previews, address_of(request))

    def upload(self, person: str) -> None:
        """Somebody uploads a text."""
        _check(self._uploads, person)

    @contextmanager
    def socket(self, request: HTTPConnection, person: str | None) -> Iterator[None]:
        """Somebody holds a socket."""
        keys = {f"address {address_of(request)}": MAX_SOCKETS_PER_ADDRESS}
        if person is not None:
            keys[f"person {person}"] = MAX_SOCKETS_PER_PERSON
        if any(self._sockets[key] >= limit for key, limit in keys.items()):
            raise Refused("too_fast")
        self._sockets.update(keys.keys())
        try:
            yield
        finally:
            self._sockets.subtract(keys.keys())
            for key in keys:
                if self._sockets[key] <= 0:
                    del self._sockets[key]


def address_of(request: HTTPConnection) -> str:
    """The network of one household from which a request comes."""
    return household(request.client.host) if request.client is not None else ""


def _check(throttle: Throttle, key: str) -> None:
    if not throttle.take(key):
        raise Refused("too_fast")
