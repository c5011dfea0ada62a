"""Counts of votes, kept beside what was voted on so that lists can be sorted; made anew from the votes.

Whoever changes votes counts them in the same transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, update

from elbowroom.arena.intervals import wilson
from elbowroom.server.storage.schema import CREATION_VOTES, CREATIONS, TIP_VOTES, TIPS

if TYPE_CHECKING:
    from sqlalchemy import Column
    from sqlalchemy.ext.asyncio import AsyncConnection


async def tally_creation(connection: AsyncConnection, creation: str) -> None:
    """Count the votes on a creation; its row is held until the end of the transaction."""
    await connection.execute(select(CREATIONS.c.id).where(CREATIONS.c.id == creation).with_for_update())
    likes, votes = await _count(connection, CREATION_VOTES.c.creation, creation, CREATION_VOTES.c.is_liked)
    counted = {"likes": likes, "votes": votes, "rank": rank(likes, votes)}
    await connection.execute(update(CREATIONS).where(CREATIONS.c.id == creation).values(**counted))


async def tally_tip(connection: AsyncConnection, tip: str) -> None:
    """Count the votes on a tip; its row is held until the end of the transaction."""
    await connection.execute(select(TIPS.c.id).where(TIPS.c.id == tip).with_for_update())
    useful, votes = await _count(connection, TIP_VOTES.c.tip, tip, TIP_VOTES.c.is_useful)
    counted = {"useful": useful, "votes": votes, "rank": rank(useful, votes)}
    await connection.execute(update(TIPS).where(TIPS.c.id == tip).values(**counted))


def rank(likes: int, votes: int) -> float:
    """What is sorted by: the lower end of the interval of the share of likes; 0 without votes."""
    return wilson(likes, votes)[0] if votes else 0.0


async def _count(
    connection: AsyncConnection, subject: Column[Any], subject_id: str, value: Column[Any]
) -> tuple[int, int]:
    """How many votes say yes, and how many there are."""
    yes = func.count().filter(value.is_(True))
    row = (await connection.execute(select(yes, func.count()).where(subject == subject_id))).one()
    return int(row[0]), int(row[1])
