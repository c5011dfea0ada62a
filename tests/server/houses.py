"""A server inside the test: its whole application, asked without a network."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx

from elbowroom.server.app import Settings, make_app
from elbowroom.server.people.identity import Identity
from elbowroom.server.storage.databases import store_for
from elbowroom.server.storage.registry import Registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from fastapi import FastAPI

    from elbowroom.server.rooms.rooms import Rooms


class House:
    """An application that runs, and those who ask it."""

    def __init__(self, app: FastAPI) -> None:
        """Nobody has asked yet."""
        self._app = app
        self.rooms: Rooms = app.state.rooms
        self.stranger = self._client()

    def person(self, name: str) -> httpx.AsyncClient:
        """A guest who has been here before."""
        identity: Identity = self._app.state.identity
        return self._client(Authorization=f"Bearer {identity.guest_token(name)}")

    async def table(self, host: str, **agreement: Any) -> dict[str, str]:  # noqa: ANN401 - JSON
        """Open a table; its id and its invite code."""
        answer = await self.person(host).post("/api/tables", json=agreement)
        assert answer.status_code == 201, answer.text
        found: dict[str, str] = answer.json()
        return found

    def _client(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self._app), base_url="http://localhost", headers=headers
        )


@asynccontextmanager
async def house(folder: Path, **settings: Any) -> AsyncIterator[House]:  # noqa: ANN401 - as Settings
    """Open for everybody, with an empty database in this folder and no browser client unless one is named."""
    url = f"sqlite:///{folder / 'elbowroom.db'}"
    named = {"client": folder / "client", **settings}
    app = make_app(store_for(url), Registry(url), Settings(keys=["00" * 32], **named))
    async with app.router.lifespan_context(app):
        yield House(app)
