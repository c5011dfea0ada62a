"""Passwords: hashed by argon2 in a thread of their own, one after the other, so that games go on."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
MIN_PASSWORD_CHARACTERS: Final = 8
MAX_PASSWORD_CHARACTERS: Final = 200
MAX_WAITING_PASSWORDS: Final = 50
"""Passwords that may wait to be hashed; more are refused, as nobody would wait for so long."""
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)


def checked(password: str) -> str:
    """A password that may be set, or a refusal."""
    if not MIN_PASSWORD_CHARACTERS <= len(password) <= MAX_PASSWORD_CHARACTERS:
        raise Refused("password_length", shortest=MIN_PASSWORD_CHARACTERS, longest=MAX_PASSWORD_CHARACTERS)
    return password


class Passwords:
    """Hashes and compares."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        """Hash in this way; what was hashed otherwise is still understood."""
        self._hasher = hasher
        self._thread = ThreadPoolExecutor(1, "elbowroom-passwords")
        self._waiting = 0
        self._nobody: str | None = None
        """The hash of nobody's password: comparing with it takes as long as with another."""

    def stop(self) -> None:
        """Finish what was begun."""
        self._thread.shutdown()

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        return await self._in_thread(lambda: self._hasher.hash(_one_form(password)))

    async def fits(self, password_hash: str | None, password: str) -> bool:
        """Whether this is the password; False, after the same work, if there is no hash."""
        return await self._in_thread(lambda: self._compare(password_hash, password))

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the stored hash has outdated parameters."""
        return self._hasher.check_needs_rehash(password_hash)

    def _compare(self, password_hash: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash("")
        try:
            self._hasher.verify(
                password_hash or self._nobody, _one_form(password[: MAX_PASSWORD_CHARACTERS + 1])
            )
        except (VerificationError, InvalidHashError):
            return False
        return password_hash is not None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING_PASSWORDS:
            raise Refused("too_fast")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1


def _one_form(password: str) -> str:
    """The same letters, whichever keyboard they were typed on."""
    return unicodedata.normalize("NFKC", password)
