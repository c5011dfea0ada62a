"""The interface of a store: it keeps a log for each table, which is never lost and never forks.

Beside each log stands the listing of the table. `sqlite` and `postgres` implement it.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from elbowroom.server.tables.checkpoints import CHECKPOINT_VERSION
from elbowroom.server.tables.entries import AnyEntry, Forgotten

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.listing import Listing


MAX_DUE_TABLES: Final = 1_000_000


class Conflict(Exception):  # noqa: N818 - the caller was slower; nothing is broken
    """Another process wrote this number of the log first; nothing was stored."""


class Repeated(Exception):  # noqa: N818 - the command has its answer already
    """This command was carried out before; nothing was stored."""

    def __init__(self, seq: int) -> None:
        """`seq` is the number of the first entry that the command led to."""
        super().__init__(seq)
        self.seq = seq


class Unavailable(Exception):  # noqa: N818 - a state of the database
    """The database cannot be read or written now.

    Nothing was stored, with one exception: if the connection is lost during the commit, it may or may not be.
    Sending the command again tells: it is carried out, or Repeated, or a Conflict.
    """


class Store(Protocol):
    """A database; all that it acknowledges is on the disk."""

    async def start(self) -> None:
        """Connect, and bring the schema up to date."""

    async def stop(self) -> None:
        """Finish what was begun and close all connections; wake-ups end."""

    async def check(self) -> None:
        """Raise Unavailable if reading fails, or if the last write failed and a test write fails too."""

    async def create(self, table: str, row: LogRow, seed: str, listing: Listing, position: str = "") -> None:
        """Store the first entry of a table and its seed; Conflict if there is such a table."""

    async def append(
        self,
        table: str,
        rows: Sequence[LogRow],
        listing: Listing,
        position: str = "",
        checkpoints: Mapping[int, str] | None = None,
    ) -> None:
        """Store the next entries of a table, all of them or none, and the checkpoints that are due with them.

        If both Repeated and Conflict apply, Repeated is raised.
        The position is the whole game after them, in case a newer version cannot replay the log.
        An entry that says that a person was forgotten deletes all older checkpoints: another process may
        have stored one between the redaction and this entry.
        A table that does not exist is a KeyError, a gap in the numbers a ValueError.
        """

    async def redact(self, table: str, rows: Sequence[LogRow]) -> None:
        """Overwrite stored entries, all of them or none, to delete personal data or removed chat.

        Numbers and times stay; the entries' bodies and commands change. Position and summary may hold the
        same data, so they are emptied until the next entry, and checkpoints are deleted. Other processes are
        not woken up.
        An entry that does not exist is a KeyError, a command that led to another entry a ValueError.
        """

    async def remove(self, table: str) -> None:
        """Delete a table and all that belongs to it but results; it may be gone already."""

    on_broadcast: Callable[[str, str], None] | None
    """Called with the id of another process and what it broadcasts."""

    async def broadcast(self, words: str) -> None:
        """Send something to the other processes without storing it; it may get lost."""

    async def rows(self, table: str, after: int = 0) -> list[LogRow]:
        """The log after a number, in order; empty if there is no such table."""

    async def checkpoints(self, table: str) -> dict[int, str]:
        """The checkpoints of a table that this version can read, by the numbers of their entries."""

    async def keep_checkpoints(self, table: str, head: int, checkpoints: Mapping[int, str]) -> None:
        """Store checkpoints that were made later than their entries, if the log still ends at this number."""

    async def seed(self, table: str) -> str:
        """The seed of a table; KeyError if there is no such table."""

    async def position(self, table: str) -> str:
        """The game as it was stored with the newest entries; KeyError if there is no such table."""

    async def by_invite(self, code: str) -> str | None:
        """The table to which an invite code leads, if there is one."""

    async def by_table_code(self, code: str) -> tuple[str, str] | None:
        """The one table that waits for players with this table code, and its invite code."""

    async def open_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Tables that strangers may join, last changed first."""

    async def running_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Games that strangers may watch, last changed first."""

    async def finished_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Finished games that strangers may look at, last changed first."""

    async def hosted_by(self, host: str, limit: int = 50) -> list[tuple[str, Listing]]:
        """The tables of a host, last changed first."""

    async def tables_of(self, person: str, limit: int = 50) -> list[tuple[str, Listing]]:
        """The tables at which a person sits, last changed first."""

    async def all_of(self, person: str) -> list[str]:
        """All tables at which a person sits, or of which they are the host."""

    async def due(self, before: float, limit: int = MAX_DUE_TABLES) -> list[str]:
        """Tables of running games in which a computer or a clock is due before this time, earliest first."""

    async def server_time(self) -> float | None:
        """The newest time of a server that is known: stored, or that of an entry; None if none was stored."""

    async def keep_server_time(self, now: float) -> None:
        """Store the time of a server, unless a later one is stored."""

    async def stale(self, status: str, before: float, limit: int) -> list[str]:
        """Tables with this status that were last changed before a time, oldest first."""

    def wake_ups(self) -> AsyncGenerator[tuple[str, int]]:
        """Tables that other processes changed, and their newest number, until the store stops.

        A wake-up may come twice. After a lost connection there is one for each table that changed meanwhile.
        """


MAX_DATABASE_WAIT_SECONDS: Final = 10.0
"""Seconds to wait for a connection, for an answer, or while another program locks the file."""
MAX_WRITE_TRIES: Final = 8
"""Tries to write to a log to which other processes write at the same time."""
CLOCK_SLACK_SECONDS: Final = 60.0
"""Seconds by which the clocks of two processes may differ."""
MAX_RETRY_SECONDS: Final = 5.0
"""The longest wait between two attempts to listen again."""
TABLE_PARTS: Final = ("log", "checkpoints", "seeds", "sitters", "seat_links", "notices", "reports")
"""The database tables whose rows are deleted with a table."""
TEST_WRITE_SQL: Final = "UPDATE alembic_version SET version_num = version_num"
"""Tests that the database can be written; changes nothing."""
KEEP_SERVER_TIME_SQL: Final = """
    INSERT INTO settings (name, value) VALUES ('server_time', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE CAST(settings.value AS double precision) < CAST(excluded.value AS double precision)
"""
_ENTRIES: Final = msgspec.json.Decoder(AnyEntry)


def retry_seconds(failures: int) -> float:
    """Seconds to wait before the next attempt; random, so that not all processes return at once."""
    return random.uniform(0, min(MAX_RETRY_SECONDS, 0.1 * 2 ** min(failures, 10)))


def body_of(entry: AnyEntry) -> str:
    """An entry as it is stored: JSON."""
    return msgspec.json.encode(entry).decode()


def entry_of(body: str) -> AnyEntry:
    """The entry that was stored."""
    entry: AnyEntry = _ENTRIES.decode(body)
    return entry


def redactions(rows: Sequence[LogRow]) -> list[tuple[str, str, int]]:
    """The command, the body and the number of each entry that is written over."""
    if b"\0" in " ".join(row.command for row in rows).encode():
        raise ValueError("a text holds a NUL")
    return [(row.command, body_of(row.entry), row.seq) for row in rows]


def checkpoint_columns(table: str, checkpoints: Mapping[int, str]) -> list[tuple[str, int, str, str]]:
    """Checkpoints as rows of the database: table, number, version, state."""
    return [(table, seq, CHECKPOINT_VERSION, state) for seq, state in checkpoints.items()]


@dataclass(frozen=True)
class Addition:
    """Entries that are stored together or not at all; with a seed, they are the first of a new table."""

    table: str
    rows: Sequence[LogRow]
    listing: Listing
    seed: str | None = None
    position: str = ""
    checkpoints: Mapping[int, str] | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for what no database could give back.

        That is: no rows, gaps in the numbers, NUL characters, lone surrogates.
        """
        if not self.rows or (self.seed is not None and self.first != 1):
            raise ValueError("there is no first entry")
        if [row.seq for row in self.rows] != list(range(self.first, self.last + 1)):
            raise ValueError("entries are numbered one by one")
        texts = (self.table, self.seed or "", self.position, *self.commands, *self.listing.people)
        shown = (text for text in vars(self.listing).values() if isinstance(text, str))
        if b"\0" in " ".join((*texts, *shown)).encode():
            raise ValueError("a text holds a NUL")

    @property
    def first(self) -> int:
        """The number of the first entry."""
        return self.rows[0].seq

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.rows[-1].seq

    @property
    def commands(self) -> list[str]:
        """The commands that led to the entries."""
        return [row.command for row in self.rows]

    @property
    def forgets(self) -> bool:
        """Whether the entries say that a person was forgotten."""
        return any(isinstance(row.entry, Forgotten) for row in self.rows)

    def checkpoint_columns(self) -> list[tuple[str, int, str, str]]:
        """The checkpoints as rows of the database."""
        return checkpoint_columns(self.table, self.checkpoints or {})

    def columns(self) -> list[tuple[str, int, float, str, int, str]]:
        """The entries as rows of the log.

        `part` numbers the entries of a command; table, command and part are unique: a command is stored once.
        """
        rows, counts = [], Counter[str]()
        for row in self.rows:
            part, counts[row.command] = counts[row.command], counts[row.command] + 1
            rows.append((self.table, row.seq, row.at, row.command, part, body_of(row.entry)))
        return rows

    def reason_not_next(self, head: int | None) -> Exception | None:
        """Why the entries cannot follow a log that ends here."""
        if head is None:
            return KeyError(self.table) if self.seed is None else None
        if head >= self.first:
            return Conflict(f"{self.table} {self.first}")
        gap = ValueError(f"{self.table} ends at {head}: {self.first} would leave a gap")
        return gap if head < self.first - 1 else None
