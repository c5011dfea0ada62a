"""People with accounts who publish, comment, vote and complain at a server inside the test."""

from __future__ import annotations

from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from elbowroom.server.http.services import app_services
from elbowroom.server.storage.schema import COMBO_PICKS, CREATION_PLAYS, CREATION_VERSIONS, CREATIONS
from elbowroom.server.tables.creation_texts import version_digest
from tests.server.houses import house
from tests.server.people import Clock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from elbowroom.server.storage.people_db import PeopleDb
    from tests.server.houses import House

numbers = count(1)
"""Of tables."""
BOX = '{"races": [], "powers": [], "maps": []}'


def person_of(name: str) -> str:
    """The id of somebody with this name."""
    return f"g{name.lower():_<16}"


class Member:
    """Somebody who asks, with an account or as a guest."""

    def __init__(self, name: str, client: httpx.AsyncClient) -> None:
        self.name = name
        self.person = person_of(name)
        self.client = client

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return _told(await self.client.get(f"/api{path}"))

    async def post(self, path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return _told(await self.client.post(f"/api{path}", json=body))

    async def delete(self, path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return _told(await self.client.request("DELETE", f"/api{path}", json=body))


def _told(answer: httpx.Response) -> Any:  # noqa: ANN401 - JSON
    told = answer.json()
    return told if answer.is_success else told["code"]


class Town:
    """A server with a clock, and what people made there."""

    def __init__(self, here: House, clock: Clock) -> None:
        self.here = here
        self.clock = clock
        self.people_db = app_services(here.app).people_db

    async def member(self, name: str) -> Member:
        """Somebody who makes an account, without a password: hashing one takes its time."""
        guest = self.here.person(person_of(name))
        answer = await guest.post("/api/account", json={"name": name})
        assert answer.status_code == 201, answer.text
        return Member(name, self.here.with_token(answer.json()["token"]))

    async def admin(self, name: str) -> Member:
        """The first who looks after the server."""
        member = await self.member(name)
        code = app_services(self.here.app).admins.first_code
        assert await member.post("/admin/claim", code=code) == {}
        return member

    def guest(self, name: str) -> Member:
        """Somebody without an account."""
        return Member(name, self.here.person(person_of(name)))

    async def program(self, member: Member) -> Member:
        """A program of somebody, with a token."""
        token = (await member.post("/account/tokens", label="bot"))["token"]
        return Member(member.name, self.here.with_token(token))

    def later(self, seconds: float = 1.0) -> None:
        """Let time pass."""
        self.clock.time += seconds


async def publish(
    people_db: PeopleDb,
    creation: str,
    author: Member | str,
    status: str = "listed",
    text: str = "",
    **values: Any,  # noqa: ANN401 - of columns
) -> str:
    """A creation with one version, as if it had been published."""
    row = {
        "id": creation,
        "author": author if isinstance(author, str) else author.person,
        "kind": "race",
        "name": creation.title(),
        "summary": "They dig.",
        "language": "en",
        "status": status,
        "reason": "",
        "players": "2345",
        "traits": "",
        "name_keys": "",
        "search_text": creation,
        "newest": version_digest(text) if text else f"digest of {creation}",
        "versions": 1,
        "published_at": 1.0,
        "changed_at": 1.0,
        "games": 0,
        "likes": 0,
        "votes": 0,
        "rank": 0.0,
    }
    version = {"digest": row["newest"], "creation": creation, "number": 1, "text": text, "note": ""}
    async with people_db.begin() as connection:
        await connection.execute(CREATIONS.insert().values(row | values))
        await connection.execute(CREATION_VERSIONS.insert().values(version | {"box": BOX, "at": 1.0}))
    return creation


async def play_with(people_db: PeopleDb, creation: str, *players: Member | str, digest: str = "") -> None:
    """A finished game of these people with a creation; with its only version unless another one is named."""
    async with people_db.begin() as connection:
        for seat, player in enumerate(players):
            row = {
                "table_id": f"table {next(numbers)}",
                "seat": seat,
                "creation": creation,
                "digest": digest or f"digest of {creation}",
                "person": player if isinstance(player, str) else player.person,
                "place": 1,
                "players": 2,
                "at": 1.0,
            }
            await connection.execute(CREATION_PLAYS.insert().values(row))


async def pick_combo(
    people_db: PeopleDb, player: Member | str, race: str = "orcs", power: str = "flying", players: int = 3
) -> None:
    """A finished game in which somebody had a combo."""
    person = player if isinstance(player, str) else player.person
    row = {"table_id": f"table {next(numbers)}", "number": 0, "person": person, "at": 1.0}
    row |= {"race": race, "power": power, "players": players, "pick": "{}"}
    async with people_db.begin() as connection:
        await connection.execute(COMBO_PICKS.insert().values(row))


async def creation_row(people_db: PeopleDb, creation: str) -> Any:  # noqa: ANN401 - a row
    """What is stored of a creation."""
    async with people_db.read() as connection:
        return (await connection.execute(select(CREATIONS).where(CREATIONS.c.id == creation))).one()


@asynccontextmanager
async def town(folder: Path, url: str = "", **settings: Any) -> AsyncIterator[Town]:  # noqa: ANN401 - as Settings
    """A server at a time that the test sets."""
    clock = Clock()
    async with house(folder, url, now=clock, **settings) as here:
        yield Town(here, clock)
