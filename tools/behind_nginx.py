"""People behind nginx: the configuration of `deploy` before a real server, with a socket for each person.

python -m tools.behind_nginx              2,000 people at 40 tables
python -m tools.behind_nginx --people 50  fewer

Everybody looks at a table over https, each from an address of their own; then a line is said at every
table, and everybody at it must hear it. It needs nginx of the system; it says what is missing, and installs
nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import ssl
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import httpx

from tools.crowd import UPDATES, RawWebSocket, Server, address, prepare
from tools.system_programs import Nginx, find_program, require_programs

if TYPE_CHECKING:
    from tools.crowd import ServerMessage

PEOPLE: Final = 2000
PEOPLE_PER_TABLE: Final = 50
AT_ONCE: Final = 50
"""Connections that are being made at a time."""
HEAR_SECONDS: Final = 120.0


class Spectator:
    """Somebody who looks at a table through the proxy."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.heard: list[str] = []
        """The kinds of updates that came."""
        self.is_lost = False
        self.line: RawWebSocket | None = None

    async def come(self, proxy: Nginx, trust: ssl.SSLContext, number: int) -> None:
        """Open the socket."""
        url = f"wss://localhost:{proxy.port}/ws/tables/{self.table}?protocol=2"
        _, line = await asyncio.get_running_loop().create_connection(
            lambda: RawWebSocket(url, "", self._hear, self._lose),
            "127.0.0.1",
            proxy.port,
            ssl=trust,
            server_hostname="localhost",
            local_addr=(address(number), 0),
        )
        self.line = line
        await line.opened

    def _hear(self, message: ServerMessage) -> None:
        if message.type in UPDATES:
            self.heard.append(message.what)

    def _lose(self) -> None:
        self.is_lost = True


async def look_on(server: Server, proxy: Nginx, people: int) -> list[str]:
    """Let people look on, say something, and tell what is wrong."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    await server.ready()
    async with httpx.AsyncClient(base_url=proxy.url, verify=trust, timeout=60) as host:
        head = await host.get("/health")
        wrong = [] if "max-age" in head.headers.get("strict-transport-security", "") else ["no HSTS"]
        token = (await host.post("/api/guest")).json()["token"]
        host.headers["Authorization"] = f"Bearer {token}"
        opened = [
            (await host.post("/api/tables", json={"players": 2})).json()["table"]
            for _ in range(-(-people // PEOPLE_PER_TABLE))
        ]
        everybody = [Spectator(opened[number % len(opened)]) for number in range(people)]
        room = asyncio.Semaphore(AT_ONCE)

        async def come(number: int, spectator: Spectator) -> None:
            async with room:
                await spectator.come(proxy, trust, number)

        await asyncio.gather(*(come(number, spectator) for number, spectator in enumerate(everybody)))
        for table in opened:
            said = {"id": "1", "cmd": {"do": "say", "name": "Host", "text": "Welcome"}}
            answer = await host.post(f"/api/tables/{table}/commands", json=said)
            if not answer.is_success:
                wrong.append(f"nothing was said: {answer.text}")
        deaf = everybody
        end = asyncio.get_running_loop().time() + HEAR_SECONDS
        while deaf and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.1)
            deaf = [spectator for spectator in deaf if "said" not in spectator.heard]
    lost = sum(spectator.is_lost for spectator in everybody)
    if deaf or lost:
        wrong.append(f"of {people} people, {len(deaf)} heard nothing and {lost} were cut off")
    for spectator in everybody:
        if spectator.line is not None:
            spectator.line.close()
    print(f"{people} people behind nginx, {people - len(deaf)} heard what was said, {lost} were cut off")
    return wrong


def play_behind_nginx(people: int = PEOPLE) -> list[str]:
    """Everything with a server and an nginx of its own; what is wrong."""
    program = find_program("nginx")
    assert program is not None
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="elbowroom-")))
        folder.chmod(0o755)
        server = Server(folder, None, "--trusted-proxy", "127.0.0.1", "--allow-host", "localhost")
        proxy = Nginx(folder, program, server.port)
        stack.callback(server.stop)
        server.start()
        stack.callback(proxy.stop)
        proxy.start()
        wrong = asyncio.run(look_on(server, proxy, people))
        if "Traceback" in server.log():
            wrong.append(server.log()[-3000:])
        wrong += [
            f"nginx: {line}" for line in proxy.errors().splitlines() if "[error]" in line or "[alert]" in line
        ]
    return wrong


def main() -> int:
    """Try it, and fail if anything was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--people", type=int, default=PEOPLE)
    given = parser.parse_args()
    require_programs("nginx")
    prepare()
    wrong = play_behind_nginx(given.people)
    print(*wrong[:20], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
