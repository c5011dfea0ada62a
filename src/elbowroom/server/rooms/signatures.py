"""The signature under a finished game: the server's key signs the head of the hash chain over its log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from elbowroom.server.storage.schema import SETTINGS
from elbowroom.server.tables.entries import Finished
from elbowroom.server.tables.log_chain import signed_text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from elbowroom.server.storage.people_db import PeopleDb

SETTING_NAME: Final = "game-key"
"""The name under which the database keeps the private key, so that all processes sign with the same."""


class GameSigner:
    """Signs games with an Ed25519 key, which is made when the first one is over."""

    def __init__(self, people_db: PeopleDb) -> None:
        self._people_db = people_db
        self._key: Ed25519PrivateKey | None = None

    async def public_key(self) -> str:
        """The key with which anybody can check a signature, as hexadecimal digits."""
        return (await self._private_key()).public_key().public_bytes_raw().hex()

    async def signed(self, end: Finished, seq: int, head: str) -> Finished:
        """The end of a game with a signature under the log up to this number, whose head is this."""
        key = await self._private_key()
        signature = key.sign(signed_text(seq, head, end.seed)).hex()
        return Finished(end.seed, head, await self.public_key(), signature)

    async def _private_key(self) -> Ed25519PrivateKey:
        if self._key is None:
            # The library takes long to import, so a thread does it when the first game is over.
            candidate = await asyncio.to_thread(_new_key)
            row = self._people_db.insert(SETTINGS).values(name=SETTING_NAME, value=candidate)
            kept = select(SETTINGS.c.value).where(SETTINGS.c.name == SETTING_NAME)
            async with self._people_db.begin() as connection:
                await connection.execute(row.on_conflict_do_nothing())
                value = (await connection.execute(kept)).scalar_one()
            self._key = _key_of(value)
        return self._key


def _new_key() -> str:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - see above

    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def _key_of(value: str) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - see above

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(value))
