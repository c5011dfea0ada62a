"""Who sees a creation: all see what is listed, and by its address what was withdrawn.

What waits for a moderator, or was hidden by one, is seen by its author and by administrators alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import exists, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.ids import checked_id
from elbowroom.server.people.admins import is_admin
from elbowroom.server.storage.schema import COMPLAINTS, CREATIONS

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

PUBLIC: Final = ("listed", "withdrawn")


async def visible_creation(
    connection: AsyncConnection, creation: str, person: str | None, *, holds: bool = False
) -> Row[Any]:
    """The row of a creation; refused for one that is not there, or that this person may not see.

    Whoever `holds` it adds something to it: nobody deletes it before the end of the transaction.
    """
    query = select(CREATIONS).where(CREATIONS.c.id == checked_id(creation))
    row = (await connection.execute(query.with_for_update() if holds else query)).first()
    if row is None or not await may_see(connection, row, person):
        raise Refused("nothing_here")
    return row


async def may_see(connection: AsyncConnection, row: Row[Any], person: str | None) -> bool:
    """Whether somebody may see a creation."""
    return row.status in PUBLIC or await may_see_held(connection, row, person)


async def may_see_held(connection: AsyncConnection, row: Row[Any], person: str | None) -> bool:
    """Whether somebody may see what of a creation waits for a moderator, or was hidden by one."""
    return person is not None and (row.author == person or await is_admin(connection, person))


def has_open_complaint(kind: str, subject: str | ColumnElement[str], person: str | None) -> Any:  # noqa: ANN401 - SQL
    """Whether somebody complained of something about which nobody has decided yet."""
    return exists().where(
        COMPLAINTS.c.kind == kind,
        COMPLAINTS.c.subject == subject,
        COMPLAINTS.c.reporter == (person or ""),
        COMPLAINTS.c.handled_at.is_(None),
    )
