"""Accounts: a name that nobody else has, ways in, and codes for the day when they are lost.

An account is attached to the person who was a guest before, whose games stay theirs.
"""

from __future__ import annotations

import base64
import secrets
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import HOUR_SECONDS, MINUTE_SECONDS
from elbowroom.server.people import sessions
from elbowroom.server.people.names import claim_name
from elbowroom.server.people.passwords import checked
from elbowroom.server.people.throttle import Throttle, household
from elbowroom.server.storage.schema import ACCOUNTS, RECOVERY_CODES
from elbowroom.server.tables.computer_names import refuse_computer_name
from elbowroom.server.tables.look_alikes import without_marks
from elbowroom.server.tables.naming import MAX_NAME_CHARACTERS, without_account_marks

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.people.passwords import Passwords
    from elbowroom.server.people.sessions import Session
    from elbowroom.server.storage.people_db import PeopleDb

MIN_NAME_CHARACTERS: Final = 2
RECOVERY_CODE_COUNT: Final = 10
RECOVERY_CODE_BYTES: Final = 10
FRESH_SESSION_SECONDS: Final = 600.0
"""A session younger than this need not be confirmed with the password."""
MAX_TOKENS: Final = 20
MAX_NEW_ACCOUNTS_PER_HOUR: Final = 30
"""From one address."""
LOGIN_SECONDS: Final = 5 * MINUTE_SECONDS
"""Within this time the tries to come in are counted."""
MAX_LOGINS_PER_ADDRESS: Final = 30
MAX_LOGINS_PER_NAME: Final = 20


@dataclass(frozen=True)
class Account:
    """What is kept of a person with an account."""

    person: str
    name: str
    name_key: str
    password: str | None
    email: str | None
    is_confirmed: bool
    wants_mail: bool
    made_at: float
    language: str
    """Of their mail; English if empty."""


@dataclass(frozen=True)
class LoginOrigin:
    """Where somebody comes from."""

    address: str
    label: str
    """What the person calls it, or what the browser says of itself."""


@dataclass(frozen=True)
class Admission:
    """A person who was let in, and their new token."""

    person: str
    token: str
    codes: tuple[str, ...] = ()
    """Recovery codes, if there are new ones; they can be read only now."""


class Accounts:
    """Creates accounts, and lets people in by password or recovery code."""

    def __init__(self, people_db: PeopleDb, passwords: Passwords, now: Callable[[], float]) -> None:
        self._people_db = people_db
        self._passwords = passwords
        self._now = now
        self._new = Throttle(MAX_NEW_ACCOUNTS_PER_HOUR, HOUR_SECONDS)
        self._by_address = Throttle(MAX_LOGINS_PER_ADDRESS, LOGIN_SECONDS)
        self._by_name = Throttle(MAX_LOGINS_PER_NAME, LOGIN_SECONDS)

    def stop(self) -> None:
        """Finish what was begun."""
        self._passwords.stop()

    async def register(self, person: str, name: str, password: str | None, origin: LoginOrigin) -> Admission:
        """Make an account for somebody who was a guest; without a password a passkey should follow."""
        name = checked_name(name)
        if password is not None:
            checked(password)
        _take(self._new, household(origin.address))
        password_hash = None if password is None else await self._passwords.hashed(password)
        row = {"person": person, "name": name, "name_key": name_key(name), "password": password_hash}
        now = self._now()
        async with self._people_db.begin() as connection:
            if await account_of(connection, person) is not None:
                raise Refused("has_account")
            insertion = self._people_db.insert(ACCOUNTS).values(
                **row, is_confirmed=False, wants_mail=False, made_at=now
            )
            made = await connection.execute(insertion.on_conflict_do_nothing())
            if not made.rowcount or not await claim_name(self._people_db, connection, person, name):
                raise Refused("name_taken", name=name)
            codes = await new_codes(connection, person)
            token = await sessions.new_session(connection, person, "session", origin.label, now)
        return Admission(person, token, codes)

    async def login(self, name: str, password: str, origin: LoginOrigin) -> Admission:
        """Let somebody in by name and password; an unknown name is refused like a wrong password."""
        self.slow_down(origin, name)
        async with self._people_db.read() as connection:
            account = await account_named(connection, name)
        password_hash = None if account is None else account.password
        fits = await self._passwords.fits(password_hash, password)
        if account is None or password_hash is None or not fits:
            raise Refused("wrong_login")
        if self._passwords.is_outdated(password_hash):
            await self._hash_again(account, password)
        return await self.admit(account.person, origin)

    async def recover(self, name: str, code: str, password: str, origin: LoginOrigin) -> Admission:
        """Let somebody in by a recovery code, which is used up; sessions and tokens from before are void."""
        self.slow_down(origin, name)
        password_hash = await self._passwords.hashed(checked(password))
        async with self._people_db.begin() as connection:
            account = await account_named(connection, name)
            person = "" if account is None else account.person
            used = await connection.execute(
                delete(RECOVERY_CODES).where(
                    RECOVERY_CODES.c.digest == _code_digest(code), RECOVERY_CODES.c.person == person
                )
            )
            if not used.rowcount:
                raise Refused("wrong_code")
            await _set_password(connection, person, password_hash)
            await sessions.revoke_all(connection, person)
        return await self.admit(person, origin)

    def slow_down(self, origin: LoginOrigin, name: str = "") -> None:
        """Refuse somebody who tries to come in too often, from one place or as one person."""
        _take(self._by_address, household(origin.address))
        if name:
            _take(self._by_name, name_key(name))

    async def admit(self, person: str, origin: LoginOrigin) -> Admission:
        """A new session for a person who has proved who they are."""
        async with self._people_db.begin() as connection:
            token = await sessions.new_session(connection, person, "session", origin.label, self._now())
        return Admission(person, token)

    async def confirm(self, session: Session, password: str | None) -> None:
        """Require the password, unless the session is younger than `FRESH_SESSION_SECONDS`."""
        if self._now() - session.made_at < FRESH_SESSION_SECONDS:
            return
        _take(self._by_name, session.person)
        async with self._people_db.read() as connection:
            account = await account_of(connection, session.person)
        password_hash = None if account is None else account.password
        if not password or not await self._passwords.fits(password_hash, password):
            raise Refused("confirm_yourself")

    async def set_password(self, session: Session, password: str) -> None:
        """Change the password; all other sessions and tokens are void."""
        password_hash = await self._passwords.hashed(checked(password))
        async with self._people_db.begin() as connection:
            await _set_password(connection, session.person, password_hash)
            await sessions.revoke_all(connection, session.person, keep=session.digest)

    async def new_token(self, person: str, label: str) -> str:
        """A token for a program."""
        async with self._people_db.begin() as connection:
            own_sessions = await sessions.sessions_of(connection, person)
            if sum(session.kind == "token" for session in own_sessions) >= MAX_TOKENS:
                raise Refused("too_many_keys", most=MAX_TOKENS)
            return await sessions.new_session(connection, person, "token", label, self._now())

    async def _hash_again(self, account: Account, password: str) -> None:
        password_hash = await self._passwords.hashed(password)
        async with self._people_db.begin() as connection:
            await connection.execute(
                update(ACCOUNTS)
                .where(ACCOUNTS.c.person == account.person, ACCOUNTS.c.password == account.password)
                .values(password=password_hash)
            )


def _take(throttle: Throttle, key: str) -> None:
    if not throttle.take(key):
        raise Refused("too_many_tries")


def checked_name(name: str) -> str:
    """A name as it is shown, or a refusal."""
    tidy = without_account_marks(unicodedata.normalize("NFC", name))
    has_length = MIN_NAME_CHARACTERS <= len(tidy) <= MAX_NAME_CHARACTERS
    if not has_length or not tidy.isprintable() or not without_marks(tidy):
        raise Refused("bad_name", shortest=MIN_NAME_CHARACTERS, longest=MAX_NAME_CHARACTERS)
    refuse_computer_name(tidy)
    return tidy


def name_key(name: str) -> str:
    """A key by which an account is found: without case. Look-alikes have keys of their own (`names`)."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    folded = unicodedata.normalize("NFKC", shown).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


async def account_of(connection: AsyncConnection, person: str) -> Account | None:
    """The account of a person; None for a guest."""
    row = (await connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.person == person))).mappings().first()
    return None if row is None else Account(**row)


async def account_named(connection: AsyncConnection, name: str) -> Account | None:
    """The account that has this name."""
    query = select(ACCOUNTS).where(ACCOUNTS.c.name_key == name_key(name))
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else Account(**row)


async def person_named(people_db: PeopleDb, name: str) -> str | None:
    """The person whose account has this name."""
    async with people_db.read() as connection:
        account = await account_named(connection, name)
    return None if account is None else account.person


async def reset(people_db: PeopleDb, person: str) -> tuple[str, ...]:
    """Void the password, all sessions and tokens; returns new recovery codes for the person."""
    async with people_db.begin() as connection:
        await _set_password(connection, person, None)
        await sessions.revoke_all(connection, person)
        return await new_codes(connection, person)


async def new_codes(connection: AsyncConnection, person: str) -> tuple[str, ...]:
    """New recovery codes; the old ones are void."""
    await connection.execute(delete(RECOVERY_CODES).where(RECOVERY_CODES.c.person == person))
    codes = tuple(_new_code() for _ in range(RECOVERY_CODE_COUNT))
    rows = [{"digest": _code_digest(code), "person": person} for code in codes]
    await connection.execute(RECOVERY_CODES.insert(), rows)
    return codes


def _new_code() -> str:
    letters = base64.b32encode(secrets.token_bytes(RECOVERY_CODE_BYTES)).decode().lower()
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def _code_digest(code: str) -> str:
    """The hash of a code, however it was copied."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return sessions.digest_of(f"recovery {letters}")


async def _set_password(connection: AsyncConnection, person: str, password_hash: str | None) -> None:
    await connection.execute(
        update(ACCOUNTS).where(ACCOUNTS.c.person == person).values(password=password_hash)
    )
