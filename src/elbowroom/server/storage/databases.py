"""Which database a URL names, and which bus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.postgres import PostgresStore
from elbowroom.server.storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from elbowroom.server.storage.bus import Bus
    from elbowroom.server.storage.store import Store

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
REDIS: Final = ("redis://", "rediss://", "unix://")


def store_for(url: str, bus: str | None = None) -> Store:
    """The store that a URL names: `sqlite:///FILE` (absolute with four strokes) or `postgresql://...`.

    The bus of several servers with one PostgreSQL is `redis://...`.
    """
    path = url.removeprefix(SQLITE)
    if url.startswith(SQLITE) and path and path != ":memory:":
        if bus is not None:
            raise Refused("bus_without_postgresql")
        return SqliteStore(path)
    if url.startswith(POSTGRES):
        return PostgresStore(url, None if bus is None else _bus_for(bus))
    # No more of it is told than its beginning: a password may follow.
    raise Refused("database_url", given=url if url.startswith("sqlite:") else url.partition(":")[0])


def _bus_for(url: str) -> Bus:
    from elbowroom.server.storage.bus import Bus  # noqa: PLC0415 - it takes long, and few need it

    if not url.startswith(REDIS):
        raise Refused("bus_url")
    try:
        return Bus(url)
    except ValueError as error:
        raise Refused("bus_url") from error
