"""How much one person or one address may ask of the server."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS
from elbowroom.server.people.throttle import Buckets, Throttle, household
from elbowroom.server.tables import commands
from elbowroom.server.tables.chat_limits import (
    IN_A_ROW_SECONDS,
    MAX_LINES_IN_A_ROW,
    MAX_LINES_OF_SPECTATORS,
    MAX_LINES_PER_PLAYER,
    MAX_LINES_PER_SPECTATOR,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from starlette.requests import HTTPConnection

# All of them are told by GET /api/server, and counted in each process.
# At the same time:
MAX_SOCKETS_PER_ADDRESS: Final = 4000
"""So high because a school, or an undeclared proxy, counts as one address."""
MAX_SOCKETS_PER_PERSON: Final = 40
# In an hour:
MAX_TABLES_PER_ADDRESS_PER_HOUR: Final = 1500
MAX_TABLES_PER_PERSON_PER_HOUR: Final = 60
MAX_SPECTATORS_LINES_PER_ADDRESS_PER_HOUR: Final = 300
MAX_SPECTATORS_LINES_PER_ADDRESS_AND_TABLE_PER_HOUR: Final = MAX_LINES_OF_SPECTATORS // 4
"""So that the spectators of one address do not end the chat for those of others."""
MAX_COMPLAINTS_PER_ADDRESS_PER_HOUR: Final = 60
# In a day:
MAX_TEXTS_PER_DAY: Final = 100
"""Comments and tips of one person, also those that were deleted again."""
MAX_COMPLAINTS_PER_DAY: Final = 50
# Table codes are short: of all addresses together, and of one.
MAX_WRONG_TABLE_CODES_PER_HOUR: Final = 500
MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR: Final = 20
# In a day:
MAX_PUBLICATIONS_PER_PERSON_PER_DAY: Final = 40
# In ten minutes:
MAX_SEAT_CHANGES_PER_ADDRESS: Final = 600
MAX_SEAT_CHANGES_PER_PERSON: Final = 100
"""Joining, leaving, returning, pausing, resuming, new invite codes, taking over a seat by a link."""
# In a minute, of one address:
MAX_GUESTS_PER_MINUTE: Final = 300
MAX_INVITES_PER_MINUTE: Final = 60
MAX_OPENED_SOCKETS_PER_ADDRESS_PER_MINUTE: Final = 600
MAX_READS_PER_ADDRESS_PER_MINUTE: Final = 1200
MAX_LISTS_PER_ADDRESS_PER_MINUTE: Final = 600
MAX_PREVIEWS_PER_MINUTE: Final = 300
# In a minute, of one person:
MAX_OPENED_SOCKETS_PER_PERSON_PER_MINUTE: Final = 120
MAX_READS_PER_PERSON_PER_MINUTE: Final = 600
MAX_LISTS_PER_PERSON_PER_MINUTE: Final = 120
MAX_PERSONAL_ACTIONS_PER_MINUTE: Final = 30
MAX_UPLOADS_PER_MINUTE: Final = 120
MAX_TEXTS_IN_A_ROW: Final = 5
"""Comments and tips."""
# In `BUDGET_SECONDS`, through all sockets and by requests:
BUDGET_SECONDS: Final = 20.0
MAX_PLAYER_MESSAGES: Final = 100
MAX_SPECTATOR_MESSAGES: Final = 50
MAX_MESSAGES_PER_ADDRESS: Final = 1000
STATE_COST: Final = 2.0
"""Asking for the whole table counts as two messages."""
SEAT_CHANGES: Final = (
    commands.Join,
    commands.Leave,
    commands.Return,
    commands.Pause,
    commands.Resume,
    commands.Invite,
)


class RateLimit(msgspec.Struct, frozen=True):
    """How often something may be asked for."""

    seconds: float
    """Within this time; 0 if it is about what one has at the same time."""
    person: int | None = None
    """By one person; null if people are not counted."""
    address: int | None = None
    """From one address; null if addresses are not counted."""
    spectator: int | None = None
    """By one person who does not sit at the table, if that is another number."""


def told_limits() -> dict[str, RateLimit]:
    """The limits that clients should know, by what they are about."""
    return {
        "messages": RateLimit(
            BUDGET_SECONDS, MAX_PLAYER_MESSAGES, MAX_MESSAGES_PER_ADDRESS, MAX_SPECTATOR_MESSAGES
        ),
        "reads": RateLimit(MINUTE_SECONDS, MAX_READS_PER_PERSON_PER_MINUTE, MAX_READS_PER_ADDRESS_PER_MINUTE),
        "lists": RateLimit(MINUTE_SECONDS, MAX_LISTS_PER_PERSON_PER_MINUTE, MAX_LISTS_PER_ADDRESS_PER_MINUTE),
        "opened_sockets": RateLimit(
            MINUTE_SECONDS,
            MAX_OPENED_SOCKETS_PER_PERSON_PER_MINUTE,
            MAX_OPENED_SOCKETS_PER_ADDRESS_PER_MINUTE,
        ),
        "sockets": RateLimit(0.0, MAX_SOCKETS_PER_PERSON, MAX_SOCKETS_PER_ADDRESS),
        "seat_changes": RateLimit(
            10 * MINUTE_SECONDS, MAX_SEAT_CHANGES_PER_PERSON, MAX_SEAT_CHANGES_PER_ADDRESS
        ),
        "new_tables": RateLimit(
            HOUR_SECONDS, MAX_TABLES_PER_PERSON_PER_HOUR, MAX_TABLES_PER_ADDRESS_PER_HOUR
        ),
        "chat": RateLimit(HOUR_SECONDS, MAX_LINES_PER_PLAYER, None, MAX_LINES_PER_SPECTATOR),
        "chat_of_spectators": RateLimit(
            HOUR_SECONDS, MAX_LINES_PER_SPECTATOR, MAX_SPECTATORS_LINES_PER_ADDRESS_AND_TABLE_PER_HOUR
        ),
        "chat_in_a_row": RateLimit(IN_A_ROW_SECONDS, MAX_LINES_IN_A_ROW),
        "publications": RateLimit(DAY_SECONDS, MAX_PUBLICATIONS_PER_PERSON_PER_DAY),
        "texts": RateLimit(DAY_SECONDS, MAX_TEXTS_PER_DAY),
        "texts_in_a_row": RateLimit(MINUTE_SECONDS, MAX_TEXTS_IN_A_ROW),
        "complaints": RateLimit(DAY_SECONDS, MAX_COMPLAINTS_PER_DAY),
        "complaints_of_address": RateLimit(HOUR_SECONDS, None, MAX_COMPLAINTS_PER_ADDRESS_PER_HOUR),
        "uploads": RateLimit(MINUTE_SECONDS, MAX_UPLOADS_PER_MINUTE),
        "personal_actions": RateLimit(MINUTE_SECONDS, MAX_PERSONAL_ACTIONS_PER_MINUTE),
        "guests": RateLimit(MINUTE_SECONDS, None, MAX_GUESTS_PER_MINUTE),
        "invites": RateLimit(MINUTE_SECONDS, None, MAX_INVITES_PER_MINUTE),
        "previews": RateLimit(MINUTE_SECONDS, None, MAX_PREVIEWS_PER_MINUTE),
    }


class RateLimits:
    """Counts requests and sockets in memory: each process has its own counts."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._tables_of_address = Throttle(MAX_TABLES_PER_ADDRESS_PER_HOUR, HOUR_SECONDS, now)
        self._tables_of_person = Throttle(MAX_TABLES_PER_PERSON_PER_HOUR, HOUR_SECONDS, now)
        self._guests = Throttle(MAX_GUESTS_PER_MINUTE, MINUTE_SECONDS, now)
        self._invites = Throttle(MAX_INVITES_PER_MINUTE, MINUTE_SECONDS, now)
        self._wrong_codes = Throttle(MAX_WRONG_TABLE_CODES_PER_HOUR, HOUR_SECONDS, now)
        self._wrong_codes_of_address = Throttle(MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR, HOUR_SECONDS, now)
        self._reads_of_address = Throttle(MAX_READS_PER_ADDRESS_PER_MINUTE, MINUTE_SECONDS, now)
        self._reads_of_person = Throttle(MAX_READS_PER_PERSON_PER_MINUTE, MINUTE_SECONDS, now)
        self._lists_of_address = Throttle(MAX_LISTS_PER_ADDRESS_PER_MINUTE, MINUTE_SECONDS, now)
        self._lists_of_person = Throttle(MAX_LISTS_PER_PERSON_PER_MINUTE, MINUTE_SECONDS, now)
        self._sockets_of_address = Throttle(MAX_OPENED_SOCKETS_PER_ADDRESS_PER_MINUTE, MINUTE_SECONDS, now)
        self._sockets_of_person = Throttle(MAX_OPENED_SOCKETS_PER_PERSON_PER_MINUTE, MINUTE_SECONDS, now)
        self._seats_of_address = Throttle(MAX_SEAT_CHANGES_PER_ADDRESS, 10 * MINUTE_SECONDS)
        self._seats_of_person = Throttle(MAX_SEAT_CHANGES_PER_PERSON, 10 * MINUTE_SECONDS)
        self._spectators_lines = Throttle(MAX_SPECTATORS_LINES_PER_ADDRESS_PER_HOUR, HOUR_SECONDS, now)
        self._spectators_lines_at_table = Throttle(
            MAX_SPECTATORS_LINES_PER_ADDRESS_AND_TABLE_PER_HOUR, HOUR_SECONDS, now
        )
        self._previews = Throttle(MAX_PREVIEWS_PER_MINUTE, MINUTE_SECONDS, now)
        self._personal_actions = Throttle(MAX_PERSONAL_ACTIONS_PER_MINUTE, MINUTE_SECONDS, now)
        self._publications = Throttle(MAX_PUBLICATIONS_PER_PERSON_PER_DAY, DAY_SECONDS, now)
        self._texts = Throttle(MAX_TEXTS_PER_DAY, DAY_SECONDS, now)
        self._texts_in_a_row = Throttle(MAX_TEXTS_IN_A_ROW, MINUTE_SECONDS, now)
        self._complaints = Throttle(MAX_COMPLAINTS_PER_DAY, DAY_SECONDS, now)
        self._complaints_of_address = Throttle(MAX_COMPLAINTS_PER_ADDRESS_PER_HOUR, HOUR_SECONDS, now)
        self._uploads = Throttle(MAX_UPLOADS_PER_MINUTE, MINUTE_SECONDS, now)
        self._messages_of_player = Buckets(MAX_PLAYER_MESSAGES, BUDGET_SECONDS, now)
        self._messages_of_spectator = Buckets(MAX_SPECTATOR_MESSAGES, BUDGET_SECONDS, now)
        self._messages_of_address = Buckets(MAX_MESSAGES_PER_ADDRESS, BUDGET_SECONDS, now)
        self._sockets: Counter[str] = Counter()

    def guest(self, request: HTTPConnection) -> None:
        """Somebody becomes a guest."""
        _check(self._guests, address_of(request))

    def new_table(self, request: HTTPConnection, person: str) -> None:
        """Somebody opens a table, or uploads a record to replay it."""
        _check(self._tables_of_address, address_of(request))
        _check(self._tables_of_person, person)

    def read(self, request: HTTPConnection, person: str | None) -> None:
        """Somebody looks at a table, as it is or as it was."""
        _check(self._reads_of_address, address_of(request))
        if person is not None:
            _check(self._reads_of_person, person)

    def read_list(self, request: HTTPConnection, person: str | None) -> None:
        """Somebody looks at a list of tables."""
        _check(self._lists_of_address, address_of(request))
        if person is not None:
            _check(self._lists_of_person, person)

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

    def message(
        self,
        request: HTTPConnection,
        table_id: str,
        person: str | None,
        command: commands.AnyCommand | commands.Question | None,
        *,
        is_player: bool,
    ) -> None:
        """Somebody sends a message, by a socket or by a request; None is one that cannot be read."""
        cost = STATE_COST if isinstance(command, commands.AskState) else 1.0
        address = address_of(request)
        budget = self._messages_of_player if is_player else self._messages_of_spectator
        if not budget.take(person or address, cost) or not self._messages_of_address.take(address, cost):
            raise Refused("too_fast")
        if person is not None and isinstance(command, SEAT_CHANGES):
            self.seat_change(request, person)
        if isinstance(command, commands.Say) and not is_player:
            _check(self._spectators_lines_at_table, f"{address} {table_id}")
            _check(self._spectators_lines, address)

    def seat_change(self, request: HTTPConnection, person: str) -> None:
        """Somebody takes or leaves a seat, or stops the clocks: each time is an entry of the log."""
        _check(self._seats_of_address, address_of(request))
        _check(self._seats_of_person, person)

    def personal_action(self, person: str) -> None:
        """Somebody asks for a seat link, mutes, reports, votes, or deletes what they wrote."""
        _check(self._personal_actions, person)

    def text(self, person: str) -> None:
        """Somebody writes a comment or a tip."""
        _check(self._texts_in_a_row, person)
        _check(self._texts, person)

    def complaint(self, request: HTTPConnection, person: str) -> None:
        """Somebody complains of a creation, a comment or a tip."""
        _check(self._complaints_of_address, address_of(request))
        _check(self._complaints, person)

    def preview(self, request: HTTPConnection) -> None:
        """Somebody, or a robot, follows a link to a table or looks at its picture."""
        _check(self._previews, address_of(request))

    def publication(self, person: str) -> None:
        """Somebody publishes a version that is fit for it."""
        if not self._publications.take(person):
            raise Refused("too_many_publications", most=MAX_PUBLICATIONS_PER_PERSON_PER_DAY)

    def publication_was_refused(self, person: str) -> None:
        """Nothing was published, so the try is not counted."""
        self._publications.give_back(person)

    def upload(self, person: str) -> None:
        """Somebody uploads a text."""
        _check(self._uploads, person)

    def open_socket(self, request: HTTPConnection) -> None:
        """Somebody opens a socket."""
        _check(self._sockets_of_address, address_of(request))

    def open_socket_of(self, person: str) -> None:
        """The same, when it is known who."""
        _check(self._sockets_of_person, person)

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


def address_of(connection: Mapping[str, Any]) -> str:
    """The network of one household from which a request, or its scope, comes."""
    client = connection.get("client")
    return household(client[0]) if client else ""


def _check(throttle: Throttle, key: str) -> None:
    if not throttle.take(key):
        raise Refused("too_fast")
