"""Which database a URL names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.postgres import PostgresStore
from elbowroom.server.storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from elbowroom.server.storage.store import Store

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")


def store_for(url: str) -> Store:
    """The store that a URL names: `sqlite:///FILE` (absolute with four strokes) or `postgresql://...`."""
    path = url.removeprefix(SQLITE)
    if url.startswith(SQLITE) and path and path != ":memory:":
        return SqliteStore(path)
    if url.startswith(POSTGRES):
        return PostgresStore(url)
    # No more of it is told than its beginning: a password may follow.
    raise Refused("database_url", given=url if url.startswith("sqlite:") else url.partition(":")[0])
