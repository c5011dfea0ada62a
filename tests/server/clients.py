"""A server in a process of its own, and clients that speak to it as anybody would."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import time
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.programs import start_program
from tests.server.patching import patched

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

PATIENCE = 60.0
KNOWN_SEED = "5e" * 32
numbers = count(1)
invites: dict[str, str] = {}
"""The invite codes of the tables that were opened here."""


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`elbowroom serve`, started and killed by the test."""

    def __init__(self, folder: Path, *options: str) -> None:
        """Keep games in this folder unless the options say otherwise."""
        self.port = free_port()
        self._command = ["elbowroom", "serve", "--port", str(self.port)]
        self._command += [*options] if options else ["--data", str(folder)]
        self._log = folder / f"server-{self.port}.log"
        # Whether the browser client was built here makes no difference, unless the options name it.
        own = {"XDG_DATA_HOME": str(folder / "home"), "ELBOWROOM_SERVE_CLIENT": str(folder / "client")}
        # The luck of a game follows from this and from the players' nonces, which tests choose too.
        own["ELBOWROOM_SERVE_KNOWN_SEED"] = KNOWN_SEED
        own["ELBOWROOM_SERVE_SHOW_GAMES"] = "0"  # lists hold the tables of the test alone
        self._env = {**os.environ, **own}
        self.url = f"http://127.0.0.1:{self.port}"

    def begin_with(self, *command: str) -> None:
        """Let another command execute the program."""
        self._command = [*command, sys.executable, "-m", *self._command]

    def start(self) -> Server:
        """Run it, and wait until it answers."""
        self._process = start_program(self._command, self._log, self._env)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                if httpx.get(f"{self.url}/api/health", timeout=5).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(self.log())

    def log(self) -> str:
        """What it said."""
        return self._log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def freeze(self, seconds: float) -> None:
        """Stop it (SIGSTOP) for a while, as when a machine has no time for it."""
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Ask it to end."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)


class Client:
    """A person with a token."""

    def __init__(self, server: Server, token: str | None = None) -> None:
        """Come in as a guest, or with a token from before."""
        self.server = server
        self.token = token or httpx.post(f"{server.url}/api/guest", timeout=PATIENCE).json()["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, body: object) -> httpx.Response:
        """Ask for something to be done."""
        return httpx.post(self.server.url + path, json=body, headers=self.headers, timeout=PATIENCE)

    def get(self, path: str) -> httpx.Response:
        """Ask for something to be told."""
        return httpx.get(self.server.url + path, headers=self.headers, timeout=PATIENCE)

    def open(self, **settings: object) -> str:
        """Open a table."""
        response = self.post("/api/tables", settings)
        assert response.status_code == 201, response.text
        opened = response.json()
        invites[opened["table"]] = opened["invite"]
        return str(opened["table"])

    def do(self, table: str, command: dict[str, Any], command_id: str | None = None) -> httpx.Response:
        """Send a command without a socket; who joins has been invited."""
        if command["do"] == "join":
            command = {"invite": invites.get(table, ""), **command}
        envelope = {"id": command_id or f"c{next(numbers)}", "cmd": command}
        return self.post(f"/api/tables/{table}/commands", envelope)

    @asynccontextmanager
    async def at(self, table: str, since: int = 0, query: str = "") -> AsyncIterator[Line]:
        """A socket to a table."""
        url = f"ws://127.0.0.1:{self.server.port}/ws/tables/{table}?since={since}&{query}"
        async with connect(url, additional_headers=self.headers, max_size=2**22) as socket_:
            yield Line(socket_)


async def farewell(client: Client, table: str) -> dict[str, Any]:
    """The message with which a server lets go at once of one whom it does not serve."""
    async with client.at(table) as line:
        bye = await line.hear()
        assert bye["type"] == "bye"
        with pytest.raises(ConnectionClosed):
            await line.hear()
    return bye


class Line:
    """A socket: commands out, messages in."""

    def __init__(self, connection: ClientConnection) -> None:
        """Nothing is known yet."""
        self.connection = connection
        self.updates: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.byes: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        """Commands by their ids."""

    async def hear(self) -> dict[str, Any]:
        """The next message, sorted in."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.connection.recv(), PATIENCE))
        if message["type"] == "update":
            self.updates.append(message)
            if message["state"] is None:  # something aside, such as a word
                self.state = {**self.state, "seq": message["seq"]}
            else:
                self.state = message["state"]
        elif message["type"] == "patch":
            self.updates.append(message)
            self.state = patched(self.state, message)
            assert self.state == message.get("state", self.state), "a check agrees with the patches"
        elif message["type"] in ("ack", "nack"):
            self.answers[str(message.get("ack", message.get("nack")))] = message
        elif message["type"] == "bye":
            self.byes.append(message)
        return message

    async def do(
        self, command: dict[str, Any], command_id: str | None = None, base: int | None = None
    ) -> Any:  # noqa: ANN401 - JSON
        """Send a command and wait for its answer."""
        name = command_id or f"c{next(numbers)}"
        await self.send(command, name, base)
        while name not in self.answers:
            await self.hear()
        return self.answers[name]

    async def send(self, command: dict[str, Any], command_id: str, base: int | None = None) -> None:
        """Send a command."""
        self.sent[command_id] = command
        await self.connection.send(json.dumps({"v": 1, "id": command_id, "base": base, "cmd": command}))

    async def until(self, status: str) -> None:
        """Listen until the table is so."""
        while self.state.get("status") != status:
            await self.hear()
