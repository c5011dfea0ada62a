"""Filling an empty database, of either kind, from a backup."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import MetaData, make_url

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage import migrations
from elbowroom.server.storage.backup import LINE_DECODER, Part, Values, check_backup, open_backup
from elbowroom.server.storage.file_owner import take_owner
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.postgres import MIGRATION_LOCK
from elbowroom.server.storage.schema import METADATA
from elbowroom.server.storage.snapshot import BATCH_ROWS, REVISION_TABLE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from sqlalchemy import Connection, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.backup import Header, Tell


async def restore_backup(url: str, file: Path, tell: Tell) -> Header:
    """Fill an empty database from a backup, all of it or nothing, and bring it up to date."""
    header = check_backup(file)
    is_sqlite = make_url(url).get_backend_name() == "sqlite"
    dialect: migrations.Dialect = "sqlite" if is_sqlite else "postgresql"
    try:
        before = migrations.statements(dialect, None, header.revision)
    except Refused as refused:
        raise Refused("backup_newer", found=header.revision) from refused
    if is_sqlite:
        _make_file(_path(url))
    async with _transaction(url) as connection:
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
    with open_backup(file) as lines:
        lines.readline()
        for text in lines:
            line = LINE_DECODER.decode(text)
            if isinstance(line, list):
                rows.append(line)
            if rows and (len(rows) >= BATCH_ROWS or not isinstance(line, list)):
                yield part, rows
                rows = []
            if isinstance(line, Part):
                part = line


def _reflected(connection: Connection) -> dict[str, Table]:
    """The tables of ours that are in a database, as they are there."""
    metadata = MetaData()
    metadata.reflect(connection, only=lambda name, _: name in METADATA.tables or name == REVISION_TABLE)
    return dict(metadata.tables)


def _path(url: str) -> Path:
    return Path(make_url(url).database or "")


def _make_file(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            take_owner(path)
    except OSError as error:
        raise Refused("cannot_write", file=path, cause=error.strerror) from error


@asynccontextmanager
async def _transaction(url: str) -> AsyncIterator[AsyncConnection]:
    """One transaction, however long it takes."""
    people_db = PeopleDb(url, max_seconds=None)
    await people_db.start()
    try:
        async with people_db.begin() as connection:
            yield connection
    finally:
        await people_db.stop()
