"""The database tables about people: accounts, sessions, ratings, notices. One code for both databases."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from sqlalchemy import AsyncAdaptedQueuePool, event, make_url
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from elbowroom.server.storage.store import MAX_DATABASE_WAIT_SECONDS, Unavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from threading import Thread

    from sqlalchemy import URL, Table
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class PeopleDb:
    """Transactions on the database tables about people."""

    def __init__(self, url: str, max_seconds: float | None = MAX_DATABASE_WAIT_SECONDS) -> None:
        """The same URL as the store has, which has brought the schema up to date before.

        A statement may take at most `max_seconds`.
        """
        self._url = url
        self._max_seconds = max_seconds
        self._engine: asyncio.Task[AsyncEngine] | None = None
        self._threads: WeakSet[Thread] = WeakSet()

    async def start(self) -> None:
        """Load the database driver in a thread, as it takes a while; the first transaction waits for it."""
        self._engine = asyncio.create_task(asyncio.to_thread(self._make_engine, make_url(self._url)))

    async def stop(self) -> None:
        """Close all connections, also those that a cancelled task left behind."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await (await engine).dispose()
            await asyncio.to_thread(self._join_threads)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: stored when its block ends, undone by an error; IntegrityError is the caller's."""
        async with self._transaction(only_reads=False) as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, so that no writer waits for it."""
        async with self._transaction(only_reads=True) as connection:
            yield connection

    @asynccontextmanager
    async def _transaction(self, *, only_reads: bool) -> AsyncIterator[AsyncConnection]:
        if self._engine is None:
            raise Unavailable("the database is not open")
        try:
            engine = await asyncio.shield(self._engine)
            async with engine.execution_options(only_reads=only_reads).begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except (DBAPIError, DisconnectionError, PoolTimeoutError, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    def insert(self, table: Table) -> Any:  # noqa: ANN401 - both dialects have on_conflict_do_...
        """An insertion that can say what happens on a conflict."""
        if make_url(self._url).get_backend_name() == "sqlite":
            return sqlite_insert(table)
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 - few servers use it

        return insert(table)

    def _join_threads(self) -> None:
        """Wait for the threads of SQLite's connections, which report to the event loop while it runs."""
        for thread in list(self._threads):
            if thread.is_alive():
                thread.join(MAX_DATABASE_WAIT_SECONDS)

    def _make_engine(self, url: URL) -> AsyncEngine:
        return self._sqlite_engine(url) if url.get_backend_name() == "sqlite" else self._postgres_engine()

    def _postgres_engine(self) -> AsyncEngine:
        import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - written without types
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415 - slow to import

        return create_async_engine(
            "postgresql+asyncpg://",
            # The driver reads the URL itself, as for the store: sslmode, several hosts, a password file.
            async_creator=partial(
                asyncpg.connect,
                self._url,
                timeout=MAX_DATABASE_WAIT_SECONDS,
                command_timeout=self._max_seconds,
            ),
            hide_parameters=True,
            pool_size=4,
            max_overflow=4,
            pool_timeout=MAX_DATABASE_WAIT_SECONDS,
            pool_pre_ping=True,
        )

    def _sqlite_engine(self, url: URL) -> AsyncEngine:
        """The file of the store; who writes waits for others, and what is committed is on the disk."""
        import aiosqlite  # noqa: PLC0415 - slow to import
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415 - slow to import

        address = f"{Path(url.database or '').absolute().as_uri()}?mode=rw"

        async def connect() -> aiosqlite.Connection:
            connection = aiosqlite.connect(
                address,
                uri=True,
                timeout=MAX_DATABASE_WAIT_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )
            # As SQLAlchemy does for connections that it makes; aiosqlite has no public way to wait for one.
            thread = connection._thread  # noqa: SLF001
            thread.daemon = True
            self._threads.add(thread)
            return await connection

        engine = create_async_engine(
            "sqlite+aiosqlite://",
            async_creator=connect,
            hide_parameters=True,
            poolclass=AsyncAdaptedQueuePool,
            # Each connection has a thread, which takes long to start on a busy machine: they are kept.
            pool_size=8,
            max_overflow=0,
            pool_timeout=MAX_DATABASE_WAIT_SECONDS,
        )

        @event.listens_for(engine.sync_engine, "connect")
        def prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - written without types
            cursor = connection.cursor()
            for setting in ("foreign_keys = ON", "synchronous = FULL", "fullfsync = ON"):
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()

        @event.listens_for(engine.sync_engine, "begin")
        def begin(connection: Any) -> None:  # noqa: ANN401 - written without types
            only_reads = connection.get_execution_options()["only_reads"]
            connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

        return engine
