"""Several server processes on one PostgreSQL share a gallery, in which every text is one version."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import httpx
import pytest
from sqlalchemy import delete, select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.complaints import Judgement, judge
from elbowroom.server.community.publishing import (
    Publication,
    Published,
    PublishingRules,
    checked_draft,
    publish,
    relist,
)
from elbowroom.server.storage.schema import CREATION_VERSIONS, CREATIONS
from elbowroom.server.tables.box_contents import own_box
from elbowroom.server.tables.creation_texts import creation_text, version_digest
from elbowroom.server.tables.settings import content_with
from tests.server.authors import PASSWORD, publication, race
from tests.server.clients import PATIENCE, Client, Server
from tests.server.halls import hall

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.storage.people_db import PeopleDb
    from tests.server.halls import Hall

pytestmark = pytest.mark.process
ROUNDS = 8
RULES = PublishingRules("none", 0)


def registered(server: Server, name: str) -> Client:
    """Somebody with an account."""
    answer = Client(server).post("/api/account", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return Client(server, answer.json()["token"])


async def at_once(clients: list[Client], text: str) -> list[httpx.Response]:
    """All of them publish the same text at the same moment."""
    async with httpx.AsyncClient(timeout=PATIENCE) as asking:
        posts = [
            asking.post(f"{one.server.url}/api/creations", json=publication(text), headers=one.headers)
            for one in clients
        ]
        return await asyncio.gather(*posts)


async def test_what_is_published_at_one_process_is_seen_at_the_other(tmp_path: Path, database: str) -> None:
    options = ("--database", database, "--review", "none", "--test-games", "0")
    first, second = Server(tmp_path, *options).start(), Server(tmp_path, *options).start()
    ann = registered(first, "Ann")
    done = ann.post("/api/creations", publication(race("Owls"))).json()
    (card,) = Client(second).get("/api/creations").json()["creations"]
    assert (card["id"], card["name"], card["author"]) == (done["creation"], "Owls", "Ann")
    there = Client(second, ann.token)
    newer = there.post("/api/creations", publication(race("Owls", "losses = 0"), creation=done["creation"]))
    assert newer.status_code == 201, newer.text
    page = ann.get(f"/api/creations/{done['creation']}").json()
    assert [one["number"] for one in page["history"]] == [2, 1]
    same = await at_once([ann, there], race("Foxes"))
    assert [answer.status_code for answer in same] == [201, 201]
    assert len({answer.json()["creation"] for answer in same}) == 1
    assert sorted(answer.json()["is_known"] for answer in same) == [False, True]
    bob = registered(second, "Bob")
    answers = await at_once([ann, bob], race("Hares"))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    (refused,) = [answer.json()["code"] for answer in answers if answer.status_code == 409]
    assert refused in ("published_by", "creation_name_taken")
    assert there.post(f"/api/creations/{done['creation']}/withdraw", {}).status_code == 200
    assert done["creation"] not in Client(first).get("/api/creations").text
    for server in (first, second):
        assert server.stop() == 0
        assert "Traceback" not in server.log()


async def try_to_publish(people_db: PeopleDb, person: str, text: str, creation: str = "") -> Published | str:
    """What became of it, or the code of the refusal."""
    read = creation_text(text, own_box(content_with((text,))))
    draft = checked_draft(Publication(text, "Home-made.", creation=creation), read, person, "en")
    try:
        return await publish(people_db, draft, RULES, 1.0)
    except Refused as refused:
        return refused.code


async def test_a_text_becomes_one_version_however_many_publish_it_at_once(database: str) -> None:
    """Two processes, two authors each: in every round one of them is the first."""
    async with AsyncExitStack() as stack:
        halls = [await stack.enter_async_context(hall(database)) for _ in range(2)]
        for person in ("ann", "bob"):
            await halls[0].register(person)
        for number in range(ROUNDS):
            text = race(f"Owls {number}")
            asked = [(at.people_db, person) for at in halls for person in ("ann", "bob")]
            tries = await asyncio.gather(*(try_to_publish(at, person, text) for at, person in asked))
            done = [one for one in tries if isinstance(one, Published)]
            assert [one.is_known for one in sorted(done, key=lambda one: one.is_known)] == [False, True]
            assert {one.version for one in done} == {version_digest(text)}
            assert len({one.creation for one in done}) == 1
            codes = {one for one in tries if isinstance(one, str)}
            assert codes <= {"published_by", "creation_name_taken"}
        async with halls[0].people_db.read() as connection:
            assert len((await connection.execute(select(CREATION_VERSIONS.c.digest))).all()) == ROUNDS
            assert len((await connection.execute(select(CREATIONS.c.id))).all()) == ROUNDS


async def listed_by(at: Hall) -> list[str]:
    """Whose creations are listed."""
    async with at.people_db.read() as connection:
        return list(
            await connection.scalars(select(CREATIONS.c.author).where(CREATIONS.c.status == "listed"))
        )


async def test_one_name_is_listed_for_one_author_however_many_want_it_at_once(database: str) -> None:
    """Two authors at two processes, with different texts: publishing, listing again, and being allowed."""
    async with AsyncExitStack() as stack:
        halls = [await stack.enter_async_context(hall(database)) for _ in range(2)]
        people = {"ann": halls[0].people_db, "bob": halls[1].people_db}
        for person in people:
            await halls[0].register(person)
        for number in range(ROUNDS):
            texts = {person: race(f"Owls {number}", f"# by {person}") for person in people}
            tries = await asyncio.gather(
                *(try_to_publish(at, person, texts[person]) for person, at in people.items())
            )
            assert len(await listed_by(halls[0])) == number + 1
            assert [one for one in tries if isinstance(one, str)] == ["creation_name_taken"]
        async with halls[0].people_db.begin() as connection:
            await connection.execute(delete(CREATIONS))
            await connection.execute(delete(CREATION_VERSIONS))
        for status, ask in (("withdrawn", list_again), ("waiting", allow)):
            for number in range(ROUNDS):
                ids = {}
                for person, at in people.items():
                    done = await try_to_publish(at, person, race(f"{status} {number}", f"# by {person}"))
                    assert isinstance(done, Published)
                    ids[person] = done.creation
                    async with at.begin() as connection:
                        mine = update(CREATIONS).where(CREATIONS.c.id == done.creation)
                        await connection.execute(mine.values(status=status))
                codes = await asyncio.gather(*(ask(at, ids[person], person) for person, at in people.items()))
                assert sorted(codes) == ["", "creation_name_taken"]
        assert len(await listed_by(halls[0])) == 2 * ROUNDS


async def list_again(people_db: PeopleDb, creation: str, author: str) -> str:
    """List a withdrawn creation again; the code of the refusal, if it is refused."""
    try:
        await relist(people_db, creation, author)
    except Refused as refused:
        return refused.code
    return ""


async def allow(people_db: PeopleDb, creation: str, _author: str) -> str:
    """Let everybody see a creation that waits; the code of the refusal, if it is refused."""
    try:
        await judge(people_db, "creation", creation, Judgement(is_fine=True), 2.0)
    except Refused as refused:
        return refused.code
    return ""


async def test_versions_that_come_at_once_are_numbered_one_after_the_other(database: str) -> None:
    async with AsyncExitStack() as stack:
        halls = [await stack.enter_async_context(hall(database)) for _ in range(2)]
        await halls[0].register("ann")
        first = await try_to_publish(halls[0].people_db, "ann", race("Owls"))
        assert isinstance(first, Published)
        newer = [race("Owls", f"coins.mine = {coins}") for coins in range(2, 2 + ROUNDS)]
        await asyncio.gather(
            *(
                try_to_publish(halls[number % 2].people_db, "ann", text, first.creation)
                for number, text in enumerate(newer)
            )
        )
        async with halls[1].people_db.read() as connection:
            numbers = await connection.scalars(
                select(CREATION_VERSIONS.c.number).order_by(CREATION_VERSIONS.c.number)
            )
            assert list(numbers) == list(range(1, 2 + ROUNDS))
            assert await connection.scalar(select(CREATIONS.c.versions)) == 1 + ROUNDS
