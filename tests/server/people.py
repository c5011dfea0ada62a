"""The parts of a server that know people, without the rest of it and at a time that the test sets."""

from __future__ import annotations

from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.accounts import Accounts, Admission, LoginOrigin
from elbowroom.server.people.identity import Identity
from elbowroom.server.people.passkeys import Passkeys
from elbowroom.server.people.passwords import Passwords
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.storage.schema import METADATA

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable

    from elbowroom.server.people.identity import Visitor

PASSWORD = "correct horse 17"  # noqa: S105 - of nobody
HERE = LoginOrigin("192.0.2.7", "a test")
KEYS = ["00" * 32]


class Clock:
    """A time that passes when the test says so."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


class CountingHasher(PasswordHasher):
    """A quick hasher that counts its work."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=64, parallelism=1)
        self.work: Counter[str] = Counter()

    def hash(self, *given: Any, **named: Any) -> str:  # noqa: ANN401 - as its base says
        self.work["hash"] += 1
        return super().hash(*given, **named)

    def verify(self, *given: Any) -> bool:  # type: ignore[override] # noqa: ANN401 - as its base says
        self.work["verify"] += 1
        return super().verify(*given)


class People:
    """The parts of a server that know people."""

    def __init__(self, url: str, clock: Clock, hasher: PasswordHasher) -> None:
        self.people_db = PeopleDb(url)
        self.clock = clock
        self.accounts = Accounts(self.people_db, Passwords(hasher), clock)
        self.passkeys = Passkeys(self.people_db, clock)
        self.identity = Identity(KEYS, self.people_db, clock)

    async def visitor(self, token: str) -> Visitor | None:
        """Who holds a token, with nothing remembered."""
        await self.identity.recheck()
        return await self.identity.visitor(token)

    async def register(self, name: str = "Ann") -> Admission:
        return await self.accounts.register(f"g-{name}", name, PASSWORD, HERE)


@asynccontextmanager
async def people(url: str, hasher: PasswordHasher | None = None) -> AsyncIterator[People]:
    store = store_for(url)
    await store.start()
    await store.stop()
    found = People(url, Clock(), hasher or CountingHasher())
    await found.people_db.start()
    try:
        yield found
    finally:
        found.accounts.stop()
        await found.people_db.stop()


async def refusal(work: Awaitable[object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


async def all_rows(people_db: PeopleDb) -> list[str]:
    """Everything in a database, as text."""
    async with people_db.read() as connection:
        return [
            f"{table.name}: {row}"
            for table in METADATA.sorted_tables
            for row in await connection.execute(select(table))
        ]
