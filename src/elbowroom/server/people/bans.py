"""People who may only look on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from elbowroom.server.storage.schema import BANS

if TYPE_CHECKING:
    from elbowroom.server.storage.registry import Registry


async def ban(registry: Registry, person: str, reason: str, now: float) -> None:
    """Let a person only look on from now on; the reason is shown to him."""
    wish = registry.insert(BANS).values(person=person, reason=reason, at=now)
    kept = {"reason": wish.excluded.reason, "at": wish.excluded.at}
    async with registry.begin() as connection:
        await connection.execute(wish.on_conflict_do_update(index_elements=["person"], set_=kept))


async def unban(registry: Registry, person: str) -> bool:
    """Let a person take part again; False if he could."""
    async with registry.begin() as connection:
        found = await connection.execute(delete(BANS).where(BANS.c.person == person))
    return bool(found.rowcount)


async def is_banned(registry: Registry, person: str) -> bool:
    """Whether a person may only look on."""
    async with registry.read() as connection:
        found = await connection.execute(select(BANS.c.person).where(BANS.c.person == person))
    return found.first() is not None
