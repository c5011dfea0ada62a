"""Mail addresses of people. Mail is sent only to confirmed addresses of people who want it."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING, Final

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import select, update

from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import BASE, say, speaking
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.people.mail import NotSentError, check_address, letter
from elbowroom.server.people.throttle import Throttle
from elbowroom.server.storage.schema import ACCOUNTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.people.mail import Mailer
    from elbowroom.server.storage.people_db import PeopleDb

LINK_SECONDS: Final = 2 * DAY_SECONDS
"""Seconds for which an address can be confirmed."""
MAX_MAILS_PER_DAY: Final = 3
"""Mails a day to one unconfirmed address, and on behalf of one person."""
MAX_TOKEN_CHARACTERS: Final = 1024
PATH: Final = "/api/account/email"

_LOG: Final = logging.getLogger(__name__)


class Addresses:
    """Where people want to get mail."""

    def __init__(
        self,
        people_db: PeopleDb,
        mailer: Mailer | None,
        keys: list[str],
        public_url: str,
        now: Callable[[], float],
    ) -> None:
        """Without a mailer no mail is sent; links lead to this URL and are signed with the newest key."""
        signed = {"digest_method": hashlib.sha256}
        self._people_db = people_db
        self.mailer = mailer
        self._url = public_url + PATH
        self._now = now
        self._confirmations = URLSafeSerializer(keys, salt="confirm address", signer_kwargs=signed)
        self._unsubscriptions = URLSafeSerializer(keys, salt="unsubscribe", signer_kwargs=signed)
        self._letters = Throttle(MAX_MAILS_PER_DAY, DAY_SECONDS)

    async def ask(self, person: str, address: str, language: str = BASE) -> bool:
        """Keep an address and ask its reader to confirm it; True if that is known already.

        From now on they get all mail in this language.
        """
        if self.mailer is None:
            raise Refused("no_mail")
        check_address(address)
        async with self._people_db.begin() as connection:
            query = select(ACCOUNTS).where(ACCOUNTS.c.person == person)
            account = (await connection.execute(query)).first()
            if account is None:
                raise Refused("no_account")
            is_known = bool(account.email == address and account.is_confirmed)
            if not is_known:
                self._check_often(person, address)
            chosen = {
                "email": address,
                "is_confirmed": is_known,
                "wants_mail": is_known,
                "language": language,
            }
            await connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.person == person).values(chosen))
        if not is_known:
            with speaking(language):
                await self._send(self.mailer, person, address)
        return is_known

    def _check_often(self, person: str, address: str) -> None:
        """Limit how many mails are sent to an address, so that nobody is flooded."""
        if not (self._letters.take(f"to {address.lower()}") and self._letters.take(f"for {person}")):
            raise Refused("too_fast")

    async def _send(self, mailer: Mailer, person: str, address: str) -> None:
        token = self._confirmations.dumps([person, address, self._now() + LINK_SECONDS])
        words = say("mail_confirm", link=f"{self._url}/confirm?token={token}")
        try:
            await mailer.send(letter(address, say("mail_confirm_subject"), words))
        except NotSentError as error:
            _LOG.warning("mail was not sent", extra={"cause": str(error)})
            raise Refused("mail_not_sent") from None

    async def confirm(self, token: str) -> None:
        """The address is theirs, and they want mail."""
        person, address, until = self._confirmation(token)
        if until < self._now():
            raise Refused("link_void")
        theirs = (ACCOUNTS.c.person == person) & (ACCOUNTS.c.email == address)
        chosen = {"is_confirmed": True, "wants_mail": True}
        async with self._people_db.begin() as connection:
            done = await connection.execute(update(ACCOUNTS).where(theirs).values(chosen))
            if not done.rowcount:
                raise Refused("link_void")

    async def unsubscribe(self, token: str) -> None:
        """No more mail for whoever got this token with one."""
        person = _read(self._unsubscriptions, token)
        theirs = ACCOUNTS.c.person == person
        async with self._people_db.begin() as connection:
            await connection.execute(update(ACCOUNTS).where(theirs).values(wants_mail=False))

    async def remove(self, person: str) -> None:
        """Forget a person's address."""
        chosen = {"email": None, "is_confirmed": False, "wants_mail": False, "language": ""}
        async with self._people_db.begin() as connection:
            await connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.person == person).values(chosen))

    def unsubscribe_link(self, person: str) -> str:
        """Where one click ends the mail."""
        return f"{self._url}/unsubscribe?token={self._unsubscriptions.dumps(person)}"

    def _confirmation(self, token: str) -> tuple[str, str, float]:
        match _read(self._confirmations, token):
            case [str(person), str(address), float(until)]:
                return person, address, until
            case _:
                raise Refused("link_void")


def _read(serializer: URLSafeSerializer, token: str) -> object:
    if len(token) > MAX_TOKEN_CHARACTERS:
        raise Refused("link_void")
    try:
        return serializer.loads(token)
    except BadData:
        raise Refused("link_void") from None
