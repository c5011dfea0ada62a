"""Accounts: one who has one is known by sessions that can be revoked, and can go without leaving a trace."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update
from tests.server.clients import Client, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elbowroom.rules.refusals import Refused
from elbowroom.server.people import bans, sessions
from elbowroom.server.people.accounts import (
    FRESH,
    Accounts,
    Device,
    Welcome,
    account_named,
    checked_name,
    name_key,
    person_named,
    reset,
)
from elbowroom.server.people.identity import Identity, rotate_key, signing_key
from elbowroom.server.people.passwords import LONGEST, MOST_WAITING, Passwords
from elbowroom.server.people.throttle import MOST_KEYS, Throttle, household
from elbowroom.server.storage.databases import store_for
from elbowroom.server.storage.registry import Registry
from elbowroom.server.storage.schema import ACCOUNTS, METADATA, RECOVERY_CODES, SESSIONS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Iterator
    from pathlib import Path

    from elbowroom.server.people.identity import Visitor

pytestmark = pytest.mark.long
PASSWORD = "correct horse 17"
HERE = Device("192.0.2.7", "a test")
KEYS = ["00" * 32]


class Clock:
    """A time that passes when the test says so."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


class CountingHasher(PasswordHasher):
    """A quick hasher that counts its work."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=64, parallelism=1)
        self.work: Counter[str] = Counter()

    def hash(self, *given: Any, **named: Any) -> str:  # noqa: ANN401 - as its base says
        self.work["hash"] += 1
        return super().hash(*given, **named)

    def verify(self, *given: Any) -> bool:  # type: ignore[override] # noqa: ANN401 - as its base says
        self.work["verify"] += 1
        return super().verify(*given)


class People:
    """The parts of a server that know people."""

    def __init__(self, url: str, clock: Clock, hasher: PasswordHasher) -> None:
        self.registry = Registry(url)
        self.clock = clock
        self.accounts = Accounts(self.registry, Passwords(hasher), clock)
        self.identity = Identity(KEYS, self.registry, clock)

    async def visitor(self, token: str) -> Visitor | None:
        """Who holds a token, with nothing remembered."""
        await self.identity.look_again()
        return await self.identity.visitor(token)

    async def register(self, name: str = "Ann") -> Welcome:
        return await self.accounts.register(f"g-{name}", name, PASSWORD, HERE)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'elbowroom.db'}"
    return str(request.getfixturevalue("database"))


@asynccontextmanager
async def people(url: str, hasher: PasswordHasher | None = None) -> AsyncIterator[People]:
    store = store_for(url)
    await store.start()
    await store.stop()
    found = People(url, Clock(), hasher or CountingHasher())
    await found.registry.start()
    try:
        yield found
    finally:
        found.accounts.stop()
        await found.registry.stop()


async def refusal(work: Awaitable[object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


def test_two_processes_that_start_at_once_agree_on_a_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "new" / "signing.key"
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(signing_key, [file] * 8))
    assert all(keys == found[0] and len(keys) == 1 for keys in found)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [other.name for other in file.parent.iterdir()] == ["signing.key"]


def test_a_rotated_key_signs_from_now_on_and_the_one_before_is_still_believed(tmp_path: Path) -> None:
    file = tmp_path / "signing.key"
    first = signing_key(file)
    second = rotate_key(file)
    assert second == [*first, second[-1]]
    assert rotate_key(file)[:-1] == second[1:], "the first is gone"
    assert len(signing_key(file)) == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    async def scenario() -> None:
        url = f"sqlite:///{tmp_path / 'elbowroom.db'}"
        async with people(url) as some:
            person, token = Identity(first, some.registry, some.clock).new_guest()
            after = await Identity(second, some.registry, some.clock).visitor(token)
            assert after is not None
            assert after.person == person
            assert await Identity(second[1:], some.registry, some.clock).visitor(token) is None

    asyncio.run(scenario())


def test_a_name_is_short_visible_and_nobody_elses() -> None:
    assert checked_name("  Ann   of \tKent ") == "Ann of Kent"
    for name in ("A", "x" * 25, "An\0n", "An\u200bn", "An\u202en", " ", "\ud800\ud800"):
        with pytest.raises(Refused, match="2 to 24"):
            checked_name(name)
    for other in ("ann", "ＡＮＮ", "Ａｎｎ"):
        assert name_key(other) == name_key("Ann")
    assert name_key("STRASSE") == name_key("Straße")
    assert name_key("Anne") != name_key("Ann")


def test_a_throttle_lets_each_through_so_often_in_a_span_that_slides() -> None:
    clock = Clock()
    throttle = Throttle(2, 10.0, clock)
    assert [throttle.take("a") for _ in range(3)] == [True, True, False]
    assert throttle.take("b")
    clock.time += 9
    assert not throttle.take("a")
    clock.time += 1
    assert throttle.take("a")
    for number in range(MOST_KEYS + 10):
        throttle.take(str(number))
    assert len(throttle._tries) == MOST_KEYS  # noqa: SLF001 - memory is bounded


def test_one_household_counts_as_one_address() -> None:
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9")
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") != household("192.0.2.2")
    assert household("testclient") == "testclient"


def test_passwords_are_compared_however_they_were_typed_and_hashed_again_when_that_changes() -> None:
    async def scenario() -> None:
        old, new = Passwords(CountingHasher(1)), Passwords(CountingHasher(2))
        kept = await old.hashed("Ångström 1")
        assert "ngstr" not in kept
        assert await new.fits(kept, "A\u030angstro\u0308m 1")
        assert not await new.fits(kept, "Ångström 2")
        assert not await new.fits(None, "")
        assert not await new.fits("no hash", "x")
        assert new.is_outdated(kept)
        assert not old.is_outdated(kept)
        waiting = [asyncio.create_task(old.fits(None, "x")) for _ in range(MOST_WAITING + 5)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in found) == 5
        assert not await old.fits(None, "x"), "afterwards there is room again"
        old.stop()
        new.stop()

    asyncio.run(scenario())


def test_an_account_takes_the_place_of_the_guest(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            person, guest = some.identity.new_guest()
            found = await some.visitor(guest)
            assert found is not None
            assert (found.person, found.session) == (person, None)
            welcome = await some.accounts.register(person, "Ann", PASSWORD, HERE)
            assert await some.visitor(guest) is None
            found = await some.visitor(welcome.token)
            assert found is not None
            assert found.session is not None
            assert (found.person, found.session.label) == (person, "a test")
            async with some.registry.read() as connection:
                rows = [
                    str(row)
                    for table in METADATA.sorted_tables
                    for row in await connection.execute(select(table))
                ]
            assert not any(
                secret in row for row in rows for secret in (welcome.token, PASSWORD, *welcome.codes)
            )
            assert await refusal(some.accounts.register(person, "Bob", PASSWORD, HERE)) == "has_account"
            assert await refusal(some.accounts.register("g-2", "ＡＮＮ", PASSWORD, HERE)) == "name_taken"
            assert await refusal(some.accounts.register("g-2", "Cid", "short", HERE)) == "password_length"
            assert (
                await refusal(some.accounts.register("g-2", "Cid", "x" * (LONGEST + 1), HERE))
                == "password_length"
            )
            assert await person_named(some.registry, "aNN") == person
            assert await person_named(some.registry, "Cid") is None

    asyncio.run(scenario())


def test_of_many_who_want_one_name_at_once_one_gets_it(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            wishes = [some.accounts.register(f"g{number}", "Ann", None, HERE) for number in range(6)]
            found = await asyncio.gather(*wishes, return_exceptions=True)
            assert sum(isinstance(one, Welcome) for one in found) == 1
            assert {one.code for one in found if isinstance(one, Refused)} == {"name_taken"}

    asyncio.run(scenario())


def test_who_is_unknown_and_who_errs_hear_the_same_after_the_same_work(url: str) -> None:
    async def scenario() -> None:
        hasher = CountingHasher()
        async with people(url, hasher) as some:
            await some.register("Ann")
            await some.accounts.register("g-Bob", "Bob", None, HERE)
            assert await refusal(some.accounts.login("Ann", "wrong horse 17", HERE)) == "wrong_login"
            for name in ("Ann", "Bob", "nobody", "no\0body", ""):
                hasher.work.clear()
                assert await refusal(some.accounts.login(name, "wrong horse 17", HERE)) == "wrong_login"
                assert hasher.work == {"verify": 1}, name
                hasher.work.clear()
                assert (
                    await refusal(some.accounts.recover(name, "abcd-efgh-ijkl-mnop", PASSWORD, HERE))
                    == "wrong_code"
                )
                assert hasher.work == {"hash": 1}, name
            hasher.work.clear()
            assert (await some.accounts.login(" ann ", PASSWORD, HERE)).person == "g-Ann"
            assert hasher.work == {"verify": 1}

    asyncio.run(scenario())


def test_who_tries_too_often_is_refused_from_one_place_and_as_one_person(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            await some.register("Ann")
            codes = [await refusal(some.accounts.login(f"name {number}", "x", HERE)) for number in range(31)]
            assert codes == ["wrong_login"] * 30 + ["too_many_tries"]
            assert await refusal(some.accounts.login("Ann", PASSWORD, HERE)) == "too_many_tries"
            others = [Device(f"198.51.100.{number}", "") for number in range(22)]
            codes = [await refusal(some.accounts.login("ＡNN", "x", other)) for other in others[:21]]
            assert codes == ["wrong_login"] * 20 + ["too_many_tries"]
            assert await refusal(some.accounts.recover("Ann", "x", PASSWORD, others[21])) == "too_many_tries"
            made = [some.accounts.register(f"g{n}", f"name {n}", None, others[0]) for n in range(31)]
            found = await asyncio.gather(*made, return_exceptions=True)
            assert [one.code for one in found if isinstance(one, Refused)] == ["too_many_tries"]

    asyncio.run(scenario())


def test_a_password_is_hashed_again_at_the_next_login(url: str) -> None:
    async def scenario() -> None:
        async with people(url, CountingHasher(1)) as some:
            await some.register("Ann")
        async with people(url, CountingHasher(2)) as some:
            await some.accounts.login("Ann", PASSWORD, HERE)
            async with some.registry.read() as connection:
                found = await account_named(connection, "Ann")
            assert found is not None
            assert found.password is not None
            assert ",t=2," in found.password
            await some.accounts.login("Ann", PASSWORD, HERE)

    asyncio.run(scenario())


def test_a_revoked_session_ends_its_connections_even_if_another_process_revoked_it(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            other = await some.accounts.login("Ann", PASSWORD, HERE)
            first, second = await some.visitor(welcome.token), await some.visitor(other.token)
            assert first is not None
            assert second is not None
            assert first.session is not None
            ended: list[str] = []
            here = some.identity
            with (
                here.connection(first, lambda: ended.append("first")),
                here.connection(second, lambda: ended.append("second")),
                here.connection(None, lambda: ended.append("nobody")),
            ):
                await here.look_again()
                assert ended == []
                elsewhere = Registry(url)
                await elsewhere.start()
                async with elsewhere.begin() as connection:
                    assert await sessions.revoke(connection, welcome.person, first.session.id)
                    assert not await sessions.revoke(
                        connection, "g-other", sessions.digest_of(other.token)[:16]
                    )
                await elsewhere.stop()
                await here.look_again()
                assert ended == ["first"]
                assert await here.visitor(welcome.token) is None
                assert await here.visitor(other.token) is second

    asyncio.run(scenario())


def test_revocation_reaches_those_who_are_connected_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elbowroom.server.people.identity.MEMORY", 0.05)

    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            person, token = some.identity.new_guest()
            visitor = await some.identity.visitor(token)
            ended = asyncio.Event()
            await some.identity.start()
            with some.identity.connection(visitor, ended.set):
                await bans.ban(some.registry, person, "spam", 1.0)
                await asyncio.wait_for(ended.wait(), 30)
            await some.identity.stop()

    asyncio.run(scenario())


def test_a_session_that_nobody_uses_ends_and_a_programs_token_does_not(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            token = await some.accounts.new_token(welcome.person, "bot")

            async def used_at() -> float:
                async with some.registry.read() as connection:
                    found = await sessions.sessions_of(connection, welcome.person)
                return next(session.used_at for session in found if session.kind == "session")

            start = some.clock.time
            some.clock.time = start + sessions.NOTED
            assert await some.visitor(welcome.token)
            assert await used_at() == start, "not every use is noted"
            some.clock.time = start + sessions.NOTED + 1
            found = await some.visitor(welcome.token)
            assert await used_at() == some.clock.time
            with some.identity.connection(found, lambda: None):
                some.clock.time += sessions.NOTED + 1
                await some.identity.look_again()
                assert await used_at() == some.clock.time, "a connection is a use"
            some.clock.time += sessions.LIFETIME
            assert await some.visitor(welcome.token) is None
            assert await some.visitor(token) is not None

    asyncio.run(scenario())


def test_what_is_important_needs_a_fresh_session_or_the_password(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            found = await some.visitor(welcome.token)
            assert found is not None
            session = found.session
            assert session is not None
            await some.accounts.confirm(session, None)
            some.clock.time += FRESH
            for wrong in (None, "", "wrong horse 17"):
                assert await refusal(some.accounts.confirm(session, wrong)) == "confirm_yourself"
            await some.accounts.confirm(session, PASSWORD)
            codes = [await refusal(some.accounts.confirm(session, "guess")) for _ in range(20)]
            assert codes[-1] == "too_many_tries"

    asyncio.run(scenario())


def test_a_new_password_voids_all_other_sessions_and_tokens(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            other = await some.accounts.login("Ann", PASSWORD, HERE)
            token = await some.accounts.new_token(welcome.person, "bot")
            found = await some.visitor(other.token)
            assert found is not None
            assert found.session is not None
            await some.accounts.set_password(found.session, "another horse 18")
            assert await some.visitor(other.token) is not None
            assert await some.visitor(welcome.token) is None
            assert await some.visitor(token) is None
            assert await refusal(some.accounts.login("Ann", PASSWORD, HERE)) == "wrong_login"
            await some.accounts.login("Ann", "another horse 18", HERE)

    asyncio.run(scenario())


def test_a_recovery_code_is_good_for_one_new_password(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            bob = await some.register("Bob")
            code = welcome.codes[3]
            assert len(set(welcome.codes)) == 10
            assert await refusal(some.accounts.recover("Ann", bob.codes[0], PASSWORD, HERE)) == "wrong_code"
            again = await some.accounts.recover(
                "ann", code.upper().replace("-", " "), "another horse 18", HERE
            )
            assert again.person == welcome.person
            assert await some.visitor(welcome.token) is None
            assert await some.visitor(again.token) is not None
            assert await some.visitor(bob.token) is not None
            assert await refusal(some.accounts.recover("Ann", code, PASSWORD, HERE)) == "wrong_code"
            assert await refusal(some.accounts.login("Ann", PASSWORD, HERE)) == "wrong_login"
            codes = await reset(some.registry, welcome.person)
            assert await some.visitor(again.token) is None
            assert await refusal(some.accounts.login("Ann", "another horse 18", HERE)) == "wrong_login"
            assert (
                await refusal(some.accounts.recover("Ann", welcome.codes[0], PASSWORD, HERE)) == "wrong_code"
            )
            await some.accounts.recover("Ann", codes[0], PASSWORD, HERE)

    asyncio.run(scenario())


def test_one_who_is_banned_is_known_as_such_until_he_is_not(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            person, guest = some.identity.new_guest()
            welcome = await some.register("Ann")
            for one, token in ((person, guest), (welcome.person, welcome.token)):
                assert not await bans.is_banned(some.registry, one)
                await bans.ban(some.registry, one, "spam", 1.0)
                await bans.ban(some.registry, one, "more spam", 2.0)
                assert await bans.is_banned(some.registry, one)
                found = await some.visitor(token)
                assert found is not None
                assert found.ban == "more spam"
                assert await bans.unban(some.registry, one)
                assert not await bans.unban(some.registry, one)
                found = await some.visitor(token)
                assert found is not None
                assert found.ban is None

    asyncio.run(scenario())


def test_nobody_comes_in_by_a_word_that_is_no_token(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await some.register("Ann")
            async with some.registry.read() as connection:
                (digest,) = (await connection.execute(select(SESSIONS.c.digest))).scalars()
            prefix = sessions.PREFIXES["session"]
            for word in (
                "",
                "x",
                digest,
                prefix,
                prefix + digest,
                prefix + "\0",
                "é" * 9,
                prefix + "x" * 9000,
            ):
                assert await some.visitor(word) is None
            person, token = some.identity.new_guest()
            forged = Identity(["11" * 32], some.registry, some.clock).guest_token(person)
            assert await some.visitor(forged) is None
            assert await some.visitor(token + "x") is None

    asyncio.run(scenario())


# --- through the real server -----------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with an empty database."""
    running = Server(tmp_path).start()
    yield running
    running.kill()


def delete(client: Client, path: str, body: object = None) -> httpx.Response:
    given = {} if body is None else {"json": body}
    return httpx.request("DELETE", client.server.url + path, headers=client.headers, timeout=60, **given)  # type: ignore[arg-type] # JSON


def registered(client: Client, name: str) -> tuple[Client, dict[str, Any]]:
    response = client.post("/api/account", {"name": name, "password": PASSWORD})
    assert response.status_code == 201, response.text
    return Client(client.server, response.json()["token"]), response.json()


def test_the_life_of_an_account(server: Server, tmp_path: Path) -> None:
    """From guest to account to nothing; what is secret is in no log."""
    guest = Client(server)
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
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("elbowroom.db*"))
    assert not [secret for secret in secrets if secret.encode() in kept]


def test_a_revoked_session_is_refused_by_rest_and_socket_and_its_open_socket_ends(server: Server) -> None:
    ann, _ = registered(Client(server), "Ann")
    table = ann.open(players=2)

    async def scenario() -> None:
        token = ann.post("/api/account/tokens", {"label": "bot"}).json()
        bot = Client(server, token["token"])
        async with bot.at(table) as line, ann.at(table) as other:
            assert (await line.do({"do": "join", "name": "Ann"}))["type"] == "ack"
            assert delete(ann, f"/api/account/sessions/{token['id']}").status_code == 200
            with pytest.raises(ConnectionClosed):
                while True:
                    await line.hear()
            assert (await other.do({"do": "leave", "seat": 0}))["type"] == "ack", "hers goes on"
        with pytest.raises(InvalidStatus):
            async with bot.at(table):
                pass
        assert bot.do(table, {"do": "join", "name": "Ann"}).status_code == 401

    asyncio.run(scenario())


def test_one_who_is_banned_may_only_look_on_and_go(server: Server, tmp_path: Path) -> None:
    ann, _ = registered(Client(server), "Ann")
    table = ann.open(players=2)

    async def scenario() -> None:
        registry = Registry(f"sqlite:///{tmp_path / 'elbowroom.db'}")
        await registry.start()
        person = await person_named(registry, "Ann")
        assert person is not None
        async with ann.at(table) as line:
            await line.hear()
            await bans.ban(registry, person, "You cheated.", 1.0)
            with pytest.raises(ConnectionClosed):
                while True:
                    await line.hear()
        with pytest.raises(InvalidStatus):
            async with ann.at(table):
                pass
        refused = ann.do(table, {"do": "join", "name": "Ann"})
        assert (refused.status_code, refused.json()["code"]) == (403, "banned")
        assert "You cheated." in refused.json()["reason"]
        assert ann.post("/api/account/tokens", {"label": "bot"}).json()["code"] == "banned"
        assert ann.get(f"/api/tables/{table}").status_code == 200
        assert ann.get("/api/account/export").json()["bans"] == [{"reason": "You cheated.", "at": 1.0}]
        assert delete(ann, "/api/account").status_code == 200
        assert not await bans.is_banned(registry, person)
        await registry.stop()

    asyncio.run(scenario())


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
            out = httpx.post(f"{server.url}/api/account/logout", headers=jar)
            assert out.headers["set-cookie"].startswith(f'{cookie}=""; ')
            assert "Max-Age=0" in out.headers["set-cookie"]
            assert httpx.get(f"{server.url}/api/account", headers=jar).status_code == 401
        finally:
            server.kill()


def test_pages_of_others_may_do_nothing(server: Server) -> None:
    ann, _ = registered(Client(server), "Ann")
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
    ann, _ = registered(Client(server), "Ann")
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
    assert ann.get("/api/account").json()["name"] == "Ann"
    assert "Traceback" not in server.log()


def test_everything_kept_of_a_person_can_be_exported_but_no_secret(server: Server, tmp_path: Path) -> None:
    ann, _ = registered(Client(server), "Ann")
    bob = Client(server)
    table = ann.open(players=3, title="Come in")
    ann.do(table, {"do": "join", "name": "Ann"})
    bob.do(table, {"do": "join", "name": "Bob"})
    assert ann.do(table, {"do": "say", "text": "Good evening"}).status_code == 200
    assert bob.do(table, {"do": "say", "text": "Good morning"}).status_code == 200
    token = ann.post("/api/account/tokens", {"label": "bot"}).json()["token"]
    response = ann.get("/api/account/export")
    assert response.headers["content-disposition"] == 'attachment; filename="elbowroom.json"'
    found = response.json()
    assert found["account"][0]["name"] == "Ann"
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
    with closing(sqlite3.connect(tmp_path / "elbowroom.db")) as database:
        hidden = [secret for (secret,) in database.execute("SELECT digest FROM sessions")]
        hidden += [secret for (secret,) in database.execute("SELECT digest FROM recovery_codes")]
        hidden += [secret for (secret,) in database.execute("SELECT password FROM accounts")]
    assert not [secret for secret in [*hidden, token, ann.token] if secret in response.text]
    assert bob.get("/api/account/export").json()["account"] == []


def fill(database: sqlite3.Connection, person: str) -> None:
    """Rows of every kind that other parts of the server keep of a person."""
    values = {
        "person": person,
        "muted": person,
        "reporter": person,
        "name": "Annabella",
        "reason": "Annabella",
    }
    for table in METADATA.sorted_tables:
        theirs = [column.name for column in table.columns if column.name in ("person", "muted", "reporter")]
        if table.name in ("accounts", "sitters", "tables", "log"):
            continue
        for theirs_now in theirs:
            row = {
                column.name: values.get(column.name, f"{table.name} {theirs_now}")
                if column.type.python_type is str
                else 1
                for column in table.columns
            }
            row |= {name: "g-somebody" for name in theirs if name != theirs_now}
            marks = ", ".join(f":{name}" for name in row)
            database.execute(f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({marks})", row)  # noqa: S608
    database.commit()


def rows(database: sqlite3.Connection) -> list[str]:
    """Everything in a database, as text."""
    return [
        f"{table.name}: {row}"
        for table in METADATA.sorted_tables
        for row in database.execute(f"SELECT * FROM {table.name}")  # noqa: S608
    ]


def test_one_who_goes_leaves_no_trace_and_the_games_stay(server: Server, tmp_path: Path) -> None:
    """Name, id and words of the person are in no row; neither is what he did at tables that he left."""
    ann, _ = registered(Client(server), "Annabella")
    bob = Client(server)
    played = bob.open(players=2)
    bob.do(played, {"do": "join", "name": "Bob"})
    ann.do(played, {"do": "join", "name": "Annabella"})
    assert ann.do(played, {"do": "say", "text": "Greetings to you"}).status_code == 200
    assert ann.do(played, {"do": "start"}).status_code in (200, 403, 422)
    left = bob.open(players=2)
    ann.do(left, {"do": "join", "name": "Annabella"})
    assert ann.do(left, {"do": "leave", "seat": 0}).status_code == 200
    watched = bob.open(players=2)
    assert ann.do(watched, {"do": "say", "text": "Greetings to all", "name": "Annabella"}).status_code == 200
    hosted = ann.open(players=2)
    bob.do(hosted, {"do": "join", "name": "Bob"})
    with closing(sqlite3.connect(tmp_path / "elbowroom.db", timeout=30)) as database:
        ((person,),) = database.execute("SELECT person FROM accounts")
        fill(database, person)
        assert sum(person in row for row in rows(database)) > 20
        before = database.execute("SELECT count(*) FROM results").fetchone()

        gone = delete(ann, "/api/account", {"password": PASSWORD})
        assert gone.status_code == 200, gone.text
        traces = [row for row in rows(database) for word in (person, "Annabella", "Greetings") if word in row]
        assert traces == []
        assert database.execute("SELECT count(*) FROM results").fetchone() == before
    assert ann.get("/api/account").status_code == 401
    assert bob.get(f"/api/tables/{played}").json()["status"] == "running"
    login = {"name": "Annabella", "password": PASSWORD}
    assert httpx.post(f"{server.url}/api/account/login", json=login).json()["code"] == "wrong_login"
    again, _ = registered(Client(server), "Annabella")
    assert again.get("/api/tables/mine").json() == [], "the name is free, the games are not hers"
