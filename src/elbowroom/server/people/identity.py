"""Who is there: guests by a token that we signed, people with an account by one that the database knows.

What is known of a token is remembered for a moment. Those who hold a connection are looked up again all at
once, so that a revoked session or a ban ends it within seconds, whichever process was told.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import select

from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.people import sessions
from elbowroom.server.people.bans import BannedNetworks
from elbowroom.server.people.sessions import TokenClaim
from elbowroom.server.storage.schema import SETTINGS
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
GUEST_SECONDS: Final = 180 * DAY_SECONDS
"""A guest's token is void after this time; a browser that comes back gets a new one."""
DATED_TOKENS_SETTING: Final = "dated_tokens_since"
"""The row of the settings with the time since which tokens of guests are dated."""
MIN_TOKEN_STEP_SECONDS: Final = 0.001
"""A token that takes the place of voided ones is younger than those by this."""


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
    close_callbacks: dict[Callable[[], None], str] = field(default_factory=dict)
    """Callbacks that close this visitor's sockets, and the address of each."""

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
        self._undated_made_at = now()
        """When tokens of guests without a date count as made."""
        self.banned_networks = BannedNetworks()
        self._connected: set[Visitor] = set()
        self._questions: list[tuple[str, TokenClaim, asyncio.Future[Visitor | None]]] = []
        self._answering: asyncio.Task[None] | None = None
        self._rechecking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to recheck all connected visitors every `CACHE_SECONDS`."""
        self._undated_made_at = await self._dated_tokens_since()
        await self.banned_networks.refresh(self._people_db)
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

    def guest_token(self, person: str, made_at: float | None = None) -> str:
        """The token by which a guest is known."""
        return str(self._guests.dumps([person, round(self._now() if made_at is None else made_at, 3)]))

    async def revoke_guest(self, person: str) -> str:
        """Void all tokens of a guest; returns a new one."""
        at = self._now()
        await sessions.revoke_guest(self._people_db, person, at)
        await self.recheck(person)
        return self.guest_token(person, at + MIN_TOKEN_STEP_SECONDS)

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

    def ban_of(self, address: str) -> str | None:
        """Why whoever comes from an address may only look on; None if they may do all."""
        return self.banned_networks.reason(address)

    @contextmanager
    def connection(
        self, visitor: Visitor | None, close: Callable[[], None], address: str = ""
    ) -> Iterator[None]:
        """While somebody is connected: call `close` as soon as they may not stay."""
        if visitor is None:
            yield
            return
        visitor.close_callbacks[close] = address
        self._connected.add(visitor)
        try:
            yield
        finally:
            visitor.close_callbacks.pop(close, None)
            if not visitor.close_callbacks:
                self._connected.discard(visitor)

    async def recheck(self, person: str | None = None) -> None:
        """Clear the cache; close the sockets (of one person, or all) of void tokens and banned people."""
        self._remembered.clear()
        with suppress(Unavailable):  # banned networks stay banned while the database is away
            await self.banned_networks.refresh(self._people_db)
        asked = [visitor for visitor in self._connected if person in (None, visitor.person)]
        if not asked:
            return
        known = await self._look_up_tokens({visitor.claim for visitor in asked})
        for visitor in asked:
            may_stay = self._is_good(visitor.claim, known) and visitor.person not in known.bans
            for close, address in list(visitor.close_callbacks.items()):
                if not may_stay or self.ban_of(address) is not None:
                    close()

    async def _dated_tokens_since(self) -> float:
        """When tokens of guests were first dated: at the first start with this database after the upgrade."""
        since = select(SETTINGS.c.value).where(SETTINGS.c.name == DATED_TOKENS_SETTING)
        async with self._people_db.read() as connection:
            known = await connection.scalar(since)
        if known is None:
            row = self._people_db.insert(SETTINGS).values(name=DATED_TOKENS_SETTING, value=repr(self._now()))
            async with self._people_db.begin() as connection:
                await connection.execute(row.on_conflict_do_nothing())
                known = await connection.scalar(since)
        return float(str(known))

    def _claim(self, token: str) -> TokenClaim | None:
        try:
            guest = self._guests.loads(token)
        except BadSignature:
            is_ours = token.startswith(tuple(sessions.PREFIXES.values()))
            return TokenClaim(None, sessions.digest_of(token)) if is_ours else None
        match guest:
            case str():
                return TokenClaim(guest, made_at=self._undated_made_at)
            case [str() as person, float() | int() as made_at]:
                return TokenClaim(person, made_at=float(made_at))
            case _:
                return None

    def _is_good(self, claim: TokenClaim, known: sessions.KnownTokens) -> bool:
        """Whether a token is neither void nor too old."""
        is_old = claim.guest is not None and claim.made_at < self._now() - GUEST_SECONDS
        return known.admits(claim) and not is_old

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
        return {claim: _visitor(claim, known) if self._is_good(claim, known) else None for claim in claims}

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
    """The visitor behind a token that is good."""
    session = known.sessions.get(claim.digest)
    person = claim.guest if session is None else session.person
    if person is None:
        return None
    muted = known.mutes.get(person, frozenset())
    return Visitor(person, claim, session, known.names.get(person), known.bans.get(person), muted)
