"""A table from its stored log; if this version cannot replay the log any more, from its stored position."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.checkpoints import Checkpoints
from elbowroom.server.tables.entries import LogRow, Recovered
from elbowroom.server.tables.listing import position_of
from elbowroom.server.tables.log_chain import salted
from elbowroom.server.tables.table import Table
from elbowroom.server.tables.table_log import NextRows, TableLog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elbowroom.server.tables.long_work import LongWork


def replay_log(rows: list[LogRow], stored: Mapping[int, str] | None = None) -> LongWork[TableLog]:
    """Replay a log from the checkpoints that are stored, and make those that are missing.

    Others get a turn after each of them, as replaying a long log takes a while.
    """
    head = rows[-1].seq
    checkpoints = Checkpoints({seq: state for seq, state in (stored or {}).items() if seq <= head})
    for seq in checkpoints.missing(head):
        with suppress(Exception):  # this version may not be able to replay what came before a recovery
            checkpoints.add(checkpoints.table_at(rows, seq))
        yield
    return TableLog(rows, checkpoints.table_at(rows, head), checkpoints)


def replayed(rows: list[LogRow], stored: Mapping[int, str], position: str) -> LongWork[TableLog | None]:
    """The table, if replaying its log leads to the position that was stored with it.

    The log is the truth: if it does not lead there from the checkpoints, they are made anew.
    """
    for checkpoints in (stored, {}) if stored else ({},):
        with suppress(Exception):  # whatever this version makes of an older log
            loaded = yield from replay_log(rows, checkpoints)
            if not position or position_of(loaded.table) in ("", position):
                return loaded
    return None


def recovered(rows: list[LogRow], position: str, at: float) -> NextRows:
    """The row that recovers a table from its position, and the table after it."""
    table = Table.from_log_without_game(rows, without_game_until=rows[-1].seq + 1)
    table.skips_game = False
    entry = salted(Recovered(__version__, position, table.seconds_left))
    row = LogRow(rows[-1].seq + 1, at, entry)
    try:
        table.add(row)
    except Exception as error:
        raise Refused("damaged_table") from error
    return NextRows([row], [table])
