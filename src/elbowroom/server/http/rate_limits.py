"""How much one person or one address may ask of the server."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import HOUR_SECONDS, MINUTE_SECONDS
from elbowroom.server.people.throttle import Throttle, household

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import HTTPConnection

MAX_SOCKETS_PER_ADDRESS: Final = 4000
"""So high because a school, or an undeclared proxy, counts as one address."""
MAX_SOCKETS_PER_PERSON: Final = 40
MAX_TABLES_PER_ADDRESS_PER_HOUR: Final = 1500
MAX_TABLES_PER_PERSON_PER_HOUR: Final = 60
# Of one address:
MAX_GUESTS_PER_MINUTE: Final = 300
MAX_INVITES_PER_MINUTE: Final = 60
MAX_REPLAYED_LOGS_PER_MINUTE: Final = 1200
MAX_PREVIEWS_PER_MINUTE: Final = 300
# Table codes are short: of all addresses together, and of one.
MAX_WRONG_TABLE_CODES_PER_HOUR: Final = 500
MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR: Final = 20
# Of one person:
MAX_PERSONAL_ACTIONS_PER_MINUTE: Final = 30
MAX_UPLOADS_PER_MINUTE: Final = 120
COMMAND_SECONDS: Final = 20
MAX_COMMANDS: Final = 100
"""Commands that a person may send in `COMMAND_SECONDS` without a socket."""

MAX_PLAYER_MESSAGES: Final = 100
"""Messages a player may send in `BUDGET_SECONDS`."""
MAX_SPECTATOR_MESSAGES: Final = 50
BUDGET_SECONDS: Final = 20.0


class RateLimits:
    """Counts requests and sockets in memory: each process has its own counts."""

    def __init__(self) -> None:
        self._tables_of_address = Throttle(MAX_TABLES_PER_ADDRESS_PER_HOUR, HOUR_SECONDS)
        self._tables_of_person = Throttle(MAX_TABLES_PER_PERSON_PER_HOUR, HOUR_SECONDS)
        self._guests = Throttle(MAX_GUESTS_PER_MINUTE, MINUTE_SECONDS)
        self._invites = Throttle(MAX_INVITES_PER_MINUTE, MINUTE_SECONDS)
        self._wrong_codes = Throttle(MAX_WRONG_TABLE_CODES_PER_HOUR, HOUR_SECONDS)
        self._wrong_codes_of_address = Throttle(MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR, HOUR_SECONDS)
        self._replayed_logs = Throttle(MAX_REPLAYED_LOGS_PER_MINUTE, MINUTE_SECONDS)
        self._previews = Throttle(MAX_PREVIEWS_PER_MINUTE, MINUTE_SECONDS)
        self._personal_actions = Throttle(MAX_PERSONAL_ACTIONS_PER_MINUTE, MINUTE_SECONDS)
        self._uploads = Throttle(MAX_UPLOADS_PER_MINUTE, MINUTE_SECONDS)
        self._commands = Throttle(MAX_COMMANDS, COMMAND_SECONDS)
        self._sockets: Counter[str] = Counter()

    def guest(self, request: HTTPConnection) -> None:
        """Somebody becomes a guest."""
        _check(self._guests, address_of(request))

    def new_table(self, request: HTTPConnection, person: str) -> None:
        """Somebody opens a table, or uploads a record to replay it."""
        _check(self._tables_of_address, address_of(request))
        _check(self._tables_of_person, person)

    def replay_log(self, request: HTTPConnection) -> None:
        """Somebody asks for something for which the server may have to replay a log."""
        _check(self._replayed_logs, address_of(request))

    def invite(self, request: HTTPConnection) -> None:
        """Somebody tries an invite code or a seat link."""
        _check(self._invites, address_of(request))

    def table_code(self, request: HTTPConnection) -> None:
        """Somebody tries a table code; it counts as wrong until `table_code_was_right`."""
        # First the address: whoever tries without end must not use up what there is for all.
        if not self._wrong_codes_of_address.take(address_of(request)):
            raise Refused("too_many_codes")
        if not self._wrong_codes.take(""):
            self._wrong_codes_of_address.give_back(address_of(request))
            raise Refused("too_many_codes_in_all")

    def table_code_was_right(self, request: HTTPConnection) -> None:
        """The table code was one, so the try is not counted."""
        self._wrong_codes_of_address.give_back(address_of(request))
        self._wrong_codes.give_back("")

    def command(self, person: str) -> None:
        """Somebody sends a command without a socket."""
        _check(self._commands, person)

    def personal_action(self, person: str) -> None:
        """Somebody asks for a seat link, mutes or reports."""
        _check(self._personal_actions, person)

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


class MessageBudget:
    """How many messages a client may send at the moment; it grows again with time."""

    __slots__ = ("_at", "_left", "refused")

    def __init__(self) -> None:
        self.refused = 0
        self._left = float(MAX_SPECTATOR_MESSAGES)
        self._at = time.monotonic()

    def take(self, max_messages: int) -> bool:
        """Use one of at most `max_messages` in `BUDGET_SECONDS`; False if none is left."""
        now = time.monotonic()
        self._left = min(max_messages, self._left + (now - self._at) * max_messages / BUDGET_SECONDS)
        self._at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        return True
