"""Sessions of people and tokens of their programs: random words of which only a hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from sqlalchemy import delete, or_, select, update

from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.storage.schema import ACCOUNTS, BANS, MUTES, SESSIONS
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.people_db import PeopleDb

Kind = Literal["session", "token"]
PREFIXES: Final[dict[Kind, str]] = {"session": "elbowroom_s_", "token": "elbowroom_t_"}
"""Prefixes of tokens, so that a leaked one is recognised."""
TOKEN_BYTES: Final = 32
SESSION_SECONDS: Final = 180 * DAY_SECONDS
"""Seconds after which a session that nobody used is not valid any more; tokens of programs stay valid."""
NOTE_USE_SECONDS: Final = 600.0
"""Seconds at least between two notes that a session was used."""
SHOWN_ID_CHARACTERS: Final = 16
"""Characters of a hash that are shown as the id of a session."""
MAX_KEYS_PER_STATEMENT: Final = 5000
"""Tokens or people that are looked up with one statement."""


@dataclass(frozen=True)
class Session:
    """A token that was given out."""

    digest: str
    person: str
    kind: Kind
    label: str
    made_at: float
    used_at: float

    @property
    def id(self) -> str:
        """What people see of it."""
        return self.digest[:SHOWN_ID_CHARACTERS]


@dataclass(frozen=True)
class KnownTokens:
    """What the database knows of some tokens and guests."""

    sessions: dict[str, Session]
    """Those that are valid, by the hashes of their tokens."""
    names: dict[str, str]
    """What their people's accounts are called."""
    with_account: set[str]
    """Former guests who have an account now; their guest tokens are void."""
    bans: dict[str, str]
    """Who may only look on, and why."""
    mutes: dict[str, frozenset[str]]
    """Whom they do not want to hear."""

    def admits(self, guest: str | None, digest: str) -> bool:
        """Whether a token, of this guest or with this hash, is still good."""
        return digest in self.sessions if guest is None else guest not in self.with_account


def digest_of(token: str) -> str:
    """What is kept of a token: enough to know it again, useless to a thief."""
    return hashlib.sha256(token.encode()).hexdigest()


async def new_session(connection: AsyncConnection, person: str, kind: Kind, label: str, now: float) -> str:
    """Give out a token, which can be read only now; sessions of the person that have ended are forgotten."""
    await connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, ~_is_alive(now)))
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
    digests = [session.digest for session in await sessions_of(connection, person) if session.id == shown]
    await connection.execute(delete(SESSIONS).where(SESSIONS.c.digest.in_(digests)))
    return bool(digests)


async def revoke_all(connection: AsyncConnection, person: str, keep: str = "") -> None:
    """No session or token of a person is valid any more, but one that may be kept."""
    await connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person, SESSIONS.c.digest != keep))


async def look_up_tokens(people_db: PeopleDb, digests: set[str], guests: set[str], now: float) -> KnownTokens:
    """What there is to know of these tokens, and of guests whose tokens are genuine."""
    known = KnownTokens({}, {}, set(), {}, {})
    async with people_db.read() as connection:
        for some in _parts(digests):
            query = (
                select(SESSIONS, ACCOUNTS.c.name)
                .join(ACCOUNTS, ACCOUNTS.c.person == SESSIONS.c.person)
                .where(SESSIONS.c.digest.in_(some), _is_alive(now))
            )
            for found in (await connection.execute(query)).mappings():
                session = Session(**{column.name: found[column.name] for column in SESSIONS.c})
                known.sessions[session.digest] = session
                known.names[session.person] = found["name"]
        for some in _parts(guests):
            account = select(ACCOUNTS.c.person).where(ACCOUNTS.c.person.in_(some))
            known.with_account.update((await connection.execute(account)).scalars())
        for some in _parts(guests | {session.person for session in known.sessions.values()}):
            ban = select(BANS.c.person, BANS.c.reason).where(BANS.c.person.in_(some))
            known.bans.update({row.person: row.reason for row in await connection.execute(ban)})
            mute = select(MUTES.c.person, MUTES.c.muted).where(MUTES.c.person.in_(some))
            for row in await connection.execute(mute):
                known.mutes[row.person] = known.mutes.get(row.person, frozenset()) | {row.muted}
    due = {digest for digest, session in known.sessions.items() if session.used_at < now - NOTE_USE_SECONDS}
    with suppress(Unavailable):  # who may read should not have to wait until we can write
        await _note_use(people_db, due, now)
    return known


async def _note_use(people_db: PeopleDb, digests: set[str], now: float) -> None:
    for some in _parts(digests):
        async with people_db.begin() as connection:
            await connection.execute(update(SESSIONS).where(SESSIONS.c.digest.in_(some)).values(used_at=now))


def _is_alive(now: float) -> ColumnElement[bool]:
    return or_(SESSIONS.c.kind == "token", SESSIONS.c.used_at > now - SESSION_SECONDS)


def _parts(values: set[str]) -> Iterator[list[str]]:
    """Not too many at once for a statement."""
    ordered = sorted(values)
    return (
        ordered[first : first + MAX_KEYS_PER_STATEMENT]
        for first in range(0, len(ordered), MAX_KEYS_PER_STATEMENT)
    )
