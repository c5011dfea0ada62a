"""Hostile clients: honest players must not notice that others ask for as much as they can.

python -m tools.hostile             40 honest players, quiet for 20 s, then with 20 hostile clients for 60 s
python -m tools.hostile --quick     the same in a few seconds; only what goes wrong counts, not how fast it is

The hostile clients come from addresses of their own, without an account, and do one thing each as often as
the server lets them: open sockets, look at earlier moments, act and undo, read lists, upload, chat.
99 % of the honest moves must take less than three times as long as before, or less than 100 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import httpx
import msgspec

from tools.crowd import Player, Server, address, open_table, prepare, quantile, show, until
from tools.load import Crowd, Party

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tools.crowd import ServerMessage

FIRST_NUMBER: Final = 100_000
"""Hostile clients are numbered from here on, so that they have other addresses than honest ones."""
CONNECTIONS: Final = 4
"""Requests that a hostile client has on their way at a time."""
HONEST_PLAYERS: Final = 40
HONEST_RATE: Final = 20.0
HOSTILE_CLIENTS: Final = 20
MAX_SECONDS: Final = 0.1
MAX_FACTOR: Final = 3.0
HOSTILE_NICENESS: Final = 10
"""On a machine with few cores hostile clients must not slow down those who measure."""
ANSWER_SECONDS: Final = 300.0
"""On a busy machine it takes a while until the hostile clients have begun, and ended."""
MAX_LATE_SECONDS: Final = 5.0
"""A hostile client that waits for an answer longer than this after the end does not wait any more."""
ATTACKS: Final = ("sockets", "moments", "undo", "lists", "uploads", "chat")
HEAVY_CONTENT: Final = "".join(f"[power.a{number}]\n" for number in range(12_000))
"""As many powers as fit into a file: telling what is wrong with them takes a while."""


@dataclass(frozen=True)
class Target:
    """The server that is attacked, as somebody from outside knows it."""

    url: str
    tables: tuple[str, ...]
    """Tables at which honest people play."""

    def guest(self) -> tuple[str, str]:
        """Become a guest."""
        token = httpx.post(f"{self.url}/api/guest").json()["token"]
        return "", token

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])


class Wire:
    """A connection for requests, one after the other, with as little work as possible."""

    def __init__(self, target: Target, number: int, token: str) -> None:
        self._target = target
        self._number = number
        self._head = f"Host: 127.0.0.1:{target.port}\r\nAuthorization: Bearer {token}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> int:
        """Send a request; the status of its answer."""
        if self._streams is None:
            host = address(self._number)
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._target.port, local_addr=(host, 0)
            )
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self._head}Content-Length: {len(content)}\r\n\r\n"
        try:
            writer.write(head.encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(answer.partition("content-length: ")[2].partition("\r\n")[0] or 0)
            await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            self._streams = None
            return 0
        if "connection: close" in answer:
            writer.close()
            self._streams = None
        return int(answer.split()[1])


class Undoer(Player):
    """Somebody at a table of their own who acts and takes it back, without waiting for answers."""

    longest_wait = 1.0

    def __init__(self, target: Target, number: int, counts: Counter[str]) -> None:
        super().__init__([target], number)  # type: ignore[list-item] # it needs only the address and a token
        self._counts = counts

    def wrong(self, text: str) -> None:
        """Whatever it is, it serves them right."""

    def receive(self, message: ServerMessage) -> None:
        """Count what was let through."""
        super().receive(message)
        if message.type in ("ack", "nack"):
            self._counts[message.type] += 1

    async def flood(self, end: float) -> None:
        """Send as much as can be sent."""
        while time.monotonic() < end:
            decision = None if self.state is None else self.state.decision
            if decision is not None:
                action = random.choice(decision.legal).text
                self.do({"do": "act", "seat": decision.seat, "action": action})
                self.do({"do": "undo", "seat": decision.seat})
                self.waiting.clear()
            await asyncio.sleep(0.004)


class Attack:
    """What hostile clients do; each kind counts how it was answered."""

    def __init__(self, target: Target, seconds: float) -> None:
        self.target = target
        self.end = time.monotonic() + seconds
        self.counts: dict[str, Counter[str]] = {}

    async def run(self, clients: int) -> None:
        """Let this many clients do their worst."""
        works: list[Awaitable[None]] = []
        for number in range(clients):
            name = ATTACKS[number % len(ATTACKS)]
            work = getattr(self, name)
            counts = self.counts.setdefault(name, Counter())
            works.append(work(FIRST_NUMBER + number, self.target.guest()[1], counts))
        with suppress(TimeoutError):
            async with asyncio.timeout(self.end + MAX_LATE_SECONDS - time.monotonic()):
                await asyncio.gather(*works)

    async def _hammer(
        self, number: int, token: str, counts: Counter[str], request: Callable[[], tuple[str, str, object]]
    ) -> None:
        async def one() -> None:
            wire = Wire(self.target, number, token)
            while time.monotonic() < self.end:
                with suppress(OSError):
                    counts[str(await wire.ask(*request()))] += 1

        await asyncio.gather(*(one() for _ in range(CONNECTIONS)))

    def _table(self) -> str:
        return random.choice(self.target.tables)

    async def moments(self, number: int, token: str, counts: Counter[str]) -> None:
        """Earlier moments, openings, replays and logs of others' tables."""
        paths = ("/at/{}?protocol=2", "/opening", "/replay", "/log", "", "/record")

        def request() -> tuple[str, str, object]:
            path = random.choice(paths).format(random.randint(2, 60))
            return "GET", f"/api/tables/{self._table()}{path}", None

        await self._hammer(number, token, counts, request)

    async def lists(self, number: int, token: str, counts: Counter[str]) -> None:
        """All lists."""
        paths = ("/api/tables", "/api/tables/running", "/api/tables/finished", "/api/tables/mine")
        await self._hammer(number, token, counts, lambda: ("GET", random.choice(paths), None))

    async def uploads(self, number: int, token: str, counts: Counter[str]) -> None:
        """Own races and records that take long to read."""

        def request() -> tuple[str, str, object]:
            content = f"{HEAVY_CONTENT}\n# {random.random()}"
            return "POST", "/api/content/check", {"content": [content]}

        await self._hammer(number, token, counts, request)

    async def chat(self, number: int, token: str, counts: Counter[str]) -> None:
        """Words at the tables of others."""

        def request() -> tuple[str, str, object]:
            said = {"do": "say", "name": f"Loud {number}", "text": "x" * random.randint(1, 300)}
            envelope = {"id": str(random.random()), "cmd": said}
            return "POST", f"/api/tables/{self._table()}/commands", envelope

        await self._hammer(number, token, counts, request)

    async def sockets(self, number: int, token: str, counts: Counter[str]) -> None:
        """Connections that are opened, and left as soon as the table has come."""

        async def one() -> None:
            while time.monotonic() < self.end:
                with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                    counts[await self._open_socket(number, token)] += 1

        await asyncio.gather(*(one() for _ in range(CONNECTIONS)))

    async def _open_socket(self, number: int, token: str) -> str:
        host = address(number)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.target.port, local_addr=(host, 0))
        key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        head = f"Host: 127.0.0.1:{self.target.port}\r\nAuthorization: Bearer {token}\r\n"
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
        since = random.choice(("", "&since=2"))
        path = f"/ws/tables/{self._table()}?protocol=2{since}"
        writer.write(f"GET {path} HTTP/1.1\r\n{head}{upgrade}{key}\r\n".encode())
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
            first = await reader.read(65536)
        finally:
            writer.close()
        return "refused" if b'"bye"' in first else answer.split()[1].decode()

    async def undo(self, number: int, token: str, counts: Counter[str]) -> None:
        """A table of one's own, to act and take it back."""
        del token
        player = Undoer(self.target, number, counts)
        settings = {"players": 2, "computers": ["gentle"]}
        player.sit(*await open_table(self.target, player, settings))  # type: ignore[arg-type]
        await player.flood(self.end)
        player.hang_up()


async def measure(server: Server, given: argparse.Namespace) -> list[str]:
    """Play in quiet, then under attack; what is wrong."""
    server.start()
    await server.ready()
    crowd = Crowd(server, given.players)
    await crowd.arrive()
    random.seed(0)
    quiet = await crowd.steady(given.rate, given.quiet)
    tables = [party.table for party in crowd.parties]
    command = [sys.executable, "-m", "tools.hostile", "--attack", server.url]
    command += [f"--tables={','.join(tables)}"]  # an id may begin with a hyphen
    command += ["--seconds", str(given.seconds + 3), "--clients", str(given.clients)]
    used = server.seconds()
    attack = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        await asyncio.sleep(3)
        attacked = await crowd.steady(given.rate, given.seconds)
        said, _ = await asyncio.wait_for(attack.communicate(), ANSWER_SECONDS)
    finally:
        with suppress(ProcessLookupError):
            attack.kill()
    share = (server.seconds() - used) / (given.seconds + 3)
    await until(lambda: all(player.is_there for player in crowd.players))
    await crowd.check()
    for player in crowd.players:
        player.hang_up()
    counts: dict[str, dict[str, int]] = json.loads(said or b"{}")
    idle = [f"hostile {name} did nothing" for name in ATTACKS if not counts.get(name)]
    return [*report(quiet, attacked, share, counts, given), *idle, *Party.errors]


def report(
    quiet: list[float],
    attacked: list[float],
    share: float,
    counts: dict[str, dict[str, int]],
    given: argparse.Namespace,
) -> list[str]:
    """Print what was measured; what is wrong with it."""
    p99, most = quantile(attacked, 0.99), max(MAX_FACTOR * quantile(quiet, 0.99), MAX_SECONDS)
    rows = [
        ("honest moves, half and 99 % within, quiet", _times(quiet)),
        (f"the same with {given.clients} hostile clients", _times(attacked)),
        ("99 % must be within", f"{most * 1000:.0f} ms"),
        ("server's share of a core", f"{share:.2f}"),
    ]
    for name, answers in sorted(counts.items()):
        told = ", ".join(f"{word}: {count}" for word, count in sorted(answers.items()))
        rows.append((f"hostile {name}", told))
    show(f"{given.players} honest players at {given.rate:.0f} moves/s", rows)
    if not given.quick and p99 > most:
        return [f"99 % of honest moves took {p99 * 1000:.0f} ms, not {most * 1000:.0f}"]
    return []


def _times(times: list[float]) -> str:
    return f"{quantile(times, 0.5) * 1000:.1f} ms, {quantile(times, 0.99) * 1000:.1f} ms"


def play_with_hostile_clients(given: argparse.Namespace) -> list[str]:
    """Everything on a server of its own; what is wrong."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="elbowroom-")))
        server = Server(folder)
        stack.callback(server.stop)
        wrong = asyncio.run(measure(server, given))
        if "Traceback" in server.log():
            wrong.append(server.log()[-3000:])
    return wrong


def settings(quick: bool) -> argparse.Namespace:
    """How long and with how many."""
    given = parser().parse_args(["--quick"] if quick else [])
    given.players = given.players or (12 if given.quick else HONEST_PLAYERS)
    given.rate = given.rate or (6.0 if given.quick else HONEST_RATE)
    given.quiet = given.quiet or (2.0 if given.quick else 20.0)
    given.seconds = given.seconds or (10.0 if given.quick else 60.0)
    return given


def parser() -> argparse.ArgumentParser:
    """The command line."""
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--quick", action="store_true")
    found.add_argument("--players", type=int)
    found.add_argument("--rate", type=float)
    found.add_argument("--quiet", type=float, help="seconds without hostile clients")
    found.add_argument("--seconds", type=float, help="seconds with them")
    found.add_argument("--clients", type=int, default=HOSTILE_CLIENTS)
    found.add_argument("--attack", metavar="URL", help=argparse.SUPPRESS)
    found.add_argument("--tables", default="", help=argparse.SUPPRESS)
    return found


def main() -> int:
    """Measure; or be the hostile clients, in a process of their own."""
    given = parser().parse_args()
    prepare()
    if given.attack:
        os.nice(HOSTILE_NICENESS)
        attack = Attack(Target(given.attack, tuple(given.tables.split(","))), given.seconds)
        asyncio.run(attack.run(given.clients))
        sys.stdout.buffer.write(msgspec.json.encode(attack.counts))
        return 0
    defaults = settings(given.quick)
    for name, value in vars(defaults).items():
        if getattr(given, name) is None:
            setattr(given, name, value)
    wrong = play_with_hostile_clients(given)
    print(f"\n{len(wrong)} wrong", *wrong[:20], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
