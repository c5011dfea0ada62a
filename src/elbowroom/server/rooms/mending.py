"""Taking up a table from the store, also when its log cannot be replayed by these rules any more."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.listing import listing_of, position_of
from elbowroom.server.storage.store import Conflict
from elbowroom.server.tables.agreement import content_of
from elbowroom.server.tables.entries import Mended, Opened, Row
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.storage.store import Store

_LOG: Final = logging.getLogger(__name__)
MOST_TRIES: Final = 8


async def take_up(store: Store, table_id: str, now: Callable[[], float]) -> tuple[list[Row], Table]:
    """The log of a table and what it makes of it; a game that cannot be replayed is mended."""
    for _ in range(MOST_TRIES):
        rows = await store.rows(table_id)
        if not rows:
            raise Refused("unknown_table")
        position = await store.position(table_id)
        await _read_content(rows[0])
        table = _replayed(rows, position)
        if table is not None:
            return rows, table
        mended = _mended(rows, position, max(now(), rows[-1].at))
        try:
            await store.append(table_id, [mended[0]], listing_of(mended[1]), position_of(mended[1]))
        except Conflict:  # another process has mended it, or its game went on there
            continue
        _LOG.warning("mended a table whose log could not be replayed")
        return [*rows, mended[0]], mended[1]
    raise Refused("busy")


async def _read_content(first: Row) -> None:
    """Read own content aside, so that nobody waits for it; it is remembered."""
    if isinstance(first.entry, Opened) and first.entry.agreement.content:
        with suppress(Refused):  # newer rules may not take it; that is found when the log is followed
            await asyncio.to_thread(content_of, first.entry.agreement)


def _replayed(rows: list[Row], position: str) -> Table | None:
    """The table if its log leads to the position that was stored with it."""
    try:
        table = Table.of(rows)
    except Exception:  # noqa: BLE001 - whatever newer rules make of an older log
        return None
    return table if not position or position_of(table) in ("", position) else None


def _mended(rows: list[Row], position: str, at: float) -> tuple[Row, Table]:
    """The entry that mends a log, and the table after it."""
    table = Table.followed(rows, blind_until=rows[-1].seq + 1)
    table.is_blind = False
    row = Row(rows[-1].seq + 1, at, Mended(__version__, position, table.left))
    try:
        table.add(row)
    except Exception as error:
        raise Refused("damaged_table") from error
    return row, table
