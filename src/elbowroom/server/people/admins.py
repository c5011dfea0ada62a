"""Administrators: people with accounts who look after a server in the browser. Each comes in by a code, once.

At a start without any administrator the server makes the first code and tells it whoever started it.
"""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.sessions import digest_of
from elbowroom.server.storage.schema import ACCOUNTS, ADMINS, BANS, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.people_db import PeopleDb

CODE_BYTES: Final = 10
CODE_SETTING: Final = "admin_code"
"""The row of the settings with the hash of the code that is good now."""


class Admin(msgspec.Struct, frozen=True):
    """An administrator."""

    name: str
    made_at: float


class Admins:
    """Knows who looks after the server."""

    def __init__(self, people_db: PeopleDb, now: Callable[[], float]) -> None:
        self._people_db = people_db
        self._now = now
        self.first_code: str | None = None
        """The code for the first administrator, if there is none yet; told to whoever started the server."""

    async def start(self) -> None:
        """Make a code if nobody looks after the server yet; older ones are void."""
        if not await self.all():
            self.first_code = await new_code(self._people_db)

    async def stop(self) -> None:
        """Nothing runs beside the requests."""

    async def name_of(self, person: str) -> str | None:
        """The name of an administrator; None for everybody else."""
        named = select(ACCOUNTS.c.name).join(ADMINS, ADMINS.c.person == ACCOUNTS.c.person)
        async with self._people_db.read() as connection:
            name = await connection.scalar(named.where(ACCOUNTS.c.person == person))
        return None if name is None else str(name)

    async def all(self) -> list[Admin]:
        """All administrators, the first one first."""
        named = select(ACCOUNTS.c.name, ADMINS.c.made_at).join(ADMINS, ADMINS.c.person == ACCOUNTS.c.person)
        async with self._people_db.read() as connection:
            rows = (await connection.execute(named.order_by(ADMINS.c.made_at))).all()
        return [Admin(name, made_at) for name, made_at in rows]

    async def claim(self, person: str, code: str) -> None:
        """Become an administrator by a code, which is used up; refused for another code."""
        async with self._people_db.begin() as connection:
            used = await connection.execute(
                delete(SETTINGS).where(
                    SETTINGS.c.name == CODE_SETTING, SETTINGS.c.value == _code_digest(code)
                )
            )
            if not used.rowcount:
                raise Refused("wrong_admin_code")
            row = self._people_db.insert(ADMINS).values(person=person, made_at=self._now())
            await connection.execute(row.on_conflict_do_nothing())
        self.first_code = None

    async def remove(self, person: str) -> None:
        """Let somebody look after the server no longer; the last one who is not banned stays."""
        async with self._people_db.begin() as connection:
            if await active_admins(connection) == {person}:
                raise Refused("last_admin")
            if not await is_admin(connection, person):
                raise Refused("no_admin")
            await connection.execute(delete(ADMINS).where(ADMINS.c.person == person))


async def is_admin(connection: AsyncConnection, person: str) -> bool:
    """Whether somebody looks after the server."""
    return await connection.scalar(select(ADMINS.c.person).where(ADMINS.c.person == person)) is not None


async def active_admins(connection: AsyncConnection) -> set[str]:
    """The administrators who are not banned; nobody else changes who they are until this is committed."""
    admins = set((await connection.execute(select(ADMINS.c.person).with_for_update())).scalars())
    banned = select(BANS.c.person).where(BANS.c.person.in_(admins))
    return admins.difference((await connection.execute(banned)).scalars())


async def new_code(people_db: PeopleDb) -> str:
    """A code for one more administrator; the code before it is void."""
    code = _new_code()
    row = people_db.insert(SETTINGS).values(name=CODE_SETTING, value=_code_digest(code))
    newest = row.on_conflict_do_update(index_elements=["name"], set_={"value": row.excluded.value})
    async with people_db.begin() as connection:
        await connection.execute(newest)
    return code


def _new_code() -> str:
    letters = base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def _code_digest(code: str) -> str:
    """The hash of a code, however it was copied."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return digest_of(f"admin {letters}")
