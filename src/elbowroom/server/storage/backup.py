"""A backup: everything in the database as one file that either kind of database can be filled from.

The file is compressed; its lines are JSON. A header says of which schema it is, the rows of each table follow
under its name and columns, and the last line holds a checksum of all before it.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
import zlib
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from sqlalchemy import MetaData, Table, func, make_url, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage import migrations
from elbowroom.server.storage.postgres import MIGRATION_LOCK
from elbowroom.server.storage.registry import Registry
from elbowroom.server.storage.schema import METADATA

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    Tell = Callable[[int, int], None]
    """Told how many rows are done, and of how many."""

FORMAT: Final = "elbowroom backup"
VERSION: Final = 1
TOGETHER: Final = 1000
"""So many rows are read or written at once."""
MOST_BYTES: Final = 1_000_000
"""The longest header."""
REVISIONS: Final = "alembic_version"


class Header(msgspec.Struct, frozen=True):
    """What a backup is."""

    format: str
    version: int
    revision: str
    """The schema that the rows are of."""
    made_at: float
    rows: int
    keys: list[str]
    """The signing keys, newest last, unless they were left out."""


class Part(msgspec.Struct, frozen=True, tag_field="is", tag="table"):
    """The rows that follow are of this table."""

    table: str
    columns: list[str]


class End(msgspec.Struct, frozen=True, tag_field="is", tag="end"):
    """Nothing follows."""

    rows: int
    sha256: str
    """Of all lines before this one."""


Values = list[str | int | float | bool | None]
_HEADER: Final = msgspec.json.Decoder(Header)
_LINE: Final = msgspec.json.Decoder(Part | End | Values)


async def write_backup(url: str, file: Path, keys: list[str], now: float, tell: Tell) -> Header:
    """Write all that is in a database at one moment to a file, while servers go on."""
    async with _transaction(url, only_reads=True) as connection:
        found = await connection.run_sync(_reflected)
        revision = await _revision(connection, found)
        tables = [found[table.name] for table in METADATA.sorted_tables if table.name in found]
        rows = 0
        for table in tables:
            rows += await connection.scalar(select(func.count()).select_from(table)) or 0
        header = Header(FORMAT, VERSION, revision, now, rows, keys)
        with _new_file(file) as out:
            await _write(connection, tables, header, _Lines(out), tell)
    return header


async def revision_of(url: str) -> str:
    """The revision of a database's schema; refused if no server has ever used it."""
    async with _transaction(url, only_reads=True) as connection:
        return await _revision(connection, await connection.run_sync(_reflected))


async def _revision(connection: AsyncConnection, found: dict[str, Table]) -> str:
    if REVISIONS not in found:
        raise Refused("no_games_there")
    return str(await connection.scalar(select(found[REVISIONS].c.version_num)))


class _Lines:
    """Lines on their way to a file, and the checksum of them."""

    def __init__(self, out: gzip.GzipFile) -> None:
        self._out = out
        self._digest = hashlib.sha256()

    def add(self, line: msgspec.Struct | list[Any]) -> None:
        written = msgspec.json.encode(line) + b"\n"
        self._digest.update(written)
        self._out.write(written)

    def end(self, rows: int) -> None:
        self.add(End(rows, self._digest.hexdigest()))


async def _write(
    connection: AsyncConnection, tables: list[Table], header: Header, lines: _Lines, tell: Tell
) -> None:
    lines.add(header)
    done = 0
    for table in tables:
        lines.add(Part(str(table.name), [str(column.name) for column in table.columns]))
        async with connection.stream(select(table).order_by(*table.primary_key.columns)) as found:
            async for rows in found.partitions(TOGETHER):
                for row in rows:
                    lines.add(list(row))
                done += len(rows)
                tell(done, header.rows)
    lines.end(done)


@contextmanager
def _new_file(file: Path) -> Iterator[gzip.GzipFile]:
    """A compressed file that only its owner may read, and that appears when it is whole and on the disk."""
    made = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    try:
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as raw:
                with gzip.GzipFile(fileobj=raw, mode="wb", filename="") as out:
                    yield out
                raw.flush()
                os.fsync(raw.fileno())
            made.replace(file)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error


def check_backup(file: Path) -> Header:
    """Read all of a backup; refused if it is something else, is damaged or ends too early."""
    digest, rows = hashlib.sha256(), 0
    with _opened(file) as lines:
        first = lines.readline(MOST_BYTES)
        header = _header(first)
        digest.update(first)
        for text in lines:
            line = _LINE.decode(text)
            if isinstance(line, End):
                is_whole = line == End(header.rows, digest.hexdigest()) and rows == header.rows
                if not is_whole or lines.read(1):
                    break
                return header
            digest.update(text)
            rows += isinstance(line, list)
    raise Refused("backup_damaged", file=file)


def _header(line: bytes) -> Header:
    header = _HEADER.decode(line)
    if header.format != FORMAT:
        raise msgspec.ValidationError(header.format)
    if header.version > VERSION:
        raise Refused("backup_newer", found=header.version)
    return header


@contextmanager
def _opened(file: Path) -> Iterator[gzip.GzipFile]:
    try:
        with gzip.open(file, "rb") as lines:
            yield lines
    except (EOFError, zlib.error, msgspec.MsgspecError, gzip.BadGzipFile) as error:
        raise Refused("backup_damaged", file=file) from error
    except OSError as error:
        raise Refused("cannot_read", file=file, cause=error.strerror) from error


async def restore_backup(url: str, file: Path, tell: Tell) -> Header:
    """Fill an empty database from a backup, all of it or nothing, and bring it up to date."""
    header = check_backup(file)
    is_sqlite = make_url(url).get_backend_name() == "sqlite"
    dialect: Literal["sqlite", "postgresql"] = "sqlite" if is_sqlite else "postgresql"
    try:
        before = migrations.statements(dialect, None, header.revision)
    except Refused as refused:
        raise Refused("backup_newer", found=header.revision) from refused
    if is_sqlite:
        _make_file(_path(url))
    async with _transaction(url, only_reads=False) as connection:
        if not is_sqlite:
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        if await connection.run_sync(_reflected):
            raise Refused("database_not_empty")
        for statement in before:
            await connection.exec_driver_sql(statement)
        await _fill(connection, file, header, tell)
        for statement in migrations.statements(dialect, header.revision):
            await connection.exec_driver_sql(statement)
    return header


async def _fill(connection: AsyncConnection, file: Path, header: Header, tell: Tell) -> None:
    tables, done = await connection.run_sync(_reflected), 0
    for part, rows in _batches(file):
        named = [dict(zip(part.columns, row, strict=True)) for row in rows]
        await connection.execute(tables[part.table].insert(), named)
        done += len(rows)
        tell(done, header.rows)


def _batches(file: Path) -> Iterator[tuple[Part, list[Values]]]:
    """The rows of a backup that was checked, some at once."""
    part, rows = Part("", []), list[Values]()
    with _opened(file) as lines:
        lines.readline()
        for text in lines:
            line = _LINE.decode(text)
            if isinstance(line, list):
                rows.append(line)
            if rows and (len(rows) >= TOGETHER or not isinstance(line, list)):
                yield part, rows
                rows = []
            if isinstance(line, Part):
                part = line


def _reflected(connection: Connection) -> dict[str, Table]:
    """The tables of ours that are in a database, as they are there."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in METADATA.tables or name == REVISIONS)
    return dict(found.tables)


def _path(url: str) -> Path:
    return Path(make_url(url).database or "")


def _make_file(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise Refused("cannot_write", file=path, cause=error.strerror) from error


@asynccontextmanager
async def _transaction(url: str, *, only_reads: bool) -> AsyncIterator[AsyncConnection]:
    """One transaction, however long it takes; what it reads is all of one moment."""
    if make_url(url).get_backend_name() == "sqlite" and not _path(url).exists():
        raise Refused("no_games_there")
    registry = Registry(url, patience=None)
    await registry.start()
    try:
        async with registry.read() if only_reads else registry.begin() as connection:
            if only_reads and connection.dialect.name == "postgresql":
                await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield connection
    finally:
        await registry.stop()
