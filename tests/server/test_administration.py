"""Looking after a server in the browser: the first administrator, reports, bans, tables, the log of it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import httpx
import pytest
from sqlalchemy import update

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.services import app_services
from elbowroom.server.people.admins import Admins, new_code
from elbowroom.server.people.bans import BannedNetworks, all_address_bans, ban, ban_network, network_of
from elbowroom.server.people.identity import GUEST_SECONDS, Identity
from elbowroom.server.people.report_meter import ReportMeter
from elbowroom.server.rooms.moderation import close_table, count_open_reports
from elbowroom.server.storage.schema import ACCOUNTS
from elbowroom.server.tables import commands
from elbowroom.server.tables.settings import TableSettings
from tests.server.clients import Client, Server
from tests.server.halls import hall
from tests.server.houses import House, house

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

PASSWORD = "correct horse battery"  # noqa: S105 - for tests


class Person:
    """Somebody with an account, who asks."""

    def __init__(self, here: House, client: httpx.AsyncClient) -> None:
        self.here = here
        self._client = client
        self.token = client.headers.get("Authorization", "").removeprefix("Bearer ")

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return _told(await self._client.get(f"/api/admin{path}"))

    async def is_admin(self) -> bool:
        """Whether their own account says that they look after the server."""
        return bool(_told(await self._client.get("/api/account"))["is_admin"])

    async def post(self, path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return _told(await self._client.post(f"/api/admin{path}", json=body))

    async def delete(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return _told(await self._client.delete(f"/api/admin{path}"))


def _told(answer: httpx.Response) -> Any:  # noqa: ANN401 - JSON
    told = answer.json()
    return told if answer.is_success else told["code"]


async def account(here: House, name: str) -> Person:
    """Make an account."""
    guest = here.person(f"g{name.lower():_<16}")
    answer = await guest.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return Person(here, here.with_token(answer.json()["token"]))


@asynccontextmanager
async def administered(folder: Path) -> AsyncIterator[tuple[House, Person]]:
    """A server that Ann looks after."""
    async with house(folder) as here:
        ann = await account(here, "Ann")
        code = app_services(here.app).admins.first_code
        assert code is not None
        assert await ann.post("/claim", code=code) == {}
        yield here, ann


async def rude_line(here: House) -> tuple[str, int, str]:
    """A line that somebody complained of: table, number and the person who wrote it."""
    room = await here.rooms.open_table(TableSettings(2), "ghost____________")
    seq = await room.do("gbrawler_________", "1", commands.Say("rude words", "Brawler"))
    reported = await here.person("gcy______________").post(
        f"/api/tables/{room.id}/chat/{seq}/report", json={"reason": "They are rude"}
    )
    assert reported.status_code == 201
    return room.id, seq, "gbrawler_________"


async def test_the_first_administrator_comes_in_by_a_code_once(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann, bob = await account(here, "Ann"), await account(here, "Bob")
        admins = app_services(here.app).admins
        code = admins.first_code
        assert code is not None
        assert await ann.get("") == "admins_only"
        assert await ann.post("/claim", code="aaaa-bbbb-cccc-dddd") == "wrong_admin_code"
        guest = Person(here, here.person("gx_______________"))
        assert await guest.post("/claim", code=code) == "no_account"
        assert await ann.post("/claim", code=code.upper().replace("-", " ")) == {}
        assert await bob.post("/claim", code=code) == "wrong_admin_code", "it is used up"
        assert (await ann.get(""))["name"] == "Ann"
        assert [await who.is_admin() for who in (ann, bob)] == [True, False]
        assert admins.first_code is None
    async with house(tmp_path) as here:
        assert app_services(here.app).admins.first_code is None, "a server that has one makes no code"


async def test_only_administrators_may(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, _):
        bob = await account(here, "Bob")
        paths = ("", "/admins", "/reports", "/bans", "/tables", "/acts")
        assert {await bob.get(path) for path in paths} == {"admins_only"}
        posts = ("/codes", "/bans", "/bans/lift", "/sign-out", "/tables/x/close", "/reports/x/1")
        assert {await bob.post(path, who="Ann") for path in posts} == {"admins_only"}
        assert await bob.delete("/admins/Ann") == "admins_only"
        stranger = Person(here, here.stranger)
        assert {await stranger.get(path) for path in paths} == {"who_are_you"}


async def test_administrators_make_others_and_the_last_one_stays(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        bob = await account(here, "Bob")
        code = (await ann.post("/codes"))["code"]
        assert await bob.post("/claim", code=code) == {}
        assert [admin["name"] for admin in await bob.get("/admins")] == ["Ann", "Bob"]
        assert await bob.delete("/admins/Ann") == {}
        assert await ann.get("") == "admins_only"
        assert await bob.delete("/admins/Bob") == "last_admin"
        assert await bob.delete("/admins/Nobody") == "nobody_called"
        code = await new_code(app_services(here.app).people_db)  # as the command line does
        assert await ann.post("/claim", code=code) == {}


async def test_a_complaint_is_settled_once_and_everybody_sees_by_whom(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        table, seq, _ = await rude_line(here)
        [report] = await ann.get("/reports")
        assert (report["table"], report["seq"], report["text"]) == (table, seq, "rude words")
        assert (await ann.get(""))["open_reports"] == 1
        assert await ann.post(f"/reports/{table}/{seq}", remove=True) == {}
        assert await ann.get("/reports") == []
        assert (await ann.get(""))["open_reports"] == 0
        [handled] = await ann.get("/reports?is_handled=1")
        assert (handled["text"], handled["reasons"]) == ("", ["They are rude"])
        room = await here.rooms.room(table)
        assert "rude" not in str(room.rows)
        assert "rude" not in str(await here.rooms.store.rows(table))
        assert await ann.post(f"/reports/{table}/999", remove=False) == "unknown_report"
        act = (await ann.get("/acts"))[0]
        assert (act["admin_name"], act["act"], act["table"], act["seq"]) == (
            "Ann",
            "chat_removed",
            table,
            seq,
        )


async def test_to_settle_a_complaint_again_changes_nothing(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        table, seq, _ = await rude_line(here)
        for _ in range(2):
            assert await ann.post(f"/reports/{table}/{seq}", remove=False) == {}
        room = await here.rooms.room(table)
        length = len(room.rows)
        for _ in range(2):
            assert await ann.post(f"/reports/{table}/{seq}", remove=True) == {}
        assert len(room.rows) == length + 1
        assert await ann.post(f"/reports/{table}/{seq}", remove=False) == {}, "the line is gone"
        settled = [act["act"] for act in await ann.get("/acts")][:-1]
        assert settled == ["chat_removed", "report_dismissed"]
        again = await here.person("gdan_____________").post(
            f"/api/tables/{table}/chat/{seq}/report", json={"reason": "Still there?"}
        )
        assert again.status_code == 404


async def test_a_removed_line_leaves_the_head_of_the_log(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        table, seq, _ = await rude_line(here)
        room = await here.rooms.room(table)
        before = room.table.chain
        assert await ann.post(f"/reports/{table}/{seq}", remove=True) == {}
        assert room.log.table_at(seq).chain == before


async def test_numbers_that_no_log_has_are_refused(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        for number in (2**31, 2**63, 10**30, -(10**30)):
            assert await ann.post(f"/reports/x/{number}", remove=True) == "bad_message"
        assert here.rooms.metrics.registry.get_sample_value("elbowroom_errors_total") == 0.0


async def test_a_dismissed_complaint_leaves_the_line(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        table, seq, _ = await rude_line(here)
        assert await ann.post(f"/reports/{table}/{seq}", remove=False) == {}
        [handled] = await ann.get("/reports?is_handled=1")
        assert handled["text"] == "rude words"
        assert (await ann.get("/acts"))[0]["act"] == "report_dismissed"


async def test_people_and_networks_are_banned_and_let_in_again(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        _, _, brawler = await rude_line(here)
        assert await ann.post("/bans", who=brawler, reason="Insults people") == {}
        settings = {"players": 2}
        refused = await here.person(brawler).post("/api/tables", json=settings)
        assert (refused.status_code, refused.json()["params"]) == (403, {"why": "Insults people"})
        assert await ann.post("/bans", who="203.0.113.77/24", reason="A flood") == {}
        listed = await ann.get("/bans")
        assert [ban["person"] for ban in listed["people"]] == [brawler]
        assert [ban["network"] for ban in listed["networks"]] == ["203.0.113.0/24"]
        there = here.from_address("203.0.113.9", "gdan_____________")
        assert (await there.post("/api/tables", json=settings)).json()["code"] == "banned"
        assert (await there.get("/api/tables")).status_code == 200, "they may look on"
        nobody = here.from_address("203.0.113.9")
        assert (await nobody.post("/api/guest")).json()["code"] == "banned", "nor become somebody else"
        elsewhere = here.from_address("198.51.100.9", "gdan_____________")
        assert (await elsewhere.post("/api/tables", json=settings)).status_code == 201
        for who in (brawler, "203.0.113.0/24"):
            assert await ann.post("/bans/lift", who=who) == {}
            assert await ann.post("/bans/lift", who=who) == "not_banned"
        assert (await there.post("/api/tables", json=settings)).status_code == 201
        assert await ann.post("/bans", who="0.0.0.0/0") == "own_network"
        assert await ann.post("/bans", who="198.0.0.0/6") == "network_too_large"
        assert await ann.post("/bans", who="Nobody at all") == "nobody_called"


async def test_nobody_bans_themselves_or_the_last_administrator(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        bob = await account(here, "Bob")
        assert await bob.post("/claim", code=(await ann.post("/codes"))["code"]) == {}
        assert await ann.post("/bans", who="Ann") == "own_ban"
        assert await ann.post("/bans", who="gann_____________") == "own_ban"
        assert await ann.post("/bans", who="Bob") == {}
        assert await bob.post("/bans/lift", who="Bob") == "banned"
        assert await ann.delete("/admins/Ann") == "last_admin", "who is banned does not count"
        people_db = app_services(here.app).people_db
        with pytest.raises(Refused) as refused:  # as the command line does
            await ban(people_db, "gann_____________", "", 5.0)
        assert refused.value.code == "last_admin"
        assert await ann.post("/bans/lift", who="Bob") == {}
        assert await bob.post("/bans", who="Ann") == {}
        assert await bob.delete("/admins/Ann") == {}


async def test_of_two_administrators_who_ban_each_other_one_stays(url: str) -> None:
    async with hall(url) as place:
        admins = Admins(place.people_db, lambda: 5.0)
        for person in ("ann", "bob"):
            await place.register(person)
            await admins.claim(person, await new_code(place.people_db))
        bans = (ban(place.people_db, person, "", 5.0) for person in ("ann", "bob"))
        outcomes = await asyncio.gather(*bans, return_exceptions=True)
        (refused,) = [outcome for outcome in outcomes if outcome is not None]
        assert isinstance(refused, Refused)
        assert refused.code == "last_admin"


async def test_no_account_is_made_from_a_banned_network(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        assert await ann.post("/bans", who="203.0.113.0/24") == {}
        for person in (None, "gdan_____________"):
            there = here.from_address("203.0.113.9", person)
            made = await there.post("/api/account", json={"name": "Dan", "password": PASSWORD})
            assert (made.status_code, made.json()["code"]) == (403, "banned")


async def test_an_account_whose_name_reads_like_a_network_can_be_banned(tmp_path: Path) -> None:
    """It was made before such names were refused."""
    async with administered(tmp_path) as (here, ann):
        await account(here, "Dan")
        people_db = app_services(here.app).people_db
        name = {"name": "203.0.113.7", "name_key": "203.0.113.7"}
        async with people_db.begin() as connection:
            await connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.name == "Dan").values(**name))
        assert await ann.post("/bans", who="@203.0.113.7") == {}
        listed = await ann.get("/bans")
        assert ([ban["name"] for ban in listed["people"]], listed["networks"]) == (["203.0.113.7"], [])
        assert await ann.post("/bans/lift", who="@203.0.113.7") == {}
        assert await ann.post("/bans", who="@Nobody") == "nobody_called"


async def test_a_ban_without_a_reason_is_told_without_one(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        dan = here.person("gdan_____________")
        told = {}
        for why in ("", "Insults people"):
            assert await ann.post("/bans", who="gdan_____________", reason=why) == {}
            told[why] = (await dan.post("/api/tables", json={"players": 2})).json()["reason"]
        assert told == {
            "": "You may only look on here.",
            "Insults people": "You may only look on here (reason: Insults people).",
        }


async def test_a_table_is_closed_for_everybody(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        made = await here.table("gdan_____________", players=2, title="Come in")
        [listed] = await ann.get("/tables?status=open")
        assert (listed["table"], listed["title"]) == (made["table"], "Come in")
        assert await ann.post(f"/tables/{made['table']}/close") == {}
        assert (await here.rooms.room(made["table"])).table.status == "closed"
        assert await ann.post(f"/tables/{made['table']}/close") == "table_status"
        assert await ann.get("/tables?status=open") == []


async def test_no_table_is_closed_while_numbers_for_the_dealer_are_told(tmp_path: Path) -> None:
    """Whoever looks after the server and plays must not be able to call off a game with bad luck."""
    async with administered(tmp_path) as (here, ann):
        made = await here.table("gdan_____________", players=2)
        for name in ("gdan_____________", "geve_____________"):
            join = {"do": "join", "name": name[1:4], "invite": made["invite"], "commitment": "ab" * 32}
            path = f"/api/tables/{made['table']}/commands"
            assert (await here.person(name).post(path, json={"id": "1", "cmd": join})).status_code == 200
        assert (await here.rooms.room(made["table"])).table.is_dealing
        assert await ann.post(f"/tables/{made['table']}/close") == "dealing"
        with pytest.raises(Refused) as refused:
            await close_table(here.rooms.store, made["table"], lambda: 1000.0)
        assert refused.value.code == "dealing"


async def test_somebody_who_is_signed_out_has_no_token_any_more(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        bob = await account(here, "Bob")
        assert await ann.post("/sign-out", who="Bob") == {}
        assert await bob.get("") == "who_are_you"
        dan = here.person("gdan_____________")
        assert (await dan.get("/api/tables/mine")).status_code == 200
        assert await ann.post("/sign-out", who="gdan_____________") == {}
        assert (await dan.get("/api/tables/mine")).status_code == 401
        assert [act["act"] for act in await ann.get("/acts")][:2] == ["signed_out", "signed_out"]


async def test_open_reports_are_metered(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        metrics = here.rooms.metrics
        meter = ReportMeter(app_services(here.app).people_db, (metrics.open_reports, count_open_reports))

        async def metered() -> float | None:
            await meter.look()
            return metrics.registry.get_sample_value("elbowroom_open_reports")

        table, seq, _ = await rude_line(here)
        assert await metered() == 1.0
        await ann.post(f"/reports/{table}/{seq}", remove=False)
        assert await metered() == 0.0


async def test_a_deleted_account_is_in_no_log_of_acts(tmp_path: Path) -> None:
    async with administered(tmp_path) as (here, ann):
        bob = await account(here, "Bob")
        await bob.post("/claim", code=(await ann.post("/codes"))["code"])
        await bob.post("/bans", who="gdan_____________")
        deleted = await here.with_token(bob.token).request(
            "DELETE", "/api/account", json={"password": PASSWORD}
        )
        assert deleted.status_code == 200, deleted.text
        acts = await ann.get("/acts")
        assert "Bob" not in str(acts)
        assert "gbob" not in str(acts)
        assert [act["act"] for act in acts] == ["banned", "admin_added", "code_made", "admin_added"]


@pytest.mark.parametrize(
    ("text", "address", "is_inside"),
    [
        ("203.0.113.0/24", "203.0.113.200", True),
        ("203.0.113.0/24", "203.0.114.1", False),
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8::/32", "2001:db8:1::1", True),
        ("2001:db8::/32", "2001:db9::1", False),
        ("203.0.113.0/24", "::ffff:203.0.113.5", True),
        ("203.0.113.0/24", "", False),
    ],
)
async def test_a_banned_network_holds_its_addresses(
    url: str, text: str, address: str, is_inside: bool
) -> None:
    network = network_of(text)
    assert network is not None
    async with hall(url) as place:
        await ban_network(place.people_db, network, "why", 5.0)
        banned = BannedNetworks()
        await banned.refresh(place.people_db)
        assert (banned.reason(address) == "why") == is_inside
        assert [ban.network for ban in await all_address_bans(place.people_db)] == [str(network)]


FIRST_START: Final = 1_790_000_000.0


class Times:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = FIRST_START

    def __call__(self) -> float:
        """The time."""
        return self.now


async def test_a_guests_token_expires_and_is_renewed(url: str) -> None:
    async with hall(url) as place:
        times = Times()
        guests = Identity(["00" * 32], place.people_db, times)
        await guests.start()
        person, token = guests.new_guest()
        undated = guests._guests.dumps("gold_____________")
        for days in (0, 179):
            times.now = FIRST_START + days * 86_400
            await guests.recheck()
            visitor = await guests.visitor(token)
            assert visitor is not None
            assert visitor.person == person
            assert await guests.visitor(undated) is not None, "tokens of an older version too"
        assert visitor is not None
        renewed = guests.renewed(visitor, token)
        times.now = FIRST_START + GUEST_SECONDS + 1
        await guests.recheck()
        assert await guests.visitor(token) is None
        assert await guests.visitor(undated) is None
        assert await guests.visitor(renewed) is not None, "who came back in time stays"
        await guests.stop()


async def test_tokens_of_an_older_version_count_from_the_first_start_of_this_one_and_can_be_voided(
    url: str,
) -> None:
    async with hall(url) as place:
        times = Times()
        for start in (FIRST_START, FIRST_START + GUEST_SECONDS - 5):
            times.now = start
            guests = Identity(["00" * 32], place.people_db, times)
            await guests.start()
            undated = guests._guests.dumps("gold_____________")
            assert await guests.visitor(undated) is not None
            await guests.stop()
        times.now += 1
        renewed = await guests.revoke_guest("gold_____________")
        assert await guests.visitor(undated) is None
        assert await guests.visitor(renewed) is not None


async def test_a_guest_voids_all_tokens_but_a_new_one(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        dan = here.person("gdan_____________")
        answer = await dan.post("/api/guest/revoke")
        assert answer.status_code == 200
        assert (await dan.get("/api/tables/mine")).status_code == 401
        renewed = here.with_token(answer.json()["token"])
        assert (await renewed.get("/api/tables/mine")).status_code == 200


@pytest.mark.process
async def test_a_server_tells_its_first_code_and_a_banned_network_loses_its_sockets(tmp_path: Path) -> None:
    proxied = ("--data", str(tmp_path), "--trusted-proxy", "127.0.0.1")
    server = Server(tmp_path, *proxied).start()
    said = next(line for line in server.log().splitlines() if "/admin" in line)
    ann = Client(server)
    token = ann.post("/api/account", {"name": "Ann", "password": PASSWORD}).json()["token"]
    ann = Client(server, token)
    assert ann.post("/api/admin/claim", {"code": said.split()[-1]}).status_code == 200
    bob = Client(server)
    bob.headers = {**bob.headers, "X-Forwarded-For": "203.0.113.9"}
    table = ann.open(players=2)
    async with bob.at(table) as line:
        await line.hear()
        answer = await asyncio.to_thread(ann.post, "/api/admin/bans", {"who": "203.0.113.0/24"})
        assert answer.status_code == 201
        while (await line.hear())["type"] != "bye":
            pass
    assert bob.post("/api/tables", {"players": 2}).json()["code"] == "banned"
    server.stop()
