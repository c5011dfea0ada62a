"""A store, a people_db and rooms on one database, without a server around them."""

from __future__ import annotations

import random
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import insert

from elbowroom.server.people.accounts import name_key
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import ACCOUNTS
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.bots import Bots
from tests.server.tables import SEED, Played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from elbowroom.server.storage.store import Store


@dataclass(frozen=True)
class Hall:
    """What a server process shares."""

    store: Store
    people_db: PeopleDb
    rooms: Rooms

    async def keep(self, table_id: str, played: Played, after: int = 0) -> None:
        """Store what was played at a table after a number of its log."""
        first, *rest = played.log[after:]
        if after == 0:
            await self.store.create(table_id, first, SEED, listing_of(Table(first)))
        else:
            rest = [first, *rest]
        await self.store.append(table_id, rest, listing_of(played.table), position_of(played.table))

    async def register(self, person: str, email: str | None = None) -> None:
        """An account, with mail if there is an address."""
        row = {"person": person, "name": person.title(), "name_key": name_key(person), "made_at": 5.0}
        mail = {"email": email, "is_confirmed": email is not None, "wants_mail": email is not None}
        async with self.people_db.begin() as connection:
            await connection.execute(insert(ACCOUNTS).values(row | mail))


@asynccontextmanager
async def hall(url: str) -> AsyncIterator[Hall]:
    """Open everything on this database."""
    store, people_db = store_for(url), PeopleDb(url)
    await store.start()
    await people_db.start()
    rooms = Rooms(store, Bots(), ServerTime(time.time))
    try:
        yield Hall(store, people_db, rooms)
    finally:
        await rooms.stop()
        await people_db.stop()
        await store.stop()


def played_out(played: Played, seed: int = 1, at: float = 0.0) -> Played:
    """Play at random to the end."""
    chance = random.Random(seed)
    while played.table.status == "running":
        played.act_at_random(chance, at)
    return played
