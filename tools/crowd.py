"""What load and chaos tests need: a server process, a database, and players who reconnect when cut off."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
import msgspec
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from elbowroom.server.people.identity import Identity
from elbowroom.server.people.signing_keys import signing_key
from elbowroom.server.storage.people_db import PeopleDb
from tools.postgres import cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

REQUEST_SECONDS: Final = 30.0
BYTECODE_FOLDER: Final = Path(__file__).parent.parent / "build" / "bytecode"
FIRST_WAIT_SECONDS: Final = 0.1
MAX_RECONNECT_WAIT_SECONDS: Final = 4.0
"""A player who is cut off waits a random part of this time, which doubles with every failure."""
PAGE_BYTES: Final = resource.getpagesize()
CLOCK_TICKS_PER_SECOND: Final = os.sysconf("SC_CLK_TCK")


class Legal(msgspec.Struct):
    """An action that may be chosen."""

    text: str


class Decision(msgspec.Struct):
    """What is to be decided."""

    seat: int
    legal: list[Legal]


class Seat(msgspec.Struct):
    """A seat, and whether its number for the dealer is due."""

    is_yours: bool
    owes_nonce: bool


class State(msgspec.Struct):
    """The little that a player of the crowd looks at."""

    status: str
    decision: Decision | None = None
    seats: list[Seat] = []
    reveal_until: float | None = None


class NewDecision(msgspec.Struct):
    """A decision that takes the place of the one before it."""

    decision: Decision = msgspec.field(name="=")


class StatePatch(msgspec.Struct):
    """What an entry changes in the state."""

    status: str | msgspec.UnsetType = msgspec.UNSET
    decision: NewDecision | msgspec.UnsetType | None = msgspec.UNSET
    seats: list[Seat] | msgspec.UnsetType = msgspec.UNSET
    reveal_until: float | msgspec.UnsetType | None = msgspec.UNSET


class ServerMessage(msgspec.Struct):
    """Any message of the server, without what the crowd does not need."""

    type: str
    seq: int = 0
    what: str = ""
    seat: int | None = None
    state: State | None = None
    patch: StatePatch | None = None
    ack: str = ""
    nack: str = ""
    code: str = ""
    retry: float = 0.0


SERVER_MESSAGE: Final = msgspec.json.Decoder(ServerMessage)
UPDATES: Final = ("update", "patch")
"""The types of messages that tell of an entry of the log."""


class Server:
    """`elbowroom serve` in a process of its own."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        """Keep games in this folder, or in a database; the signing key is in the folder."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        where = ["--data", str(folder)] if database is None else ["--database", database]
        self._command = [sys.executable, "-m", "elbowroom", "serve", "--port", str(self.port), *where]
        self._log = folder / f"server-{self.port}.log"
        # As when it is installed: a server that starts again does not compile everything first.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._env = {**kept, "PYTHONPYCACHEPREFIX": str(BYTECODE_FOLDER), "XDG_DATA_HOME": str(folder)}
        self._process: subprocess.Popen[bytes] | None = None
        home = folder if database is None else folder / "elbowroom"
        keys = signing_key(home / "signing.key")
        self._identity = Identity(keys, PeopleDb("sqlite://"), time.time)

    def guest(self) -> tuple[str, str]:
        """A person and their token, signed with the server's own key."""
        return self._identity.new_guest()

    def start(self) -> None:
        """Run it."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, env=self._env, stdout=log, stderr=log)

    async def ready(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + REQUEST_SECONDS
        async with httpx.AsyncClient(verify=False) as client:  # noqa: S501 - plain HTTP to this machine
            while self.is_running and time.monotonic() < end:
                with suppress(httpx.TransportError):
                    if (await client.get(f"{self.url}/api/health")).status_code == httpx.codes.OK:
                        return
                await asyncio.sleep(0.05)
        raise SystemExit(f"the server did not start:\n{self.log()[-2000:]}")

    @property
    def is_running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(REQUEST_SECONDS)

    def stop(self) -> None:
        """Ask it to end."""
        if self._process is not None and self.is_running:
            self._process.terminate()
            self._process.wait(REQUEST_SECONDS)

    def log(self) -> str:
        """What it said."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def memory(self) -> int:
        """Bytes of memory that the process holds."""
        pages = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * PAGE_BYTES

    def seconds(self) -> float:
        """Seconds that the process has used a core."""
        after_name = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / CLOCK_TICKS_PER_SECOND


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def open_table(server: Server, host: Player, settings: dict[str, object]) -> tuple[str, str]:
    """Open a table; its id, and the invite code."""
    opened = await request(server, "POST", "/api/tables", host.token, host.number, settings)
    return opened["table"], opened["invite"]


def address(number: int) -> str:
    """An address of this machine for each person, as limits are counted by address."""
    if sys.platform != "linux":
        return "127.0.0.1"
    return f"127.{1 + number // 62_500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


async def request(
    server: Server, method: str, path: str, token: str, number: int, body: object = None
) -> Any:
    """Ask the server until it answers; a body of JSON, or a text."""
    headers = {"Authorization": f"Bearer {token}"}
    tries = 0
    while True:
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=address(number))
        async with httpx.AsyncClient(transport=transport, timeout=REQUEST_SECONDS) as client:
            with suppress(httpx.TransportError):
                found = await client.request(method, server.url + path, headers=headers, json=body)
                if found.is_success:
                    is_json = found.headers["content-type"].startswith("application/json")
                    return found.json() if is_json else found.text
                if found.status_code not in {httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE}:
                    raise SystemExit(f"{method} {path}: {found.status_code} {found.text}")
        tries += 1
        await asyncio.sleep(jitter(tries))


async def until(holds: Callable[[], bool], every: float = 0.01) -> None:
    """Wait for something that happens by itself."""
    while not holds():  # noqa: ASYNC110 - the crowd tells nobody
        await asyncio.sleep(every)


def jitter(tries: int, longest: float = MAX_RECONNECT_WAIT_SECONDS) -> float:
    """How long to wait after this number of failures."""
    return random.uniform(0, min(longest, FIRST_WAIT_SECONDS * 2**tries))


class RawWebSocket(asyncio.Protocol):
    """A WebSocket without tasks and queues, so that thousands of them cost little."""

    def __init__(
        self, url: str, token: str, hear: Callable[[ServerMessage], None], lost: Callable[[], None]
    ) -> None:
        """Say who comes; hear is called with every message, lost once it is over."""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._protocol = ClientProtocol(parse_uri(url), max_size=2**22)
        self._token = token
        self._hear = hear
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        wish = self._protocol.connect()
        wish.headers["Authorization"] = f"Bearer {self._token}"
        self._protocol.send_request(wish)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Take in what came, and answer pings."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                if self._protocol.handshake_exc is None and not self.opened.done():
                    self.opened.set_result(None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(SERVER_MESSAGE.decode(event.data))
        self._flush()

    def connection_lost(self, _error: Exception | None) -> None:
        """Tell whoever holds it."""
        self.is_lost = True
        if self.opened.done():
            self._lost()
        else:
            self.opened.set_exception(self._protocol.handshake_exc or ConnectionResetError())

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._protocol.send_text(text)
        self._flush()

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()


class Player:
    """A person at a table: reconnects alone, and sends commands again until they are answered."""

    longest_wait = MAX_RECONNECT_WAIT_SECONDS

    def __init__(self, servers: Sequence[Server], number: int) -> None:
        """Somebody new, from an address of their own."""
        self.servers = list(servers)
        self.number = number
        self.person, self.token = servers[0].guest()
        self.nonce = f"n{number}"
        """The number for the dealer: known, so that games can be played again."""
        self.table = self._told = ""
        self.head = 0
        """The number of the newest update."""
        self.state: State | None = None
        """The newest state; None if one began to look in the middle, and has only heard what changed."""
        self._since = 0
        self.waiting: dict[str, bytes] = {}
        """Commands without an answer."""
        self.resent = 0
        self.came_back: list[float] = []
        """Seconds that each loss of the connection lasted."""
        self._lost_at = 0.0
        self._wire: RawWebSocket | None = None
        self._coming: asyncio.Task[None] | None = None
        self._numbers = 0

    def sit(self, table: str, invite: str) -> None:
        """Leave where one was, go to a table and take a seat."""
        self.look_at(table)
        name, commitment = f"Player {self.number}", sha256(self.nonce.encode()).hexdigest()
        self.do({"do": "join", "name": name, "commitment": commitment, "invite": invite})

    def look_at(self, table: str, since: int = 0) -> None:
        """Leave where one was, and hear what happened at a table after a number of its log."""
        self.hang_up()
        self.table, self.head, self.state, self._since = table, since, None, since
        self.waiting.clear()
        self._come(0)

    def do(self, command: dict[str, object], base: int | None = None) -> str:
        """Send a command, now or as soon as there is a connection; its id."""
        self._numbers += 1
        name = f"{self.number}-{self._numbers}"
        self.waiting[name] = msgspec.json.encode({"v": 1, "id": name, "base": base, "cmd": command})
        if self._wire is not None:
            self._wire.send(self.waiting[name])
        return name

    def again(self, name: str) -> None:
        """Send a waiting command again."""
        if self._wire is not None:
            self.resent += 1
            self._wire.send(self.waiting[name])

    def receive(self, message: ServerMessage) -> None:
        """Take in a message; updates come in order, without gaps."""
        if message.type in UPDATES:
            if message.what != "snapshot" and self.head and message.seq != self.head + 1:
                self.wrong(f"heard {message.seq} after {self.head}")
            self.head = message.seq
            if message.patch is not None:
                self._apply(message.patch)
            if message.state is not None:
                if message.type == "patch" and self.state not in (None, message.state):
                    self.wrong(f"patches led elsewhere than the whole state of {message.seq}")
                self.state = message.state
            self._reveal()
        elif message.type == "ack":
            self.waiting.pop(message.ack, None)
        elif message.type == "nack":
            self.refused(message)

    def _reveal(self) -> None:
        """Tell the number for the dealer as soon as it is due, once."""
        state = self.state
        if state is None or state.reveal_until is None or self._told == self.table:
            return
        for number, seat in enumerate(state.seats):
            if seat.is_yours and seat.owes_nonce:
                self._told = self.table
                self.do({"do": "reveal", "seat": number, "nonce": self.nonce})

    def _apply(self, patch: StatePatch) -> None:
        """Change the state as the patch says; a new object, as others may hold the old one."""
        state = self.state
        if state is None:
            if not self._since:
                self.wrong("got a patch before any state")
            return
        decision = state.decision if patch.decision is msgspec.UNSET else patch.decision
        self.state = State(
            state.status if patch.status is msgspec.UNSET else patch.status,
            decision.decision if isinstance(decision, NewDecision) else decision,
            state.seats if patch.seats is msgspec.UNSET else patch.seats,
            state.reveal_until if patch.reveal_until is msgspec.UNSET else patch.reveal_until,
        )

    def refused(self, message: ServerMessage) -> None:
        """What was too fast is sent again, anything else is given up."""
        if message.code in {"too_fast", "unavailable"} and message.nack in self.waiting:
            asyncio.get_running_loop().call_later(0.5, self._try_again, message.nack)
        else:
            self.waiting.pop(message.nack, None)

    def wrong(self, text: str) -> None:
        """Report something that must never happen."""
        raise SystemExit(f"{self.table} {self.person}: {text}")

    def hang_up(self) -> None:
        """Leave for good."""
        if self._coming is not None:
            self._coming.cancel()
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    @property
    def is_over(self) -> bool:
        """Whether one has seen the end of the game."""
        return self.state is not None and self.state.status == "over"

    @property
    def is_there(self) -> bool:
        """Whether there is a connection."""
        return self._wire is not None

    def _try_again(self, name: str) -> None:
        if name in self.waiting:
            self.again(name)

    def _come(self, tries: int) -> None:
        self._coming = asyncio.create_task(self._connect(tries))

    async def _connect(self, tries: int) -> None:
        while True:
            await asyncio.sleep(jitter(tries, self.longest_wait) if tries else 0.0)
            # Who is cut off tries another server, if there is one.
            server = self.servers[(self.number + tries) % len(self.servers)]
            where = (
                f"{server.url.replace('http', 'ws', 1)}/ws/tables/{self.table}?protocol=2&since={self.head}"
            )
            try:
                await self._open(server, where)
            except (OSError, TimeoutError, EOFError, InvalidHandshake):
                tries += 1
            else:
                return

    async def _open(self, server: Server, where: str) -> None:
        wire: RawWebSocket | None = None

        def lost() -> None:
            if wire is self._wire and wire is not None:
                self._wire, self._lost_at = None, time.monotonic()
                self._come(1)

        wire = RawWebSocket(where, self.token, self.receive, lost)
        home = (address(self.number), 0)
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await asyncio.get_running_loop().create_connection(
                    lambda: wire, "127.0.0.1", server.port, local_addr=home
                )
                await wire.opened
        except BaseException:
            wire.close()
            raise
        if wire.is_lost:
            raise ConnectionResetError
        self._wire = wire
        if self._lost_at:
            self.came_back.append(time.monotonic() - self._lost_at)
            self._lost_at = 0.0
        for name in list(self.waiting):
            self.resent += self.head > 0
            wire.send(self.waiting[name])


@contextmanager
def postgres() -> Iterator[Callable[[], str]]:
    """A PostgreSQL of our own; each call makes an empty database and returns its URL."""
    with cluster() as server:
        numbers = count(1)

        def new() -> str:
            name = f"crowd_{next(numbers)}"
            server.psql(f"CREATE DATABASE {name};")
            return str(server.get_uri(database=name))

        yield new


def prepare() -> None:
    """Allow as many open sockets as the machine lets us; who asks us to end lets us clean up."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values is."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def show(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Print a table in Markdown."""
    print(f"\n| {title} | |\n|---|---|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    sys.stdout.flush()
