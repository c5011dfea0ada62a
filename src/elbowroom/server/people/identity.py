"""Who is there: guests by a token that we signed, people with an account by one that the database knows.

What is known of a token is remembered for a moment. Those who hold a connection are looked up again all at
once, so that a revoked session or a ban ends it within seconds, whichever process was told.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer

from elbowroom.server.people import sessions
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from elbowroom.server.storage.people_db import PeopleDb

_LOG: Final = logging.getLogger(__name__)
COOKIE: Final = "elbowroom"
SECURE_COOKIE: Final = "__Host-elbowroom"
BEARER: Final = "Bearer "
MAX_TOKEN_CHARACTERS: Final = 256
CACHE_SECONDS: Final = 3.0
"""Seconds for which a token is believed without another look."""


@dataclass(frozen=True, slots=True)
class TokenClaim:
    """What a token says of its holder before anybody has looked it up."""

    guest: str | None
    """The guest for whom we signed it; None for a session or the token of a program."""
    digest: str = ""
    """For a session or the token of a program: the hash of its token."""


@dataclass(eq=False, slots=True)
class Visitor:
    """Somebody whose token we know."""

    person: str
    claim: TokenClaim
    session: sessions.Session | None = None
    """None for a guest."""
    account: str | None = None
    """The name of the person's account; None for a guest."""
    ban: str | None = None
    """Why this person may only look on."""
    muted: frozenset[str] = frozenset()
    """Whom this person does not want to hear."""
    close_callbacks: set[Callable[[], None]] = field(default_factory=set)
    """Callbacks that close this visitor's sockets."""

    @property
    def has_account(self) -> bool:
        """Whether the person has an account, and is no guest."""
        return self.session is not None


class Identity:
    """Knows people by their tokens."""

    def __init__(
        self, keys: list[str], people_db: PeopleDb, now: Callable[[], float], *, is_secure: bool = False
    ) -> None:
        """Sign with the newest key, accept all."""
        self.cookie = SECURE_COOKIE if is_secure else COOKIE
        self._guests = URLSafeSerializer(keys, salt="guest", signer_kwargs={"digest_method": hashlib.sha256})
        self._people_db = people_db
        self._now = now
        self._remembered: dict[str, Visitor] = {}
        """By their tokens; forgotten every few seconds."""
        self._connected: set[Visitor] = set()
        self._questions: list[tuple[str, TokenClaim, asyncio.Future[Visitor | None]]] = []
        self._answering: asyncio.Task[None] | None = None
        self._rechecking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to recheck all connected visitors every `CACHE_SECONDS`."""
        self._rechecking = asyncio.create_task(self._keep_rechecking())

    async def stop(self) -> None:
        """End the rechecks."""
        tasks = [task for task in (self._rechecking, self._answering) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def new_guest(self) -> tuple[str, str]:
        """A new guest, and their token."""
        person = "g" + secrets.token_urlsafe(12)
        return person, self.guest_token(person)

    def guest_token(self, person: str) -> str:
        """The token by which a guest is known."""
        return str(self._guests.dumps(person))

    def renewed(self, visitor: Visitor, token: str) -> str:
        """The token by which a visitor should be known from now on."""
        return self.guest_token(visitor.person) if visitor.session is None else token

    def token_of(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
        """The token that came with a request; a header goes before a cookie."""
        header = headers.get("authorization", "")
        return header.removeprefix(BEARER) if header.startswith(BEARER) else cookies.get(self.cookie)

    async def visitor(self, token: str | None) -> Visitor | None:
        """Who holds this token; None if it is none of ours, or not valid any more."""
        if not token or len(token) > MAX_TOKEN_CHARACTERS:
            return None
        if token in self._remembered:
            return self._remembered[token]
        claim = self._claim(token)
        if claim is None:
            return None
        answer: asyncio.Future[Visitor | None] = asyncio.get_running_loop().create_future()
        self._questions.append((token, claim, answer))
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer())
        return await answer

    @contextmanager
    def connection(self, visitor: Visitor | None, close: Callable[[], None]) -> Iterator[None]:
        """While somebody is connected: call `close` as soon as they may not stay."""
        if visitor is None:
            yield
            return
        visitor.close_callbacks.add(close)
        self._connected.add(visitor)
        try:
            yield
        finally:
            visitor.close_callbacks.discard(close)
            if not visitor.close_callbacks:
                self._connected.discard(visitor)

    async def recheck(self, person: str | None = None) -> None:
        """Clear the cache; close the sockets (of one person, or all) of void tokens and banned people."""
        self._remembered.clear()
        asked = [visitor for visitor in self._connected if person in (None, visitor.person)]
        if not asked:
            return
        known = await self._look_up_tokens({visitor.claim for visitor in asked})
        for visitor in asked:
            if not known.admits(visitor.claim.guest, visitor.claim.digest) or visitor.person in known.bans:
                for close in list(visitor.close_callbacks):
                    close()

    def _claim(self, token: str) -> TokenClaim | None:
        try:
            guest = self._guests.loads(token)
        except BadSignature:
            is_ours = token.startswith(tuple(sessions.PREFIXES.values()))
            return TokenClaim(None, sessions.digest_of(token)) if is_ours else None
        return TokenClaim(guest) if isinstance(guest, str) else None

    async def _answer(self) -> None:
        """Answer what was asked meanwhile, all at once: after a restart everybody comes back."""
        while self._questions:
            questions, self._questions = self._questions, []
            try:
                visitors = await self._look_up_visitors({claim for _, claim, _ in questions})
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                for _, _, answer in questions:
                    if not answer.done():
                        answer.set_exception(Unavailable(type(error).__name__))
                continue
            for token, claim, answer in questions:
                visitor = visitors[claim]
                if visitor is not None:
                    self._remembered[token] = visitor
                if not answer.done():
                    answer.set_result(visitor)

    async def _look_up_visitors(self, claims: set[TokenClaim]) -> dict[TokenClaim, Visitor | None]:
        known = await self._look_up_tokens(claims)
        return {claim: _visitor(claim, known) for claim in claims}

    async def _look_up_tokens(self, claims: set[TokenClaim]) -> sessions.KnownTokens:
        digests = {claim.digest for claim in claims if claim.guest is None}
        guests = {claim.guest for claim in claims if claim.guest is not None}
        return await sessions.look_up_tokens(self._people_db, digests, guests, self._now())

    async def _keep_rechecking(self) -> None:
        while True:
            await asyncio.sleep(CACHE_SECONDS)
            try:
                await self.recheck()
            except Unavailable:
                pass  # while the database is away nothing can be done anyway: those who are here stay
            except Exception:  # noqa: BLE001 - the next look may be better
                _LOG.exception("tokens could not be rechecked")


def _visitor(claim: TokenClaim, known: sessions.KnownTokens) -> Visitor | None:
    """The visitor behind a token, or None if it is not valid."""
    session = known.sessions.get(claim.digest)
    person = claim.guest if session is None else session.person
    if person is None or not known.admits(claim.guest, claim.digest):
        return None
    muted = known.mutes.get(person, frozenset())
    return Visitor(person, claim, session, known.names.get(person), known.bans.get(person), muted)
