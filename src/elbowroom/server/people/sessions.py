"""Sessions of people and tokens of their programs: random words of which only a hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from sqlalchemy import delete, or_, select, update

from elbowroom.server.storage.schema import ACCOUNTS, BANS, SESSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.registry import Registry

Kind = Literal["session", "token"]
PREFIXES: Final[dict[Kind, str]] = {"session": "elbowroom_s_", "token": "elbowroom_t_"}
"""How tokens begin, so that people and programs recognise one that lies about."""
TOKEN_BYTES: Final = 32
LIFETIME: Final = 180 * 86_400.0
"""Seconds after which a session that nobody used is not valid any more; tokens of programs stay valid."""
NOTED: Final = 600.0
"""Seconds at least between two notes that a session was used."""
SHOWN: Final = 16
"""So much of a hash is shown as the id of a session."""
TOGETHER: Final = 5000
"""So many are looked up with one statement."""


@dataclass(frozen=True)
class Session:
    """A token that was given out."""

    digest: str
    person: str
    kind: Kind
    label: str
    made_at: float
    used_at: float
    ban: str | None = None

    @property
    def id(self) -> str:
        """What people see of it."""
        return self.digest[:SHOWN]


@dataclass(frozen=True)
class Guest:
    """Somebody without an account."""

    ban: str | None


@dataclass(frozen=True)
class Validity:
    """Which of those who were asked for may stay."""

    digests: set[str]
    """Hashes of tokens that are valid."""
    with_account: set[str]
    """People whom a guest's token does not admit any more."""
    banned: set[str]

    def admits(self, person: str, session: Session | None) -> bool:
        """Whether somebody may stay who came with a session, or as a guest."""
        is_valid = person not in self.with_account if session is None else session.digest in self.digests
        return is_valid and person not in self.banned


def digest_of(token: str) -> str:
    """What is kept of a token: enough to know it again, useless to a thief."""
    return hashlib.sha256(token.encode()).hexdigest()


async def new_session(connection: AsyncConnection, person: str, kind: Kind, label: str, now: float) -> str:
    """Give out a token; it can be read only now."""
    token = PREFIXES[kind] + secrets.token_urlsafe(TOKEN_BYTES)
    row = {"digest": digest_of(token), "person": person, "kind": kind, "label": label}
    await connection.execute(SESSIONS.insert().values(**row, made_at=now, used_at=now))
    return token


async def sessions_of(connection: AsyncConnection, person: str) -> list[Session]:
    """All that a person has, newest first."""
    rows = await connection.execute(
        select(SESSIONS).where(SESSIONS.c.person == person).order_by(SESSIONS.c.made_at.desc())
    )
    return [Session(**row) for row in rows.mappings()]


async def revoke(connection: AsyncConnection, person: str, shown: str) -> bool:
    """Revoke the session or token that is shown to this person by this id; False if there is none."""
    found = [session.digest for session in await sessions_of(connection, person) if session.id == shown]
    await connection.execute(delete(SESSIONS).where(SESSIONS.c.digest.in_(found)))
    return bool(found)


async def revoke_all(connection: AsyncConnection, person: str, keep: str = "") -> None:
    """No session or token of a person is valid any more, but one that may be kept."""
    await connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.digest != keep))


async def guest(registry: Registry, person: str) -> Guest | None:
    """Somebody whose guest token is genuine; None once he has an account, which has tokens of its own."""
    account = select(ACCOUNTS.c.person).where(ACCOUNTS.c.person == person).scalar_subquery()
    ban = select(BANS.c.reason).where(BANS.c.person == person).scalar_subquery()
    async with registry.read() as connection:
        found, reason = (await connection.execute(select(account, ban))).one()
    return Guest(reason) if found is None else None


async def session_of(registry: Registry, token: str, now: float) -> Session | None:
    """The session of a token; None if there is none, or if it was not used for too long."""
    if not token.startswith(tuple(PREFIXES.values())):
        return None
    query = (
        select(SESSIONS, BANS.c.reason.label("ban"))
        .select_from(SESSIONS.outerjoin(BANS, BANS.c.person == SESSIONS.c.person))
        .where(SESSIONS.c.digest == digest_of(token), _is_alive(now))
    )
    async with registry.read() as connection:
        row = (await connection.execute(query)).mappings().first()
    found = None if row is None else Session(**row)
    if found is not None and found.used_at < now - NOTED:
        await _note_use(registry, {found.digest}, now)
    return found


async def still_valid(registry: Registry, digests: set[str], people: set[str], now: float) -> Validity:
    """Which of these tokens and guests are still as they were."""
    found = Validity(set(), set(), set())
    used: dict[str, float] = {}
    async with registry.read() as connection:
        for some in _parts(digests):
            query = select(SESSIONS.c.digest, SESSIONS.c.used_at).where(SESSIONS.c.digest.in_(some))
            used.update((await connection.execute(query.where(_is_alive(now)))).tuples().all())
        for some in _parts(people):
            account = select(ACCOUNTS.c.person).where(ACCOUNTS.c.person.in_(some))
            ban = select(BANS.c.person).where(BANS.c.person.in_(some))
            found.with_account.update((await connection.execute(account)).scalars())
            found.banned.update((await connection.execute(ban)).scalars())
    found.digests.update(used)
    await _note_use(registry, {digest for digest, used_at in used.items() if used_at < now - NOTED}, now)
    return found


async def _note_use(registry: Registry, digests: set[str], now: float) -> None:
    for some in _parts(digests):
        async with registry.begin() as connection:
            await connection.execute(update(SESSIONS).where(SESSIONS.c.digest.in_(some)).values(used_at=now))


def _is_alive(now: float) -> ColumnElement[bool]:
    return or_(SESSIONS.c.kind == "token", SESSIONS.c.used_at > now - LIFETIME)


def _parts(found: set[str]) -> Iterator[list[str]]:
    """Not too many at once for a statement."""
    ordered = sorted(found)
    return (ordered[first : first + TOGETHER] for first in range(0, len(ordered), TOGETHER))
