"""Replays: tables that show the game of an uploaded record."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from elbowroom import __version__
from elbowroom.server.tables.checkpoints import due_checkpoints
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.new_tables import new_table_id
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from elbowroom.server.rooms.rooms import Rooms


async def open_replay(rooms: Rooms, record: str, host: str, at: float, source: str = "") -> str:
    """Open a private table that shows the game of a record, and at which nobody plays; returns its id."""
    read = await rooms.sandboxes.read(record, host, source)
    opened = msgspec.structs.replace(read.opened, host=host, engine=__version__)
    rows = [LogRow(seq, at, entry) for seq, entry in enumerate([opened, *read.entries], start=1)]
    table, checkpoints = await asyncio.to_thread(_replay, rows)
    table_id = new_table_id()
    # If the server dies between the two writes, a closed table is left that nobody has the link to;
    # `retention` removes it.
    begun = replace(listing_of(Table(rows[0])), status="closed", is_import=True)
    await rooms.store.create(table_id, rows[0], table.seed or "", begun)
    await rooms.store.append(table_id, rows[1:], listing_of(table), position_of(table), checkpoints)
    return table_id


def _replay(rows: list[LogRow]) -> tuple[Table, dict[int, str]]:
    """The table after a log, and the checkpoints on the way there."""
    table, checkpoints = Table(rows[0]), dict[int, str]()
    for row in rows[1:]:
        table.add(row)
        checkpoints |= due_checkpoints([table])
    return table, checkpoints
