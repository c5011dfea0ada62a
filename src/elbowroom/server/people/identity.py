"""Who is there: guests by a token that we signed, people with an account by one that the registry knows.

What is known of a token is remembered for a moment. Those who hold a connection are looked up again all at
once, so that a revoked session or a ban ends it within seconds, whichever process was told.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer

from elbowroom.rules.refusals import Refused
from elbowroom.server.people import sessions
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from elbowroom.server.storage.registry import Registry

COOKIE: Final = "elbowroom"
SECURE_COOKIE: Final = "__Host-elbowroom"
KEY_BYTES: Final = 32
BEARER: Final = "Bearer "
LONGEST_TOKEN: Final = 256
MEMORY: Final = 3.0
"""Seconds for which a token is believed without another look."""


def signing_key(file: Path) -> list[str]:
    """The keys of this server, newest last; a first one is made, readable by its owner alone."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = _written(file, [_new_key()])
            try:
                # Of several processes that start at once the first one wins, and nobody reads half a key.
                with suppress(FileExistsError):
                    os.link(made, file)
            finally:
                made.unlink()
        return _keys(file)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error


def rotate_key(file: Path, keep: int = 2) -> list[str]:
    """Sign with a new key from the next start on; of the keys so many at most are kept, newest last."""
    keys = [*signing_key(file), _new_key()][-max(keep, 1) :]
    try:
        _written(file, keys).replace(file)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error
    return keys


def add_keys(file: Path, keys: list[str]) -> None:
    """Accept what these keys have signed too, as older ones; if there is no file yet, it holds them alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        newer = _keys(file) if file.exists() else []
        _written(file, [*(key for key in keys if key not in newer), *newer]).replace(file)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error


def _new_key() -> str:
    return secrets.token_hex(KEY_BYTES)


def _keys(file: Path) -> list[str]:
    keys = file.read_text(encoding="utf-8").split()
    if not keys:
        raise Refused("no_signing_key", file=file)
    return keys


def _written(file: Path, keys: list[str]) -> Path:
    """A file beside this one, readable by its owner alone, that holds the keys."""
    made = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.writelines(f"{key}\n" for key in keys)
        out.flush()
        os.fsync(out.fileno())
    return made


@dataclass(eq=False)
class Visitor:
    """Somebody whose token we know."""

    person: str
    session: sessions.Session | None = None
    """None for a guest."""
    ban: str | None = None
    """Why this person may only look on."""
    ends: set[Callable[[], None]] = field(default_factory=set)
    """What ends the connections that this token holds."""


class Identity:
    """Knows people by their tokens."""

    def __init__(
        self, keys: list[str], registry: Registry, now: Callable[[], float], *, is_secure: bool = False
    ) -> None:
        """Sign with the newest key, accept all."""
        self.cookie = SECURE_COOKIE if is_secure else COOKIE
        self._guests = URLSafeSerializer(keys, salt="guest", signer_kwargs={"digest_method": hashlib.sha256})
        self._registry = registry
        self._now = now
        self._visitors: dict[str, Visitor] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Look again and again whether those who are here may stay."""
        self._task = asyncio.create_task(self._keep_looking())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def new_guest(self) -> tuple[str, str]:
        """A person nobody has seen before, and the token by which he is known."""
        person = "g" + secrets.token_urlsafe(12)
        return person, self.guest_token(person)

    def guest_token(self, person: str) -> str:
        """The token by which a guest is known."""
        return str(self._guests.dumps(person))

    async def of_request(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
        """The person who asks, by header or cookie."""
        visitor = await self.visitor(self.token_of(headers, cookies))
        return None if visitor is None else visitor.person

    def token_of(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
        """The token that came with a request; a header goes before a cookie."""
        header = headers.get("authorization", "")
        return header.removeprefix(BEARER) if header.startswith(BEARER) else cookies.get(self.cookie)

    async def visitor(self, token: str | None) -> Visitor | None:
        """Who holds this token; None if it is none of ours, or not valid any more."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        found = self._visitors.get(token)
        if found is None:
            found = await self._look_up(token)
            if found is not None:
                found = self._visitors.setdefault(token, found)
        return found

    @contextmanager
    def connection(self, visitor: Visitor | None, end: Callable[[], None]) -> Iterator[None]:
        """While somebody is connected: call `end` as soon as he may not stay."""
        if visitor is None:
            yield
            return
        visitor.ends.add(end)
        try:
            yield
        finally:
            visitor.ends.discard(end)

    async def look_again(self, person: str | None = None) -> None:
        """Forget what is known of tokens (of one person); connections that are not justified any more end."""
        concerned = {
            token: visitor
            for token, visitor in self._visitors.items()
            if person is None or visitor.person == person
        }
        for token, visitor in concerned.items():
            if not visitor.ends:
                del self._visitors[token]
        held = {token: visitor for token, visitor in concerned.items() if visitor.ends}
        valid = await sessions.still_valid(
            self._registry,
            {visitor.session.digest for visitor in held.values() if visitor.session is not None},
            {visitor.person for visitor in held.values()},
            self._now(),
        )
        for token, visitor in held.items():
            if not valid.admits(visitor.person, visitor.session):
                self._visitors.pop(token, None)
                for end in list(visitor.ends):
                    end()

    async def _look_up(self, token: str) -> Visitor | None:
        person = self._guest(token)
        if person is not None:
            guest = await sessions.guest(self._registry, person)
            return None if guest is None else Visitor(person, None, guest.ban)
        found = await sessions.session_of(self._registry, token, self._now())
        return None if found is None else Visitor(found.person, found, found.ban)

    def _guest(self, token: str) -> str | None:
        try:
            found = self._guests.loads(token)
        except BadSignature:
            return None
        return found if isinstance(found, str) else None

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(MEMORY)
            # While the database is away nothing can be done anyway: those who are here stay.
            with suppress(Unavailable):
                await self.look_again()
