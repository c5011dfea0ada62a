"""New versions that wait for a moderator, while the version before stays what all see.

A version is held, or seen by those who see its creation. What is held is seen by its author and
administrators alone: it waits, or a moderator has refused it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import and_, exists, func, select, update
from sqlalchemy import delete as delete_rows

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.balance_tests import has_failed
from elbowroom.server.community.creation_names import check_names_are_free, stored_names
from elbowroom.server.storage.schema import CREATION_VERSIONS, CREATION_VOTES, CREATIONS
from elbowroom.server.storage.tallies import tally_creation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

IS_WAITING: Final = and_(CREATION_VERSIONS.c.held.is_not(None), CREATION_VERSIONS.c.refused_why == "")
"""Whether a version is held, and no moderator has decided."""
HAS_WAITING: Final = exists().where(CREATION_VERSIONS.c.creation == CREATIONS.c.id, IS_WAITING)
"""Whether a creation has a version that waits."""


def shown_by(version: Row[Any]) -> dict[str, Any]:
    """What a creation shows when this version, which is held, becomes its newest."""
    return dict(msgspec.json.decode(version.held, type=dict[str, Any]))


async def waiting_version(connection: AsyncConnection, creation: str) -> Row[Any] | None:
    """The newest version of a creation that waits, if there is one."""
    newest = CREATION_VERSIONS.c.number.desc()
    query = select(CREATION_VERSIONS).where(_of(creation), IS_WAITING).order_by(newest).limit(1)
    return (await connection.execute(query)).first()


async def show_newest(
    connection: AsyncConnection, creation: str, shown: Mapping[str, object], now: float
) -> None:
    """Let a creation show its newest version; what waited before it is seen as an earlier one."""
    await connection.execute(update(CREATION_VERSIONS).where(_of(creation), IS_WAITING).values(held=None))
    seen = select(func.count()).where(_of(creation), CREATION_VERSIONS.c.held.is_(None)).scalar_subquery()
    values = {**shown, "versions": seen, "changed_at": now}
    await connection.execute(update(CREATIONS).where(CREATIONS.c.id == creation).values(values))
    # People voted on what they had played, which is another text.
    await connection.execute(delete_rows(CREATION_VOTES).where(CREATION_VOTES.c.creation == creation))
    await tally_creation(connection, creation)


async def allow(connection: AsyncConnection, creation: Row[Any], digest: str, now: float) -> None:
    """Make a version that waits the newest of its creation."""
    version = await _waiting(connection, creation, digest)
    shown = shown_by(version)
    if await has_failed(connection, digest):
        raise Refused("creation_failed")
    # Somebody else may have got a name of it while it waited.
    await check_names_are_free(connection, stored_names(shown["name"], version.box), creation.author)
    await show_newest(connection, creation.id, shown, now)


async def refuse(connection: AsyncConnection, creation: Row[Any], digest: str, reason: str) -> None:
    """Let others never see the versions of a creation that wait."""
    await _waiting(connection, creation, digest)
    change = update(CREATION_VERSIONS).where(_of(creation.id), IS_WAITING).values(refused_why=reason)
    await connection.execute(change)


async def _waiting(connection: AsyncConnection, creation: Row[Any], digest: str) -> Row[Any]:
    """The newest version that waits; refused if it is another one than the moderator has read."""
    version = await waiting_version(connection, creation.id)
    if version is None or version.digest != digest:
        raise Refused("nothing_here")
    return version


def _of(creation: str) -> ColumnElement[bool]:
    return CREATION_VERSIONS.c.creation == creation
