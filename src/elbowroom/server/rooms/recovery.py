"""Load a table from the store, and recover it if this version cannot replay its log any more."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.listing import listing_of, position_of
from elbowroom.server.storage.store import MAX_WRITE_TRIES, Conflict, Unavailable
from elbowroom.server.tables.checkpoints import Checkpoints, due_checkpoints
from elbowroom.server.tables.entries import LogRow, Opened, Recovered
from elbowroom.server.tables.log_chain import salted
from elbowroom.server.tables.settings import content_with
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elbowroom.server.storage.store import Store

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class LoadedTable:
    """A log, the table after it, and its checkpoints."""

    rows: list[LogRow]
    table: Table
    checkpoints: Checkpoints


async def load_table(store: Store, table_id: str, now: Callable[[], float]) -> LoadedTable:
    """Load a table; a game that cannot be replayed goes on from its position."""
    for _ in range(MAX_WRITE_TRIES):
        rows = await store.rows(table_id)
        if not rows:
            raise Refused("unknown_table")
        position = await store.position(table_id)
        await _read_content(rows[0])
        stored = await store.checkpoints(table_id)
        loaded = await _replayed(rows, stored, position)
        if loaded is not None:
            await _keep_new_checkpoints(store, table_id, loaded, stored)
            return loaded
        row, table = _recovered(rows, position, max(now(), rows[-1].at))
        try:
            await store.append(
                table_id, [row], listing_of(table), position_of(table), due_checkpoints([table])
            )
        except Conflict:  # another process has recovered it, or its game went on there
            continue
        _LOG.warning("recovered a table whose log could not be replayed")
        return await replay_log([*rows, row])
    raise Refused("busy")


async def replay_log(rows: list[LogRow], stored: Mapping[int, str] | None = None) -> LoadedTable:
    """Replay a log from the checkpoints that are stored, and make those that are missing.

    Other tasks get a turn after each of them, as replaying a long log takes a while.
    """
    head = rows[-1].seq
    checkpoints = Checkpoints({seq: state for seq, state in (stored or {}).items() if seq <= head})
    for seq in checkpoints.missing(head):
        with suppress(Exception):  # this version may not be able to replay what came before a recovery
            checkpoints.add(checkpoints.table_at(rows, seq))
        await asyncio.sleep(0)
    return LoadedTable(rows, checkpoints.table_at(rows, head), checkpoints)


async def _read_content(first: LogRow) -> None:
    """Parse own content in a thread, so that nobody waits for it; it is cached."""
    if isinstance(first.entry, Opened) and first.entry.settings.content:
        with suppress(Refused):  # this version may refuse it; then the log cannot be replayed either
            await asyncio.to_thread(content_with, first.entry.settings.content)


async def _replayed(rows: list[LogRow], stored: Mapping[int, str], position: str) -> LoadedTable | None:
    """The table, if replaying its log leads to the position that was stored with it.

    The log is the truth: if it does not lead there from the checkpoints, they are made anew.
    """
    for checkpoints in (stored, {}) if stored else ({},):
        with suppress(Exception):  # whatever this version makes of an older log
            loaded = await replay_log(rows, checkpoints)
            if not position or position_of(loaded.table) in ("", position):
                return loaded
    return None


async def _keep_new_checkpoints(
    store: Store, table_id: str, loaded: LoadedTable, stored: Mapping[int, str]
) -> None:
    """Store the checkpoints that are not stored as they are."""
    states = loaded.checkpoints.states
    new = {seq: state for seq, state in states.items() if stored.get(seq) != state}
    if new:
        with suppress(Unavailable):  # they can be made again
            await store.keep_checkpoints(table_id, loaded.table.seq, new)


def _recovered(rows: list[LogRow], position: str, at: float) -> tuple[LogRow, Table]:
    """The row that recovers a table, and the table after it."""
    table = Table.from_log_without_game(rows, without_game_until=rows[-1].seq + 1)
    table.skips_game = False
    recovered = salted(Recovered(__version__, position, table.seconds_left))
    row = LogRow(rows[-1].seq + 1, at, recovered)
    try:
        table.add(row)
    except Exception as error:
        raise Refused("damaged_table") from error
    return row, table
