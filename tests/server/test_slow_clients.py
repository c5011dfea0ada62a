"""Clients that send or read slowly hold nothing for long, and nobody else waits for them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from elbowroom.server.app import Settings, make_app
from elbowroom.server.http import http_protocol, responses
from elbowroom.server.http.services import app_services
from elbowroom.server.http.uvicorn_server import GameServer, bind_sockets
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

PATIENCE = 30.0


class Peer:
    """A connection of a client who takes their time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, text: str) -> None:
        """Send a part of a request."""
        self.writer.write(text.encode())
        await self.writer.drain()

    async def answer(self) -> str:
        """All that comes until the server hangs up."""
        try:
            return (await asyncio.wait_for(self.reader.read(), PATIENCE)).decode()
        except ConnectionResetError:
            return ""


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[int, str]]:
    """A server inside the test; its port, and the token of a guest."""
    url = f"sqlite:///{folder / 'elbowroom.db'}"
    app = make_app(store_for(url), PeopleDb(url), Settings(keys=["00" * 32], client=folder / "client"))
    sockets = bind_sockets("127.0.0.1", 0)
    server = GameServer(app, [])
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    async with app.router.lifespan_context(app):
        await server.startup(sockets)
        yield sockets[0].getsockname()[1], app_services(app).identity.new_guest()[1]
        server.force_exit = True
        await server.shutdown(sockets)


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Peer]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    yield Peer(reader, writer)
    writer.close()


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MAX_HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_protocol, "MAX_UNREAD_SECONDS", 0.3)
    monkeypatch.setattr(responses, "MAX_BODY_SECONDS", 0.3)


@pytest.mark.parametrize("begun", ["", "GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
async def test_a_request_whose_headers_do_not_come_is_cut_off(tmp_path: Path, begun: str) -> None:
    async with running(tmp_path) as (port, _), connected(port) as peer:
        await peer.send(begun)
        assert await peer.answer() == ""


async def test_headers_without_end_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as (port, _):
        for long in ("X-Long: " + "x" * 40_000, "X: y\r\n" * 8_000):
            async with connected(port) as peer:
                await peer.send(f"GET /api/health HTTP/1.1\r\nHost: localhost\r\n{long}\r\n\r\n")
                assert (await peer.answer()).startswith("HTTP/1.1 400")


async def test_a_body_that_does_not_come_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as (port, token), connected(port) as peer:
        head = f"Host: localhost\r\nAuthorization: Bearer {token}\r\nContent-Length: 100\r\n"
        await peer.send(f"POST /api/tables HTTP/1.1\r\n{head}\r\n{{")
        answer = await peer.answer()
        assert answer.startswith("HTTP/1.1 408")
        assert '"code":"too_slow"' in answer


async def test_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    async with running(tmp_path) as (port, _), connected(port) as peer:
        request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        peer.reader._transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.sleep(0)
        for _ in range(200):  # pipelined, so that the buffers of the system fill up
            peer.writer.write(request.encode())
        async with asyncio.timeout(PATIENCE):
            while True:
                async with connected(port) as other:  # others are served meanwhile
                    await other.send(
                        "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    )
                    assert (await other.answer()).startswith("HTTP/1.1 200")
                try:
                    peer.writer.write(b"\r\n")
                    await peer.writer.drain()
                except OSError:
                    break
                await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("request_line", "length", "stray"),
    [("GET /api/health", 0, "\r\n"), ("GET /api/health", 1000, "x"), ("POST /api/nowhere", 1000, "x")],
)
async def test_what_comes_between_two_requests_does_not_hold_a_connection(
    tmp_path: Path, request_line: str, length: int, stray: str
) -> None:
    async with running(tmp_path) as (port, _), connected(port) as peer:
        await peer.send(f"{request_line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n")
        answer = await peer.reader.readuntil(b"\r\n\r\n")
        size = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await peer.reader.readexactly(size)
        await peer.send(stray)
        assert await peer.answer() == ""


async def test_an_idle_connection_that_asks_again_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "MAX_HEAD_SECONDS", 1.0)
    async with running(tmp_path) as (port, _), connected(port) as peer:
        for _ in range(3):
            await peer.send("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert (await peer.reader.readuntil(b"}")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(1.2)
