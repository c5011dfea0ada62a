"""What every database of the server promises: a log for each table that is never lost and never forks.

Beside each log stands what lists need to know of the table. How it is kept, `sqlite` and `postgres` tell.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from elbowroom.server.tables.entries import AnyEntry

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from elbowroom.server.tables.entries import Row


class Conflict(Exception):  # noqa: N818 - the caller was slower; nothing broke
    """Somebody else wrote this number of the log first; nothing was stored."""


class Repeated(Exception):  # noqa: N818 - the command has its answer already
    """This command was carried out before; nothing was stored."""

    def __init__(self, seq: int) -> None:
        """Keep the number of the first entry that the command led to."""
        super().__init__(seq)
        self.seq = seq


class Unavailable(Exception):  # noqa: N818 - a state of the database
    """The database cannot be read or written now.

    Nothing was stored, with one exception: a connection that is lost during the commit leaves open whether it
    was. Whoever sends the command again gets the answer: it is carried out, or Repeated, or a Conflict.
    """


@dataclass(frozen=True)
class Listing:
    """What lists need to know of a table."""

    status: str
    is_open: bool
    """Whether strangers find the table."""
    is_rated: bool
    players: int
    free: int
    """How many seats are free."""
    title: str
    host: str
    people: tuple[str, ...]
    """Who sits there."""
    changed_at: float
    invite: str = ""
    """Who has this code may sit down."""
    mover: str = ""
    """The person who is to decide."""
    is_slow: bool = False
    """Whether players have days for a move."""
    is_import: bool = False
    """Whether it is a replay of a record and no game."""
    due: float | None = None
    """When a computer is to decide, or a clock runs out; None if there is nothing to wait for but people."""
    summary: str = ""
    """Who sits there and how far the game is, in words for lists; empty if nobody wrote it yet."""


class Store(Protocol):
    """A database; all that it acknowledges is on the disk."""

    async def start(self) -> None:
        """Connect, and bring the schema up to date."""

    async def stop(self) -> None:
        """Finish what was begun and close all connections; wake-ups end."""

    async def check(self) -> None:
        """Unavailable if nothing can be read, or if the last attempt to write failed and another one does."""

    async def create(self, table: str, row: Row, seed: str, listing: Listing, position: str = "") -> None:
        """Store the first entry of a table and its seed; Conflict if there is such a table."""

    async def append(self, table: str, rows: Sequence[Row], listing: Listing, position: str = "") -> None:
        """Store the next entries of a table, all of them or none; Repeated goes before Conflict.

        The position is the whole game after them, for nobody's eyes: a newer engine may not replay the log.
        A table that does not exist is a KeyError, a gap in the numbers a ValueError.
        """

    async def redact(self, table: str, rows: Sequence[Row]) -> None:
        """Write over entries that are there, all of them or none, for what nobody may read any more.

        Numbers and times stay; what the entries say changes, and which command led to them. Position and
        summary may tell the same, so they are left out until the next entry. Nobody is woken.
        An entry that does not exist is a KeyError, a command that led to another entry a ValueError.
        """

    async def remove(self, table: str) -> None:
        """Delete a table and all that belongs to it but results; it may be gone already."""

    overheard: Callable[[str, str], None] | None
    """Told what another process whispers, and which one."""

    async def whisper(self, words: str) -> None:
        """Tell other processes something that is not worth storing; it may get lost."""

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The log after a number, in order; empty if there is no such table."""

    async def seed(self, table: str) -> str:
        """The seed of a table; KeyError if there is no such table."""

    async def position(self, table: str) -> str:
        """The game as it was stored with the newest entries; KeyError if there is no such table."""

    async def by_invite(self, code: str) -> str | None:
        """The table to which an invite code leads, if there is one."""

    async def open_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Tables that strangers may join, last changed first."""

    async def running_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Games that strangers may watch, last changed first."""

    async def tables_of(self, person: str, limit: int = 50) -> list[tuple[str, Listing]]:
        """The tables at which a person sits, last changed first."""

    async def all_of(self, person: str) -> list[str]:
        """All tables at which a person sits, or of which he is the host."""

    async def due(self, before: float) -> list[str]:
        """Tables of running games that must be taken care of before this time."""

    async def stale(self, status: str, before: float, limit: int) -> list[str]:
        """Tables with this status that were last changed before a time, oldest first."""

    def wake_ups(self) -> AsyncGenerator[tuple[str, int]]:
        """Tables that other processes changed, and their newest number, until the store stops.

        A hint may come twice; after a lost connection they tell of all that was changed meanwhile.
        """


SLACK: Final = 60.0
"""Seconds by which the clocks of two processes may differ."""
LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts to listen again."""
PARTS: Final = ("log", "seeds", "sitters", "seat_links", "notices", "reports")
"""What is deleted with a table."""
TOUCH: Final = "UPDATE alembic_version SET version_num = version_num"
"""Writes something, and changes nothing."""
_ENTRIES: Final = msgspec.json.Decoder(AnyEntry)


def pause_after(failures: int) -> float:
    """Seconds to wait before the next attempt, drawn by chance so that not all come back at once."""
    return random.uniform(0, min(LONGEST_PAUSE, 0.1 * 2 ** min(failures, 10)))


def body_of(entry: AnyEntry) -> str:
    """An entry as it is stored: JSON."""
    return msgspec.json.encode(entry).decode()


def entry_of(body: str) -> AnyEntry:
    """The entry that was stored."""
    entry: AnyEntry = _ENTRIES.decode(body)
    return entry


def redactions(rows: Sequence[Row]) -> list[tuple[str, str, int]]:
    """The command, the body and the number of each entry that is written over."""
    if b"\0" in " ".join(row.command for row in rows).encode():
        raise ValueError("a text holds a NUL")
    return [(row.command, body_of(row.entry), row.seq) for row in rows]


@dataclass(frozen=True)
class Addition:
    """Entries that are stored together or not at all; with a seed, they are the first of a new table."""

    table: str
    rows: Sequence[Row]
    listing: Listing
    seed: str | None = None
    position: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError for what no database could give back: nothing, a gap, a NUL, half a character."""
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

    def columns(self) -> list[tuple[str, int, float, str, int, str]]:
        """The entries as the log keeps them; those of one command are counted, its first is unique."""
        found, counts = [], Counter[str]()
        for row in self.rows:
            part, counts[row.command] = counts[row.command], counts[row.command] + 1
            found.append((self.table, row.seq, row.at, row.command, part, body_of(row.entry)))
        return found

    def misfit(self, head: int | None) -> Exception | None:
        """Why the entries cannot follow a log that ends here."""
        if head is None:
            return KeyError(self.table) if self.seed is None else None
        if head >= self.first:
            return Conflict(f"{self.table} {self.first}")
        gap = ValueError(f"{self.table} ends at {head}: {self.first} would leave a gap")
        return gap if head < self.first - 1 else None
