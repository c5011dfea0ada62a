"""The store in PostgreSQL, for any number of server processes, which wake each other when they write.

PostgreSQL serialises commits with NOTIFY, so additions that arrive during a commit share the next one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import aclosing, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped] # written without types

from elbowroom.server.storage import migrations
from elbowroom.server.storage.group_commit import GroupCommit
from elbowroom.server.storage.listing_columns import COLUMN_NAMES, LISTING_COLUMNS, listing_values
from elbowroom.server.storage.queries import CHANGED_TABLES_SQL, INDEX_SECONDS, SITTERS_SQL, StoreQueries
from elbowroom.server.storage.store import (
    CLOCK_SLACK_SECONDS,
    KEEP_SERVER_TIME_SQL,
    MAX_DATABASE_WAIT_SECONDS,
    TABLE_PARTS,
    TEST_WRITE_SQL,
    Addition,
    Conflict,
    Repeated,
    Unavailable,
    checkpoint_columns,
    redactions,
    retry_seconds,
)
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import Listing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence

    from elbowroom.server.storage.bus import Bus

MAX_CONNECTIONS: Final = 10
CANCEL_AGAIN_SECONDS: Final = 1.0
HEARTBEAT_SECONDS: Final = 30.0
"""After this silence a listener checks whether its connection is alive."""
CHANNEL: Final = "elbowroom"
BROADCAST_CHANNEL: Final = "elbowroom_whispers"
"""Processes announce on one channel what they stored, and broadcast on the other what is not stored."""
MIGRATION_LOCK: Final = 0x656C626F77726F6F
"""The advisory lock of whoever migrates."""

_LOG: Final = logging.getLogger(__name__)
_SETTINGS: Final = {
    "application_name": "elbowroom",
    "default_transaction_isolation": "read committed",
    "synchronous_commit": "on",
}
_CONNECTION_ERRORS: Final = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.InternalServerError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
)


def _unnest(columns: dict[str, str], name: str, first: int) -> str:
    """SQL for rows that come as one array for each column, in the parameters from a number on."""
    arrays = ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(columns.values(), first))
    return f"unnest({arrays}) AS {name} ({', '.join(columns)})"


_ADDITION: Final[dict[str, str]] = {
    "id": "text",
    "seed": "text",
    "first": "integer",
    "last": "integer",
    **{column.name: column.sql_type for column in LISTING_COLUMNS},
    "position": "text",
    "people": "integer",
    "forgets": "boolean",
}
_ENTRY: Final = {
    "table_id": "text",
    "seq": "integer",
    "at": "double precision",
    "command": "text",
    "part": "integer",
    "body": "text",
}
_SITTER: Final = {"table_id": "text", "place": "integer", "person": "text"}
_CHECKPOINT: Final = {"table_id": "text", "seq": "integer", "version": "text", "state": "text"}
_ENTRIES_FROM: Final = 2 + len(_ADDITION)
_SITTERS_FROM: Final = _ENTRIES_FROM + len(_ENTRY)
_CHECKPOINTS_FROM: Final = _SITTERS_FROM + len(_SITTER)
_REPLACE: Final = (
    "ON CONFLICT (table_id, seq) DO UPDATE SET version = excluded.version, state = excluded.state"
)
_STORE: Final = f"""
    WITH addition AS (
        SELECT * FROM {_unnest(_ADDITION, "addition", 2)}
    ), locked AS (
        SELECT id FROM tables WHERE id = ANY($2::text[]) ORDER BY id FOR UPDATE
    ), made AS (
        INSERT INTO tables (id, head, writer, {COLUMN_NAMES}, position, indexed_at)
        SELECT id, last, $1::text, {COLUMN_NAMES}, position, changed_at
        FROM addition WHERE seed IS NOT NULL
        ON CONFLICT DO NOTHING
        RETURNING id
    ), kept AS (
        INSERT INTO seeds (table_id, seed) SELECT id, seed FROM addition JOIN made USING (id)
    ), moved AS (
        UPDATE tables
        SET head = last, writer = $1::text, position = addition.position,
            indexed_at = CASE
                WHEN tables.status = addition.status
                    AND addition.changed_at >= tables.indexed_at
                    AND addition.changed_at < tables.indexed_at + {INDEX_SECONDS}
                THEN tables.indexed_at ELSE addition.changed_at END,
            {", ".join(f"{column.name} = addition.{column.name}" for column in LISTING_COLUMNS)}
        FROM addition JOIN locked USING (id)
        WHERE tables.id = addition.id AND tables.head = addition.first - 1 AND addition.seed IS NULL
        RETURNING tables.id
    ), stored AS (
        SELECT id FROM made UNION ALL SELECT id FROM moved
    ), written AS (
        INSERT INTO log ({", ".join(_ENTRY)})
        SELECT entry.* FROM {_unnest(_ENTRY, "entry", _ENTRIES_FROM)}
        JOIN stored ON stored.id = entry.table_id
    ), dropped AS (
        DELETE FROM checkpoints USING addition JOIN stored USING (id)
        WHERE checkpoints.table_id = addition.id AND addition.forgets
    ), checked AS (
        INSERT INTO checkpoints ({", ".join(_CHECKPOINT)})
        SELECT checkpoint.* FROM {_unnest(_CHECKPOINT, "checkpoint", _CHECKPOINTS_FROM)}
        JOIN stored ON stored.id = checkpoint.table_id
        {_REPLACE}
    ), seated AS (
        INSERT INTO sitters ({", ".join(_SITTER)})
        SELECT sitter.* FROM {_unnest(_SITTER, "sitter", _SITTERS_FROM)}
        JOIN stored ON stored.id = sitter.table_id
        ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person
        WHERE sitters.person <> excluded.person
    ), unseated AS (
        DELETE FROM sitters USING addition JOIN stored USING (id)
        WHERE sitters.table_id = addition.id AND sitters.place >= addition.people
    )
    SELECT id, pg_notify('elbowroom', concat_ws(' ', id, last, $1::text)) FROM addition JOIN stored USING (id)
"""  # noqa: S608 - our own names
_LOCK: Final = "SELECT FROM tables WHERE id = $1 FOR UPDATE"
_REDACT: Final = """
    UPDATE log SET command = entry.command, body = entry.body
    FROM unnest($2::text[], $3::text[], $4::integer[]) AS entry (command, body, seq)
    WHERE log.table_id = $1 AND log.seq = entry.seq
    RETURNING log.seq
"""
_REMOVE: Final = (
    *(f"DELETE FROM {part} WHERE table_id = $1" for part in TABLE_PARTS),  # noqa: S608 - our own names
    "DELETE FROM tables WHERE id = $1",
)
_CARRIED_OUT: Final = """
    SELECT min(seq) FROM log WHERE table_id = $1 AND command = ANY($2) AND command <> '' AND part = 0
"""
_HEAD: Final = "SELECT head FROM tables WHERE id = $1"
_KEEP_CHECKPOINT: Final = f"""
    INSERT INTO checkpoints ({", ".join(_CHECKPOINT)}) VALUES ($1, $2, $3, $4) {_REPLACE}
"""  # noqa: S608 - our own names

_WakeUps = asyncio.Queue[tuple[str, int] | None]


class PostgresStore(StoreQueries):
    """A store in PostgreSQL."""

    people = f"array_to_json(ARRAY({SITTERS_SQL}))::text"

    def __init__(self, url: str, bus: Bus | None = None) -> None:
        """Name the database, and a bus if processes are to wake each other by it too."""
        self._url = url
        self._bus = bus
        self._listeners: set[_WakeUps] = set()
        self._origin = uuid4().hex
        """The id of this process in notifications."""
        self.on_broadcast: Callable[[str, str], None] | None = None
        self.commits = 0
        """How often entries were made durable."""
        self._could_write = True
        """Whether the last attempt to store something reached the database."""
        self._pool: Any = None
        self._group_commit = GroupCommit(self._outcomes)
        self._stopped = asyncio.Event()

    async def start(self) -> None:
        """Connect, and bring the schema up to date."""
        self._stopped.clear()
        async with _errors_as_unavailable():
            await _migrate(self._url)
            self._pool = await asyncpg.create_pool(
                self._url,
                min_size=0,  # otherwise asyncpg logs every failed connect at length
                max_size=MAX_CONNECTIONS,
                timeout=MAX_DATABASE_WAIT_SECONDS,
                command_timeout=MAX_DATABASE_WAIT_SECONDS,
                server_settings=_SETTINGS,
                reset=_keep,
            )
        if self._bus is not None:
            await self._bus.start()

    async def stop(self) -> None:
        """Wait for what was begun, and close all connections."""
        self._stopped.set()
        for wake_ups in self._listeners:
            wake_ups.put_nowait(None)
        await self._group_commit.finish()
        if self._bus is not None:
            await self._bus.stop()
        pool, self._pool = self._pool, None
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), MAX_DATABASE_WAIT_SECONDS)
            except _CONNECTION_ERRORS:
                pool.terminate()

    async def check(self) -> None:
        """Unavailable if the database cannot be read, or could not be written and still cannot."""
        await self.open_tables(1)
        if not self._could_write:
            await self._fetch(TEST_WRITE_SQL)
            self._could_write = True

    async def create(self, table: str, row: LogRow, seed: str, listing: Listing, position: str = "") -> None:
        """Store the first entry of a table and its seed."""
        await self._store(Addition(table, [row], listing, seed, position))

    async def append(
        self,
        table: str,
        rows: Sequence[LogRow],
        listing: Listing,
        position: str = "",
        checkpoints: Mapping[int, str] | None = None,
    ) -> None:
        """Store the next entries of a table, with the checkpoints that are due."""
        await self._store(Addition(table, rows, listing, position=position, checkpoints=checkpoints))

    async def redact(self, table: str, rows: Sequence[LogRow]) -> None:
        """Write over entries that are there."""
        changes = redactions(rows)
        columns = [[change[place] for change in changes] for place in range(3)]
        try:
            async with self._change(table) as connection:
                redacted = {seq for (seq,) in await connection.fetch(_REDACT, table, *columns)}
                missing = next((seq for _, _, seq in changes if seq not in redacted), None)
                if missing is not None:
                    raise KeyError(f"{table} {missing}")
                await connection.execute("UPDATE tables SET position = '', summary = '' WHERE id = $1", table)
                await connection.execute("DELETE FROM checkpoints WHERE table_id = $1", table)
        except asyncpg.UniqueViolationError as error:
            raise ValueError("a command led to another entry") from error

    async def remove(self, table: str) -> None:
        """Delete a table and all that belongs to it but results."""
        async with self._change(table) as connection:
            for statement in _REMOVE:
                await connection.execute(statement, table)

    async def keep_checkpoints(self, table: str, head: int, checkpoints: Mapping[int, str]) -> None:
        """Store checkpoints if the log still ends at this number."""
        async with self._change(table) as connection:
            if await connection.fetchval(_HEAD, table) == head:
                await connection.executemany(_KEEP_CHECKPOINT, checkpoint_columns(table, checkpoints))

    async def keep_server_time(self, now: float) -> None:
        """Store the time of a server, unless a later one is stored."""
        await self._fetch(KEEP_SERVER_TIME_SQL, str(now))

    async def broadcast(self, words: str) -> None:
        """Tell other processes something that is not worth storing."""
        await self._fetch("SELECT pg_notify($1, $2)", BROADCAST_CHANNEL, f"{self._origin} {words}")

    def wake_ups(self) -> AsyncGenerator[tuple[str, int]]:
        """Tables that other processes changed, also while the connection was lost."""
        if self._bus is None:
            return self._heard()
        return _merged(self._heard(), self._bus.wake_ups(self._origin, self._changed))

    async def _changed(self, since: float) -> list[tuple[str, int]]:
        return [(table, head) for table, head in await self._fetch(CHANGED_TABLES_SQL, since, self._origin)]

    async def _heard(self) -> AsyncGenerator[tuple[str, int]]:
        """What PostgreSQL tells by itself."""
        heard_at, failures = time.time(), 0
        while not self._stopped.is_set():
            try:
                async with self._listener() as (connection, wake_ups):
                    failures = 0
                    for table, head in await connection.fetch(
                        CHANGED_TABLES_SQL, heard_at - CLOCK_SLACK_SECONDS, self._origin
                    ):
                        yield table, head
                    while not connection.is_closed() and not self._stopped.is_set():
                        heard_at = time.time()
                        wake_up = await _next(wake_ups, connection)
                        if wake_up is not None:
                            yield wake_up
            except _CONNECTION_ERRORS as error:
                if not failures:
                    _LOG.warning("the database is not heard", extra={"cause": type(error).__name__})
                failures += 1
                await self._pause(retry_seconds(failures))

    @asynccontextmanager
    async def _listener(self) -> AsyncIterator[tuple[Any, _WakeUps]]:
        """A listening connection and the queue of its wake-ups; None in it means: check the connection."""
        wake_ups: _WakeUps = asyncio.Queue()

        def hear(_connection: object, _process: int, _channel: str, payload: str) -> None:
            table, head, origin = payload.rsplit(" ", 2)
            if origin != self._origin:
                wake_ups.put_nowait((table, int(head)))

        def hear_broadcast(_connection: object, _process: int, _channel: str, payload: str) -> None:
            origin, words = payload.split(" ", 1)
            if origin != self._origin and self.on_broadcast is not None:
                self.on_broadcast(origin, words)

        def look_up(_connection: object) -> None:
            wake_ups.put_nowait(None)

        connection = await asyncpg.connect(
            self._url,
            timeout=MAX_DATABASE_WAIT_SECONDS,
            command_timeout=MAX_DATABASE_WAIT_SECONDS,
            server_settings=_SETTINGS,
        )
        self._listeners.add(wake_ups)
        try:
            connection.add_termination_listener(look_up)
            await connection.add_listener(CHANNEL, hear)
            await connection.add_listener(BROADCAST_CHANNEL, hear_broadcast)
            yield connection, wake_ups
        finally:
            self._listeners.discard(wake_ups)
            connection.terminate()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)

    async def _store(self, addition: Addition) -> None:
        if self._pool is None or self._stopped.is_set():
            raise Unavailable("the store is not running")
        await self._group_commit.add(addition)

    async def _outcomes(self, additions: list[Addition]) -> list[Exception | None]:
        """Store what can be stored; if one addition spoils the statement for all, each has its own."""
        try:
            return await self._commit(additions)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            if isinstance(error, Unavailable):
                self._could_write = False
                return [Unavailable(str(error)) for _ in additions]
            if len(additions) == 1:
                return [error]
        return [outcome for addition in additions for outcome in await self._outcomes([addition])]

    async def _commit(self, additions: list[Addition]) -> list[Exception | None]:
        """Write all with one statement; entries that do not fit their log are left out."""
        fault: Exception | None = None
        stored = set()
        try:
            stored = {table for table, _ in await self._fetch(_STORE, self._origin, *_columns(additions))}
            self.commits += 1
            self._could_write = True
            self._tell(addition for addition in additions if addition.table in stored)
        except asyncpg.UniqueViolationError as error:
            if len(additions) > 1:
                raise
            fault = error
        return [
            None if addition.table in stored else await self._reason_not_stored(addition, fault)
            for addition in additions
        ]

    def _tell(self, additions: Iterable[Addition]) -> None:
        if self._bus is not None:
            for addition in additions:
                self._bus.tell(addition.table, addition.last, self._origin)

    async def _reason_not_stored(self, addition: Addition, fault: Exception | None) -> Exception:
        """Why entries could not be written."""
        try:
            ((carried_out,),) = await self._fetch(_CARRIED_OUT, addition.table, addition.commands)
            if carried_out is not None:
                return Repeated(carried_out)
            head = await self._fetch(_HEAD, addition.table)
        except Unavailable as error:
            return error
        changed_again = Conflict(f"{addition.table} {addition.first}")
        return addition.reason_not_next(head[0][0] if head else None) or fault or changed_again

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        async with self._connection() as connection:
            rows: list[Any] = await connection.fetch(query, *values)
        return rows

    @asynccontextmanager
    async def _change(self, table: str) -> AsyncIterator[Any]:
        """A transaction in which nobody else writes to the table."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute(_LOCK, table)
            yield connection

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection of the pool; what goes wrong with it is Unavailable."""
        if self._pool is None:
            raise Unavailable("the store is not running")
        async with (
            _errors_as_unavailable(),
            self._pool.acquire(timeout=MAX_DATABASE_WAIT_SECONDS) as connection,
        ):
            yield connection


@asynccontextmanager
async def _errors_as_unavailable() -> AsyncIterator[None]:
    try:
        yield
    except ValueError:  # a value that asyncpg cannot encode: an InterfaceError too, but a bug of the caller
        raise
    except _CONNECTION_ERRORS as error:
        raise Unavailable(str(error) or type(error).__name__) from error


def _columns(additions: list[Addition]) -> Iterator[Sequence[object]]:
    """The values of the statement that stores, each for all additions."""
    tables = [
        (
            addition.table,
            addition.seed,
            addition.first,
            addition.last,
            *listing_values(addition.listing),
            addition.position,
            len(addition.listing.people),
            addition.forgets,
        )
        for addition in additions
    ]
    entries = [values for addition in additions for values in addition.columns()]
    sitters = [
        (addition.table, place, person)
        for addition in additions
        for place, person in enumerate(addition.listing.people)
    ]
    checkpoints = [values for addition in additions for values in addition.checkpoint_columns()]
    parts = (tables, _ADDITION), (entries, _ENTRY), (sitters, _SITTER), (checkpoints, _CHECKPOINT)
    for rows, columns in parts:
        yield from ([row[place] for row in rows] for place in range(len(columns)))


async def _next(wake_ups: _WakeUps, connection: Any) -> tuple[str, int] | None:  # noqa: ANN401 - written without types
    """The next wake-up; after HEARTBEAT_SECONDS of silence ping the database and return None."""
    try:
        return await asyncio.wait_for(wake_ups.get(), HEARTBEAT_SECONDS)
    except TimeoutError:
        await connection.execute("SELECT")
        return None


async def _merged(*sources: AsyncGenerator[tuple[str, int]]) -> AsyncGenerator[tuple[str, int]]:
    """What all sources tell, until one of them ends."""
    wake_ups: asyncio.Queue[tuple[str, int] | None] = asyncio.Queue()

    async def hear(source: AsyncGenerator[tuple[str, int]]) -> None:
        try:
            async with aclosing(source):
                async for wake_up in source:
                    wake_ups.put_nowait(wake_up)
        finally:
            wake_ups.put_nowait(None)

    listeners = [asyncio.create_task(hear(source)) for source in sources]
    try:
        while (wake_up := await wake_ups.get()) is not None:
            yield wake_up
    finally:
        # Cancelled again and again: a wait that ends in the same instant may swallow it.
        while waiting := [listener for listener in listeners if not listener.done()]:
            for listener in waiting:
                listener.cancel()
            await asyncio.wait(waiting, timeout=CANCEL_AGAIN_SECONDS)
    for end in await asyncio.gather(*listeners, return_exceptions=True):
        if isinstance(end, Exception):
            raise end


async def _keep(_connection: object) -> None:
    """Nothing to reset: no session is changed."""


async def _migrate(url: str) -> None:
    """Bring the schema up to date while no other process does, however long that takes."""
    connection = await asyncpg.connect(url, timeout=MAX_DATABASE_WAIT_SECONDS, server_settings=_SETTINGS)
    try:
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            current = None
            if await connection.fetchval("SELECT to_regclass('alembic_version')") is not None:
                current = await connection.fetchval("SELECT version_num FROM alembic_version")
            for statement in migrations.statements("postgresql", current):
                await connection.execute(statement)
    finally:
        await connection.close(timeout=MAX_DATABASE_WAIT_SECONDS)
