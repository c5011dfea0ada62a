"""Accounts: a name that nobody else has, and ways in that nobody else can take."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.accounts import (
    FRESH_SESSION_SECONDS,
    Admission,
    LoginOrigin,
    account_named,
    checked_name,
    name_key,
    person_named,
    reset,
)
from elbowroom.server.people.passwords import MAX_PASSWORD_CHARACTERS, MAX_WAITING_PASSWORDS, Passwords
from elbowroom.server.people.throttle import MAX_KEYS, Throttle, household
from elbowroom.server.storage.schema import METADATA
from tests.server.people import HERE, PASSWORD, Clock, CountingHasher, people, refusal

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.process
WIDE = "\uff21\uff2e\uff2e"
"""ANN, in letters as wide as Chinese ones."""


def test_a_name_is_short_visible_and_nobody_elses() -> None:
    assert checked_name("  Ann   of \tKent ") == "Ann of Kent"
    for name in ("A", "x" * 25, "An\0n", "An\u200bn", "An\u202en", " ", "\ud800\ud800"):
        with pytest.raises(Refused, match="2 to 24"):
            checked_name(name)
    for other in ("ann", "ANN", WIDE):
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
    for number in range(MAX_KEYS + 10):
        throttle.take(str(number))
    assert len(throttle._tries) == MAX_KEYS, "memory is bounded"


def test_one_household_counts_as_one_address() -> None:
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9")
    assert household("2001:db8:1:200::1") == household("2001:db8:1:2ff::1")
    assert household("2001:db8:1:200::1") != household("2001:db8:1:300::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") != household("192.0.2.2")
    assert household("testclient") == "testclient"


async def test_passwords_are_compared_however_they_were_typed_and_hashed_again_when_that_changes() -> None:
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
        waiting = [asyncio.create_task(old.fits(None, "x")) for _ in range(MAX_WAITING_PASSWORDS + 5)]
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in found) == 5
        assert not await old.fits(None, "x"), "afterwards there is room again"
        old.stop()
        new.stop()

    await scenario()


async def test_an_account_takes_the_place_of_the_guest(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            person, guest = some.identity.new_guest()
            found = await some.visitor(guest)
            assert found is not None
            assert (found.person, found.session) == (person, None)
            ended: list[str] = []
            with some.identity.connection(found, lambda: ended.append("guest")):
                welcome = await some.accounts.register(person, "Ann", PASSWORD, HERE)
                assert await some.visitor(guest) is None
                assert ended == ["guest"]
            found = await some.visitor(welcome.token)
            assert found is not None
            assert found.session is not None
            assert (found.person, found.session.label) == (person, "a test")
            async with some.people_db.read() as connection:
                rows = [
                    str(row)
                    for table in METADATA.sorted_tables
                    for row in await connection.execute(select(table))
                ]
            assert not any(
                secret in row for row in rows for secret in (welcome.token, PASSWORD, *welcome.codes)
            )
            assert await refusal(some.accounts.register(person, "Bob", PASSWORD, HERE)) == "has_account"
            assert await refusal(some.accounts.register("g-2", WIDE, PASSWORD, HERE)) == "name_taken"
            assert await refusal(some.accounts.register("g-2", "Cid", "short", HERE)) == "password_length"
            assert (
                await refusal(some.accounts.register("g-2", "Cid", "x" * (MAX_PASSWORD_CHARACTERS + 1), HERE))
                == "password_length"
            )
            assert await person_named(some.people_db, "aNN") == person
            assert await person_named(some.people_db, "Cid") is None

    await scenario()


async def test_of_many_who_want_one_name_at_once_one_gets_it(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            wishes = [some.accounts.register(f"g{number}", "Ann", None, HERE) for number in range(6)]
            found = await asyncio.gather(*wishes, return_exceptions=True)
            assert sum(isinstance(one, Admission) for one in found) == 1
            assert {one.code for one in found if isinstance(one, Refused)} == {"name_taken"}

    await scenario()


async def test_who_is_unknown_and_who_errs_hear_the_same_after_the_same_work(url: str) -> None:
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

    await scenario()


async def test_who_tries_too_often_is_refused_from_one_place_and_as_one_person(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            await some.register("Ann")
            codes = [await refusal(some.accounts.login(f"name {number}", "x", HERE)) for number in range(31)]
            assert codes == ["wrong_login"] * 30 + ["too_many_tries"]
            assert await refusal(some.accounts.login("Ann", PASSWORD, HERE)) == "too_many_tries"
            others = [LoginOrigin(f"198.51.100.{number}", "") for number in range(22)]
            codes = [await refusal(some.accounts.login(WIDE, "x", other)) for other in others[:21]]
            assert codes == ["wrong_login"] * 20 + ["too_many_tries"]
            assert await refusal(some.accounts.recover("Ann", "x", PASSWORD, others[21])) == "too_many_tries"
            made = [some.accounts.register(f"g{n}", f"name {n}", None, others[0]) for n in range(31)]
            found = await asyncio.gather(*made, return_exceptions=True)
            assert [one.code for one in found if isinstance(one, Refused)] == ["too_many_tries"]

    await scenario()


async def test_a_password_is_hashed_again_at_the_next_login(url: str) -> None:
    async def scenario() -> None:
        async with people(url, CountingHasher(1)) as some:
            await some.register("Ann")
        async with people(url, CountingHasher(2)) as some:
            await some.accounts.login("Ann", PASSWORD, HERE)
            async with some.people_db.read() as connection:
                found = await account_named(connection, "Ann")
            assert found is not None
            assert found.password is not None
            assert ",t=2," in found.password
            await some.accounts.login("Ann", PASSWORD, HERE)

    await scenario()


async def test_what_is_important_needs_a_fresh_session_or_the_password(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            found = await some.visitor(welcome.token)
            assert found is not None
            session = found.session
            assert session is not None
            await some.accounts.confirm(session, None)
            some.clock.time += FRESH_SESSION_SECONDS
            for wrong in (None, "", "wrong horse 17"):
                assert await refusal(some.accounts.confirm(session, wrong)) == "confirm_yourself"
            await some.accounts.confirm(session, PASSWORD)
            codes = [await refusal(some.accounts.confirm(session, "guess")) for _ in range(20)]
            assert codes[-1] == "too_many_tries"

    await scenario()


async def test_a_new_password_voids_all_other_sessions_and_tokens(url: str) -> None:
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

    await scenario()


async def test_a_recovery_code_is_good_for_one_new_password(url: str) -> None:
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
            codes = await reset(some.people_db, welcome.person)
            assert await some.visitor(again.token) is None
            assert await refusal(some.accounts.login("Ann", "another horse 18", HERE)) == "wrong_login"
            assert (
                await refusal(some.accounts.recover("Ann", welcome.codes[0], PASSWORD, HERE)) == "wrong_code"
            )
            await some.accounts.recover("Ann", codes[0], PASSWORD, HERE)

    await scenario()
