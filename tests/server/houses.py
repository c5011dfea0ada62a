"""A server inside the test: its whole application, asked without a network."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx

from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.services import app_services
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette


class House:
    """An application that runs, and those who ask it."""

    def __init__(self, app: Starlette) -> None:
        """Nobody has asked yet."""
        self.app = app
        self.rooms = app_services(app).rooms
        self.stranger = self._client()

    def person(self, name: str) -> httpx.AsyncClient:
        """A guest who has been here before."""
        return self.with_token(app_services(self.app).identity.guest_token(name))

    def with_token(self, token: str) -> httpx.AsyncClient:
        """Whoever has this token."""
        return self._client(Authorization=f"Bearer {token}")

    def from_address(self, address: str, name: str | None = None) -> httpx.AsyncClient:
        """Somebody, or a guest who has been here before, from an address."""
        client = self._client() if name is None else self.person(name)
        client._transport = httpx.ASGITransport(self.app, client=(address, 1))
        return client

    async def table(self, host: str, **settings: Any) -> dict[str, str]:  # noqa: ANN401 - JSON
        """Open a table; its id and its invite code."""
        answer = await self.person(host).post("/api/tables", json=settings)
        assert answer.status_code == 201, answer.text
        found: dict[str, str] = answer.json()
        return found

    def _client(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://localhost", headers=headers
        )


@asynccontextmanager
async def house(
    folder: Path,
    url: str = "",
    **settings: Any,  # noqa: ANN401 - as Settings
) -> AsyncIterator[House]:
    """Open for everybody, with a database in this folder and no browser client unless others are named."""
    url = url or f"sqlite:///{folder / 'elbowroom.db'}"
    named = {"client": folder / "client", **settings}
    app = make_app(store_for(url), PeopleDb(url), Settings(keys=["00" * 32], **named))
    async with app.router.lifespan_context(app):
        yield House(app)
