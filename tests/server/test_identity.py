"""Identity: everybody is known by a token that nobody can forge, and not any longer than is right."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from elbowroom.server.people import bans, sessions
from elbowroom.server.people.identity import Identity
from elbowroom.server.people.signing_keys import rotate_key, signing_key
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import SESSIONS
from elbowroom.server.storage.store import Unavailable
from tests.server.people import HERE, PASSWORD, people

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.process


def test_two_processes_that_start_at_once_agree_on_a_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "new" / "signing.key"
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(signing_key, [file] * 8))
    assert all(keys == found[0] and len(keys) == 1 for keys in found)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [other.name for other in file.parent.iterdir()] == ["signing.key"]


async def test_a_rotated_key_signs_from_now_on_and_the_one_before_is_still_believed(tmp_path: Path) -> None:
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
            person, token = Identity(first, some.people_db, some.clock).new_guest()
            after = await Identity(second, some.people_db, some.clock).visitor(token)
            assert after is not None
            assert after.person == person
            assert await Identity(second[1:], some.people_db, some.clock).visitor(token) is None

    await scenario()


async def test_a_revoked_session_ends_its_connections_even_if_another_process_revoked_it(url: str) -> None:
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
                await here.recheck()
                assert ended == []
                elsewhere = PeopleDb(url)
                await elsewhere.start()
                async with elsewhere.begin() as connection:
                    assert await sessions.revoke(connection, welcome.person, first.session.id)
                    assert not await sessions.revoke(
                        connection, "g-other", sessions.digest_of(other.token)[:16]
                    )
                await elsewhere.stop()
                await here.recheck()
                assert ended == ["first"]
                assert await here.visitor(welcome.token) is None
                assert await here.visitor(other.token) is not None

    await scenario()


async def test_revocation_reaches_those_who_are_connected_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elbowroom.server.people.identity.CACHE_SECONDS", 0.05)

    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            person, token = some.identity.new_guest()
            visitor = await some.identity.visitor(token)
            ended = asyncio.Event()
            await some.identity.start()
            with some.identity.connection(visitor, ended.set):
                await bans.ban(some.people_db, person, "spam", 1.0)
                await asyncio.wait_for(ended.wait(), 30)
            await some.identity.stop()

    await scenario()


async def test_a_session_that_nobody_uses_ends_and_a_programs_token_does_not(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            welcome = await some.register("Ann")
            token = await some.accounts.new_token(welcome.person, "bot")

            async def used_at() -> float:
                async with some.people_db.read() as connection:
                    found = await sessions.sessions_of(connection, welcome.person)
                return next(session.used_at for session in found if session.kind == "session")

            start = some.clock.time
            some.clock.time = start + sessions.NOTE_USE_SECONDS
            assert await some.visitor(welcome.token)
            assert await used_at() == start, "not every use is noted"
            some.clock.time = start + sessions.NOTE_USE_SECONDS + 1
            found = await some.visitor(welcome.token)
            assert await used_at() == some.clock.time
            with some.identity.connection(found, lambda: None):
                some.clock.time += sessions.NOTE_USE_SECONDS + 1
                await some.identity.recheck()
                assert await used_at() == some.clock.time, "a connection is a use"
            some.clock.time += sessions.SESSION_SECONDS
            assert await some.visitor(welcome.token) is None
            assert await some.visitor(token) is not None

    await scenario()


async def test_a_session_is_known_while_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elbowroom.server.storage.people_db.MAX_DATABASE_WAIT_SECONDS", 0.1)

    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            welcome = await some.register("Ann")
            some.clock.time += sessions.NOTE_USE_SECONDS + 1
            with closing(sqlite3.connect(tmp_path / "elbowroom.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                assert await some.visitor(welcome.token) is not None
                with pytest.raises(Unavailable):
                    await some.accounts.login("Ann", PASSWORD, HERE)

    await scenario()


async def test_all_who_ask_at_once_are_answered_also_when_the_database_is_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with people(f"sqlite:///{tmp_path / 'elbowroom.db'}") as some:
            welcome = await some.register("Ann")
            guests = [some.identity.new_guest() for _ in range(50)]
            asked = [some.identity.visitor(token) for _, token in guests]
            asked += [
                some.identity.visitor(word) for word in (welcome.token, welcome.token, welcome.token + "x")
            ]
            found = await asyncio.gather(*asked)
            people_found = [None if one is None else one.person for one in found]
            assert people_found == [person for person, _ in guests] + [welcome.person, welcome.person, None]
            await some.people_db.stop()
            await some.identity.recheck()
            asked = [some.identity.visitor(token) for _, token in guests]
            away = await asyncio.gather(*asked, return_exceptions=True)
            assert all(isinstance(one, Unavailable) for one in away)
            await some.people_db.start()
            assert await some.identity.visitor(welcome.token) is not None

    await scenario()


async def test_one_who_is_banned_is_known_as_such_until_he_is_not(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            person, guest = some.identity.new_guest()
            welcome = await some.register("Ann")
            for one, token in ((person, guest), (welcome.person, welcome.token)):
                assert not await bans.all_bans(some.people_db)
                await bans.ban(some.people_db, one, "spam", 1.0)
                await bans.ban(some.people_db, one, "more spam", 2.0)
                assert [ban.person for ban in await bans.all_bans(some.people_db)] == [one]
                found = await some.visitor(token)
                assert found is not None
                assert found.ban == "more spam"
                assert await bans.unban(some.people_db, one)
                assert not await bans.unban(some.people_db, one)
                found = await some.visitor(token)
                assert found is not None
                assert found.ban is None

    await scenario()


async def test_nobody_comes_in_by_a_word_that_is_no_token(url: str) -> None:
    async def scenario() -> None:
        async with people(url) as some:
            await some.register("Ann")
            async with some.people_db.read() as connection:
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
            forged = Identity(["11" * 32], some.people_db, some.clock).guest_token(person)
            assert await some.visitor(forged) is None
            assert await some.visitor(token + "x") is None

    await scenario()
