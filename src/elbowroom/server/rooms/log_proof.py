"""What is hashed of a log, entry by entry, so that anybody can compute its heads again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.server.tables import entries
from elbowroom.server.tables.log_chain import canonical_text, personal_text
from elbowroom.server.views.table_view import GameSignature, signature_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.table import Table

NAMING_ENTRIES: Final = (entries.Joined, entries.Moved, entries.Named, entries.Started)
"""Entries whose personal part is a name that everybody sees."""
ENTRIES_PER_STEP: Final = 200
"""After this many entries other tasks get a turn."""


class HashedName(msgspec.Struct, frozen=True):
    """What the field `personal` of an entry is the hash of: the salt, a line end, and the text."""

    seq: int
    salt: str
    text: str


class LogProof(msgspec.Struct, frozen=True):
    """A whole log as it is hashed: a head is the hash of the head before it, a line end, and a text."""

    seq: int
    chain: str
    """The newest head, with all its digits."""
    entries: list[str]
    names: list[HashedName]
    signature: GameSignature | None
    """None if the game is not over, or is older than signatures."""


async def proof_of(table: Table, log: Sequence[LogRow]) -> LogProof:
    """The proof of a table's log up to its newest number."""
    rows, texts, names = log[: table.seq], list[str](), list[HashedName]()
    for row in rows:
        texts.append(canonical_text(row))
        entry = row.entry
        if isinstance(entry, NAMING_ENTRIES) and entry.salt:
            names.append(HashedName(row.seq, entry.salt, personal_text(entry)))
        if row.seq % ENTRIES_PER_STEP == 0:
            await asyncio.sleep(0)
    return LogProof(table.seq, table.chain, texts, names, signature_of(table))
