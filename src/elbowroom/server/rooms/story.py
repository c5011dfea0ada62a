"""The story of a table: what its log tells, entry by entry, without what the table looked like each time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from elbowroom.server.rooms.updates import ASIDE, LogLine
from elbowroom.server.tables import entries
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.entries import Row

AT_ONCE: Final = 50
"""After so many entries others have their turn: a long game takes a while to be told."""


async def told_since(rows: Sequence[Row], since: int) -> list[LogLine]:
    """What happened after a number of the log, the same for everybody: what people wrote is not in it."""
    rows = list(rows)
    mended = max((row.seq for row in rows if isinstance(row.entry, entries.Mended)), default=0)
    table = Table(rows[0])
    found = [_line(rows[0], table)]
    for row in rows[1:]:
        table.is_blind = row.seq < mended
        table.add(row)
        if not isinstance(row.entry, ASIDE):
            found.append(_line(row, table))
        if row.seq % AT_ONCE == 0:
            await asyncio.sleep(0)
    return [line for line in found if line.seq > since]


def _line(row: Row, table: Table) -> LogLine:
    entry = row.entry
    return LogLine(
        row.seq, row.at, type(entry).__name__.lower(), getattr(entry, "seat", None), list(table.events)
    )
