"""Coming together on a real server: invites, quick matches, rematches, seats on other devices, chat."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.server.clients import Client, Line, Server, invites
from tests.server.play import join, play

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log()


def test_an_invite_code_leads_to_its_table_until_the_game_begins(server: Server) -> None:
    ann, bob = Client(server), Client(server)
    table = ann.open(players=2)
    found = bob.post("/api/invites", {"invite": f" {invites[table].upper()} "}).json()
    assert found == {"table": table, "invite": invites[table]}
    refused = bob.post(f"/api/tables/{table}/commands", {"id": "1", "cmd": {"do": "join", "name": "Bob"}})
    assert (refused.status_code, refused.json()["code"], refused.json()["head"]) == (403, "not_invited", 1)
    other = bob.post(f"/api/tables/{table}/commands", {"v": 2, "id": "1", "cmd": {"do": "close"}})
    assert other.json()["code"] == "bad_message", "another version is another language"
    join(bob, table, "Bob")
    join(ann, table, "Ann")
    assert bob.post("/api/invites", {"invite": invites[table]}).status_code == 404
    assert bob.post("/api/invites", {"invite": ""}).status_code == 404


def test_looking_at_a_link_never_joins(server: Server) -> None:
    """Robots open links to make previews: only a POST takes a seat."""
    ann = Client(server)
    table = ann.open(players=2, is_open=True)
    for path in (f"/t/{table}", f"/api/tables/{table}", f"/api/tables/{table}/commands"):
        httpx.get(server.url + path, headers=Client(server).headers)
    assert not any(seat["is_taken"] for seat in ann.get(f"/api/tables/{table}").json()["seats"])


def test_the_first_page_names_tables_that_wait(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=4, is_open=True, title="Tea & <dragons>")
    hidden = ann.open(players=4, title="Secret")
    page = httpx.get(server.url + "/")
    assert page.headers["content-type"].startswith("text/html")
    assert f'<a href="/t/{table}">Tea &amp; &lt;dragons&gt;</a>' in page.text
    assert hidden not in page.text


def test_a_server_says_what_it_does_not_offer_and_why(server: Server) -> None:
    told = httpx.get(server.url + "/api/server").json()
    assert told["push"] is None, "browsers allow it on their own machine"
    assert told["passkeys"]["code"] == "needs_https", "they are bound to a name, and this is a number"
    assert told["mail"]["code"] == "no_mail"
    assert told["mail"]["reason"]


def test_a_server_says_what_a_table_may_agree_on(server: Server) -> None:
    """What it tells is what it takes, and nothing beyond."""
    told = httpx.get(server.url + "/api/server").json()
    ann = Client(server)
    assert told["options"]["open_coins"] is False
    for level in told["levels"]:
        ann.open(players=2, computers=[level])
    for players, maps in told["maps"].items():
        for found in maps:
            ann.open(players=int(players), map=found)
    assert sorted(told["maps"]) == ["2", "3", "4", "5"]
    limits, clocks = told["limits"], told["clocks"]
    ann.open(players=2, title="x" * limits["title"])
    ann.open(players=2, clock={"kind": "turn", "seconds": clocks["least"]})
    ann.open(players=2, clock={"kind": "bank", "seconds": clocks["most"], "increment": clocks["most"]})
    for refused in (
        {"title": "x" * (limits["title"] + 1)},
        {"clock": {"kind": "turn", "seconds": clocks["most"] + 1}},
        {"content": ["x"] * (limits["texts"] + 1)},
        {"position": "x" * (limits["content"] + 1)},
    ):
        assert ann.post("/api/tables", {"players": 2, **refused}).status_code in (413, 422)
    table = ann.open(players=2)
    join(ann, table, "x" * limits["name"])
    for do in ({"do": "say", "text": "x" * limits["chat"]}, {"do": "leave", "seat": 0}):
        assert ann.do(table, do).status_code == 200
    assert ann.do(table, {"do": "say", "text": "x" * (limits["chat"] + 1)}).status_code == 422
    assert ann.do(table, {"do": "join", "name": "x" * (limits["name"] + 1)}).status_code == 422
    account = {"name": "Long Liz", "password": "correct horse 17"}
    liz = Client(server, Client(server).post("/api/account", account).json()["token"])
    creation = {
        "text": '[race.owls]\ntokens = 6\ntokens_of = "ratmen"\n',
        "summary": "x" * (limits["summary"] + 1),
    }
    refused = liz.post("/api/creations", creation).json()
    assert (refused["code"], refused["params"]["most"]) == ("creation_summary", limits["summary"])


def test_quick_matches_bring_strangers_together(server: Server) -> None:
    people = [Client(server) for _ in range(3)]
    tables = [
        person.post("/api/quick", {"players": 3, "name": f"Guest {number}"}).json()["table"]
        for number, person in enumerate(people)
    ]
    assert len(set(tables)) == 1
    assert people[0].get(f"/api/tables/{tables[0]}").json()["status"] == "running"
    other = people[0].post("/api/quick", {"players": 4, "name": "Again"}).json()["table"]
    assert other != tables[0]
    own = people[0].post("/api/quick", {"players": 4, "name": "Again"}).json()["table"]
    assert own != other, "nobody is matched with themselves"


async def test_a_rated_game_needs_an_account(server: Server) -> None:
    ann = Client(server)
    for path, body in (
        ("/api/tables", {"players": 2, "is_rated": True}),
        ("/api/quick", {"players": 2, "is_rated": True, "name": "Ann"}),
    ):
        refused = ann.post(path, body)
        assert (refused.status_code, refused.json()["code"]) == (403, "needs_account")
    account = {"name": "Rated Rita", "password": "correct horse 17"}
    rita = Client(server, Client(server).post("/api/account", account).json()["token"])
    table = rita.open(players=2, is_rated=True, is_open=True)
    join = {"do": "join", "name": "Ann"}
    for refused in (ann.do(table, join), ann.post(f"/api/tables/{table}/join", {"name": "Ann"})):
        assert (refused.status_code, refused.json()["code"]) == (403, "needs_account")

    async def by_socket() -> str:
        async with ann.at(table) as line:
            return str((await line.do(join))["code"])

    assert await by_socket() == "needs_account"
    assert rita.do(table, join).status_code == 200


async def played_out(clients: list[Client], table: str) -> list[Line]:
    async with clients[0].at(table) as one, clients[1].at(table) as other:
        await asyncio.gather(play(one, random.Random(3)), play(other, random.Random(4)))
        return [one, other]


async def test_the_same_people_play_again(server: Server) -> None:
    ann, bob = Client(server), Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")
    assert ann.post(f"/api/tables/{table}/rematch", {}).json()["code"] == "table_status"
    await played_out([ann, bob], table)
    again = bob.post(f"/api/tables/{table}/rematch", {}).json()
    assert ann.post(f"/api/tables/{table}/rematch", {}).json() == again, "there is one rematch"
    seen = ann.get(f"/api/tables/{table}").json()
    assert (seen["rematch"], seen["rematch_invite"]) == (again["table"], again["invite"])
    assert Client(server).get(f"/api/tables/{table}").json()["rematch"] is None
    assert Client(server).post(f"/api/tables/{table}/rematch", {}).status_code == 403
    invites[again["table"]] = again["invite"]
    join(ann, again["table"], "Ann")
    join(bob, again["table"], "Bob")


async def test_a_seat_moves_to_another_device_once(server: Server) -> None:
    ann, bob, phone, thief = (Client(server) for _ in range(4))
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")
    assert bob.post(f"/api/tables/{table}/seats/0/link", {}).status_code == 403
    void = ann.post(f"/api/tables/{table}/seats/0/link", {}).json()["token"]
    link = ann.post(f"/api/tables/{table}/seats/0/link", {}).json()
    assert link["path"] == f"/t/{table}#seat={link['token']}", "a fragment is sent to no server"
    assert phone.post("/api/seats/claim", {"token": void}).status_code == 404
    assert phone.post("/api/seats/claim", {"token": link["token"]}).json() == {"table": table, "seat": 0}
    assert thief.post("/api/seats/claim", {"token": link["token"]}).status_code == 404
    assert [seat["is_yours"] for seat in phone.get(f"/api/tables/{table}").json()["seats"]] == [True, False]
    assert not any(seat["is_yours"] for seat in ann.get(f"/api/tables/{table}").json()["seats"])
    lines = await played_out([phone, bob], table)
    assert lines[0].state["status"] == "over"
    assert lines[0].state["seats"][0]["name"] == "Ann"


async def test_people_talk_mute_and_report(server: Server) -> None:
    ann, bob, eve = (Client(server) for _ in range(3))
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")

    async def story() -> list[dict[str, Any]]:
        async with ann.at(table) as one, bob.at(table) as other, eve.at(table) as watcher:
            for line in (one, other, watcher):
                await line.hear()
            await one.do({"do": "say", "text": "hello <b>you</b>"})
            rude = await other.do({"do": "say", "text": "go away"})
            await watcher.do({"do": "say", "text": "psst", "name": "Eve"})
            await one.do({"do": "say", "text": "bye"})
            muted = ann.post(f"/api/tables/{table}/chat/{rude['seq']}/mute", {})
            assert muted.status_code == 201, muted.text
            last = await other.do({"do": "say", "text": "still here"})
            for line in (one, other, watcher):
                while line.state["seq"] < last["seq"]:
                    await line.hear()
                numbers = [update["seq"] for update in line.updates]
                assert numbers == list(range(numbers[0], last["seq"] + 1))
            texts = [[(u["said"] or {}).get("text") for u in line.updates[1:]] for line in (one, watcher)]
            assert texts[0] == ["hello <b>you</b>", "go away", None, "bye", None]
            assert texts[1] == ["hello <b>you</b>", "go away", "psst", "bye", "still here"]
            return [rude]

    (rude,) = await story()
    assert [word["text"] for word in ann.get(f"/api/tables/{table}/chat").json()] == [
        "hello <b>you</b>",
        "bye",
    ]
    assert ann.post(f"/api/tables/{table}/chat/{rude['seq']}/report", {"reason": "rude"}).status_code == 201
    assert ann.post(f"/api/tables/{table}/chat/1/report", {}).status_code == 404
    assert [mute["name"] for mute in ann.get("/api/mutes").json()] == ["Bob"]
    response = httpx.delete(f"{server.url}/api/mutes/0", headers=ann.headers)
    assert response.status_code == 200
    assert len(ann.get(f"/api/tables/{table}/chat").json()) == 4


def test_nobody_floods_a_table(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    codes = [ann.do(table, {"do": "say", "text": f"word {number}"}).json().get("code") for number in range(7)]
    assert codes == [None] * 5 + ["too_fast"] * 2


async def test_a_game_that_newer_rules_cannot_replay_goes_on_and_is_marked(tmp_path: Path) -> None:
    """An entry of its log means something else now; the position that was stored with it counts."""
    server = Server(tmp_path).start()
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    join(ann, table, "Ann")

    async def stretch(until: int, since: int = 1) -> Line:
        async with ann.at(table, since) as line:
            await play(line, random.Random(5), until)
            return line

    await stretch(20)
    server.kill()
    with sqlite3.connect(tmp_path / "elbowroom.db") as database:
        changed = database.execute(
            "UPDATE log SET body = json_replace(body, '$.actions[0]', 4032) WHERE seq = 12 AND table_id = ?",
            (table,),
        )
        assert changed.rowcount == 1
    database.close()
    server.start()
    seen = ann.get(f"/api/tables/{table}").json()
    assert seen["is_mended"]
    assert seen["status"] == "running"
    assert ann.get(f"/api/tables/{table}/at/15").json()["code"] == "no_such_moment"
    line = await stretch(10**6, since=seen["seq"] - 1)
    assert line.state["status"] == "over"
    assert ann.get(f"/api/tables/{table}/record").status_code == 200
    server.stop()
