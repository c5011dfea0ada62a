"""The history of a table for clients: one line for each entry of the log, without the state after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.server.tables import entries
from elbowroom.server.tables.table import Table
from elbowroom.server.views.updates import CHAT_ENTRIES, LogLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.checkpoints import Checkpoints
    from elbowroom.server.tables.entries import LogRow
    from elbowroom.server.tables.long_work import LongWork

ENTRIES_PER_STEP: Final = 50
"""After this many entries others get a turn, as replaying a long game takes a while."""


def log_lines_since(rows: Sequence[LogRow], since: int, checkpoints: Checkpoints) -> LongWork[list[LogLine]]:
    """The lines after a number of the log. They are the same for everybody: chat is not among them."""
    rows = list(rows)
    recovered = max((row.seq for row in rows if isinstance(row.entry, entries.Recovered)), default=0)
    # What came before a recovery is told without its events: for that, the game is not played.
    plays_on = max(recovered, 1) <= since < len(rows)
    table = checkpoints.table_at(rows, since) if plays_on else Table(rows[0])
    lines = [_line(rows[0], table)] if since < 1 else []
    for row in rows[table.seq :]:
        table.skips_game = row.seq < recovered
        table.add(row)
        if row.seq > since and not isinstance(row.entry, CHAT_ENTRIES):
            lines.append(_line(row, table))
        if row.seq % ENTRIES_PER_STEP == 0:
            yield
    return lines


def _line(row: LogRow, table: Table) -> LogLine:
    entry = row.entry
    seat = getattr(entry, "seat", None)
    return LogLine(row.seq, row.at, entries.kind_of(entry), seat, list(table.events), table.takes_back)
