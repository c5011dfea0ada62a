"""The server behind a real nginx, with the configuration of `deploy`."""

from __future__ import annotations

import json
import re
import socket
import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.clients import Server
from tools.behind_nginx import play_behind_nginx
from tools.system_programs import PACKAGES, Nginx, find_program

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = find_program("nginx")
PLAYERS = 2000
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(PROGRAM is None, reason=f"apt-get install {PACKAGES['nginx']}"),
]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """An nginx before a server."""
    assert PROGRAM is not None
    folder = tmp_path_factory.mktemp("nginx")
    folder.chmod(0o755)
    world = ("--public-url", "https://localhost", "--trusted-proxy", "127.0.0.1")
    server = Server(folder, "--data", str(folder), *world)
    server.start()
    nginx = Nginx(folder, PROGRAM, server.port)
    nginx.start()
    yield nginx
    nginx.stop()
    server.stop()


@pytest.fixture
def trust() -> ssl.SSLContext:
    """Its certificate is its own."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def test_a_game_is_reached_by_https_alone_for_a_year(proxy: Nginx, trust: ssl.SSLContext) -> None:
    async with httpx.AsyncClient(base_url=proxy.url, verify=trust) as ann:
        page = await ann.get("/health")
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        assert "content-security-policy" in page.headers
        guest = await ann.post("/api/guest")
        assert "Secure" in guest.headers["set-cookie"], "the server knows that it is reached by https"
        token = {"Authorization": f"Bearer {guest.json()['token']}"}
        opened = await ann.post("/api/tables", json={"players": 2, "computers": ["gentle"]}, headers=token)
        assert opened.status_code == 201
        table = opened.json()["table"]
    url = f"wss://localhost:{proxy.port}/ws/tables/{table}"
    async with connect(url, ssl=trust, additional_headers=token) as line:
        assert json.loads(await line.recv())["what"] == "snapshot"
        join = {"do": "join", "name": "Ann", "nonce": "n", "invite": opened.json()["invite"]}
        await line.send(json.dumps({"id": "1", "cmd": join}))
        while (message := json.loads(await line.recv()))["type"] != "ack":
            assert message["type"] != "nack"


async def test_what_is_not_for_the_world_or_too_large_stays_outside(
    proxy: Nginx, trust: ssl.SSLContext
) -> None:
    async with httpx.AsyncClient(base_url=proxy.url, verify=trust) as anybody:
        assert (await anybody.get("/metrics")).status_code == httpx.codes.NOT_FOUND
        large = await anybody.post("/api/guest", content=b"x" * (3 * 2**20 + 1))
        assert large.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE


def test_one_address_has_so_many_connections_and_requests(proxy: Nginx, trust: ssl.SSLContext) -> None:
    with httpx.Client(base_url=proxy.url, verify=trust, transport=_from("127.9.9.9", trust)) as flood:
        answers = {flood.get("/health").status_code for _ in range(600)}
    assert answers == {httpx.codes.OK, httpx.codes.TOO_MANY_REQUESTS}
    with httpx.Client(base_url=proxy.url, verify=trust, transport=_from("127.9.9.8", trust)) as other:
        assert other.get("/health").status_code == httpx.codes.OK


def _from(address: str, trust: ssl.SSLContext) -> httpx.HTTPTransport:
    return httpx.HTTPTransport(verify=trust, local_address=address)


def test_a_request_that_does_not_come_is_cut_off_before_the_server(
    proxy: Nginx, trust: ssl.SSLContext
) -> None:
    with (
        socket.create_connection(("127.0.0.1", proxy.port)) as plain,
        trust.wrap_socket(plain, server_hostname="localhost") as line,
    ):
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        line.settimeout(60)
        with suppress(ConnectionResetError):
            assert line.recv(100) == b""


def test_there_are_connections_for_two_thousand_players() -> None:
    """Each has one to nginx, and nginx one to the server; all may be at one of its processes."""
    text = (Path(__file__).parents[2] / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for name in ("worker_connections", "worker_rlimit_nofile"):
        number = re.search(rf"{name} (\d+);", text)
        assert number is not None
        assert int(number[1]) > 2 * PLAYERS


def test_many_look_on_and_everybody_hears() -> None:
    assert play_behind_nginx(100) == []
