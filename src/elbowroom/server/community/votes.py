"""Votes on creations and tips, by people who have played with them; nobody votes on what is theirs.

A vote is about the text that was played: a new version of a creation, or a new text of a tip, begins without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, exists, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.ids import checked_id
from elbowroom.server.community.visibility import visible_creation
from elbowroom.server.storage.schema import COMBO_PICKS, CREATION_PLAYS, CREATION_VOTES, TIP_VOTES, TIPS
from elbowroom.server.storage.tallies import tally_creation, tally_tip

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.people_db import PeopleDb


class Vote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether somebody likes it, or finds it useful; null takes the vote back."""

    value: bool | None


def has_played_creation(creation: str | ColumnElement[str], person: str | ColumnElement[str]) -> Any:  # noqa: ANN401 - SQL
    """Whether somebody finished a game with a creation, whichever version of it."""
    return exists().where(CREATION_PLAYS.c.creation == creation, CREATION_PLAYS.c.person == person)


def has_played_newest(creation: Row[Any], person: str) -> Any:  # noqa: ANN401 - SQL
    """Whether somebody finished a game with the newest version of a creation."""
    return has_played_creation(creation.id, person).where(CREATION_PLAYS.c.digest == creation.newest)


def has_played_combo(race: str, power: str, players: int, person: str) -> Any:  # noqa: ANN401 - SQL
    """Whether somebody finished a game with this number of players in which they had the combo."""
    return exists().where(
        COMBO_PICKS.c.race == race,
        COMBO_PICKS.c.power == power,
        COMBO_PICKS.c.players == players,
        COMBO_PICKS.c.person == person,
    )


async def vote_on_creation(
    people_db: PeopleDb, creation: str, person: str, value: bool | None, now: float
) -> None:
    """Like the newest version of a creation or not, or take that back."""
    async with people_db.begin() as connection:
        row = await visible_creation(connection, creation, person, holds=True)
        if row.author == person:
            raise Refused("own_vote")
        if not await connection.scalar(select(has_played_newest(row, person))):
            raise Refused("not_played")
        key = {"creation": creation, "person": person}
        await _keep(people_db, connection, CREATION_VOTES, key, {"is_liked": value, "at": now})
        await tally_creation(connection, creation)


async def vote_on_tip(people_db: PeopleDb, tip: str, person: str, value: bool | None, now: float) -> None:
    """Find a tip useful or not, or take that back."""
    known = select(TIPS).where(TIPS.c.id == checked_id(tip), TIPS.c.removed_at.is_(None))
    async with people_db.begin() as connection:
        row = (await connection.execute(known.with_for_update())).first()
        if row is None:
            raise Refused("nothing_here")
        if row.author == person:
            raise Refused("own_vote")
        if not await connection.scalar(select(has_played_combo(row.race, row.power, row.players, person))):
            raise Refused("not_played")
        key = {"tip": tip, "person": person}
        await _keep(people_db, connection, TIP_VOTES, key, {"is_useful": value, "at": now})
        await tally_tip(connection, tip)


async def _keep(
    people_db: PeopleDb,
    connection: AsyncConnection,
    table: Table,
    key: dict[str, str],
    values: dict[str, bool | float | None],
) -> None:
    """Write a vote down in place of the one before; a vote that is taken back has None for a value."""
    if None in values.values():
        own = (table.c[name] == value for name, value in key.items())
        await connection.execute(delete(table).where(*own))
        return
    row = people_db.insert(table).values(**key, **values)
    kept = {name: row.excluded[name] for name in values}
    await connection.execute(row.on_conflict_do_update(index_elements=list(key), set_=kept))
