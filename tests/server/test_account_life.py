"""The life of an account at the real server: from a guest to somebody whom nobody remembers."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from elbowroom.server.people import bans
from elbowroom.server.people.account_deletion import ANONYMISED_COLUMNS, PERSONAL_COLUMNS
from elbowroom.server.people.accounts import person_named
from elbowroom.server.people.data_export import EXPORTED_COLUMNS
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import (
    ADMIN_ACTS,
    COMPLAINTS,
    METADATA,
    RESULTS,
    SITTERS,
    TABLES,
)
from tests.server.clients import Client, Line, Server, farewell
from tests.server.people import PASSWORD, all_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Column, Table

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of these tests keeps everything."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """A server for these tests; each makes people of its own."""
    running = Server(folder).start()
    yield running
    running.kill()


def delete(client: Client, path: str, body: object = None) -> httpx.Response:
    given = {} if body is None else {"json": body}
    return httpx.request("DELETE", client.server.url + path, headers=client.headers, timeout=60, **given)  # type: ignore[arg-type] # JSON


async def until_the_end(line: Line) -> None:
    """Listen until the server lets go; the test fails if it does not."""
    with suppress(ConnectionClosed):
        while True:
            await line.hear()


def registered(client: Client, name: str) -> tuple[Client, dict[str, Any]]:
    response = client.post("/api/account", {"name": name, "password": PASSWORD})
    assert response.status_code == 201, response.text
    return Client(client.server, response.json()["token"]), response.json()


def test_nobody_is_told_so_without_a_refusal(server: Server) -> None:
    """Every first visit asks who one is: that is no mistake which a browser should complain of."""
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        response = httpx.get(f"{server.url}/api/account/me", headers=headers)
        assert (response.status_code, response.content) == (200, b"null")
        assert httpx.get(f"{server.url}/api/account", headers=headers).status_code == 401
    foreign = {"Origin": "https://elsewhere.example"}
    assert httpx.get(f"{server.url}/api/account/me", headers=foreign).json()["code"] == "wrong_origin"


def test_the_life_of_an_account(server: Server, folder: Path) -> None:
    """From guest to account to nothing; what is secret is in no log."""
    guest = Client(server)
    assert guest.get("/api/account").json() == guest.get("/api/account/me").json()
    assert guest.get("/api/account").json()["is_guest"] is True
    assert guest.get("/api/account/sessions").json()["code"] == "no_account"
    table = guest.open(players=2)
    assert guest.do(table, {"do": "join", "name": "Annabella"}).status_code == 200

    ann, made = registered(guest, "Annabella")
    assert guest.get("/api/tables/mine").status_code == 401
    assert [row["table"] for row in ann.get("/api/tables/mine").json()] == [table]
    me = ann.get("/api/account").json()
    assert (me["is_guest"], me["name"], me["has_password"]) == (False, "Annabella", True)
    assert (me["recovery_codes"], me["passkeys"], len(me["sessions"])) == (10, [], 1)
    assert ann.get("/api/account/me").json() == me
    assert ann.post("/api/account", {"name": "Other", "password": PASSWORD}).json()["code"] == "has_account"

    login = {"name": "annabella", "password": PASSWORD, "label": "the phone"}
    phone = Client(server, httpx.post(f"{server.url}/api/account/login", json=login).json()["token"])
    wrong = httpx.post(f"{server.url}/api/account/login", json=login | {"password": "wrong horse"})
    nobody = httpx.post(f"{server.url}/api/account/login", json=login | {"name": "nobody"})
    assert (wrong.status_code, wrong.content) == (nobody.status_code, nobody.content)
    assert wrong.status_code == 401
    shown = ann.get("/api/account/sessions").json()
    assert [(one["label"], one["is_this"]) for one in shown if one["label"] == "the phone"] == [
        ("the phone", False)
    ]
    assert sum(one["is_this"] for one in shown) == 1
    assert not any(secret in str(shown) for secret in (ann.token, phone.token))

    token = ann.post("/api/account/tokens", {"label": "bot"}).json()
    bot = Client(server, token["token"])
    assert [row["table"] for row in bot.get("/api/tables/mine").json()] == [table]
    for refused in (
        bot.post("/api/account/tokens", {"label": "more"}),
        bot.post("/api/account/password", {"new": "another horse 18"}),
        bot.post("/api/account/recovery-codes", {}),
        bot.get("/api/account/sessions"),
        bot.get("/api/account/export"),
        delete(bot, "/api/account"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (403, "not_by_token")

    assert delete(ann, f"/api/account/sessions/{token['id']}").status_code == 200
    assert bot.get("/api/tables/mine").status_code == 401
    assert delete(ann, f"/api/account/sessions/{token['id']}").status_code == 404
    assert delete(ann, "/api/account/sessions/%00").status_code == 404

    assert phone.post("/api/account/logout", {}).status_code == 200
    assert phone.get("/api/account").status_code == 401
    codes = ann.post("/api/account/recovery-codes", {}).json()["recovery_codes"]
    recovery = {"name": "Annabella", "code": made["recovery_codes"][0], "password": "another horse 18"}
    assert httpx.post(f"{server.url}/api/account/recover", json=recovery).json()["code"] == "wrong_code"
    back = httpx.post(f"{server.url}/api/account/recover", json=recovery | {"code": codes[0]}).json()
    assert ann.get("/api/account").status_code == 401
    ann = Client(server, back["token"])
    new = {"new": PASSWORD, "password": "another horse 18"}
    assert ann.post("/api/account/password", new).status_code == 200

    log = server.log()
    secrets = [ann.token, guest.token, bot.token, PASSWORD, "another horse 18", "wrong horse", *codes]
    assert not [secret for secret in secrets if secret in log]
    kept = b"".join(file.read_bytes() for file in folder.glob("elbowroom.db*"))
    assert not [secret for secret in secrets if secret.encode() in kept]


def test_one_who_came_in_a_while_ago_gives_the_password_for_what_is_important(
    server: Server, folder: Path
) -> None:
    """Whoever finds an open browser can play, and not take the account away."""
    gil, _ = registered(Client(server), "Gil")
    token = gil.post("/api/account/tokens", {"label": "bot"}).json()
    with closing(sqlite3.connect(folder / "elbowroom.db", timeout=60)) as database:
        database.execute("UPDATE sessions SET made_at = made_at - 1000")
        database.commit()
    assert delete(gil, f"/api/account/sessions/{token['id']}").status_code == 200, "revoking is not taking"
    acts = {
        "/tokens": {"label": "more"},
        "/recovery-codes": {},
        "/password": {"new": "another horse 18"},
    }
    for wrong in ({}, {"password": "wrong horse"}):
        for path, body in acts.items():
            refused = gil.post(f"/api/account{path}", body | wrong)
            assert (refused.status_code, refused.json()["code"]) == (403, "confirm_yourself"), path
        for path in ("", "/passkeys/x"):
            assert delete(gil, f"/api/account{path}", wrong).json()["code"] == "confirm_yourself"
    assert delete(gil, "/api/account").json()["code"] == "confirm_yourself"
    for path, body in acts.items():
        assert gil.post(f"/api/account{path}", body | {"password": PASSWORD}).status_code in (200, 201), path
    assert delete(gil, "/api/account", {"password": "another horse 18"}).status_code == 200
    assert gil.get("/api/account").status_code == 401


async def test_a_revoked_session_is_refused_by_rest_and_socket_and_its_open_socket_ends(
    server: Server,
) -> None:
    ann, _ = registered(Client(server), "Bea")
    table = ann.open(players=2)

    async def scenario() -> None:
        token = ann.post("/api/account/tokens", {"label": "bot"}).json()
        bot = Client(server, token["token"])
        async with bot.at(table) as line, ann.at(table) as other:
            assert (await line.do({"do": "join", "name": "Bea"}))["type"] == "ack"
            assert delete(ann, f"/api/account/sessions/{token['id']}").status_code == 200
            await until_the_end(line)
            assert (await other.do({"do": "leave", "seat": 0}))["type"] == "ack", "hers goes on"
        assert (await farewell(bot, table))["code"] == "signed_out"
        assert bot.do(table, {"do": "join", "name": "Bea"}).status_code == 401

    await scenario()


async def test_one_who_is_banned_may_only_look_on_and_go(server: Server, folder: Path) -> None:
    ann, _ = registered(Client(server), "Cid")
    table = ann.open(players=2)

    async def scenario() -> None:
        people_db = PeopleDb(f"sqlite:///{folder / 'elbowroom.db'}")
        await people_db.start()
        person = await person_named(people_db, "Cid")
        assert person is not None
        async with ann.at(table) as line:
            await line.hear()
            await bans.ban(people_db, person, "You cheated.", 1.0)
            await until_the_end(line)
        bye = await farewell(ann, table)
        assert (bye["code"], bye["params"]) == ("banned", {"why": "You cheated."})
        assert "You cheated." in bye["reason"]
        refused = ann.do(table, {"do": "join", "name": "Cid"})
        assert (refused.status_code, refused.json()["code"]) == (403, "banned")
        assert "You cheated." in refused.json()["reason"]
        assert ann.post("/api/account/tokens", {"label": "bot"}).json()["code"] == "banned"
        assert ann.get(f"/api/tables/{table}").status_code == 200
        assert ann.get("/api/account/export").json()["bans"] == [{"reason": "You cheated.", "at": 1.0}]
        assert delete(ann, "/api/account").status_code == 200
        assert not await bans.all_bans(people_db)
        await people_db.stop()

    await scenario()


def test_a_browser_keeps_its_token_in_a_cookie_that_no_script_and_no_other_page_can_use(
    tmp_path: Path,
) -> None:
    options = ("--data", str(tmp_path), "--public-url", "https://games.example")
    for cookie, given in (("elbowroom", ()), ("__Host-elbowroom", options)):
        server = Server(tmp_path, *given).start()
        try:
            with httpx.Client(base_url=server.url) as plain:
                response = plain.post(
                    "/api/account", json={"name": f"Ann {len(cookie)}", "password": PASSWORD}
                )
            kept = response.headers["set-cookie"]
            assert kept.startswith(f"{cookie}={response.json()['token']};")
            assert {"HttpOnly", "Path=/", "SameSite=lax"} <= {part.strip() for part in kept.split(";")}
            assert ("Secure" in kept) == bool(given)
            assert "domain" not in kept.lower()
            jar = {"Cookie": f"{cookie}={response.json()['token']}"}
            assert httpx.get(f"{server.url}/api/account", headers=jar).status_code == 200
            back = httpx.post(f"{server.url}/api/guest", headers=jar)
            assert back.headers["set-cookie"].startswith(f"{cookie}={response.json()['token']};"), (
                "it lives on"
            )
            out = httpx.post(f"{server.url}/api/account/logout", headers=jar)
            assert out.headers["set-cookie"].startswith(f'{cookie}=""; ')
            assert "Max-Age=0" in out.headers["set-cookie"]
            assert httpx.get(f"{server.url}/api/account", headers=jar).status_code == 401
        finally:
            server.kill()


def test_pages_of_others_may_do_nothing(server: Server) -> None:
    ann, _ = registered(Client(server), "Dan")
    for origin in (
        "https://evil.example",
        "null",
        "http://[::1",
        "http://",
        "",
        f"http://evil.example:{server.port}",
    ):
        headers = ann.headers | {"Origin": origin}
        for path in ("", "/login", "/logout", "/recover", "/password", "/tokens", "/passkeys/login/options"):
            response = httpx.post(f"{server.url}/api/account{path}", headers=headers, json={})
            assert (response.status_code, response.json()["code"]) == (403, "wrong_origin"), (path, origin)
        gone = httpx.delete(f"{server.url}/api/account", headers=headers)
        assert gone.json()["code"] == "wrong_origin"
    assert ann.get("/api/account").status_code == 200


def test_nonsense_is_refused_and_breaks_nothing(server: Server) -> None:
    ann, _ = registered(Client(server), "Eve")
    for path in ("", "/login", "/recover", "/password", "/tokens", "/recovery-codes", "/passkeys/login"):
        for body in (
            b"",
            b"[]",
            b"{",
            b"null",
            b'{"name": 1}',
            b'{"x": 1}',
            b"\xff",
            b"[" * 5000,
            b"x" * 20_000,
        ):
            response = httpx.post(f"{server.url}/api/account{path}", headers=ann.headers, content=body)
            assert response.status_code in (200, 409, 413, 422), (path, body, response.text)
    assert ann.get("/api/account").json()["name"] == "Eve"
    assert "Traceback" not in server.log()


def test_everything_kept_of_a_person_can_be_exported_but_no_secret(server: Server, folder: Path) -> None:
    ann, _ = registered(Client(server), "Fay")
    bob = Client(server)
    table = ann.open(players=3, title="Come in")
    ann.do(table, {"do": "join", "name": "Fay"})
    bob.do(table, {"do": "join", "name": "Bob"})
    assert ann.do(table, {"do": "say", "text": "Good evening"}).status_code == 200
    assert bob.do(table, {"do": "say", "text": "Good morning"}).status_code == 200
    token = ann.post("/api/account/tokens", {"label": "bot"}).json()["token"]
    response = ann.get("/api/account/export")
    assert response.headers["content-disposition"] == 'attachment; filename="elbowroom.json"'
    found = response.json()
    assert found["account"][0]["name"] == "Fay"
    assert [one["kind"] for one in found["sessions"]].count("token") == 1
    assert [one["id"] for one in found["tables"]] == [table]
    assert [one["text"] for one in found["chat"]] == ["Good evening"]
    assert {
        "passkeys",
        "ratings",
        "results",
        "mutes",
        "devices",
        "notices",
        "reports",
        "bans",
    } <= found.keys()
    with closing(sqlite3.connect(folder / "elbowroom.db")) as database:
        hidden = [secret for (secret,) in database.execute("SELECT digest FROM sessions")]
        hidden += [secret for (secret,) in database.execute("SELECT digest FROM recovery_codes")]
        hidden += [secret for (secret,) in database.execute("SELECT password FROM accounts")]
    assert not [secret for secret in [*hidden, token, ann.token] if secret in response.text]
    assert bob.get("/api/account/export").json()["account"] == []


PERSON_NAMES = {"person", "muted", "reporter", "author", "admin", "subject", "host", "mover"}
"""What columns are called that hold the id of a person."""
NO_PERSONS = {COMPLAINTS.c.subject: "the id of a creation, a comment or a tip"}
ELSEWHERE = {
    SITTERS.c.person: "made anew from the log of the table, from which the person is removed",
    TABLES.c.host: "the same",
    TABLES.c.mover: "the same",
    RESULTS.c.person: "results stay, without person and name",
    ADMIN_ACTS.c.admin: "acts stay, without person and name",
    ADMIN_ACTS.c.subject: "acts stay, without person, name and note",
}
"""Columns that deletion treats in their own ways."""
OTHERS_WORDS = {"admin": {"subject_name": "Bob", "note": ""}, "subject": {"admin_name": "Bob"}}
"""What a row says of others, if this column names the person."""


def _naming(table: Table) -> list[Column[Any]]:
    """The columns of a table that hold the id of a person."""
    return [one for one in table.columns if one.name in PERSON_NAMES and one not in NO_PERSONS]


def test_deletion_knows_every_column_that_names_a_person() -> None:
    """Whoever adds a column decides whether its rows are deleted with the person, or stay without them."""
    naming = {column for table in METADATA.sorted_tables for column in _naming(table)}
    assert naming == {*PERSONAL_COLUMNS, *ANONYMISED_COLUMNS, *ELSEWHERE}


def test_the_export_knows_every_column_that_names_a_person() -> None:
    untold = {
        "challenges": "a question that waits for minutes",
        "guest_revocations": "that tokens of before are void",
        "name_keys": "made from the name",
        "recovery_codes": "only hashes",
        "seat_links": "only hashes, for a day",
        "sitters": "told with the tables",
        "tables": "told in a part of their own",
    }
    exported = {table.name for table, _, _ in EXPORTED_COLUMNS.values()}
    naming = {column.table.name for column in (*PERSONAL_COLUMNS, *ANONYMISED_COLUMNS, *ELSEWHERE)}
    assert naming - exported == set(untold)


async def fill(people_db: PeopleDb, person: str) -> None:
    """Rows of every kind that other parts of the server keep of a person."""
    told = dict.fromkeys(("name", "reason", "summary", "note", "subject_name", "admin_name"), "Annabella")
    told |= {"text": "Greetings", "removed_why": "Annabella"}
    async with people_db.begin() as connection:
        for table in METADATA.sorted_tables:
            theirs = [column.name for column in _naming(table)]
            for column in () if table.name in ("accounts", "sitters", "tables") else theirs:
                row = {
                    one.name: told.get(one.name, f"{table.name} {column}")
                    if one.type.python_type is str
                    else one.type.python_type(1)
                    for one in table.columns
                }
                row |= {name: person if name == column else "g-somebody" for name in theirs}
                row |= OTHERS_WORDS.get(column, {})
                await connection.execute(table.insert().values(row))


async def test_one_who_goes_leaves_no_trace_and_the_games_stay(url: str, tmp_path: Path) -> None:
    """Name, id and words of the person are in no row, also of tables that were only watched, or left."""
    server = Server(tmp_path, *(("--database", url) if url.startswith("postgres") else ()))
    server.start()
    try:
        await go(server, PeopleDb(url))
    finally:
        server.kill()


async def go(server: Server, people_db: PeopleDb) -> None:
    ann, _ = registered(Client(server), "Annabella")
    bob = Client(server)
    played = bob.open(players=2, is_open=True)
    bob.do(played, {"do": "join", "name": "Bob"})
    ann.do(played, {"do": "join", "name": "Annabella"})
    assert ann.do(played, {"do": "say", "text": "Greetings to you"}).status_code == 200
    left = bob.open(players=2, is_open=True)
    assert ann.do(left, {"do": "join", "name": "Annabella"}).status_code == 200
    assert ann.do(left, {"do": "leave", "seat": 0}).status_code == 200
    watched = bob.open(players=2)
    word = {"do": "say", "text": "Greetings to all", "name": "Annabella"}
    assert ann.do(watched, word).status_code == 200
    hosted = ann.open(players=2, is_open=True)
    bob.do(hosted, {"do": "join", "name": "Bob"})

    await people_db.start()
    person = await person_named(people_db, "Annabella")
    assert person is not None
    await fill(people_db, person)
    before = await all_rows(people_db)
    assert {row.partition(":")[0] for row in before if person in row} >= {
        column.table.name for column in PERSONAL_COLUMNS
    } | {"results", "log", "tables", "sitters"}

    gone = delete(ann, "/api/account", {"password": PASSWORD})
    assert gone.status_code == 200, gone.text
    after = await all_rows(people_db)
    await people_db.stop()
    assert [row for row in after for trace in (person, "Annabella", "Greetings") if trace in row] == []
    assert sum(row.startswith("results") for row in after) == sum(row.startswith("results") for row in before)
    assert ann.get("/api/account").status_code == 401
    assert bob.get(f"/api/tables/{played}").json()["status"] == "running"
    login = Client(server).post("/api/account/login", {"name": "Annabella", "password": PASSWORD})
    assert login.json()["code"] == "wrong_login"
    again, _ = registered(Client(server), "Annabella")
    assert again.get("/api/tables/mine").json() == [], "the name is free, the games are not hers"
