"""Secrets of a whole server: in requests, sockets, logs and metrics.

What a game hides is tested for every channel in `tests/test_secrets.py`.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from sqlalchemy import update

from elbowroom.engine.record import read_record, write_record
from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.services import app_services
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import COMMENTS, TIPS
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.creation_texts import version_digest
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.settings import TableSettings, content_with
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.updates import UpdateBuilder
from tests.server.authors import race
from tests.server.clients import Client, Server
from tests.server.community import pick_combo, play_with, publish
from tests.server.play import join, play
from tests.server.tables import INVITE, SEED, Played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, MutableMapping
    from pathlib import Path

    from starlette.applications import Starlette

KEYS = ["00" * 32]
GNOMES = content_with((race("Gnomes"),)).invented[0]
TABLE = "twin"


def test_the_record_of_a_running_game_tells_public_acts_and_nothing_else() -> None:
    """Whoever replays the acts gets the same record: there is nothing in it that they do not tell."""
    played = Played(TableSettings(players=3)).sit("ann", "bob", "cid")
    for number in range(40):
        played.act_at_random(random.Random(number))
    text = record_of(played.table)
    assert write_record(read_record(text)) == text
    assert not any(secret in text for secret in (SEED, "nann", "coins", "seed", "commitment"))


def test_what_identifies_a_person_is_told_to_nobody() -> None:
    """Not even to others at the table: they see a name, not an identity."""
    played = Played(TableSettings(players=2), host="host-secret")
    played.do("id-of-ann", commands.Join(name="Ann", invite=INVITE))
    builder = UpdateBuilder("t", Table.from_log(played.log[:-1]), played.table, played.log[-1])
    for person in (None, "id-of-ann", "somebody"):
        text = msgspec.json.encode(
            [
                builder.message(person).decode(),
                builder.message(person, wants_states=True).decode(),
                table_view("t", played.table, person),
            ]
        )
        assert b"id-of-ann" not in text
        assert b"host-secret" not in text
    assert isinstance(played.log[-1].entry, entries.Joined)


class Twin:
    """A server that runs here, and Ann who asks it."""

    def __init__(self, app: Starlette, headers: dict[str, str] | None = None) -> None:
        """Ann is known by a token, unless the headers say otherwise."""
        identity = app_services(app).identity
        token = identity.guest_token("ann")
        self.cookie = {"Cookie": f"{identity.cookie}={token}"}
        self.headers = {"Authorization": f"Bearer {token}"} if headers is None else headers
        self._app = app
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost", headers=self.headers
        )

    def token_of(self, guest: str) -> str:
        """The token of a guest."""
        return app_services(self._app).identity.guest_token(guest)

    def asked_with(self, headers: dict[str, str]) -> Twin:
        """The same server, asked by somebody else."""
        return Twin(self._app, headers)

    async def ask(self, method: str, path: str, **more: Any) -> tuple[object, ...]:  # noqa: ANN401 - as httpx
        """The whole answer: status, headers and body."""
        answer = await self._client.request(method, path, **more)
        return answer.status_code, sorted(answer.headers.items()), answer.content

    async def hear(self, since: int, sent: list[str], query: str = "") -> list[str]:
        """All that comes through the socket of the table, until what was sent is answered."""
        to_send: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        heard: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "path": f"/ws/tables/{TABLE}",
            "query_string": f"since={since}&{query}".encode(),
            "headers": [
                (b"host", b"localhost"),
                *((name.lower().encode(), word.encode()) for name, word in self.headers.items()),
            ],
            "client": ("127.0.0.1", 1),
            "subprotocols": [],
        }
        to_send.put_nowait({"type": "websocket.connect"})
        for text in sent:
            to_send.put_nowait({"type": "websocket.receive", "text": text})
        socket = asyncio.create_task(self._app(scope, to_send.get, heard.put))
        found: list[str] = []
        answered = 0
        while answered < len(sent):
            message = await asyncio.wait_for(heard.get(), 30)
            assert message["type"] in ("websocket.accept", "websocket.send"), message
            found.append(message.get("text", ""))
            answered += '"type":"ack"' in found[-1] or '"type":"nack"' in found[-1]
        to_send.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(socket, 30)
        return found


@asynccontextmanager
async def twin(folder: Path, more_coins: int) -> AsyncIterator[Twin]:
    """A game that Ann has to decide in, and in which Bob has more coins than were won."""
    settings = TableSettings(players=3, is_open=True, content=(GNOMES,))
    played = Played(settings).sit("ann", "bob", "cid")
    chance = random.Random(7)
    while played.table.running.turn[0] < 4 or played.table.to_move != 0:
        played.act_at_random(chance, at=10.0)
    game = played.table.running.clone()
    game.state.coins[1] += more_coins
    played.write([entries.Recovered("", game.to_text(), [0.0] * 3)], at=20.0)
    played.do("bob", commands.Say("hello"), at=30.0)
    url = f"sqlite:///{folder / f'{more_coins}.db'}"
    store = store_for(url)
    app = make_app(store, PeopleDb(url), Settings(keys=KEYS, now=lambda: 100.0, monotonic=lambda: 0.0))
    async with app.router.lifespan_context(app):
        first, *rest = played.log
        await store.create(TABLE, first, SEED, listing_of(Table(first)))
        await store.append(TABLE, rest, listing_of(played.table), position_of(played.table))
        await fill_community(Twin(app), app_services(app).people_db)
        yield Twin(app)


async def fill_community(guest: Twin, people_db: PeopleDb) -> None:
    """Dora made what is played with, finished games, and wrote a comment and a tip."""
    dora = guest.asked_with({"Authorization": f"Bearer {guest.token_of('dora')}"})
    _, _, account = await dora.ask("POST", "/api/account", json={"name": "Dora"})
    dora = guest.asked_with({"Authorization": f"Bearer {json.loads(account)['token']}"})  # type: ignore[arg-type]
    await publish(people_db, "gnomes", "dora", text=GNOMES)
    await play_with(people_db, "gnomes", "dora", digest=version_digest(GNOMES))
    await pick_combo(people_db, "dora")
    tip = {"race": "orcs", "power": "flying", "players": 3, "language": "en", "text": "Fly."}
    for path, body in (("/api/tips", tip), ("/api/creations/gnomes/comments", {"text": "Mine."})):
        assert (await dora.ask("POST", path, json=body))[0] == 201
    # Ids are drawn at random, which the twins have no need to share.
    async with people_db.begin() as connection:
        await connection.execute(update(TIPS).values(id="t"))
        await connection.execute(update(COMMENTS).values(id="c"))


ASKED = [
    f"/api/tables/{TABLE}",
    f"/api/tables/{TABLE}/hint",
    f"/api/tables/{TABLE}/record",
    f"/api/tables/{TABLE}/chat",
    f"/api/tables/{TABLE}/log",
    f"/api/tables/{TABLE}/log?since=20",
    f"/api/tables/{TABLE}/box",
    f"/api/tables/{TABLE}/layout",
    f"/api/tables/{TABLE}/board.svg",
    f"/api/tables/{TABLE}/creations",
    "/api/tables",
    "/api/tables/running",
    "/api/tables/mine",
    "/api/account",
    "/api/account/me",
    "/api/account/export",
    "/api/account/results",
    "/api/people/Dora",
    "/api/ratings?players=3",
    "/api/creations",
    "/api/creations/gnomes",
    "/api/creations/gnomes/comments",
    f"/api/versions/{version_digest(GNOMES)}",
    "/api/combos?players=3",
    "/api/combos/3/orcs/flying",
    "/api/tips?race=orcs&power=flying&players=3",
    f"/t/{TABLE}",
    f"/t/{TABLE}/picture.png",
    f"/t/{TABLE}/picture.png?at=4",
]


@pytest.mark.process
async def test_twins_cannot_be_told_apart_by_anything_that_the_server_says(tmp_path: Path) -> None:
    """Tables, all moments, hints, records, pictures, lists, errors, the socket; before and after an act."""

    async def asked(coins: int) -> list[object]:
        async with twin(tmp_path, coins) as server:
            found: list[object] = [await server.ask("GET", path) for path in ASKED]
            table = json.loads(found[0][2])  # type: ignore[index]
            found += [
                await server.ask("GET", f"/api/tables/{TABLE}/at/{seq}") for seq in range(table["seq"] + 2)
            ]
            legal = table["decision"]["legal"][0]["text"]
            tried = ["pick 6", "conquer 99", "nonsense", legal]
            for number, action in enumerate(tried):
                envelope = {"id": f"r{number}", "cmd": {"do": "act", "seat": 0, "action": action}}
                path = f"/api/tables/{TABLE}/commands"
                found.append(await server.ask("POST", path, json=envelope))
            sent = [
                json.dumps({"id": f"s{number}", "cmd": {"do": do, "seat": seat}})
                for number, (do, seat) in enumerate([("undo", 0), ("undo", 1), ("pause", 0), ("leave", 1)])
            ]
            found.append(await server.hear(0, sent))
            found.append(await server.hear(table["seq"], sent))
            found += [await server.ask("GET", path) for path in ASKED]
            return found

    one, other = await asked(0), await asked(40)
    assert len(one) == len(other)
    for number, (here, there) in enumerate(zip(one, other, strict=True)):
        assert here == there, number
    assert sum(answer[0] == 200 for answer in one if isinstance(answer, tuple)) > 30, "most of it is told"


WATCHED = [
    f"/api/tables/{TABLE}?",
    f"/api/tables/{TABLE}?protocol=2&",
    f"/api/tables/{TABLE}/log?",
    f"/api/tables/{TABLE}/chat?",
    f"/api/tables/{TABLE}/replay?",
    f"/api/tables/{TABLE}/opening?",
    *(f"/api/tables/{TABLE}/at/{seq}?protocol=2&" for seq in (1, 4, 5, 40, 10**6)),
]
"""The addresses that an embedded page asks for, without the query that says who asks."""


@pytest.mark.process
async def test_whoever_only_watches_gets_the_bytes_of_a_stranger_and_cannot_act(tmp_path: Path) -> None:
    """Whatever cookie or token their browser sends along, and though it is for them to decide."""
    async with twin(tmp_path, 0) as ann:
        seq = json.loads((await ann.ask("GET", WATCHED[0]))[2])["seq"]  # type: ignore[arg-type]
        attempt = {"seq": seq, "actions": []}
        what_if = f"/api/tables/{TABLE}/what-if?"
        act = json.dumps({"id": "a", "cmd": {"do": "leave", "seat": 0}})
        say = json.dumps({"id": "b", "cmd": {"do": "say", "text": "hello", "name": "Ann"}})
        state = json.dumps({"id": "c", "cmd": {"do": "state"}})
        stranger = ann.asked_with({})

        async def told(who: Twin, query: str) -> list[object]:
            answers: list[object] = [await who.ask("GET", path + query) for path in WATCHED]
            answers.append(await who.ask("POST", what_if + query, json=attempt))
            for since in (0, seq - 5):
                answers.append(await who.hear(since, [state], f"protocol=2&{query}"))
                answers.append(await who.hear(since, [state], query))
            return answers

        expected = await told(stranger, "")
        own = await told(ann, "")
        assert sum(one != other for one, other in zip(own, expected, strict=True)) > 8, "Ann sees more"
        for who in (ann, ann.asked_with(ann.cookie), stranger):
            assert await told(who, "spectator=1") == expected
            heard = [json.loads(text or "{}") for text in await who.hear(seq, [act, say], "spectator=1")]
            refusals = [message for message in heard if message.get("type") == "nack"]
            assert [message["code"] for message in refusals] == ["only_watching"] * 2
            for path in ("commands", "join", "seats/0/link", "rematch"):
                answer = await who.ask("POST", f"/api/tables/{TABLE}/{path}?spectator=1", json={})
                assert answer[0] == 403, path
                assert b"only_watching" in answer[2]  # type: ignore[operator]
                assert "set-cookie" not in dict(answer[1])  # type: ignore[call-overload]
        assert json.loads((await ann.ask("GET", WATCHED[0]))[2])["seq"] == seq  # type: ignore[arg-type]


@pytest.mark.process
async def test_the_seed_is_nowhere_before_the_end(tmp_path: Path) -> None:
    """Not in what anybody can ask for, nor in the journal or the meters."""
    server = Server(tmp_path, "--data", str(tmp_path), "--log-level", "debug").start()
    ann, bob = Client(server), Client(server)
    table = ann.open(players=2, is_open=True)
    paths = [path.replace(TABLE, table) for path in ASKED]
    join(ann, table, "Ann")
    before = [ann.get(path).content for path in paths]
    join(bob, table, "Bob")

    async def both() -> list[dict[str, Any]]:
        async with ann.at(table, since=1) as one, bob.at(table, since=1) as other:
            await asyncio.gather(play(one, random.Random(1), 60), play(other, random.Random(2), 60))
            return [*one.updates, *one.answers.values(), *other.updates, *other.answers.values()]

    try:
        heard = await both()
        with closing(sqlite3.connect(tmp_path / "elbowroom.db")) as database:
            ((seed,),) = database.execute("select seed from seeds")
        during = [who.get(path).content for path in [*paths, "/metrics"] for who in (ann, bob)]
        said = [*before, *during, json.dumps(heard).encode(), server.log().encode()]
        assert len(seed) >= 32
        assert not any(seed.encode() in text for text in said)
        assert b'"seed":null' in ann.get(f"/api/tables/{table}").content
    finally:
        server.stop()
    assert seed not in server.log()
