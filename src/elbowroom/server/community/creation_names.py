"""Names of creations and their pieces: no two authors list ones that people would take for each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import func, or_, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.schema import ACCOUNTS, CREATION_VERSIONS, CREATIONS
from elbowroom.server.tables.look_alikes import all_keys, likeness, look_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.tables.box_contents import Box
    from elbowroom.server.tables.creation_texts import CreationText

LISTING_LOCK: Final = 0x656C626F77726F70
"""The advisory lock of whoever lists a creation."""


class _Piece(msgspec.Struct, frozen=True):
    name: str


class _Pieces(msgspec.Struct, frozen=True):
    """What names need of a box that was stored with a version."""

    races: tuple[_Piece, ...] = ()
    powers: tuple[_Piece, ...] = ()
    maps: tuple[_Piece, ...] = ()


def names_of(content: CreationText) -> list[str]:
    """The names of a creation and of all its pieces."""
    return _names(content.name, content.box)


async def check_names_are_free(connection: AsyncConnection, names: Sequence[str], author: str) -> None:
    """Refuse names that people would take for those of somebody else's listed creation or its pieces.

    Until the end of the transaction nobody else lists a creation, so that two do not get a name at once.
    """
    if connection.dialect.name == "postgresql":  # with SQLite one transaction writes at a time
        await connection.execute(select(func.pg_advisory_xact_lock(LISTING_LOCK)))
    query: Select[Any] = (
        select(
            CREATIONS.c.id, CREATIONS.c.name, ACCOUNTS.c.name.label("author_name"), CREATION_VERSIONS.c.box
        )
        .join(ACCOUNTS, ACCOUNTS.c.person == CREATIONS.c.author)
        .join(CREATION_VERSIONS, CREATION_VERSIONS.c.digest == CREATIONS.c.newest)
        .where(CREATIONS.c.status == "listed", CREATIONS.c.author != author)
        .where(
            or_(
                *(
                    CREATIONS.c.name_keys.contains(f"|{key}|", autoescape=True)
                    for key in sorted(all_keys(names))
                )
            )
        )
    )
    row = (await connection.execute(query.limit(1))).first()
    if row is not None:
        alike = (
            (own, other)
            for other in stored_names(row.name, row.box)
            for own in names
            if look_alike(own, other)
        )
        own, other = next(alike, (names[0], row.name))
        raise Refused(
            "creation_name_taken",
            name=other,
            author=row.author_name,
            creation=row.id,
            likeness=likeness(own, other),
        )


async def check_stored_names_are_free(connection: AsyncConnection, creation: str) -> None:
    """Refuse to list a stored creation if somebody else got one of its names meanwhile."""
    query: Select[Any] = (
        select(CREATIONS.c.name, CREATIONS.c.author, CREATION_VERSIONS.c.box)
        .join(CREATION_VERSIONS, CREATION_VERSIONS.c.digest == CREATIONS.c.newest)
        .where(CREATIONS.c.id == creation)
    )
    row = (await connection.execute(query)).one()
    await check_names_are_free(connection, stored_names(row.name, row.box), row.author)


def stored_names(name: str, box: str) -> list[str]:
    """As `names_of`, for the name of a creation and the box of a version as they are stored."""
    return _names(name, msgspec.json.decode(box, type=_Pieces))


def _names(name: str, box: Box | _Pieces) -> list[str]:
    return list(dict.fromkeys([name, *(piece.name for piece in (*box.races, *box.powers, *box.maps))]))
