"""The living room: only who sits at this machine opens it, on our own page, and only to local networks."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from elbowroom.server.app import Settings, make_app
from elbowroom.server.http import living_room
from elbowroom.server.http.living_room import LivingRoom, local_addresses, only_local
from elbowroom.server.http.services import app_services
from elbowroom.server.http.uvicorn_server import GameServer, bind_sockets
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

LIVING_ROOM = "192.168.7.7"
HERE = "http://127.0.0.1:8710"


class Asking:
    """An application whose machine is in one local network, and what it was asked to listen at."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.listened: list[tuple[str, int]] = []
        self.room = app_services(app).living_room
        self.room.find_addresses = lambda: [LIVING_ROOM]
        self.room.listen = self._listen

    async def _listen(self, host: str, port: int) -> None:
        self.listened.append((host, port))

    async def ask(self, method: str, client: str = "127.0.0.1", **headers: str) -> httpx.Response:
        """Ask as a browser does that shows a page of this server, or as the headers say."""
        token = app_services(self.app).identity.guest_token("ann")
        sent = {"origin": HERE, "authorization": f"Bearer {token}", **headers}
        transport = httpx.ASGITransport(self.app, client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as browser:
            return await browser.request(
                method, "/api/living-room", headers={name: value for name, value in sent.items() if value}
            )


@asynccontextmanager
async def asking(folder: Path, **settings: Any) -> AsyncIterator[Asking]:  # noqa: ANN401 - as Settings
    url = f"sqlite:///{folder / 'elbowroom.db'}"
    named = {"lan_port": 8710, "client": folder / "client", **settings}
    app = make_app(store_for(url), PeopleDb(url), Settings(keys=["00" * 32], **named))
    async with app.router.lifespan_context(app):
        yield Asking(app)


async def test_who_sits_here_opens_the_living_room_once(tmp_path: Path) -> None:
    async with asking(tmp_path) as here:
        assert (await here.ask("GET")).json() == {"can_open": True, "addresses": []}
        told = {"can_open": True, "addresses": [f"http://{LIVING_ROOM}:8710"]}
        assert (await here.ask("POST")).json() == told
        assert (await here.ask("POST")).json() == told
        assert (await here.ask("GET")).json() == told
        assert here.listened == [(LIVING_ROOM, 8710)]


async def test_the_server_answers_under_its_new_address_only_when_it_was_opened(tmp_path: Path) -> None:
    async with asking(tmp_path) as here:
        name = {"host": f"{LIVING_ROOM}:8710"}
        assert (await here.ask("GET", **name)).status_code == 400
        await here.ask("POST")
        there = await here.ask("GET", client="192.168.7.9", **name)
        assert there.json() == {"can_open": False, "addresses": []}, "others are told nothing"


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        ("192.168.7.9", {}),
        ("127.0.0.1", {"origin": ""}),
        ("127.0.0.1", {"origin": "http://evil.example"}),
        ("127.0.0.1", {"origin": "http://127.0.0.1:9999"}),
        ("127.0.0.1", {"origin": "http://evil.example:8710", "host": "evil.example:8710"}),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}),
        ("127.0.0.1", {"forwarded": "for=203.0.113.9"}),
        ("127.0.0.1", {"authorization": ""}),
    ],
)
async def test_nobody_else_opens_it(tmp_path: Path, client: str, headers: dict[str, str]) -> None:
    """Another device, another page, a name that leads here, a proxy, a stranger."""
    async with asking(tmp_path) as here:
        refused = await here.ask("POST", client, **headers)
        assert refused.status_code in (400, 401, 403)
        assert here.listened == []
        assert here.room.urls == []


async def test_a_public_server_is_never_opened(tmp_path: Path) -> None:
    async with asking(tmp_path, lan_port=None, reachable_at=("https://game.example",)) as here:
        assert (await here.ask("GET")).json() == {"can_open": False, "addresses": ["https://game.example"]}
        assert (await here.ask("POST")).json()["code"] == "not_at_this_machine"
        assert here.listened == []


async def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    async with asking(tmp_path) as here:
        here.room.find_addresses = list
        assert (await here.ask("POST")).json()["code"] == "no_local_network"


async def test_after_another_network_only_its_address_is_offered() -> None:
    listened: list[str] = []

    async def listen(host: str, port: int) -> None:
        listened.append(f"{host}:{port}")

    hosts: list[str] = []
    room = LivingRoom(hosts, 1)
    room.listen = listen
    for address in ("10.0.0.5", "192.168.1.5"):
        room.find_addresses = lambda address=address: [address]  # type: ignore[misc]
        await room.open()
    assert room.urls == ["http://192.168.1.5:1"]
    assert listened == ["10.0.0.5:1", "192.168.1.5:1"]
    assert hosts == ["10.0.0.5", "192.168.1.5"]


def test_only_addresses_of_local_networks_are_used() -> None:
    found = ["203.0.114.9", "192.168.1.5", "127.0.0.1", "169.254.3.3", "10.0.0.5", "192.168.1.5", "0.0.0.0"]  # noqa: S104
    assert only_local(found) == ["192.168.1.5", "10.0.0.5"]
    assert local_addresses() == only_local(local_addresses())


def test_a_machine_without_any_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living_room, "source_address", lambda _target: None)
    monkeypatch.setattr(socket, "gethostname", lambda: "no.such.name.invalid")
    assert local_addresses() == []


@pytest.mark.process
def test_a_running_server_listens_at_one_more_address_until_it_ends(tmp_path: Path) -> None:
    """Another loopback address stands for the local network."""
    url = f"sqlite:///{tmp_path / 'elbowroom.db'}"
    sockets = bind_sockets("127.0.0.1", 0)
    port = sockets[0].getsockname()[1]
    app = make_app(store_for(url), PeopleDb(url), Settings(keys=["00" * 32], lan_port=port))
    server = GameServer(app, ())
    room = app_services(app).living_room
    room.find_addresses = lambda: ["127.0.0.2"]
    statuses: list[int] = []

    async def visit() -> None:
        async with httpx.AsyncClient() as client:
            with pytest.raises(httpx.ConnectError):
                await client.get(f"http://127.0.0.2:{port}/api/server")
            await room.open()
            here = await client.get(f"http://127.0.0.1:{port}/api/server")
            there = await client.get(f"http://127.0.0.2:{port}/api/server")
            statuses.extend([here.status_code, there.status_code])
        server.should_exit = True

    def begin() -> None:
        visits.append(asyncio.ensure_future(visit()))

    visits: list[asyncio.Future[None]] = []  # held, so that none is collected while it runs
    server.serve_on(sockets, begin)
    assert statuses == [200, 200]
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.2:{port}/api/server")
