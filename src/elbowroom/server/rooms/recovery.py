"""Load a table from the store, and recover it if this version cannot replay its log any more."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms.turns import in_turns
from elbowroom.server.storage.store import MAX_WRITE_TRIES, Conflict, Unavailable
from elbowroom.server.tables.entries import LogRow, Opened
from elbowroom.server.tables.log_replay import recovered, replay_log, replayed
from elbowroom.server.tables.settings import content_with

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.table_log import TableLog

_LOG: Final = logging.getLogger(__name__)


async def load_table(store: Store, table_id: str, now: Callable[[], float]) -> TableLog:
    """Load a table; a game that cannot be replayed goes on from its position."""
    for _ in range(MAX_WRITE_TRIES):
        rows = await store.rows(table_id)
        if not rows:
            raise Refused("unknown_table")
        position = await store.position(table_id)
        await _read_content(rows[0])
        stored = await store.checkpoints(table_id)
        loaded = await in_turns(replayed(rows, stored, position))
        if loaded is not None:
            await _keep_new_checkpoints(store, table_id, loaded, stored)
            return loaded
        new = recovered(rows, position, max(now(), rows[-1].at))
        try:
            await store.append(table_id, new.rows, new.listing, new.position, new.checkpoints)
        except Conflict:  # another process has recovered it, or its game went on there
            continue
        _LOG.warning("recovered a table whose log could not be replayed")
        return await in_turns(replay_log([*rows, *new.rows]))
    raise Refused("busy")


async def _read_content(first: LogRow) -> None:
    """Parse own content in a thread, so that nobody waits for it; it is cached."""
    if isinstance(first.entry, Opened) and first.entry.settings.content:
        with suppress(Refused):  # this version may refuse it; then the log cannot be replayed either
            await asyncio.to_thread(content_with, first.entry.settings.content)


async def _keep_new_checkpoints(
    store: Store, table_id: str, loaded: TableLog, stored: Mapping[int, str]
) -> None:
    """Store the checkpoints that are not stored as they are."""
    states = loaded.checkpoints.states
    new = {seq: state for seq, state in states.items() if stored.get(seq) != state}
    if new:
        with suppress(Unavailable):  # they can be made again
            await store.keep_checkpoints(table_id, loaded.table.seq, new)
