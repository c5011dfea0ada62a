"""The parts of a running server that requests need, and how the server is configured."""

from __future__ import annotations

import time
from dataclasses import dataclass
from ipaddress import ip_network
from typing import TYPE_CHECKING

from elbowroom.server.http.client_files import CLIENT_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable
    from ipaddress import IPv4Network, IPv6Network
    from pathlib import Path

    from starlette.applications import Starlette
    from starlette.requests import HTTPConnection

    from elbowroom.server.community.balance_tester import BalanceTester
    from elbowroom.server.community.blocked_words import BlockedWords
    from elbowroom.server.community.explorer import Explorer
    from elbowroom.server.community.publishing import Review
    from elbowroom.server.http.client_files import ClientFiles
    from elbowroom.server.http.engine_files import Engine
    from elbowroom.server.http.fair_turns import FairTurns
    from elbowroom.server.http.http_cache import MadeOnce
    from elbowroom.server.http.living_room import LivingRoom
    from elbowroom.server.http.rate_limits import RateLimits
    from elbowroom.server.people.accounts import Accounts
    from elbowroom.server.people.admins import Admins
    from elbowroom.server.people.identity import Identity
    from elbowroom.server.people.mail import Relay
    from elbowroom.server.people.mail_addresses import Addresses
    from elbowroom.server.people.names import Names
    from elbowroom.server.people.passkeys import Passkeys
    from elbowroom.server.people.push import Push
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.rooms.signatures import GameSigner
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.workers.fair_queue import FairQueue
    from elbowroom.server.workers.picture_cache import PictureCache


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
    """Whether it is reached by https: cookies are marked so."""
    public_url: str = ""
    """Where people find the server, without a slash at the end."""
    relay: Relay | None = None
    """The mail server that sends our mail, if there is one."""
    client: Path = CLIENT_FOLDER
    """Where the browser client was built."""
    engine: Engine | None = None
    """What browsers play offline with, if that is offered."""
    bots: int = 1
    """How many processes decide for computer players."""
    metrics_from: tuple[IPv4Network | IPv6Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))
    """Who may read the metrics."""
    lan_port: int | None = None
    """The port that may be opened to the local network on request; None if it may not."""
    reachable_at: tuple[str, ...] = ()
    """Addresses under which others reach the server from its start."""
    has_show_games: bool = False
    """Whether two experts play a game for those who watch."""
    test_games: int = 0
    """How many games computers play to test a creation; 0 for none."""
    blocked_words: tuple[str, ...] = ()
    """What nobody writes here, beside the shipped words."""
    review: Review = "first"
    """Which publications a moderator sees before others do."""
    known_seed: str | None = None
    """For tests: the dealer's seed of every table, so that its luck is known beforehand."""
    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic


@dataclass(frozen=True)
class Services:
    """The parts of a running server that requests need."""

    settings: Settings
    rooms: Rooms
    signer: GameSigner
    people_db: PeopleDb
    identity: Identity
    accounts: Accounts
    admins: Admins
    names: Names
    blocked_words: BlockedWords
    addresses: Addresses
    passkeys: Passkeys
    push: Push
    limits: RateLimits
    turns: FairTurns
    reading: FairQueue
    """Lets one request at a time look at a table."""
    living_room: LivingRoom
    balance_tester: BalanceTester
    explorer: Explorer
    client: ClientFiles
    offline_list: MadeOnce
    pictures: PictureCache
    """Cache of link previews, and of boards with players' own maps."""
    boards: PictureCache
    """Cache of boards with maps of the box."""


def services_of(connection: HTTPConnection) -> Services:
    """The services that a request, or a socket, is served with."""
    return app_services(connection.app)


def app_services(app: Starlette) -> Services:
    """The services of an application."""
    services: Services = app.state.services
    return services
