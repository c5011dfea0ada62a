"""Votes on creations and tips: by those who played, counted exactly, also when many vote at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from elbowroom.arena.intervals import wilson
from elbowroom.server.community.votes import vote_on_creation
from elbowroom.server.http.services import app_services
from elbowroom.server.people import bans
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import ACCOUNTS, CREATION_PLAYS, CREATIONS
from elbowroom.server.storage.tallies import rank
from tests.server.authors import author, race
from tests.server.clients import Client, Server
from tests.server.community import creation_row, pick_combo, play_with, publish, town
from tests.server.houses import house
from tests.server.people import people

if TYPE_CHECKING:
    from pathlib import Path

GNOMES = "/creations/gnomes/vote"
TIP = {"race": "orcs", "power": "flying", "players": 3, "language": "en", "text": "Fly over water."}


async def test_who_played_likes_a_creation_or_not_and_may_think_again(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob, cy = [await here.member(name) for name in ("Ann", "Bob", "Cy")]
        await publish(here.people_db, "gnomes", ann)
        await play_with(here.people_db, "gnomes", bob, cy)
        counts = []
        for member, value in (
            (bob, True),
            (cy, True),
            (bob, True),
            (cy, False),
            (cy, None),
            (bob, None),
            (bob, None),
        ):
            assert await member.post(GNOMES, value=value) == {}
            row = await creation_row(here.people_db, "gnomes")
            counts.append((row.likes, row.votes))
            assert row.rank == pytest.approx(rank(row.likes, row.votes))
        assert counts == [(1, 1), (2, 2), (2, 2), (1, 2), (1, 1), (0, 0), (0, 0)]


async def test_votes_are_about_the_newest_version_alone(tmp_path: Path, url: str) -> None:
    async with house(tmp_path, url, review="none", test_games=0) as here:
        ann, bob, cy = [await author(here, name) for name in ("Ann", "Bob", "Cy")]
        people_db = app_services(here.app).people_db
        first = await ann.publish(race("Gnomes"))
        page = f"/creations/{first['creation']}"
        await play_with(people_db, first["creation"], bob.person, cy.person, digest=first["version"])
        assert await bob.post(f"{page}/vote", value=True) == {}
        assert await cy.post(f"{page}/vote", value=True) == {}
        second = await ann.publish(race("Gnomes", "coins.mine = 5"), creation=first["creation"])
        row = await creation_row(people_db, first["creation"])
        assert (row.likes, row.votes, row.rank) == (0, 0, 0.0), "they liked another text"
        own = (await bob.get(page))["own"]
        assert (own["has_played"], own["may_vote"], own["is_liked"]) == (True, False, None)
        assert await bob.post(f"{page}/vote", value=True) == "not_played"
        await play_with(people_db, first["creation"], bob.person, digest=second["version"])
        assert (await bob.get(page))["own"]["may_vote"]
        assert await bob.post(f"{page}/vote", value=False) == {}
        assert (await bob.get(page))["own"]["is_liked"] is False
        row = await creation_row(people_db, first["creation"])
        assert (row.likes, row.votes) == (0, 1)
        known = await ann.publish(race("Gnomes", "coins.mine = 5"), creation=first["creation"])
        assert known["is_known"]
        assert (await creation_row(people_db, first["creation"])).votes == 1, "nothing has changed"


def test_many_votes_outrank_few_and_none_is_the_lowest() -> None:
    assert rank(0, 0) == rank(0, 5) == 0.0
    assert rank(1, 1) < rank(8, 10) < rank(80, 100) == wilson(80, 100)[0]


async def test_who_did_not_play_or_made_it_does_not_vote(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await publish(here.people_db, "imps", ann, "hidden")
        await play_with(here.people_db, "gnomes", ann, here.guest("Gus"), "g-deleted")
        await play_with(here.people_db, "imps", bob)
        assert await bob.post(GNOMES, value=True) == "not_played"
        assert await ann.post(GNOMES, value=True) == "own_vote"
        assert await here.guest("Gus").post(GNOMES, value=True) == "needs_account"
        assert await bob.post("/creations/imps/vote", value=True) == "nothing_here"
        assert await bob.post("/creations/nobody/vote", value=True) == "nothing_here"
        assert await bob.post("/creations/%00/vote", value=True) == "nothing_here"
        assert await bob.post(GNOMES, value="yes") == "bad_message"
        row = await creation_row(here.people_db, "gnomes")
        assert (row.likes, row.votes, row.rank) == (0, 0, 0.0)


async def test_a_program_votes_for_its_owner_and_one_who_is_banned_does_not(tmp_path: Path, url: str) -> None:
    async with town(tmp_path, url) as here:
        ann, bob = await here.member("Ann"), await here.member("Bob")
        await publish(here.people_db, "gnomes", ann)
        await play_with(here.people_db, "gnomes", bob)
        assert await (await here.program(bob)).post(GNOMES, value=True) == {}
        await bans.ban(here.people_db, bob.person, "Rude", 1.0)
        await app_services(here.here.app).identity.recheck(bob.person)
        assert await bob.post(GNOMES, value=False) == "banned"
        assert (await creation_row(here.people_db, "gnomes")).likes == 1


async def test_tips_are_voted_on_by_those_who_had_the_combo_with_as_many_players(
    tmp_path: Path, url: str
) -> None:
    async with town(tmp_path, url) as here:
        ann, bob, cy = [await here.member(name) for name in ("Ann", "Bob", "Cy")]
        for member in (ann, bob):
            await pick_combo(here.people_db, member)
        await pick_combo(here.people_db, cy, players=2)
        tip = (await ann.post("/tips", **TIP))["id"]
        assert await bob.post(f"/tips/{tip}/vote", value=True) == {}
        assert await cy.post(f"/tips/{tip}/vote", value=True) == "not_played"
        assert await ann.post(f"/tips/{tip}/vote", value=True) == "own_vote"
        assert await bob.post("/tips/nothing/vote", value=True) == "nothing_here"
        assert await bob.post("/tips/%00/vote", value=True) == "nothing_here"
        [shown] = (await bob.get("/tips?race=orcs&power=flying&players=3"))["tips"]
        assert (shown["useful"], shown["votes"], shown["is_useful"]) == (1, 1, True)
        assert await bob.post(f"/tips/{tip}/vote", value=None) == {}
        [shown] = (await ann.get("/tips?race=orcs&power=flying&players=3"))["tips"]
        assert (shown["useful"], shown["votes"], shown["is_useful"]) == (0, 0, None)


async def test_votes_at_the_same_moment_are_all_counted(url: str) -> None:
    async with people(url) as here:
        voters = [f"g-{number}" for number in range(12)]
        await publish(here.people_db, "gnomes", "g-ann")
        await play_with(here.people_db, "gnomes", *voters)
        await asyncio.gather(
            *(
                vote_on_creation(here.people_db, "gnomes", voter, number % 3 != 0, 1.0)
                for number, voter in enumerate(voters)
            )
        )
        row = await creation_row(here.people_db, "gnomes")
        assert (row.likes, row.votes) == (8, 12)
        assert row.rank == pytest.approx(wilson(8, 12)[0])


@pytest.mark.process
async def test_two_processes_on_one_database_count_all_votes_and_know_all_complaints(
    tmp_path: Path, database: str
) -> None:
    place = ("--database", database, "--key-file", str(tmp_path / "signing.key"))
    one, other = (Server(tmp_path, *place).start() for _ in range(2))
    people_db = PeopleDb(database)
    await people_db.start()
    try:
        clients = []
        for number in range(8):
            guest = Client(one)
            made = guest.post("/api/account", {"name": f"Voter {number}"})
            clients.append(Client((one, other)[number % 2], made.json()["token"]))
        async with people_db.read() as connection:
            persons = list(await connection.scalars(select(ACCOUNTS.c.person)))
        await publish(people_db, "gnomes", "g-ann")
        await play_with(people_db, "gnomes", *persons)

        async def vote(client: Client) -> list[int]:
            answers = [
                await asyncio.to_thread(client.post, "/api/creations/gnomes/vote", {"value": value})
                for value in (True, False, None, True)
            ]
            answers += [
                await asyncio.to_thread(client.post, "/api/creations/gnomes/report", {"reason": "Rude"})
                for _ in range(2)
            ]
            return [answer.status_code for answer in answers]

        codes = await asyncio.gather(*map(vote, clients))
        assert codes == [[200, 200, 200, 200, 201, 201]] * 8
        row = await creation_row(people_db, "gnomes")
        assert (row.likes, row.votes) == (8, 8)
        async with people_db.read() as connection:
            status = await connection.scalar(select(CREATIONS.c.status))
            plays = len((await connection.execute(select(CREATION_PLAYS))).all())
        assert (status, plays) == ("listed", 8), "complaints alone hide nothing"
    finally:
        await people_db.stop()
        one.kill()
        other.kill()
