"""The creations of the gallery with which a game is played, so that people find the way back to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from elbowroom.server.community.played_games import is_counted, played_to_the_end, versions_at
from elbowroom.server.community.visibility import may_see
from elbowroom.server.storage.schema import CREATIONS

if TYPE_CHECKING:
    from elbowroom.server.people.identity import Visitor
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.table import Table


class TableCreation(msgspec.Struct, frozen=True):
    """A creation with which a game is played."""

    id: str
    name: str
    may_vote: bool
    """Whether the reader may vote on it when the game is over: it is the newest version, and not theirs."""


async def creations_of_table(
    people_db: PeopleDb, table: Table, visitor: Visitor | None
) -> list[TableCreation]:
    """The creations of a table that a visitor may see, by name; none before the game begins."""
    if table.game is None:
        return []
    reader = None if visitor is None else visitor.person
    is_player = any(
        played_to_the_end(table, seat) for seat in ([] if reader is None else table.seats_of(reader))
    )
    is_voter = is_player and visitor is not None and visitor.has_account and is_counted(table)
    async with people_db.read() as connection:
        versions = await versions_at(connection, table)
        query = select(CREATIONS).where(CREATIONS.c.id.in_(versions)).order_by(CREATIONS.c.name)
        rows = (await connection.execute(query)).all() if versions else []
        seen = [row for row in rows if await may_see(connection, row, reader)]
    return [
        TableCreation(row.id, row.name, is_voter and row.author != reader and row.newest == versions[row.id])
        for row in seen
    ]
