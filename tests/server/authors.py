"""People with accounts who publish what they made, and texts to publish."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from elbowroom.rules.content import base_content
from elbowroom.server.http.services import app_services

if TYPE_CHECKING:
    import httpx

    from tests.server.houses import House

VALLEY = (Path(__file__).parents[1] / "maps" / "valley.json").read_text(encoding="utf-8")
"""A small map without outlines."""
PASSWORD = "correct horse battery"  # noqa: S105 - for tests


class Author:
    """Somebody who asks; with an account if `author` made one."""

    def __init__(self, client: httpx.AsyncClient, person: str = "") -> None:
        self.client = client
        self.person = person

    async def get(self, path: str, **params: Any) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return told(await self.client.get(f"/api{path}", params=params))

    async def post(self, path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return told(await self.client.post(f"/api{path}", json=body))

    async def delete(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """What is told, or the code of the refusal."""
        return told(await self.client.delete(f"/api{path}"))

    async def publish(self, text: str, **more: str) -> Any:  # noqa: ANN401 - JSON
        """What became of a text, or the code of the refusal."""
        return await self.post("/creations", **publication(text, **more))

    async def names(self, **params: Any) -> list[str]:  # noqa: ANN401 - JSON
        """The names of the creations that a list shows."""
        found = await self.get("/creations", **params)
        return [card["name"] for card in found["creations"]]


def publication(text: str, **more: str) -> dict[str, str]:
    """What somebody sends to publish a text."""
    return {"text": text, "summary": "Home-made.", **more}


def told(answer: httpx.Response) -> Any:  # noqa: ANN401 - JSON
    """What is told, or the code of the refusal."""
    body = answer.json()
    return body if answer.is_success else body["code"]


async def author(here: House, name: str) -> Author:
    """Make an account."""
    person = f"g{name.lower():_<16}"
    answer = await here.person(person).post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return Author(here.with_token(answer.json()["token"]), person)


async def administrator(here: House, name: str = "Mod") -> Author:
    """Make an account that looks after the server."""
    admin = await author(here, name)
    assert await admin.post("/admin/claim", code=app_services(here.app).admins.first_code) == {}
    return admin


def race(name: str, more: str = "coins.mine = 1") -> str:
    """A file with a race of this name."""
    return f'[race.{_id(name)}]\nname = "{name}"\ntokens = 6\ntokens_of = "ratmen"\n{more}\n'


def power(name: str, more: str = "coins.first_turn = 3") -> str:
    """A file with a special power of this name."""
    return f'[power.{_id(name)}]\nname = "{name}"\ntokens = 4\n{more}\n'


def drawn_map(map_id: str) -> str:
    """A map with outlines: that of the box for two players under another id."""
    return base_content().map_for(2).source.replace('"2-players"', f'"{map_id}"', 1)


def _id(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isascii() and letter.isalnum()) or "piece"
