"""The names of accounts: no guest bears one of them, or one that looks like it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.schema import ACCOUNTS, NAME_KEYS
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables.commands import Join, Say
from elbowroom.server.tables.look_alikes import all_keys, name_keys
from elbowroom.server.tables.naming import (
    MAX_NAME_CHARACTERS,
    Naming,
    checked_name,
    has_namesake,
    is_named,
    numbered_names,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.people.identity import Visitor
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.commands import AnyCommand
    from elbowroom.server.tables.table import Table

_LOG: Final = logging.getLogger(__name__)
RETRY_SECONDS: Final = 5.0


async def claim_name(people_db: PeopleDb, connection: AsyncConnection, person: str, name: str) -> bool:
    """Keep a name, and all that look like it, for one person; False if somebody else has one of them."""
    keys = name_keys(name)
    for key in sorted(keys):
        row = people_db.insert(NAME_KEYS).values(key=key, person=person)
        await connection.execute(row.on_conflict_do_nothing())
    holders = select(NAME_KEYS.c.person).where(NAME_KEYS.c.key.in_(keys))
    return set((await connection.execute(holders)).scalars()) == {person}


class Names:
    """Knows which names accounts have."""

    def __init__(self, people_db: PeopleDb) -> None:
        self._people_db = people_db
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to enter the names of accounts that an older version made."""
        self._task = asyncio.create_task(self._keep_entering())

    async def stop(self) -> None:
        """What is not entered yet is entered after the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep_entering(self) -> None:
        while True:
            try:
                await self.enter_older_names()
            except Unavailable:
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:  # noqa: BLE001 - the server goes on: only look-alikes of these names are allowed
                _LOG.exception("names of accounts could not be entered")
                return
            else:
                return

    async def enter_older_names(self) -> None:
        """Enter names that have no keys yet; of two that look alike the older one gets the key, both stay."""
        has_keys = select(NAME_KEYS.c.person).where(NAME_KEYS.c.person == ACCOUNTS.c.person).exists()
        query = select(ACCOUNTS.c.person, ACCOUNTS.c.name).where(~has_keys).order_by(ACCOUNTS.c.made_at)
        async with self._people_db.read() as connection:
            missing = (await connection.execute(query)).all()
        for person, name in missing:
            async with self._people_db.begin() as connection:
                await claim_name(self._people_db, connection, person, name)

    async def naming(self, visitor: Visitor, *wanted: str) -> Naming:
        """What somebody may be called who wants one of these names."""
        return Naming(visitor.account, await self._registered([*wanted, visitor.account or ""]))

    async def naming_for(self, visitor: Visitor, command: AnyCommand, table: Table) -> Naming:
        """What a person may be called when they send a command; for most commands there is nothing to ask."""
        account = visitor.account
        if isinstance(command, Join):
            return await self.naming(visitor, command.name)
        seats = table.seats_of(visitor.person)
        if account is None and isinstance(command, Say) and not seats:
            return await self.naming(visitor, command.name)
        is_unnamed = bool(seats) and not is_named(table, visitor.person)
        if account is not None and (is_unnamed or has_namesake(table, account)):
            return await self.naming(visitor)
        return Naming(account)

    async def offer(self, wanted: str) -> str:
        """What a guest is called who wants this name; refused if it is no name."""
        name = checked_name(wanted)
        registered = await self._registered([name])
        for numbered in numbered_names(name):
            if name_keys(numbered).isdisjoint(registered):
                return numbered
        raise Refused("name_taken", name=name)

    async def _registered(self, names: Iterable[str]) -> frozenset[str]:
        """The keys of accounts' names among those of all numbered forms of these names."""
        possible = [name for name in names if 0 < len(name) <= MAX_NAME_CHARACTERS and name.isprintable()]
        keys = all_keys(numbered for name in possible for numbered in numbered_names(name))
        if not keys:
            return frozenset()
        async with self._people_db.read() as connection:
            return frozenset(
                await connection.scalars(select(NAME_KEYS.c.key).where(NAME_KEYS.c.key.in_(keys)))
            )
