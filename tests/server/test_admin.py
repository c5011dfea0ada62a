"""Looking after a server from the command line, while people play on it."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from elbowroom.cli import cli
from elbowroom.rules.refusals import Refused
from elbowroom.server.people.accounts import person_named
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import CREATION_VERSIONS
from tests.server.clients import Client, Server, farewell
from tests.server.community import publish
from tests.server.play import join

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.clients import Line

pytestmark = pytest.mark.process


class Host:
    """A server, and the one who runs it."""

    def __init__(self, folder: Path, database: str) -> None:
        """Not started yet."""
        self.place = ("--database", database, "--key-file", str(folder / "signing.key"))
        self.server = Server(folder, *self.place)

    def admin(self, *words: str) -> str:
        """What a command prints."""
        done = CliRunner().invoke(cli, ["admin", *self.place, *words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    def found(self, *words: str) -> list[dict[str, Any]]:
        """What a command lists."""
        found: list[dict[str, Any]] = json.loads(self.admin(*words, "--json"))
        return found


@pytest.fixture(params=["sqlite", "postgresql"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """A server that runs, on either database."""
    file = f"sqlite:///{tmp_path / 'elbowroom.db'}"
    made = Host(tmp_path, file if request.param == "sqlite" else request.getfixturevalue("database"))
    made.server.start()
    yield made
    made.server.kill()


async def heard(line: Line, what: str) -> dict[str, Any]:
    """Listen until something happens at the table."""
    while True:
        message = await line.hear()
        if message.get("what") == what:
            return message


async def test_those_at_the_table_hear_what_the_host_does(host: Host) -> None:
    """Words that were complained of go, one who is banned goes, and the table is closed."""
    ann, bob = Client(host.server), Client(host.server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")

    async def work() -> None:
        async with ann.at(table) as hers, bob.at(table) as his:
            rude = (await his.do({"do": "say", "text": "rude words"}))["seq"]
            complaint = await asyncio.to_thread(
                ann.post, f"/api/tables/{table}/chat/{rude}/report", {"reason": "He is rude"}
            )
            assert complaint.status_code == 201
            [report] = await asyncio.to_thread(host.found, "reports")
            assert (report["table"], report["seq"], report["text"]) == (table, rude, "rude words")
            assert report["reasons"] == ["He is rude"]
            assert "He is rude" in await asyncio.to_thread(host.admin, "reports")

            await asyncio.to_thread(host.admin, "remove-chat", "--", table, str(rude))
            assert (await heard(hers, "removed"))["removed"] == rude
            assert "rude words" not in (await asyncio.to_thread(ann.get, f"/api/tables/{table}/chat")).text
            assert "rude words" not in await asyncio.to_thread(host.admin, "reports", "--json")

            await asyncio.to_thread(host.admin, "ban", report["person"], "--reason", "Rude words")
            with pytest.raises(ConnectionClosed):
                await heard(his, "nothing any more")

            await asyncio.to_thread(host.admin, "close", "--", table[:12])
            await heard(hers, "closed")

    await work()
    refused = bob.post("/api/tables", {"players": 2})
    assert refused.status_code == 403
    assert "Rude words" in refused.text

    assert "Rude words" in (await farewell(bob, table))["reason"]
    [banned] = await asyncio.to_thread(host.found, "bans")
    assert banned["reason"] == "Rude words"
    await asyncio.to_thread(host.admin, "unban", banned["person"])
    assert await asyncio.to_thread(host.found, "bans") == []
    with pytest.raises(Refused, match="already"):
        await asyncio.to_thread(host.admin, "unban", banned["person"])
    with pytest.raises(Refused):
        await asyncio.to_thread(host.admin, "close", "--", table)
    assert host.server.stop() == 0
    assert "Traceback" not in host.server.log()


def test_tables_are_listed_and_found_by_the_beginning_of_their_ids(host: Host) -> None:
    ann = Client(host.server)
    first, second = ann.open(players=3, title="First"), ann.open(players=2, title="Second")
    join(ann, first, "Ann")
    listed = host.found("tables")
    assert {row["table"] for row in listed} == {first, second}
    assert [row["table"] for row in listed if len(row["people"]) == 1] == [first]
    assert "First" in host.admin("tables")
    host.admin("close", "--", second)
    assert [row["table"] for row in host.found("tables")] == [first]
    assert [row["title"] for row in host.found("tables", "--status", "closed")] == ["Second"]
    with pytest.raises(Refused, match="no such table"):
        host.admin("close", "nothing-begins-so")
    with pytest.raises(Refused, match="More than one"):
        host.admin("close", "")


def test_who_has_lost_the_password_comes_in_by_a_code(host: Host) -> None:
    ann = Client(host.server)
    account = ann.post("/api/account", {"name": "Annabel", "password": "a long old password"})
    assert account.status_code == 201, account.text
    signed_in = Client(host.server, account.json()["token"])
    assert signed_in.get("/api/account").status_code == 200
    codes = [line.strip() for line in host.admin("reset-password", "annabel").splitlines()[1:]]
    old = {"name": "Annabel", "password": "a long old password"}
    assert ann.post("/api/account/login", old).status_code == 401
    new = {"name": "Annabel", "code": codes[0], "password": "a long new password"}
    assert ann.post("/api/account/recover", new).status_code == 200
    assert ann.post("/api/account/recover", new).status_code == 401
    with pytest.raises(Refused, match="Nobody here is called"):
        host.admin("reset-password", "Somebody")
    with pytest.raises(Refused, match="Nobody here is called"):
        host.admin("ban", "Somebody")
    host.admin("ban", "ANNABEL")
    assert [row["name"] for row in host.found("bans")] == ["Annabel"]


def test_what_the_host_does_on_the_command_line_is_in_the_log_of_acts(host: Host) -> None:
    """A line is left, a network banned and let in again, a guest signed out, a code made."""
    ann, bob = Client(host.server), Client(host.server)
    table = ann.open(players=2)
    said = bob.post(
        f"/api/tables/{table}/commands", {"id": "1", "cmd": {"do": "say", "name": "Bob", "text": "hm"}}
    )
    seq = said.json()["seq"]
    assert ann.post(f"/api/tables/{table}/chat/{seq}/report", {"reason": "Why?"}).status_code == 201
    host.admin("dismiss", "--", table, str(seq))
    assert host.found("reports") == []
    [report] = host.found("reports", "--handled")
    assert report["text"] == "hm"
    with pytest.raises(Refused, match="complained"):
        host.admin("dismiss", "--", table, "999")
    host.admin("ban", "203.0.113.77/24", "--reason", "A flood")
    assert [ban["network"] for ban in host.found("bans")] == ["203.0.113.0/24"]
    host.admin("unban", "203.0.113.0/24")
    host.admin("sign-out", "--", report["person"])
    while bob.get("/api/tables/mine").status_code == 200:  # until the server looks at tokens again
        time.sleep(0.5)
    code = host.admin("code").split()[-1]
    account = ann.post("/api/account", {"name": "Annabel", "password": "a long old password"})
    admin = Client(host.server, account.json()["token"])
    assert admin.post("/api/admin/claim", {"code": code}).status_code == 200
    assert [(act["act"], act["admin_name"]) for act in host.found("acts")] == [
        ("admin_added", "Annabel"),
        ("code_made", ""),
        ("signed_out", ""),
        ("unbanned", ""),
        ("banned", ""),
        ("report_dismissed", ""),
    ]
    assert "203.0.113.0/24" in host.admin("acts")


def test_the_key_can_be_changed_with_and_without_forgetting(tmp_path: Path) -> None:
    """A guest of before is known after a change, and a stranger after the key is forgotten."""
    host = Host(tmp_path, f"sqlite:///{tmp_path / 'elbowroom.db'}")
    host.server.start()
    ann = Client(host.server)

    def is_known() -> bool:
        host.server.start()
        return ann.get("/api/tables/mine").status_code == 200

    for words, known in ((("rotate-key",), True), (("rotate-key", "--forget"), False)):
        host.server.stop()
        host.admin(*words)
        assert is_known() is known
    host.server.stop()
    assert [act["act"] for act in host.found("acts")] == ["key_rotated", "key_rotated"]


def test_nothing_is_made_where_no_server_has_been(tmp_path: Path) -> None:
    host = Host(tmp_path, f"sqlite:///{tmp_path / 'none.db'}")
    for words in (("tables",), ("close", "x"), ("ban", "x")):
        with pytest.raises(Refused, match="no games"):
            host.admin(*words)
    with pytest.raises(Refused, match="not there"):
        host.admin("rotate-key")
    assert list(tmp_path.iterdir()) == []


async def test_the_host_looks_after_the_community(host: Host) -> None:
    """What waits and what is complained of is listed, and decided about with a reason."""
    ann, bob = Client(host.server), Client(host.server)
    for client, name in ((ann, "Ann"), (bob, "Bob")):
        token = client.post("/api/account", {"name": name}).json()["token"]
        client.headers = {"Authorization": f"Bearer {token}"}
    people_db = PeopleDb(host.place[1])
    await people_db.start()
    try:
        person = await person_named(people_db, "Ann")
        assert person is not None
        await publish(people_db, "gnomes", person, "waiting")
        rude = {"note": "Twice as  rude", "text": "# Hill\tfolk\n"}
        async with people_db.begin() as connection:
            await connection.execute(update(CREATION_VERSIONS).values(rude))
        await publish(people_db, "imps", person)
    finally:
        await people_db.stop()

    async def host_does(*words: str) -> str:
        return await asyncio.to_thread(host.admin, *words)

    [waiting] = await asyncio.to_thread(host.found, "waiting")
    assert (waiting["id"], waiting["author"], waiting["kind"]) == ("gnomes", "Ann", "race")
    told = await host_does("waiting")
    assert "Gnomes" in told
    assert "They dig. / Twice as rude / Hill folk" in told, "all that strangers would read"
    assert "seen by all" in await host_does("allow", "creation", "gnomes")
    comments = "/api/creations/gnomes/comments"
    comment = ann.post(comments, {"text": "Buy my gnomes"}).json()["id"]
    assert bob.post(f"/api/comments/{comment}/report", {"reason": "An advert"}).status_code == 201
    [found] = await asyncio.to_thread(host.found, "complaints")
    assert (found["kind"], found["id"], found["reasons"]) == ("comment", comment, ["An advert"])
    assert "Buy my gnomes" in await host_does("complaints")
    await host_does("hide", "comment", comment, "--reason", "No adverts")
    await host_does("hide", "creation", "imps", "--reason", "A copy")
    assert bob.get(comments).json()["comments"][0]["text"] == ""
    assert ann.get(comments).json()["comments"][0]["removed_why"] == "No adverts"
    assert await asyncio.to_thread(host.found, "complaints") == []
    assert len(await asyncio.to_thread(host.found, "complaints", "--handled")) == 1
    acts = [
        (act["act"], act["subject_name"], act["note"]) for act in await asyncio.to_thread(host.found, "acts")
    ]
    assert acts == [
        ("creation_hidden", "Ann", "Imps: A copy"),
        ("comment_removed", "Ann", "Gnomes: No adverts"),
        ("creation_allowed", "Ann", "Gnomes"),
    ]
    with pytest.raises(Refused, match="nothing"):
        await host_does("allow", "tip", "nobody")
