"""Passkeys: a device proves who somebody is by a signature over a challenge that is good for one answer.

Browsers allow them only over https or on localhost, and only for a host name, not for an IP address.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from sqlalchemy import delete, select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.accounts import account_of
from elbowroom.server.storage.schema import CHALLENGES, PASSKEYS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.people.webauthn_ceremony import Ceremony
    from elbowroom.server.storage.people_db import PeopleDb

Purpose = Literal["passkey", "login"]
CHALLENGE_SECONDS: Final = 300.0
"""Seconds for which a challenge is good."""
MAX_PASSKEYS: Final = 20
"""Passkeys that one person may have."""
LOCAL_HOST: Final = "localhost"


@dataclass(frozen=True)
class Party:
    """For whom passkeys are made: the name of the server, and the origins of its pages."""

    id: str
    origins: tuple[str, ...]


@dataclass(frozen=True)
class Passkey:
    """A passkey as its owner sees it."""

    id: str
    label: str
    made_at: float


@dataclass(frozen=True)
class Offer:
    """What a browser needs to make or use a passkey."""

    id: str
    """The name of the challenge, which comes back with the answer."""
    options: str
    """JSON for the browser's `navigator.credentials`."""


def party(public_url: str, host: str, origins: Sequence[str] = ()) -> Party:
    """For whom passkeys are made at this server, or the refusal that browsers would give."""
    public = urlsplit(public_url)
    if public.scheme == "https" and public.hostname and not _is_ip_address(public.hostname):
        return Party(public.hostname, (f"https://{public.netloc}", *origins))
    if host.partition(":")[0] == LOCAL_HOST:
        return Party(LOCAL_HOST, (f"http://{host}",))
    raise Refused("needs_https")


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class Passkeys:
    """Makes and checks passkeys."""

    def __init__(self, people_db: PeopleDb, now: Callable[[], float]) -> None:
        self._people_db = people_db
        self._now = now

    async def offer_new(self, person: str, relying: Party) -> Offer:
        """What a browser needs to make a passkey for this person."""
        ceremony = await _ceremony(relying)
        async with self._people_db.begin() as connection:
            account = await account_of(connection, person)
            if account is None:
                raise Refused("no_account")
            own_passkeys = await passkeys_of(connection, person)
            if len(own_passkeys) >= MAX_PASSKEYS:
                raise Refused("too_many_passkeys", most=MAX_PASSKEYS)
            known_ids = [passkey.id for passkey in own_passkeys]
            options = ceremony.registration_options(person, account.name, known_ids)
            challenge_id = await self._keep(connection, "passkey", person, options.challenge)
        return Offer(challenge_id, options.json)

    async def add(
        self, person: str, relying: Party, challenge_id: str, credential: dict[str, Any], label: str
    ) -> str:
        """Keep a passkey that a browser has made; returns its id."""
        ceremony = await _ceremony(relying)
        challenge = await self._challenge("passkey", person, challenge_id)
        verified = ceremony.verify_registration(challenge, credential)
        row = {
            "credential": verified.id,
            "person": person,
            "public_key": verified.public_key,
            "sign_count": verified.sign_count,
            "label": label,
            "made_at": self._now(),
        }
        async with self._people_db.begin() as connection:
            insertion = self._people_db.insert(PASSKEYS).values(**row).on_conflict_do_nothing()
            if not (await connection.execute(insertion)).rowcount:
                raise Refused("wrong_passkey")
        return verified.id

    async def offer_login(self, relying: Party) -> Offer:
        """What a browser needs to use a passkey, whosever it is."""
        options = (await _ceremony(relying)).login_options()
        async with self._people_db.begin() as connection:
            challenge_id = await self._keep(connection, "login", "", options.challenge)
        return Offer(challenge_id, options.json)

    async def login(self, relying: Party, challenge_id: str, credential: dict[str, Any]) -> str:
        """The person to whom a passkey belongs that a browser has used."""
        ceremony = await _ceremony(relying)
        challenge = await self._challenge("login", "", challenge_id)
        key = PASSKEYS.c.credential == _plain(credential.get("id"))
        async with self._people_db.begin() as connection:
            kept = (await connection.execute(select(PASSKEYS).where(key).with_for_update())).first()
            if kept is None:
                raise Refused("wrong_passkey")
            sign_count = ceremony.verify_login(challenge, credential, kept.public_key, kept.sign_count)
            await connection.execute(update(PASSKEYS).where(key).values(sign_count=sign_count))
        return str(kept.person)

    async def remove(self, person: str, passkey: str) -> None:
        """Forget a passkey; the last way in is kept."""
        async with self._people_db.begin() as connection:
            account = await account_of(connection, person)
            own_ids = {passkey.id for passkey in await passkeys_of(connection, person)}
            if passkey not in own_ids:
                raise Refused("unknown_passkey")
            if len(own_ids) == 1 and account is not None and account.password is None:
                raise Refused("last_way_in")
            await connection.execute(delete(PASSKEYS).where(PASSKEYS.c.credential == passkey))

    async def _keep(self, connection: AsyncConnection, purpose: Purpose, person: str, challenge: str) -> str:
        """Keep a challenge, and forget those that nobody answered in time."""
        now = self._now()
        await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.made_at < now - CHALLENGE_SECONDS))
        challenge_id = secrets.token_urlsafe(12)
        row = {"id": challenge_id, "purpose": purpose, "person": person, "made_at": now}
        await connection.execute(CHALLENGES.insert().values(**row, challenge=challenge))
        return challenge_id

    async def _challenge(self, purpose: Purpose, person: str, challenge_id: str) -> str:
        """Read and delete a challenge: it is used up even by a wrong answer."""
        taken = (
            delete(CHALLENGES)
            .where(
                CHALLENGES.c.id == _plain(challenge_id),
                CHALLENGES.c.purpose == purpose,
                CHALLENGES.c.person == person,
                CHALLENGES.c.made_at >= self._now() - CHALLENGE_SECONDS,
            )
            .returning(CHALLENGES.c.challenge)
        )
        async with self._people_db.begin() as connection:
            challenge = (await connection.execute(taken)).scalar()
        if challenge is None:
            raise Refused("unknown_challenge")
        return str(challenge)


async def passkeys_of(connection: AsyncConnection, person: str) -> list[Passkey]:
    """The passkeys of a person, oldest first."""
    query = select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made_at)
    return [Passkey(row.credential, row.label, row.made_at) for row in await connection.execute(query)]


def _plain(word: object) -> str:
    """A word of the alphabet that ids are written in; anything else is no id of ours."""
    return word if isinstance(word, str) and word.isascii() and word.isprintable() else ""


async def _ceremony(relying: Party) -> Ceremony:
    """The ceremonies of a relying party; their library takes long to import, so a thread does it."""

    def load() -> Ceremony:
        from elbowroom.server.people.webauthn_ceremony import Ceremony  # noqa: PLC0415 - few need it

        return Ceremony(relying)

    return await asyncio.to_thread(load)
