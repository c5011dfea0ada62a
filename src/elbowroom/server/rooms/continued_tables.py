"""Tables at which a game goes on that was begun elsewhere, such as on somebody's own device."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from elbowroom.server.tables.invite_codes import new_invite
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.naming import GUEST
from elbowroom.server.tables.new_tables import new_table_id
from elbowroom.server.tables.record_continuation import continued_log
from elbowroom.server.tables.table import Table

if TYPE_CHECKING:
    from elbowroom.server.rooms.room import Room
    from elbowroom.server.rooms.rooms import Rooms
    from elbowroom.server.tables.naming import Naming
    from elbowroom.server.workers.messages import RecordLog


async def open_continued(rooms: Rooms, read: RecordLog, host: str, at: float, naming: Naming = GUEST) -> Room:
    """Open a private table at which the game of a record goes on; the host sits at all seats of people."""
    opened, seed = msgspec.structs.replace(read.opened, host=host, invite=new_invite()), rooms.new_seed()
    log = await asyncio.to_thread(continued_log, opened, read.entries, naming, seed, at)
    table_id = new_table_id()
    # If the server dies between the two writes, `retention` removes what is left, as with replays.
    begun = replace(listing_of(Table(log.rows[0])), status="closed", is_import=True, invite="")
    await rooms.store.create(table_id, log.rows[0], seed, begun)
    await rooms.store.append(
        table_id, log.rows[1:], listing_of(log.table), position_of(log.table), log.checkpoints.states
    )
    return await rooms.room(table_id)
