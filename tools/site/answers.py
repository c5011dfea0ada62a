"""The answers of a server that a static site has as files: asked from the application itself."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from elbowroom.server.app import Settings, make_app
from elbowroom.server.http.fixed_answers import answer_to, fixed_addresses
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb

if TYPE_CHECKING:
    from elbowroom.server.http.engine_files import Engine

SERVER: Final = "/api/server"
NO_HOST: Final = "site.invalid"
"""Asked under this name, the server does not offer what only a server of this machine could."""


async def site_answers(engine: Engine) -> dict[str, bytes]:
    """The answers, by the paths of their files."""
    with TemporaryDirectory(prefix="elbowroom-") as folder:
        url = f"sqlite:///{Path(folder, 'elbowroom.db')}"
        settings = Settings(keys=["00" * 32], engine=engine)
        app = make_app(store_for(url), PeopleDb(url), settings)
        async with app.router.lifespan_context(app):
            addresses = [*fixed_addresses(), SERVER]
            return {data_file(one): await answer_to(app, one, NO_HOST) for one in addresses}


def data_file(address: str) -> str:
    """The file with the answer to this address; the client has the same rule (web/src/core/site.ts)."""
    path, _, query = address.removeprefix("/api/").partition("?")
    name, _, suffix = path.partition(".")
    values = [value for _, value in parse_qsl(query)]
    return f"data/{'-'.join([name, *values])}.{suffix or 'json'}"
