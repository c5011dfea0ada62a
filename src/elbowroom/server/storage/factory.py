"""Make the store that a URL names, and the bus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from elbowroom.server.storage.bus import Bus
    from elbowroom.server.storage.store import Store

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
REDIS: Final = ("redis://", "rediss://", "unix://")


def store_for(url: str, bus: str | None = None, *, is_server: bool = False) -> Store:
    """The store that a URL names: `sqlite:///FILE` (absolute with four slashes) or `postgresql://...`.

    The bus of several servers with one PostgreSQL is `redis://...`. A file is for one server.
    """
    path = url.removeprefix(SQLITE)
    if url.startswith(SQLITE) and path and path != ":memory:":
        if bus is not None:
            raise Refused("bus_without_postgresql")
        return SqliteStore(path, is_server=is_server)
    if url.startswith(POSTGRES):
        from elbowroom.server.storage.postgres import PostgresStore  # noqa: PLC0415 - few servers use it

        return PostgresStore(url, None if bus is None else _bus_for(bus))
    # Only the beginning is shown: a password may follow.
    raise Refused("database_url", given=url if url.startswith("sqlite:") else url.partition(":")[0])


def _bus_for(url: str) -> Bus:
    from elbowroom.server.storage.bus import Bus  # noqa: PLC0415 - a slow import that few need

    if not url.startswith(REDIS):
        raise Refused("bus_url")
    try:
        return Bus(url)
    except ValueError as error:
        raise Refused("bus_url") from error
