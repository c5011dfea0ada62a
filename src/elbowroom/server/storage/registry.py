"""All that is kept beside the logs of tables: people, ratings, notices. One code for both databases."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped] # written without types
from sqlalchemy import URL, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection

PATIENCE: Final = 10.0
"""Seconds to wait for a connection, or for another program that locks the file."""


class Registry:
    """A door to the tables of people; each visit is one transaction."""

    def __init__(self, url: str, patience: float | None = PATIENCE) -> None:
        """The same URL as the store has, which has brought the schema up to date before.

        A statement takes so many seconds at most.
        """
        self._url = url
        self._patience = patience
        self._engine: AsyncEngine | None = None

    async def start(self) -> None:
        """Be ready to connect."""
        url = make_url(self._url)
        if url.get_backend_name() == "sqlite":
            self._engine = _sqlite_engine(url)
        else:
            self._engine = create_async_engine(
                "postgresql+asyncpg://",
                # The driver reads the URL itself, as for the store: sslmode, several hosts, a password file.
                async_creator=partial(
                    asyncpg.connect, self._url, timeout=PATIENCE, command_timeout=self._patience
                ),
                hide_parameters=True,
                pool_size=4,
                max_overflow=4,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,
            )

    async def stop(self) -> None:
        """Close all connections."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: stored when its block ends, undone by an error; IntegrityError is the caller's."""
        async with self._visit(only_reads=False) as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, so nobody who writes has to wait for it."""
        async with self._visit(only_reads=True) as connection:
            yield connection

    @asynccontextmanager
    async def _visit(self, *, only_reads: bool) -> AsyncIterator[AsyncConnection]:
        if self._engine is None:
            raise Unavailable("the registry is not running")
        try:
            async with self._engine.execution_options(only_reads=only_reads).begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (DBAPIError, DisconnectionError, PoolTimeoutError, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    def insert(self, table: Table) -> Any:  # noqa: ANN401 - both dialects have on_conflict_do_...
        """An insertion that can say what happens on a conflict."""
        is_sqlite = make_url(self._url).get_backend_name() == "sqlite"
        return sqlite.insert(table) if is_sqlite else postgresql.insert(table)


def _sqlite_engine(url: URL) -> AsyncEngine:
    """The file of the store; who writes waits for others, and what is committed is on the disk."""
    path = Path(url.database or "").absolute()
    address = URL.create("sqlite+aiosqlite", database=path.as_uri(), query={"mode": "rw", "uri": "true"})
    engine = create_async_engine(address, hide_parameters=True, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - written without types
        connection.isolation_level = None
        cursor = connection.cursor()
        for setting in ("foreign_keys = ON", "synchronous = FULL", "fullfsync = ON"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:  # noqa: ANN401 - written without types
        only_reads = connection.get_execution_options()["only_reads"]
        connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

    return engine
