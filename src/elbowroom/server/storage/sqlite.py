"""The store in one file: a thread that writes and a thread that reads.

Entries that arrive while the disk is busy are made durable together, with one commit. The file is meant for
one server; what another process writes, such as a command of the administrator, is found by looking at it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import uuid4

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage import migrations
from elbowroom.server.storage.file_owner import take_owner
from elbowroom.server.storage.group_commit import GroupCommit
from elbowroom.server.storage.listing_columns import COLUMN_NAMES, LISTING_COLUMNS, listing_values
from elbowroom.server.storage.queries import CHANGED_TABLES_SQL, INDEX_SECONDS, SITTERS_SQL, StoreQueries
from elbowroom.server.storage.store import (
    KEEP_SERVER_TIME_SQL,
    TABLE_PARTS,
    TEST_WRITE_SQL,
    Addition,
    Conflict,
    Repeated,
    Unavailable,
    checkpoint_columns,
    redactions,
)
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import Listing

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

_Result = TypeVar("_Result")

MAX_LOCK_WAIT_SECONDS: Final = 5.0
"""Seconds to wait while another program, such as a backup, locks the file."""
POLL_SECONDS: Final = 0.5
"""Between two looks at what other processes have written."""
COMMIT_SLACK_SECONDS: Final = 15.0
"""An entry may be committed this long after its `at`."""

_CREATE: Final = f"""
    INSERT INTO tables (id, head, writer, {COLUMN_NAMES}, indexed_at)
    VALUES (?, 0, '', {", ".join("?" for _ in LISTING_COLUMNS)}, ?) ON CONFLICT DO NOTHING
"""  # noqa: S608 - our own names
_SEED: Final = "INSERT INTO seeds (table_id, seed) VALUES (?, ?)"
_INDEXED: Final = ("status", "is_open", "host", "invite", "due")
"""Columns in an index: SQLite writes it whenever they are set, even to what they are."""
_PLAIN: Final = tuple(column.name for column in LISTING_COLUMNS if column.name not in _INDEXED)
_plain_values: Final = attrgetter(*_PLAIN)
_MOVE: Final = f"""
    UPDATE tables SET head = ?, writer = ?, {", ".join(f"{name} = ?" for name in _PLAIN)}, position = ?
    WHERE id = ? AND head = ?
"""  # noqa: S608 - our own names
_REINDEX: Final = (
    """
    UPDATE tables SET is_open = :is_open, host = :host, invite = :invite
    WHERE id = :id AND (is_open, host, invite) IS NOT (:is_open, :host, :invite)
    """,
    "UPDATE tables SET due = :due WHERE id = :id AND due IS NOT :due",
    f"""
    UPDATE tables SET status = :status, indexed_at = changed_at
    WHERE id = :id AND (status <> :status OR changed_at < indexed_at
        OR changed_at >= indexed_at + {INDEX_SECONDS})
    """,  # noqa: S608 - our own number
)
_WRITE: Final = "INSERT INTO log (table_id, seq, at, command, part, body) VALUES (?, ?, ?, ?, ?, ?)"
_CHECKPOINT: Final = """
    INSERT INTO checkpoints (table_id, seq, version, state) VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, seq) DO UPDATE SET version = excluded.version, state = excluded.state
"""
_DROP_CHECKPOINTS: Final = "DELETE FROM checkpoints WHERE table_id = ?"
_SEAT: Final = """
    INSERT INTO sitters (table_id, place, person) SELECT ?, key, value FROM json_each(?) WHERE TRUE
    ON CONFLICT (table_id, place) DO UPDATE SET person = excluded.person WHERE person <> excluded.person
"""
_UNSEAT: Final = "DELETE FROM sitters WHERE table_id = ? AND place >= ?"
_REDACT: Final = "UPDATE log SET command = ?, body = ? WHERE table_id = ? AND seq = ?"
_REMOVE: Final = (
    *(f"DELETE FROM {part} WHERE table_id = ?" for part in TABLE_PARTS),  # noqa: S608 - our own names
    "DELETE FROM tables WHERE id = ?",
)
_CARRIED_OUT: Final = """
    SELECT seq FROM log WHERE table_id = ? AND command = ? AND command <> '' AND part = 0
"""
_HEAD: Final = "SELECT head FROM tables WHERE id = ?"
_ADDITION_ERRORS: Final = (
    TypeError,
    ValueError,
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""Errors of one addition, and not of the database."""


class SqliteStore(StoreQueries):
    """A store in one file."""

    people = f"(SELECT json_group_array(person) FROM ({SITTERS_SQL}))"  # noqa: S608 - our own words

    def __init__(self, path: Path | str, *, is_server: bool = False) -> None:
        """A server keeps other servers out; an administrator's commands may use the file at the same time."""
        self.path = Path(path).absolute()
        self._is_server = is_server
        self._lock: int | None = None
        self._origin = uuid4().hex
        """What this store signs its entries with."""
        self.on_broadcast: Callable[[str, str], None] | None = None
        self.commits = 0
        """How often entries were made durable."""
        self._group_commit = GroupCommit(self._write_together)
        self._writer: ThreadPoolExecutor | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._write_file: _File | None = None
        self._read_file: _File | None = None
        self._stopped = asyncio.Event()

    async def start(self) -> None:
        """Create the file if there is none, and bring its schema up to date."""
        self._stopped.clear()
        self._writer = ThreadPoolExecutor(1, "elbowroom-writer")
        self._reader = ThreadPoolExecutor(1, "elbowroom-reader")
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._prepare)
            await self.open_tables(1)  # opens the file for reading, which a full disk would prevent
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Write what waits, and close the file."""
        self._stopped.set()
        await self._group_commit.finish()
        writer, reader = self._writer, self._reader
        self._writer = self._reader = None
        loop = asyncio.get_running_loop()
        for thread, close in ((writer, self._close_write_file), (reader, self._close_read_file)):
            if thread is not None:
                await loop.run_in_executor(thread, close)
                thread.shutdown()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def check(self) -> None:
        """Unavailable if the file cannot be read, or could not be written the last time and still cannot."""
        await self.open_tables(1)
        if self._write_file is None:
            await self._change(_test_write)

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
        changes = [(command, body, table, seq) for command, body, seq in redactions(rows)]

        def change(database: sqlite3.Connection) -> None:
            try:
                for values in changes:
                    if not database.execute(_REDACT, values).rowcount:
                        raise KeyError(f"{table} {values[-1]}")
                database.execute("UPDATE tables SET position = '', summary = '' WHERE id = ?", (table,))
                database.execute(_DROP_CHECKPOINTS, (table,))
            except sqlite3.IntegrityError as error:
                raise ValueError("a command led to another entry") from error

        await self._change(change)

    async def remove(self, table: str) -> None:
        """Delete a table and all that belongs to it but results."""

        def change(database: sqlite3.Connection) -> None:
            for statement in _REMOVE:
                database.execute(statement, (table,))

        await self._change(change)

    async def keep_checkpoints(self, table: str, head: int, checkpoints: Mapping[int, str]) -> None:
        """Store checkpoints if the log still ends at this number."""

        def change(database: sqlite3.Connection) -> None:
            found = database.execute(_HEAD, (table,)).fetchone()
            if found and found[0] == head:
                database.executemany(_CHECKPOINT, checkpoint_columns(table, checkpoints))

        await self._change(change)

    async def keep_server_time(self, now: float) -> None:
        """Store the time of a server, unless a later one is stored."""

        def change(database: sqlite3.Connection) -> None:
            database.execute(_sqlite_sql(KEEP_SERVER_TIME_SQL), (str(now),))

        await self._change(change)

    async def broadcast(self, words: str) -> None:
        """A file is for one server: there is nobody to hear it."""

    async def wake_ups(self) -> AsyncGenerator[tuple[str, int]]:
        """Tables that other processes changed."""
        changes = _ChangeReader(self._origin)
        while not self._stopped.is_set():
            with suppress(Unavailable):
                for wake_up in await self._look(changes.read):
                    yield wake_up
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), POLL_SECONDS)

    async def _fetch(self, query: str, *values: object) -> list[Any]:
        return await self._look(lambda database: database.execute(_sqlite_sql(query), values).fetchall())

    async def _store(self, addition: Addition) -> None:
        if self._writer is None or self._stopped.is_set():
            raise Unavailable("the store is not running")
        await self._group_commit.add(addition)

    async def _write_together(self, additions: list[Addition]) -> list[Exception | None]:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._outcomes, additions)

    async def _change(self, change: Callable[[sqlite3.Connection], None]) -> None:
        if self._writer is None:
            raise Unavailable("the store is not running")
        await asyncio.get_running_loop().run_in_executor(self._writer, self._in_transaction, change)

    async def _look(self, query: Callable[[sqlite3.Connection], _Result]) -> _Result:
        if self._reader is None:
            raise Unavailable("the store is not running")
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._answer, query)

    # What follows runs in the reading thread.

    def _answer(self, query: Callable[[sqlite3.Connection], _Result]) -> _Result:
        try:
            if self._read_file is None or not self._read_file.is_current():
                self._close_read_file()
                self._read_file = _File(self.path, may_write=False)
            return query(self._read_file.database)
        except (OSError, sqlite3.Error) as error:
            self._close_read_file()
            raise Unavailable(str(error)) from error

    def _close_read_file(self) -> None:
        if self._read_file is not None:
            self._read_file.database.close()
        self._read_file = None

    # What follows runs in the writing thread.

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._is_server:
                self._keep_others_out()
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            self._migrate()
            self._write_file = _File(self.path, may_write=True)
        except (OSError, sqlite3.Error) as error:
            raise Unavailable(str(error)) from error

    def _keep_others_out(self) -> None:
        """Lock a file beside ours as long as this process runs; refused if another server has it."""
        try:
            import fcntl  # noqa: PLC0415 - not on every system
        except ImportError:
            return
        path = self.path.resolve()  # also if it is a symbolic link
        file = path.with_name(f"{path.name}.lock")
        is_new = not file.exists()
        self._lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        if is_new:
            take_owner(file)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused("database_in_use", file=self.path) from None

    def _migrate(self) -> None:
        with closing(_connect(self.path)) as database:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("BEGIN IMMEDIATE")
            known = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
            revision = (
                database.execute(known).fetchone()
                and database.execute("SELECT version_num FROM alembic_version").fetchone()
            )
            for statement in migrations.statements("sqlite", revision[0] if revision else None):
                database.execute(statement)
            database.execute("COMMIT")

    def _outcomes(self, additions: list[Addition]) -> list[Exception | None]:
        try:
            return self._commit(additions)
        except (OSError, sqlite3.Error, Unavailable) as error:
            self._close_write_file()
            return [Unavailable(str(error)) for _ in additions]
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            self._close_write_file()
            return [error for _ in additions]

    def _commit(self, additions: list[Addition]) -> list[Exception | None]:
        """Write all in one transaction; if one addition spoils it for all, each has its own."""
        database = self._opened()
        database.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [_write(database, addition, self._origin) for addition in additions]
        except _ADDITION_ERRORS as error:
            database.execute("ROLLBACK")
            if len(additions) > 1:
                return [outcome for addition in additions for outcome in self._commit([addition])]
            return [_reason_not_stored(database, additions[0], error)]
        database.execute("COMMIT")
        self.commits += 1
        return outcomes

    def _in_transaction(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Change what was written long ago, in one transaction."""
        try:
            database = self._opened()
            database.execute("BEGIN IMMEDIATE")
            change(database)
            database.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            self._close_write_file()
            raise Unavailable(str(error)) from error
        except BaseException:
            self._close_write_file()
            raise

    def _opened(self) -> sqlite3.Connection:
        if self._write_file is None or not self._write_file.is_current():
            self._close_write_file()
            self._write_file = _File(self.path, may_write=True)
        return self._write_file.database

    def _close_write_file(self) -> None:
        if self._write_file is not None:
            self._write_file.database.close()
        self._write_file = None


class _File:
    """The open file."""

    def __init__(self, path: Path, *, may_write: bool) -> None:
        self.path = path
        self.database = _connect(path)
        try:
            self._set("foreign_keys", "ON", 1)
            if may_write:
                self._write_ahead()
                self._set("synchronous", "FULL", 2)
                self._set("fullfsync", "ON", 1)
                self._set("secure_delete", "ON", 1)
            else:
                self._set("query_only", "ON", 1)
            self._identity = self._inode()
        except BaseException:
            self.database.close()
            raise

    def is_current(self) -> bool:
        """Whether the path still leads to this file: what is written to a removed file is lost."""
        return self._inode() == self._identity

    def _inode(self) -> tuple[int, int]:
        status = self.path.stat()
        return status.st_dev, status.st_ino

    def _write_ahead(self) -> None:
        """Switch to a write-ahead log; SQLite's own timeout does not cover this, so retry."""
        end = time.monotonic() + MAX_LOCK_WAIT_SECONDS
        while True:
            try:
                self._set("journal_mode", "WAL", "wal")
            except sqlite3.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
            else:
                return

    def _set(self, name: str, value: str, expected: int | str) -> None:
        self.database.execute(f"PRAGMA {name} = {value}")
        (actual,) = self.database.execute(f"PRAGMA {name}").fetchone()
        if actual != expected:
            raise Unavailable(f"{name} is {actual}, not {expected}")


class _ChangeReader:
    """What others have written since the last look at the file."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._looked_at = time.time()
        self._state: tuple[sqlite3.Connection, int] | None = None
        self._heads: dict[str, int] = {}

    def read(self, database: sqlite3.Connection) -> list[tuple[str, int]]:
        """Tables that others changed, and their newest numbers; each is told once."""
        now = time.time()
        (version,) = database.execute("PRAGMA data_version").fetchone()
        known = self._heads
        if self._state != (database, version):
            since = self._looked_at - COMMIT_SLACK_SECONDS
            self._heads = dict(
                database.execute(_sqlite_sql(CHANGED_TABLES_SQL), (since, self._origin)).fetchall()
            )
            self._state = database, version
        self._looked_at = now
        return [(table, head) for table, head in self._heads.items() if known.get(table) != head]


def _test_write(database: sqlite3.Connection) -> None:
    database.execute(TEST_WRITE_SQL)


def _write(database: sqlite3.Connection, addition: Addition, origin: str) -> Exception | None:
    """Add entries to the transaction, or tell why they do not fit; after an error, it must be rolled back."""
    table, listing = addition.table, addition.listing
    if addition.seed is not None:
        created = (table, *listing_values(listing), listing.changed_at)
        if database.execute(_CREATE, created).rowcount:
            database.execute(_SEED, (table, addition.seed))
    moved = (addition.last, origin, *_plain_values(listing), addition.position, table, addition.first - 1)
    if not database.execute(_MOVE, moved).rowcount:
        return _reason_not_stored(database, addition, Conflict(f"{table} {addition.first}"))
    indexed = {"id": table, **{name: getattr(listing, name) for name in _INDEXED}}
    for statement in _REINDEX:
        database.execute(statement, indexed)
    database.executemany(_WRITE, addition.columns())
    if addition.forgets:
        database.execute(_DROP_CHECKPOINTS, (table,))
    if addition.checkpoints:
        database.executemany(_CHECKPOINT, addition.checkpoint_columns())
    database.execute(_SEAT, (table, json.dumps(listing.people)))
    database.execute(_UNSEAT, (table, len(listing.people)))
    return None


def _reason_not_stored(database: sqlite3.Connection, addition: Addition, fault: Exception) -> Exception:
    """Why entries could not be written."""
    for command in addition.commands:
        carried_out = database.execute(_CARRIED_OUT, (addition.table, command)).fetchone()
        if carried_out:
            return Repeated(carried_out[0])
    head = database.execute(_HEAD, (addition.table,)).fetchone()
    return addition.reason_not_next(head[0] if head else None) or fault


def _sqlite_sql(query: str) -> str:
    """A query in the words of SQLite, which writes the first value as ?1."""
    return query.replace("$", "?")


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that exists; transactions are begun and ended by hand."""
    uri = f"{path.as_uri()}?mode=rw"
    database = sqlite3.connect(uri, timeout=MAX_LOCK_WAIT_SECONDS, isolation_level=None, uri=True)
    database.row_factory = sqlite3.Row
    return database
