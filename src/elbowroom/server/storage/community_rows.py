"""Deletion of creations, comments and tips, with everything that hangs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from elbowroom.server.storage.schema import (
    BALANCE_TEST_GAMES,
    BALANCE_TESTS,
    COMMENTS,
    COMPLAINTS,
    CREATION_PLAYS,
    CREATION_VERSIONS,
    CREATION_VOTES,
    CREATIONS,
    TIP_VOTES,
    TIPS,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection


async def delete_creations(connection: AsyncConnection, ids: Collection[str]) -> None:
    """Delete creations: versions, test games, votes, comments, complaints, and who played with them."""
    digests = select(CREATION_VERSIONS.c.digest).where(CREATION_VERSIONS.c.creation.in_(ids))
    await connection.execute(delete(BALANCE_TEST_GAMES).where(BALANCE_TEST_GAMES.c.digest.in_(digests)))
    await delete_comments(connection, COMMENTS.c.creation.in_(ids))
    await _delete_complaints(connection, "creation", ids)
    for table in (BALANCE_TESTS, CREATION_PLAYS, CREATION_VERSIONS, CREATION_VOTES):
        await connection.execute(delete(table).where(table.c.creation.in_(ids)))
    await connection.execute(delete(CREATIONS).where(CREATIONS.c.id.in_(ids)))


async def delete_comments(connection: AsyncConnection, which: ColumnElement[bool]) -> int:
    """Delete comments, and the complaints about them; how many there were."""
    ids = list(await connection.scalars(select(COMMENTS.c.id).where(which)))
    await _delete_complaints(connection, "comment", ids)
    deleted = await connection.execute(delete(COMMENTS).where(COMMENTS.c.id.in_(ids)))
    return int(deleted.rowcount)


async def delete_tips(connection: AsyncConnection, which: ColumnElement[bool]) -> int:
    """Delete tips, the votes on them, and the complaints about them; how many there were."""
    ids = list(await connection.scalars(select(TIPS.c.id).where(which)))
    await _delete_complaints(connection, "tip", ids)
    await connection.execute(delete(TIP_VOTES).where(TIP_VOTES.c.tip.in_(ids)))
    deleted = await connection.execute(delete(TIPS).where(TIPS.c.id.in_(ids)))
    return int(deleted.rowcount)


async def _delete_complaints(connection: AsyncConnection, kind: str, ids: Collection[str]) -> None:
    about = (COMPLAINTS.c.kind == kind) & COMPLAINTS.c.subject.in_(ids)
    await connection.execute(delete(COMPLAINTS).where(about))
