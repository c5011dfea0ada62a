"""Load a table from the store, and recover it if this version cannot replay its log any more."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.listing import listing_of, position_of
from elbowroom.server.storage.store import MAX_WRITE_TRIES, Conflict
from elbowroom.server.tables.entries import LogRow, Opened, Recovered
from elbowroom.server.tables.settings import content_with
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.storage.store import Store

_LOG: Final = logging.getLogger(__name__)


async def load_table(store: Store, table_id: str, now: Callable[[], float]) -> tuple[list[LogRow], Table]:
    """The log of a table and the table after it; a game that cannot be replayed goes on from its position."""
    for _ in range(MAX_WRITE_TRIES):
        rows = await store.rows(table_id)
        if not rows:
            raise Refused("unknown_table")
        position = await store.position(table_id)
        await _read_content(rows[0])
        replayed = _replayed(rows, position)
        if replayed is not None:
            return rows, replayed
        row, table = _recovered(rows, position, max(now(), rows[-1].at))
        try:
            await store.append(table_id, [row], listing_of(table), position_of(table))
        except Conflict:  # another process has recovered it, or its game went on there
            continue
        _LOG.warning("recovered a table whose log could not be replayed")
        return [*rows, row], table
    raise Refused("busy")


async def _read_content(first: LogRow) -> None:
    """Parse own content in a thread, so that nobody waits for it; it is cached."""
    if isinstance(first.entry, Opened) and first.entry.settings.content:
        with suppress(Refused):  # this version may refuse it; then the log cannot be replayed either
            await asyncio.to_thread(content_with, first.entry.settings.content)


def _replayed(rows: list[LogRow], position: str) -> Table | None:
    """The table, if replaying its log leads to the position that was stored with it."""
    try:
        table = Table.from_log(rows)
    except Exception:  # noqa: BLE001 - whatever this version makes of an older log
        return None
    return table if not position or position_of(table) in ("", position) else None


def _recovered(rows: list[LogRow], position: str, at: float) -> tuple[LogRow, Table]:
    """The row that recovers a table, and the table after it."""
    table = Table.from_log_without_game(rows, without_game_until=rows[-1].seq + 1)
    table.skips_game = False
    row = LogRow(rows[-1].seq + 1, at, Recovered(__version__, position, table.seconds_left))
    try:
        table.add(row)
    except Exception as error:
        raise Refused("damaged_table") from error
    return row, table
