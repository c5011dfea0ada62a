"""All tables of a database as they are at one moment, read in plain SQL while servers go on.

SQLAlchemy is not needed for that, and a command that does without it starts twice as fast.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.store import MAX_DATABASE_WAIT_SECONDS, Unavailable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

BATCH_ROWS: Final = 1000
SQLITE: Final = "sqlite:///"
REVISION_TABLE: Final = "alembic_version"
TABLE_ORDER: Final = (
    "accounts",
    "address_bans",
    "admin_acts",
    "admins",
    "balance_test_games",
    "balance_tests",
    "bans",
    "challenges",
    "combo_picks",
    "comments",
    "complaints",
    "counted_games",
    "creation_plays",
    "creation_versions",
    "creation_votes",
    "creations",
    "devices",
    "guest_revocations",
    "mutes",
    "name_keys",
    "notices",
    "passkeys",
    "ratings",
    "recovery_codes",
    "reports",
    "results",
    "seat_links",
    "sessions",
    "settings",
    "tables",
    "tip_votes",
    "tips",
    "checkpoints",
    "log",
    "seeds",
    "sitters",
)
"""All tables, each after those that it refers to."""

_COLUMNS: Final = """
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position
"""
_KEY: Final = """
    SELECT a.attname FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
    WHERE i.indrelid = to_regclass($1) AND i.indisprimary ORDER BY array_position(i.indkey, a.attnum)
"""


@dataclass(frozen=True)
class StoredTable:
    """A table as it is in a database, which may be of an older schema."""

    name: str
    columns: list[str]
    key: list[str]
    """The columns of the primary key."""

    @property
    def query(self) -> str:
        """Selects all rows, in the order of the key."""
        columns = ", ".join(f'"{column}"' for column in self.columns)
        key = ", ".join(f'"{column}"' for column in self.key)
        return f'SELECT {columns} FROM "{self.name}" ORDER BY {key}'  # noqa: S608 - our own names


class Snapshot(Protocol):
    """A database at one moment."""

    async def revision(self) -> str | None:
        """The revision of its schema; None if no server has ever used it."""

    async def tables(self) -> list[StoredTable]:
        """Those of our tables that it has."""

    async def count(self, table: StoredTable) -> int:
        """How many rows a table has."""

    def rows(self, table: StoredTable) -> AsyncIterator[list[list[Any]]]:
        """All rows of a table, in batches."""


@asynccontextmanager
async def snapshot(url: str) -> AsyncIterator[Snapshot]:
    """A database at the moment when this is entered; refused if there is none."""
    if not url.startswith(SQLITE):
        async with _postgres_snapshot(url) as opened:
            yield opened
        return
    try:
        with closing(_connect(url)) as database:
            database.execute("BEGIN")
            yield _SqliteSnapshot(database)
    except sqlite3.Error as error:
        raise Unavailable(type(error).__name__) from error


async def revision_of(url: str) -> str:
    """The revision of a database's schema; refused if no server has ever used it."""
    async with snapshot(url) as moment:
        revision = await moment.revision()
    if revision is None:
        raise Refused("no_games_there")
    return revision


def _connect(url: str) -> sqlite3.Connection:
    path = Path(url.removeprefix(SQLITE)).absolute()
    if not path.exists():
        raise Refused("no_games_there")
    return sqlite3.connect(
        f"{path.as_uri()}?mode=rw",
        timeout=MAX_DATABASE_WAIT_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )


class _SqliteSnapshot:
    """A transaction in a SQLite file."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    async def revision(self) -> str | None:
        if not await self._fetch("SELECT 1 FROM sqlite_master WHERE name = ?", REVISION_TABLE):
            return None
        ((revision,),) = await self._fetch(f"SELECT version_num FROM {REVISION_TABLE}")  # noqa: S608 - ours
        return str(revision)

    async def tables(self) -> list[StoredTable]:
        tables = []
        for name in TABLE_ORDER:
            columns = await self._fetch("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", name)
            key = sorted((number, column) for column, number in columns if number)
            if columns:
                tables.append(
                    StoredTable(name, [column for column, _ in columns], [column for _, column in key])
                )
        return tables

    async def count(self, table: StoredTable) -> int:
        ((rows,),) = await self._fetch(f'SELECT count(*) FROM "{table.name}"')  # noqa: S608 - our own name
        return int(rows)

    async def rows(self, table: StoredTable) -> AsyncIterator[list[list[Any]]]:
        types = await self._fetch("SELECT type FROM pragma_table_info(?) ORDER BY cid", table.name)
        truths = [number for number, (kind,) in enumerate(types) if kind == "BOOLEAN"]
        with closing(await asyncio.to_thread(self._database.execute, table.query)) as cursor:
            while batch := await asyncio.to_thread(cursor.fetchmany, BATCH_ROWS):
                rows = [list(row) for row in batch]
                for row in rows:
                    for number in truths:  # SQLite has no truth values, but 0 and 1
                        row[number] = None if row[number] is None else bool(row[number])
                yield rows

    async def _fetch(self, query: str, *values: str) -> list[Any]:
        cursor = await asyncio.to_thread(self._database.execute, query, values)
        return await asyncio.to_thread(cursor.fetchall)


@asynccontextmanager
async def _postgres_snapshot(url: str) -> AsyncIterator[Snapshot]:
    import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - written without types

    try:
        connection = await asyncpg.connect(url, timeout=MAX_DATABASE_WAIT_SECONDS)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                yield _PostgresSnapshot(connection)
        finally:
            await connection.close(timeout=MAX_DATABASE_WAIT_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
        raise Unavailable(type(error).__name__) from error


class _PostgresSnapshot:
    """A transaction in a PostgreSQL database."""

    def __init__(self, connection: Any) -> None:  # noqa: ANN401 - written without types
        self._connection = connection

    async def revision(self) -> str | None:
        if await self._connection.fetchval("SELECT to_regclass($1)", REVISION_TABLE) is None:
            return None
        return str(await self._connection.fetchval(f"SELECT version_num FROM {REVISION_TABLE}"))  # noqa: S608 - ours

    async def tables(self) -> list[StoredTable]:
        tables = []
        for name in TABLE_ORDER:
            columns = [row[0] for row in await self._connection.fetch(_COLUMNS, name)]
            if columns:
                key = [row[0] for row in await self._connection.fetch(_KEY, name)]
                tables.append(StoredTable(name, columns, key))
        return tables

    async def count(self, table: StoredTable) -> int:
        return int(await self._connection.fetchval(f'SELECT count(*) FROM "{table.name}"'))  # noqa: S608 - ours

    async def rows(self, table: StoredTable) -> AsyncIterator[list[list[Any]]]:
        cursor = await self._connection.cursor(table.query)
        while batch := await cursor.fetch(BATCH_ROWS):
            yield [list(row) for row in batch]
