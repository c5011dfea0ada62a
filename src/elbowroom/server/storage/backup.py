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
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.file_owner import take_owner
from elbowroom.server.storage.migrations import newest
from elbowroom.server.storage.snapshot import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from elbowroom.server.storage.snapshot import Snapshot, StoredTable

    Tell = Callable[[int, int], None]
    """Told how many rows are done, and of how many."""

FORMAT: Final = "elbowroom backup"
VERSION: Final = 1
MAX_HEADER_BYTES: Final = 1_000_000


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
_HEADER_DECODER: Final = msgspec.json.Decoder(Header)
LINE_DECODER: Final = msgspec.json.Decoder(Part | End | Values)


async def write_backup(url: str, file: Path, keys: list[str], now: float, tell: Tell) -> Header:
    """Write all that is in a database at one moment to a file, while servers go on."""
    async with snapshot(url) as moment:
        revision = await moment.revision()
        if revision is None:
            raise Refused("no_games_there")
        if revision > newest():
            raise Refused("database_newer", found=revision)
        tables = await moment.tables()
        rows = sum([await moment.count(table) for table in tables])
        header = Header(FORMAT, VERSION, revision, now, rows, keys)
        with _new_file(file) as out:
            await _write(moment, tables, header, _Lines(out), tell)
    return header


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
    moment: Snapshot, tables: list[StoredTable], header: Header, lines: _Lines, tell: Tell
) -> None:
    lines.add(header)
    done = 0
    for table in tables:
        lines.add(Part(table.name, table.columns))
        async for rows in moment.rows(table):
            for row in rows:
                lines.add(row)
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
            if file.exists():
                take_owner(made, file)
            made.replace(file)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error


def check_backup(file: Path) -> Header:
    """Read all of a backup; refused if it is something else, is damaged or ends too early."""
    digest, rows = hashlib.sha256(), 0
    with open_backup(file) as lines:
        first = lines.readline(MAX_HEADER_BYTES)
        header = _header(first)
        digest.update(first)
        for text in lines:
            line = LINE_DECODER.decode(text)
            if isinstance(line, End):
                is_whole = line == End(header.rows, digest.hexdigest()) and rows == header.rows
                if not is_whole or lines.read(1):
                    break
                return header
            digest.update(text)
            rows += isinstance(line, list)
    raise Refused("backup_damaged", file=file)


def _header(line: bytes) -> Header:
    header = _HEADER_DECODER.decode(line)
    if header.format != FORMAT:
        raise msgspec.ValidationError(header.format)
    if header.version > VERSION:
        raise Refused("backup_newer", found=header.version)
    return header


@contextmanager
def open_backup(file: Path) -> Iterator[gzip.GzipFile]:
    """The lines of a backup; refused if it cannot be read."""
    try:
        with gzip.open(file, "rb") as lines:
            yield lines
    except (EOFError, zlib.error, msgspec.MsgspecError, gzip.BadGzipFile) as error:
        raise Refused("backup_damaged", file=file) from error
    except OSError as error:
        raise Refused("cannot_read", file=file, cause=error.strerror) from error
