"""Running a server: health, meters, logs without secrets, an end in order, and clearing up."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import signal
import socket
import stat
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import insert, select
from starlette.requests import Request
from starlette.responses import Response
from websockets.exceptions import ConnectionClosed

from elbowroom.server.app import Settings, make_app
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.http import request_log
from elbowroom.server.http.routing import ApiRoute
from elbowroom.server.http.services import app_services
from elbowroom.server.http.uvicorn_server import GameServer
from elbowroom.server.rooms import retention
from elbowroom.server.rooms.retention import Retention
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import CHALLENGES, SEAT_LINKS, SESSIONS
from elbowroom.server.tables import entries
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from tests.programs import run_elbowroom
from tests.server.clients import PATIENCE, Client, Line, Server, free_port
from tests.server.halls import hall, played_out
from tests.server.play import join, play, start
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.applications import Starlette
    from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.process


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that is there."""
    running = Server(tmp_path).start()
    yield running
    running.kill()


def application(folder: Path) -> Starlette:
    url = f"sqlite:///{folder / 'elbowroom.db'}"
    return make_app(store_for(url), PeopleDb(url), Settings(keys=["key"]))


async def asked(app: Starlette, path: str, address: str = "127.0.0.1", **headers: str) -> httpx.Response:
    """The answer of an application to somebody at an address."""
    transport = httpx.ASGITransport(app, client=(address, 50_000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client,
    ):
        return await client.get(path)


def meters(server: Server) -> dict[str, float]:
    """What the meters show, by name and labels."""
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def lines_of(server: Server) -> list[dict[str, Any]]:
    """The journal of a server, without the sentence for people."""
    return [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]


def test_health_is_told_to_everybody(server: Server) -> None:
    for path in ("/health", "/api/health"):
        told = httpx.get(server.url + path, timeout=PATIENCE).json()
        assert (told["status"], type(told["time"])) == ("well", float)


async def test_the_meters_count_what_happens(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    join(ann, table, "Ann")
    assert ann.do(table, {"do": "undo", "seat": 1}).status_code == 403

    async def watch() -> dict[str, float]:
        async with ann.at(table) as line:
            await line.hear()
            await line.do({"do": "act", "seat": 0, "action": "nonsense"})
            return meters(server)

    found = await watch()
    assert found["elbowroom_sockets"] == 1
    assert found["elbowroom_rooms"] == 1
    assert found["elbowroom_commands_total ack"] == 2, "to sit down, and to tell a number for the dealer"
    assert found["elbowroom_commands_total not_your_seat"] == 1
    assert sum(value for name, value in found.items() if name.startswith("elbowroom_commands_total")) == 4
    assert found["elbowroom_commits_total"] >= 2
    assert found["elbowroom_stored_seconds_count"] >= 1
    assert found["elbowroom_told_seconds_sum"] >= found["elbowroom_stored_seconds_sum"] > 0
    assert found["elbowroom_requests_total /api/tables/{table_id}/commands 200"] == 2
    assert found["elbowroom_requests_total /api/tables/{table_id}/commands 403"] == 1
    assert found["elbowroom_errors_total"] == 0


async def test_a_command_counts_the_same_with_and_without_a_socket(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    for command in ({"do": "hint"}, {"do": "dance"}):
        assert ann.do(table, command).status_code == 422
    async with ann.at(table) as line:
        await line.hear()
        for command in ({"do": "hint"}, {"do": "dance"}):
            await line.do(command)
    found = meters(server)
    assert found["elbowroom_commands_total no_hint"] == 2
    assert found["elbowroom_commands_total bad_message"] == 2
    assert found["process_open_fds"] > 0


def test_the_meters_time_computers(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    start(ann, table, "easy")
    assert ann.do(table, {"do": "leave", "seat": 0}).status_code == 200
    end = time.monotonic() + PATIENCE
    while not (found := meters(server)).get("elbowroom_thought_seconds_count") and time.monotonic() < end:
        time.sleep(0.05)
    assert found["elbowroom_thought_seconds_count"] > 0


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("203.0.113.9", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 403),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 403),
    ],
)
async def test_the_meters_are_for_this_machine_and_not_through_a_proxy(
    address: str, headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    response = await asked(application(tmp_path), "/metrics", address, **headers)
    assert response.status_code == status
    assert ("elbowroom_sockets" in response.text) == (status == 200)


@pytest.mark.parametrize(
    ("proxies", "address", "seen"),
    [
        ([], "127.0.0.1", "127.0.0.1"),
        ([], "203.0.113.9", "203.0.113.9"),
        (["192.0.2.1/32"], "203.0.113.9", "203.0.113.9"),
        (["192.0.2.1/32"], "127.0.0.1", "127.0.0.1"),
        (["192.0.2.1/32"], "192.0.2.1", "198.51.100.7"),
        (["192.0.2.0/24"], "192.0.2.77", "198.51.100.7"),
    ],
)
async def test_only_a_trusted_proxy_may_say_for_whom_it_asks(
    proxies: list[str], address: str, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    clients: list[str] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        clients.append(scope["client"][0])

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        pass

    listener = GameServer(app, proxies)  # type: ignore[arg-type]
    listener.config.load()
    forwarded = [(b"x-forwarded-for", b"10.1.2.3, 198.51.100.7"), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "client": (address, 50_000), "headers": forwarded, "scheme": "http"}
    await listener.config.loaded_app(scope, receive, send)
    assert clients == [seen]


async def test_the_journal_tells_of_requests_and_sockets_but_no_secret(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2, title="Come in", computers=["easy"])
    join(ann, table, "Annabel")
    ann.get(f"/api/tables/{table}?secret=query-of-ann")
    httpx.get(f"{server.url}/nowhere/path-of-ann", headers={"Cookie": "elbowroom=cookie-of-ann"})
    httpx.post(f"{server.url}/api/tables", content=b"body-of-ann")

    async def watch() -> None:
        async with ann.at(table) as line:
            await line.hear()
            await line.do({"do": "say", "text": "words-of-ann"})

    await watch()
    assert server.stop() == 0
    found = lines_of(server)
    requests = [line for line in found if line["event"] == "request"]
    assert {line["route"] for line in requests} >= {"/api/tables/{table_id}", "/api/tables", "other"}
    assert all(line["at"].endswith("Z") and line["level"] == "info" for line in requests)
    assert {line["table"] for line in found if "table" in line} == {f"{table[:4]}…"}
    assert len([line for line in found if line["event"] == "socket" and line["seconds"] > 0]) == 1
    for secret in (ann.token, table, "Annabel", "Come in", "-of-ann", "127.0.0.1:5", "nAnnabel"):
        assert not any(secret in line for line in server.log().splitlines() if line.startswith("{")), secret


def test_the_journal_can_be_text_for_people(tmp_path: Path) -> None:
    server = Server(tmp_path, "--data", str(tmp_path), "--log-format", "text", "--log-level", "debug").start()
    assert server.stop() == 0
    assert "/api/health" in server.log()
    assert "{" not in server.log()


class Planted(Exception):  # noqa: N818 - stands for anything
    """An error that says too much."""


@pytest.mark.parametrize("form", ["text", "json"])
async def test_an_unexpected_error_is_told_to_the_host_and_not_to_the_client(
    form: request_log.LogFormat, tmp_path: Path
) -> None:
    """The client learns nothing but a code; the journal tells the place and the kind, but not the words."""
    app, secret = application(tmp_path), f"secret-{time.time()}"

    async def broken(_request: Request) -> Response:
        try:
            int(secret)
        except ValueError as error:
            raise Planted(secret) from error
        raise AssertionError

    app.router.routes.append(ApiRoute("/api/broken", broken, "GET", None))
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    formatter = request_log.LogFormatter() if form == "json" else request_log.TextFormatter(use_colours=False)
    handler.setFormatter(formatter)
    logger = logging.getLogger(request_log.__name__)
    logger.addHandler(handler)
    try:
        response = await asked(app, f"/api/broken?{secret}")
    finally:
        logger.removeHandler(handler)
    assert response.status_code == 500
    assert response.json()["code"] == "internal"
    assert "Planted" not in response.text
    for word in ("Traceback", "Planted", "ValueError", "in broken", "/api/broken"):
        assert word in written.getvalue()
    assert secret not in written.getvalue()


def serve(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return run_elbowroom("serve", *options, **variables)


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """One clear sentence, and code 2."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for word in words:
        assert word in done.stderr


def test_a_port_that_is_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused(serve("--data", str(tmp_path), "--port", port), "Error:", port, "already in use")


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(serve("--data", str(tmp_path / "file" / "folder"), "--port", "0"), "cannot be written")


def test_a_database_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    key = ("--key-file", str(tmp_path / "key"), "--port", "0")
    away = f"postgresql://ann:pass-of-ann@127.0.0.1:{free_port()}/none"
    for done in (serve("--database", away, *key), serve(*key, ELBOWROOM_SERVE_DATABASE=away)):
        refused(done, "The database cannot be opened")
        assert "pass-of-ann" not in done.stderr


@pytest.mark.parametrize("url", ["mysql://ann:pass-of-ann@h/d", "postgresql://ann:pass-of-ann/x@h/d"])
def test_a_database_that_cannot_be_named_so_is_a_sentence_without_its_password(
    url: str, tmp_path: Path
) -> None:
    done = serve("--database", url, "--key-file", str(tmp_path / "key"), "--port", "0")
    refused(done, "A database is named")
    assert "pass-of-ann" not in done.stderr


@pytest.mark.parametrize("option", ["--trusted-proxy", "--metrics-from"])
def test_an_address_that_is_none_is_a_sentence(option: str, tmp_path: Path) -> None:
    refused(serve("--data", str(tmp_path), option, "*"), "An address or network is written like")


def test_the_environment_configures_a_server_and_its_key_is_for_its_owner(tmp_path: Path) -> None:
    server = Server(tmp_path, "--log-level", "debug")
    server._env |= {
        "ELBOWROOM_SERVE_DATA": str(tmp_path / "data"),
        "ELBOWROOM_SERVE_KEY_FILE": str(tmp_path / "keys" / "signing.key"),
        "ELBOWROOM_SERVE_METRICS_FROM": "192.0.2.1 192.0.2.2",
        "ELBOWROOM_SERVE_LOG_FORMAT": "text",
    }
    server.start()
    assert httpx.get(f"{server.url}/metrics", timeout=PATIENCE).status_code == 403
    assert server.stop() == 0
    assert "{" not in server.log()
    assert (tmp_path / "data" / "elbowroom.db").exists()
    key = tmp_path / "keys" / "signing.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_that_ends_says_when_to_come_back_and_loses_nothing(
    sign: signal.Signals, server: Server
) -> None:
    ann, bob = Client(server), Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")

    async def until_bye(
        client: Client, chance: random.Random, started: asyncio.Event
    ) -> tuple[Line, Any, int]:
        """Play until the server goes."""
        async with client.at(table, 1) as line:
            try:
                await play(line, chance, 12)
                started.set()
                await play(line, chance)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 0
                with suppress(ConnectionClosed):
                    while True:
                        await line.hear()
                return line, line.byes[-1], code
        raise AssertionError("the game ended before the server did")

    async def bye_to_a_watcher() -> float:
        async with Client(server).at(table, 1) as line:
            with suppress(ConnectionClosed):
                while True:
                    await line.hear()
            return float(line.byes[-1]["retry"])

    async def all_of_them() -> tuple[list[tuple[Line, Any, int]], list[float]]:
        started = asyncio.Event()
        watching = asyncio.gather(*(bye_to_a_watcher() for _ in range(8)))
        playing = asyncio.gather(
            until_bye(ann, random.Random(1), started), until_bye(bob, random.Random(2), started)
        )
        await started.wait()
        server._process.send_signal(sign)
        return list(await playing), list(await watching)

    heard, retries = await all_of_them()
    assert server._process.wait(PATIENCE) == 0
    for _, bye, code in heard:
        assert bye["type"] == "bye"
        assert bye["code"] == "restart"
        assert 0 < bye["retry"] < 60
        assert code == 1012
    assert len(set(retries)) > 1, "all would come back at the same moment"
    assert "Traceback" not in server.log()
    server.start()
    acknowledged = [
        answer["seq"] for line, _, _ in heard for answer in line.answers.values() if answer["type"] == "ack"
    ]
    head = Client(server, ann.token).get(f"/api/tables/{table}").json()["seq"]
    assert head >= max(acknowledged)
    for line, _, _ in heard:
        for update in line.updates:
            assert update["seq"] <= head


def test_nobody_holds_up_the_end_of_a_server(server: Server) -> None:
    """Neither one who reads nothing nor one who never sends the rest of a request."""
    ann = Client(server)
    table = ann.open(players=2)
    common = f"Host: 127.0.0.1\r\nAuthorization: Bearer {ann.token}\r\n"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    with (
        socket.create_connection(("127.0.0.1", server.port)) as deaf,
        socket.create_connection(("127.0.0.1", server.port)) as slow,
    ):
        deaf.sendall(f"GET /ws/tables/{table} HTTP/1.1\r\n{common}{upgrade}{key}\r\n".encode())
        slow.sendall(f"POST /api/tables HTTP/1.1\r\n{common}Content-Length: 99\r\n\r\n{{".encode())
        while meters(server)["elbowroom_sockets"] < 1:
            time.sleep(0.05)
        assert server.stop() == 0
    assert "Traceback" not in server.log()


async def test_while_a_server_ends_nobody_is_let_in(tmp_path: Path) -> None:
    """What arrives on a connection that is still open is refused, so that nothing is half done."""
    app = application(tmp_path)

    async def work() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            token = (await client.post("/api/guest")).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            app_services(app).rooms.say_bye("restart", 2.0)
            return [await client.get("/health"), await client.post("/api/tables", json={"players": 2})]

    for response in await work():
        assert response.status_code == 503
        assert response.json()["code"] == "going_away"


def aged(played: Played, at: float) -> Played:
    """The same table, with all that happened there at one time."""
    played.log = [msgspec.structs.replace(row, at=at) for row in played.log]
    played.table = Table.from_log(played.log)
    return played


def imported() -> Played:
    played = Played(TableSettings(players=2))
    played.write([entries.Imported(["Ann", "Bob"])])
    return played


async def test_what_nobody_needs_is_closed_and_later_removed(url: str) -> None:
    """Finished games are kept, whatever happens."""
    now = time.time()
    ages = {
        "open": (Played(TableSettings(players=3)).sit("ann"), 3 * DAY_SECONDS),
        "open, young": (Played(TableSettings(players=3)).sit("ann"), DAY_SECONDS),
        "running": (two(), 181 * DAY_SECONDS),
        "running, young": (two(), 179 * DAY_SECONDS),
        "import": (imported(), 31 * DAY_SECONDS),
        "import, young": (imported(), 29 * DAY_SECONDS),
        "over": (played_out(two()), 4000 * DAY_SECONDS),
    }

    async def work() -> tuple[dict[str, str], dict[str, str]]:
        async with hall(url) as place:
            for name, (played, age) in ages.items():
                await place.keep(name, aged(played, now - age))
            shift = 0.0

            def shifted() -> float:
                return time.time() + shift

            rooms = Rooms(place.store, place.rooms.bots, ServerTime(shifted, shifted))
            clearing = Retention(rooms, place.people_db, shifted)
            await clearing.sweep()
            first = {name: await status(place.store, name) for name in ages}
            shift = retention.REMOVE_AFTER_SECONDS + DAY_SECONDS
            await clearing.sweep()
            await rooms.stop()
            return first, {name: await status(place.store, name) for name in ages}

    async def status(store: Any, table: str) -> str:  # noqa: ANN401 - either store
        rows: list[LogRow] = await store.rows(table)
        return Table.from_log(rows).status if rows else "gone"

    first, later = await work()
    assert first == {
        "open": "closed",
        "open, young": "open",
        "running": "closed",
        "running, young": "running",
        "import": "gone",
        "import, young": "running",
        "over": "over",
    }
    assert later == {
        "open": "gone",
        "open, young": "closed",
        "running": "gone",
        "running, young": "closed",
        "import": "gone",
        "import, young": "gone",
        "over": "over",
    }


async def test_what_has_expired_is_removed(url: str) -> None:
    now = time.time()
    rows: list[tuple[Any, dict[str, Any]]] = [
        (
            CHALLENGES,
            {"id": "old", "purpose": "", "person": "", "challenge": "", "made_at": now - 2 * DAY_SECONDS},
        ),
        (CHALLENGES, {"id": "new", "purpose": "", "person": "", "challenge": "", "made_at": now}),
        (
            SEAT_LINKS,
            {"digest": "old", "table_id": "", "seat": 0, "person": "", "made_at": now - 3 * DAY_SECONDS},
        ),
        (
            SEAT_LINKS,
            {"digest": "new", "table_id": "", "seat": 0, "person": "", "made_at": now - DAY_SECONDS / 2},
        ),
        *(
            (SESSIONS, {"digest": f"{kind} {age}", "kind": kind, "used_at": now - age * DAY_SECONDS} | owner)
            for kind in ("session", "token")
            for age in (1, 366)
            for owner in [{"person": "ann", "label": "", "made_at": now - 400 * DAY_SECONDS}]
        ),
    ]

    async def work() -> list[str]:
        async with hall(url) as place:
            async with place.people_db.begin() as connection:
                for table, row in rows:
                    await connection.execute(insert(table).values(row))
            await Retention(place.rooms, place.people_db, time.time).sweep()
            async with place.people_db.read() as connection:
                found = [
                    list(await connection.scalars(select(column)))
                    for column in (CHALLENGES.c.id, SEAT_LINKS.c.digest, SESSIONS.c.digest)
                ]
        return sorted(name for names in found for name in names)

    assert await work() == ["new", "new", "session 1", "token 1", "token 366"]
