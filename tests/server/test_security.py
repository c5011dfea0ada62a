"""What strangers, other pages and slow or greedy clients can do: nothing to anybody else.

docs/security.md lists every point with the test that proves it; more of them are in the files beside this.
"""

from __future__ import annotations

import ast
import asyncio
import json
import random
import re
import socket as sockets
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elbowroom.rules.refusals import Refused
from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.openapi import document, operations
from elbowroom.server.http.rate_limits import (
    MAX_LISTS_PER_PERSON_PER_MINUTE,
    MAX_SOCKETS_PER_PERSON,
    RateLimits,
)
from elbowroom.server.http.security_headers import SECURITY_HEADERS
from elbowroom.server.http.services import app_services
from elbowroom.server.http.uvicorn_server import GameServer
from elbowroom.server.rooms.subscriber import MAX_WAITING_MESSAGES, Subscriber
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.tables import commands
from elbowroom.server.tables.settings import TableSettings
from tests.server.clients import PATIENCE, Client, Line, Server
from tests.server.houses import house
from tests.server.play import join
from tests.server.tables import INVITE, Played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.asyncio.client import ClientConnection

SOURCE = Path(__file__).parents[2] / "src" / "elbowroom"
NOWHERE = "sqlite:///nowhere.db"
APP = make_app(store_for(NOWHERE), PeopleDb(NOWHERE), Settings(keys=["00" * 32]))
REQUESTS = [(path, method, told["operationId"]) for path, method, told in operations(document(APP.routes))]
UNSAFE = [asked for asked in REQUESTS if asked[1] != "get"]
BY_LINK = {"confirm", "unsubscribe"}
"""What a link in a letter does by its own token: mail programs send it without a page (RFC 8058)."""
WAYS_IN = {"guest", "sit_down", "register", "login", "recover", "login_options", "passkey_login"}
QUESTIONS = {"try_out"}
"""What is posted only because the question is long: nothing changes."""
EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()


def filled(path: str, table: str) -> str:
    """An address whose open parts name something."""
    path = path.replace("{table_id}", table)
    return re.sub(r"\{\w+\}", "1", path)


JOIN, INVITED = commands.Join("Eve"), commands.Join("Eve", invite=INVITE)
OPEN: dict[commands.AnyCommand, tuple[str, str, str]] = {
    JOIN: ("", "not_invited", "not_invited"),
    INVITED: ("", "", ""),
    commands.Leave(0): ("", "not_your_seat", "not_your_seat"),
    commands.Commit(0, "00" * 32): ("", "not_your_seat", "not_your_seat"),
    commands.Reveal(0, "nann"): ("", "not_your_seat", "not_your_seat"),
    commands.Reveal(0, "other"): ("wrong_nonce", "not_your_seat", "not_your_seat"),
    commands.Start(): ("", "host_only", "host_only"),
    commands.Act(0, "pick 1"): ("table_status", "not_your_seat", "not_your_seat"),
    commands.Undo(0): ("no_undo", "not_your_seat", "not_your_seat"),
    commands.Return(0): ("not_taken_over", "not_your_seat", "not_your_seat"),
    commands.Pause(0): ("no_pause", "not_your_seat", "not_your_seat"),
    commands.Resume(0): ("no_pause", "not_your_seat", "not_your_seat"),
    commands.Invite(): ("", "host_only", "host_only"),
    commands.Close(): ("", "host_only", "host_only"),
    commands.Say("hello", "Eve"): ("", "", ""),
}
"""How each command of the host, of another player and of a stranger is refused before the start, if it is."""
RUNNING: dict[commands.AnyCommand, tuple[str, str, str]] = {
    INVITED: ("table_status", "table_status", "table_status"),
    commands.Leave(0): ("", "not_your_seat", "not_your_seat"),
    commands.Commit(0, "00" * 32): ("table_status", "not_your_seat", "not_your_seat"),
    commands.Reveal(0, "other"): ("table_status", "not_your_seat", "not_your_seat"),
    commands.Start(): ("table_status", "host_only", "host_only"),
    commands.Act(0, "pick 1"): ("", "not_your_seat", "not_your_seat"),
    commands.Act(1, "pick 1"): ("not_your_seat", "not_your_decision", "not_your_seat"),
    commands.Undo(0): ("no_undo", "not_your_seat", "not_your_seat"),
    commands.Return(0): ("not_taken_over", "not_your_seat", "not_your_seat"),
    commands.Pause(0): ("", "not_your_seat", "not_your_seat"),
    commands.Resume(0): ("no_pause", "not_your_seat", "not_your_seat"),
    commands.Invite(): ("table_status", "host_only", "host_only"),
    commands.Close(): ("table_status", "host_only", "host_only"),
    commands.Say("hello", "Eve"): ("", "", ""),
}
"""The same while the game runs and the host is to decide."""


@pytest.mark.parametrize("command", OPEN, ids=repr)
@pytest.mark.parametrize("who", [0, 1, 2], ids=["host", "player", "stranger"])
def test_before_the_start_everybody_does_only_what_he_may(command: commands.AnyCommand, who: int) -> None:
    played = Played(TableSettings(players=3), host="ann").sit("ann", "bob")
    assert outcome(played, ("ann", "bob", "eve")[who], command) == OPEN[command][who]


@pytest.mark.parametrize("command", RUNNING, ids=repr)
@pytest.mark.parametrize("who", [0, 1, 2], ids=["host", "player", "stranger"])
def test_while_a_game_runs_everybody_does_only_what_he_may(command: commands.AnyCommand, who: int) -> None:
    played = Played(TableSettings(players=2), host="ann").sit("ann", "bob")
    while played.table.to_move != 0:
        played.act_at_random(random.Random(1))
    assert outcome(played, ("ann", "bob", "eve")[who], command) == RUNNING[command][who]


def test_no_command_is_forgotten_here() -> None:
    kinds = set(commands.AnyCommand.__args__)
    assert {type(command) for command in OPEN} == {type(command) for command in RUNNING} == kinds


def outcome(played: Played, person: str, command: commands.AnyCommand) -> str:
    """The code with which a command is refused; empty if it is carried out."""
    try:
        played.do(person, command)
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.process
@pytest.mark.parametrize(("path", "method", "name"), UNSAFE, ids=[name for _, _, name in UNSAFE])
def test_whoever_is_not_known_changes_nothing(server: Server, path: str, method: str, name: str) -> None:
    """But comes in, or follows a link of a letter, which has a token of its own."""
    for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Cookie": "elbowroom=nonsense"}):
        answer = httpx.request(method, server.url + filled(path, "x"), json={}, headers=headers)
        is_known_first = (answer.status_code, answer.json().get("code")) == (401, "who_are_you")
        assert is_known_first == (name not in WAYS_IN | BY_LINK | QUESTIONS), answer.text


@pytest.mark.process
def test_nothing_that_is_only_looked_at_changes_a_table(server: Server) -> None:
    """Robots open links: whatever is asked by GET, nobody sits down and nothing is written."""
    ann, robot = Client(server), Client(server)
    table = ann.open(players=2, is_open=True)
    before = ann.get(f"/api/tables/{table}").content
    paths = [path for path, method, _ in REQUESTS if method == "get"]
    for path in [*paths, "/t/{table_id}", "/t/{table_id}?join=1&invite=x", "/t/{table_id}/picture.png"]:
        robot.get(filled(path, table))
    assert ann.get(f"/api/tables/{table}").content == before


@pytest.mark.process
@pytest.mark.parametrize(("path", "method", "name"), UNSAFE, ids=[name for _, _, name in UNSAFE])
def test_a_page_of_another_origin_changes_nothing_with_a_cookie(
    server: Server, path: str, method: str, name: str
) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    headers = {"Cookie": f"elbowroom={ann.token}", "Origin": EVIL}
    answer = httpx.request(method, server.url + filled(path, table), json={}, headers=headers)
    is_refused = (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert is_refused == (name not in BY_LINK), answer.text
    assert ann.get(f"/api/tables/{table}").json()["seq"] == 1


@pytest.mark.process
@pytest.mark.parametrize(
    ("origin", "is_let_in"),
    [
        ("https://games.example", True),
        ("http://127.0.0.1:{port}", True),
        (EVIL, False),
        ("https://games.example.evil.example", False),
        ("https://evil.example#games.example", False),
        ("http://127.0.0.1:{port}@evil.example", False),
        ("http://127.0.0.1:1", False),
        ("null", False),
        ("", False),
    ],
)
async def test_a_socket_is_opened_only_for_our_own_pages(named: Server, origin: str, is_let_in: bool) -> None:
    """Others are refused before the connection is accepted."""
    ann = Client(named)
    table = ann.open(players=2)
    ann.headers = {"Cookie": f"__Host-elbowroom={ann.token}", "Origin": origin.format(port=named.port)}

    async def story() -> bool:
        try:
            async with ann.at(table) as line:
                await line.hear()
                return True
        except InvalidStatus as refused:
            return refused.response.status_code != 403

    assert await story() == is_let_in


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the world knows by a name."""
    folder = tmp_path_factory.mktemp("named")
    found = Server(folder, "--data", str(folder), "--public-url", "https://games.example").start()
    yield found
    found.stop()


@pytest.mark.process
async def test_only_known_names_of_the_server_are_answered(named: Server) -> None:
    """Whoever makes another name point here, or writes one into a link, gets nothing."""
    ann = Client(named)
    table = ann.open(players=2)
    for host, is_known in (("games.example", True), ("evil.example", False), ("games.example.evil", False)):
        answer = httpx.get(
            f"{named.url}/t/{table}", headers={"Host": host, "X-Forwarded-Host": "evil.example"}
        )
        assert answer.status_code == (200 if is_known else 400)
        assert "evil" not in answer.text
        assert await is_open(named, f"ws://{host}/ws/tables/{table}") == is_known


async def is_open(server: Server, url: str) -> bool:
    """Whether a socket opens at this address, which leads to the server here."""
    with suppress(InvalidStatus):
        async with connect(url, host="127.0.0.1", port=server.port):
            return True
    return False


@pytest.mark.process
def test_a_guests_cookie_is_for_the_browser_and_this_server_alone(server: Server, named: Server) -> None:
    for found, name in ((server, "elbowroom"), (named, "__Host-elbowroom")):
        kept = httpx.post(f"{found.url}/api/guest").headers["set-cookie"]
        parts = {part.strip().lower() for part in kept.split(";")}
        assert kept.startswith(f"{name}=")
        assert {"httponly", "path=/", "samesite=lax"} <= parts
        assert ("secure" in parts) == (found is named)
        assert not any(part.startswith("domain") for part in parts)


@pytest.mark.process
def test_every_answer_has_the_headers_that_protect(server: Server) -> None:
    """Whatever is asked and however it is refused; and no script may stand in a page."""
    ann = Client(server)
    table = ann.open(players=2)
    asked = [(method, filled(path, table)) for path, method, _ in REQUESTS]
    others = [
        "/docs",
        "/docs.css",
        "/openapi.json",
        f"/t/{table}",
        f"/t/{table}/picture.png",
        "/metrics",
        "/no",
    ]
    for method, path in [*asked, *(("get", path) for path in others), ("put", "/api/tables")]:
        answer = httpx.request(method, server.url + path, timeout=PATIENCE)
        for name, value in SECURITY_HEADERS:
            assert answer.headers.get_list(name.decode()) == [value.decode()], path
        assert "server" not in answer.headers
        assert answer.headers.get("access-control-allow-origin") is None
    policy = dict(SECURITY_HEADERS)[b"content-security-policy"].decode()
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert dict(SECURITY_HEADERS)[b"referrer-policy"] == b"no-referrer"


@pytest.mark.process
def test_what_people_write_stays_text(server: Server) -> None:
    """It is told as JSON, which no browser takes for a page."""
    ann = Client(server)
    table = ann.open(players=2, title="<script>alert(1)</script>", is_open=True)
    ann.do(table, {"do": "say", "text": "<img src=x onerror=alert(1)>", "name": "<b>Ann</b>"})
    answer = ann.get(f"/api/tables/{table}/chat")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()[0]["text"] == "<img src=x onerror=alert(1)>"
    page = httpx.get(f"{server.url}/t/{table}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.process
def test_tokens_are_not_in_the_database(server: Server) -> None:
    """Of a seat link a hash is kept, of a guest's token nothing at all."""
    ann = Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    link = ann.post(f"/api/tables/{table}/seats/0/link", {}).json()
    assert len(link["token"]) >= 43, "256 bits"
    assert link["path"] == f"/t/{table}#seat={link['token']}", "behind the #: sent to no server"
    kept = b"".join(file.read_bytes() for file in server._log.parent.glob("elbowroom.db*"))
    assert table.encode() in kept
    for secret in (link["token"], ann.token):
        assert secret.encode() not in kept
        assert secret not in server.log()


FORBIDDEN = {"pickle", "_pickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "yaml"} | {
    *("eval", "exec", "compile", "__import__", "shell")
}
"""Modules and functions that run what they read, or may."""


def test_nothing_that_is_read_is_ever_run() -> None:
    """No pickle and its relatives, no eval; and nothing in the server that sends pickles to processes."""
    for file in SOURCE.rglob("*.py"):
        found = set(reached(file))
        roots = {name.partition(".")[0] for name in found}
        assert not roots & FORBIDDEN, file
        if "server" in file.relative_to(SOURCE).parts:
            assert not roots & {"multiprocessing"}, file
            assert "ProcessPoolExecutor" not in file.read_text(encoding="utf-8"), file


def reached(file: Path) -> Iterator[str]:
    """Everything that a file imports, and whether it makes code of texts."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module)):
                yield module
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case ast.keyword(arg="shell"):
                yield "shell"


def somebody(address: str) -> HTTPConnection:
    """A connection from an address."""
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": []})


SAY, PAUSE, STATE = commands.Say("hello", "Eve"), commands.Pause(0), commands.AskState()


def anybody() -> str:
    """Another person each time: guests cost nothing, so addresses are counted too."""
    return str(random.random())


@pytest.mark.parametrize(
    ("ask", "most"),
    [
        (lambda limits, who: limits.guest(somebody(who)), 300),
        (lambda limits, who: limits.invite(somebody(who)), 60),
        (lambda limits, who: limits.preview(somebody(who)), 300),
        (lambda limits, who: limits.message(somebody("192.0.2.1"), "t", who, SAY, is_player=True), 100),
        (lambda limits, who: limits.message(somebody("192.0.2.1"), "t", who, None, is_player=False), 50),
        (lambda limits, who: limits.message(somebody(who), "t", None, None, is_player=False), 50),
        (lambda limits, who: limits.message(somebody(who), "t", anybody(), None, is_player=True), 1000),
        (lambda limits, who: limits.message(somebody("192.0.2.1"), "t", who, STATE, is_player=True), 50),
        (lambda limits, who: limits.message(somebody(who), "t", anybody(), SAY, is_player=False), 25),
        (lambda limits, who: limits.message(somebody(who), anybody(), anybody(), SAY, is_player=False), 300),
        (lambda limits, who: limits.message(somebody("192.0.2.1"), "t", who, PAUSE, is_player=True), 100),
        (lambda limits, who: limits.seat_change(somebody(who), anybody()), 600),
        (lambda limits, who: limits.open_socket(somebody(who)), 600),
        (lambda limits, who: limits.open_socket_of(who), 120),
        (lambda limits, who: limits.read(somebody(who), None), 1200),
        (lambda limits, who: limits.read(somebody("192.0.2.1"), who), 600),
        (lambda limits, who: limits.read_list(somebody(who), None), 600),
        (lambda limits, who: limits.read_list(somebody("192.0.2.1"), who), 120),
        (lambda limits, who: limits.personal_action(who), 30),
        (lambda limits, who: limits.text(who), 5),
        (lambda limits, who: limits.complaint(somebody(anybody()), who), 50),
        (lambda limits, who: limits.complaint(somebody(who), anybody()), 60),
        (lambda limits, who: limits.new_table(somebody("192.0.2.1"), who), 60),
        (lambda limits, who: limits.new_table(somebody(who), anybody()), 1500),
    ],
)
def test_one_person_or_address_may_ask_so_often_and_others_are_not_concerned(ask: Any, most: int) -> None:  # noqa: ANN401 - any limit
    limits = RateLimits(now=lambda: 0.0)
    for _ in range(most):
        ask(limits, "203.0.113.5")
    with pytest.raises(Refused) as caught:
        ask(limits, "203.0.113.5")
    assert caught.value.code == "too_fast"
    ask(limits, "203.0.113.6")


@pytest.mark.parametrize(
    "path", ["/api/people/Ann", "/api/ratings?players=2", "/api/account/results", "/api/creations"]
)
async def test_lists_and_pages_of_people_are_told_so_often_and_no_more(tmp_path: Path, path: str) -> None:
    async with house(tmp_path, monotonic=lambda: 0.0) as here:
        account = await here.person("ann").post("/api/account", json={"name": "Ann"})
        ann = here.with_token(account.json()["token"])
        services = app_services(here.app)
        for _ in range(MAX_LISTS_PER_PERSON_PER_MINUTE - 1):
            services.limits.read_list(somebody("192.0.2.1"), "ann")
        assert (await ann.get(path)).status_code == 200
        assert (await ann.get(path)).json()["code"] == "too_fast"


def test_one_person_holds_so_many_connections_and_gets_them_back() -> None:
    limits = RateLimits()
    with ExitStack() as held:
        for _ in range(MAX_SOCKETS_PER_PERSON):
            held.enter_context(limits.socket(somebody("203.0.113.5"), "ann"))
        with pytest.raises(Refused):
            held.enter_context(limits.socket(somebody("203.0.113.6"), "ann"))
        held.enter_context(limits.socket(somebody("203.0.113.5"), "bob"))
    with limits.socket(somebody("203.0.113.5"), "ann"):
        assert sum(limits._sockets.values()) == 2, "nothing is left of those who went"


@pytest.mark.process
def test_a_stranger_cannot_pretend_to_be_many(named: Server) -> None:
    """X-Forwarded-For is believed only of proxies that were named: nobody guesses codes from one address."""
    ann = Client(named)
    answers = []
    for number in range(80):
        forwarded = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"}
        answer = httpx.post(
            f"{named.url}/api/invites", json={"invite": f"guess{number}"}, headers=ann.headers | forwarded
        )
        answers.append(answer.status_code)
    assert set(answers) == {404, 429}
    assert answers.index(429) <= 61


@pytest.mark.process
async def test_a_person_who_opens_connections_without_end_is_stopped(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)

    async def story() -> int:
        async with AsyncExitStack() as held:
            for number in range(MAX_SOCKETS_PER_PERSON + 5):
                line = await held.enter_async_context(ann.at(table))
                if (await line.hear())["type"] == "bye":
                    assert line.byes[0]["code"] == "too_fast"
                    return number
        return -1

    assert await story() == MAX_SOCKETS_PER_PERSON


def test_connections_are_asked_whether_they_are_alive() -> None:
    config = GameServer(APP, []).config
    assert config.ws_ping_interval
    assert config.ws_ping_timeout
    assert config.ws_max_size == 8192


async def test_no_more_than_a_few_messages_wait_for_one_who_does_not_read() -> None:
    """Then all of them are dropped, and they are told to come back: the log has everything."""

    async def story() -> list[bytes | None]:
        viewer = Subscriber("ann")
        longest = 0
        for number in range(1000):
            viewer.send(str(number).encode())
            longest = max(longest, viewer.queue.qsize())
        assert longest == MAX_WAITING_MESSAGES
        return [viewer.queue.get_nowait() for _ in range(viewer.queue.qsize())]

    last, end = await story()
    assert json.loads(last or b"")["code"] == "resume"
    assert end is None


@pytest.mark.process
async def test_one_who_never_reads_is_let_go_and_resumes_while_others_play_on(tmp_path: Path) -> None:
    """Whatever waits for them is bounded: the server does not grow with those who sleep."""
    server = Server(tmp_path).start()
    people = [Client(server) for _ in range(5)]
    ann = people[0]
    table = ann.open(players=5)

    def play() -> None:
        """More entries than the system keeps for those who sleep; computers play to the end."""
        for number, person in enumerate(people):
            assert person.do(table, {"do": "join", "name": f"P{number}"}).status_code == 200
        for _ in range(45):
            for seat, person in enumerate(people):
                for word in ("pause", "resume"):
                    assert person.do(table, {"do": word, "seat": seat}).status_code == 200
        for seat, person in enumerate(people):
            assert person.do(table, {"do": "leave", "seat": seat}).status_code == 200

    async def sleeper() -> ClientConnection:
        """Connected, but nothing is taken out of the line."""
        plain = sockets.socket()
        plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", server.port))
        url = f"ws://127.0.0.1:{server.port}/ws/tables/{table}?since=1"
        return await connect(url, sock=plain, max_queue=1, max_size=2**22, ping_interval=None)

    async def story() -> int:
        sleeping = [await sleeper() for _ in range(8)]
        before = memory(ann)
        async with ann.at(table, since=1) as line:
            playing = asyncio.create_task(asyncio.to_thread(play))
            await line.until("over")
            await playing
            grown = memory(ann) - before
            head = line.state["seq"]
        assert numbers(line) == list(range(2, head + 1)), "who reads misses nothing"
        one = Line(sleeping[0])
        with pytest.raises(ConnectionClosed):
            await one.until("over")
        last = numbers(one)[-1]
        assert numbers(one) == list(range(2, last + 1)), "what they got has no gaps"
        async with ann.at(table, since=last) as again:
            await again.until("over")
        assert numbers(again) in (list(range(last + 1, head + 1)), [head]), "the rest, or how it ended"
        for connection in sleeping:
            connection.transport.abort()
            await connection.wait_closed()
        return grown

    try:
        assert await story() < 40e6
    finally:
        server.stop()


def numbers(line: Line) -> list[int]:
    """Of everything that was heard, in order."""
    return [message["seq"] for message in line.updates]


def memory(client: Client) -> int:
    """Bytes that the server has."""
    (found,) = re.findall(r"^process_resident_memory_bytes (\S+)", client.get("/metrics").text, re.MULTILINE)
    return int(float(found))


def test_every_test_that_the_documentation_names_exists() -> None:
    here = Path(__file__).parent
    named = set(
        re.findall(r"`(test_\w+)`", (here.parents[1] / "docs" / "security.md").read_text(encoding="utf-8"))
    )
    written = "".join(file.read_text(encoding="utf-8") for file in here.parent.glob("**/test_*.py"))
    assert named <= set(re.findall(r"^(?:async )?def (test_\w+)", written, re.MULTILINE))
    assert len(named) > 50
