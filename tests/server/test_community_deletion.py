"""Whoever deletes their account takes along what they published, wrote and voted; the rest stays right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from elbowroom.server.storage.schema import (
    BALANCE_TEST_GAMES,
    BALANCE_TESTS,
    COMBO_PICKS,
    COMMENTS,
    COMPLAINTS,
    CREATION_PLAYS,
    CREATION_VERSIONS,
    CREATION_VOTES,
    CREATIONS,
    TIP_VOTES,
    TIPS,
)
from tests.server.community import creation_row, pick_combo, play_with, publish, town
from tests.server.people import all_rows

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Table

    from elbowroom.server.storage.people_db import PeopleDb
    from tests.server.community import Member, Town

TIP = {"race": "orcs", "power": "flying", "players": 3, "language": "en"}
TEST = {
    "digest": "digest of gnomes",
    "creation": "gnomes",
    "status": "waiting",
    "wanted": 4,
    "played": 0,
    "report": "",
    "failure": "",
    "queued_at": 1.0,
    "worker": "",
    "leased_until": 0.0,
}


async def count(people_db: PeopleDb, table: Table) -> int:
    async with people_db.read() as connection:
        return await connection.scalar(select(func.count()).select_from(table)) or 0


async def fill(here: Town) -> tuple[Member, Member]:
    """Ann made gnomes, Bob imps; both played, voted, wrote, and complained of each other."""
    ann, bob = await here.member("Annabella"), await here.member("Bob")
    await publish(here.people_db, "gnomes", ann, summary="Annabella's own")
    await publish(here.people_db, "imps", bob)
    async with here.people_db.begin() as connection:
        await connection.execute(BALANCE_TESTS.insert().values(**TEST, author=ann.person))
        games = {"digest": "digest of gnomes", "batch": 0, "results": "[]"}
        await connection.execute(BALANCE_TEST_GAMES.insert().values(games))
    for creation in ("gnomes", "imps"):
        await play_with(here.people_db, creation, ann, bob)
    tips = {}
    for member, other, theirs in ((ann, bob, "imps"), (bob, ann, "gnomes")):
        await pick_combo(here.people_db, member)
        tips[member.name] = (await member.post("/tips", **TIP, text=f"{member.name}: fly"))["id"]
        assert await member.post(f"/creations/{theirs}/vote", value=True) == {}
        for creation in ("gnomes", "imps"):
            text = f"{member.name} was here"
            comment = (await member.post(f"/creations/{creation}/comments", text=text))["id"]
            assert await other.post(f"/comments/{comment}/report", reason="Ugly") == {"is_reported": True}
        await member.post(f"/creations/{theirs}/report", reason=f"{member.name} complains")
    assert await ann.post(f"/tips/{tips['Bob']}/vote", value=True) == {}
    assert await bob.post(f"/tips/{tips['Annabella']}/vote", value=True) == {}
    return ann, bob


async def test_what_one_who_goes_made_and_said_goes_along(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await fill(here)
        assert len([row for row in await all_rows(here.people_db) if ann.person in row]) > 10
        assert await ann.delete("/account") == {}
        after = await all_rows(here.people_db)
        assert [row for row in after if ann.person in row or "Annabella" in row] == []
        left = {
            table.name: await count(here.people_db, table)
            for table in (CREATIONS, CREATION_VERSIONS, CREATION_VOTES, COMMENTS, TIPS, TIP_VOTES, COMPLAINTS)
        }
        assert left == {
            "creations": 1,
            "creation_versions": 1,
            "creation_votes": 0,
            "comments": 1,
            "tips": 1,
            "tip_votes": 0,
            "complaints": 0,
        }
        assert [await count(here.people_db, one) for one in (BALANCE_TESTS, BALANCE_TEST_GAMES)] == [0, 0]
        row = await creation_row(here.people_db, "imps")
        assert (row.likes, row.votes, row.rank) == (0, 0, 0.0), "the vote is counted no more"
        [tip] = (await bob.get("/tips?race=orcs&power=flying&players=3"))["tips"]
        assert (tip["author"], tip["useful"], tip["votes"]) == ("Bob", 0, 0)
        async with here.people_db.read() as connection:
            plays = sorted(await connection.scalars(select(CREATION_PLAYS.c.person)))
            picks = sorted(await connection.scalars(select(COMBO_PICKS.c.person)))
        assert plays == picks == ["", bob.person], "how games went stays, without the person"


async def test_the_export_tells_all_of_it_and_nothing_of_others(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await fill(here)
        told = await ann.get("/account/export")
        assert [one["id"] for one in told["creations"]] == ["gnomes"]
        assert [one["digest"] for one in told["creation_versions"]] == ["digest of gnomes"]
        assert sorted(one["creation"] for one in told["creation_plays"]) == ["gnomes", "imps"]
        assert [(one["creation"], one["is_liked"]) for one in told["creation_votes"]] == [("imps", True)]
        assert {one["text"] for one in told["comments"]} == {"Annabella was here"}
        assert [one["text"] for one in told["tips"]] == ["Annabella: fly"]
        assert [one["is_useful"] for one in told["tip_votes"]] == [True]
        assert [(one["race"], one["power"]) for one in told["combo_picks"]] == [("orcs", "flying")]
        assert sorted(one["reason"] for one in told["complaints"]) == ["Annabella complains", "Ugly", "Ugly"]
        assert [one["played"] for one in told["balance_tests"]] == [0]
        assert bob.person not in str(told)
        assert "Bob" not in str(told)


async def test_deleting_a_creation_leaves_nothing_that_hangs_on_it(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await fill(here)
        assert await bob.delete("/creations/gnomes") == "not_your_creation"
        assert await ann.delete("/creations/gnomes") == {}
        assert [row for row in await all_rows(here.people_db) if "gnomes" in row] == []
        assert (await creation_row(here.people_db, "imps")).likes == 1
