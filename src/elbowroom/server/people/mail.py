"""Mail: letters are handed to a relay by SMTP, in a thread, one connection for each."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import spoken

MAX_RELAY_WAIT_SECONDS: Final = 15.0
"""Seconds to wait for the relay, at each step."""
MAX_ADDRESS_CHARACTERS: Final = 254
PORTS: Final = {"smtp": 587, "smtps": 465}
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")
"""Relays on the same machine: nobody listens on the way."""

_ADDRESS: Final = re.compile(
    r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?",
    re.ASCII | re.IGNORECASE,
)
# Headers are not folded: some mail programs do not unfold the link of List-Unsubscribe.
_POLICY: Final = SMTP.clone(max_line_length=990)


@dataclass(frozen=True)
class Relay:
    """Who takes our letters, and from whom they come."""

    host: str
    port: int
    sender: str
    is_tls: bool = False
    """Speaks TLS from the beginning; otherwise it is begun if the relay offers it."""
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine."""
        return self.host in LOCAL_HOSTS


class NotSentError(Exception):
    """The relay did not take a letter."""

    def __init__(self, cause: str, *, is_final: bool = False, is_general: bool = False) -> None:
        """Say of what kind the trouble is, never with whom."""
        super().__init__(cause)
        self.is_final = is_final
        """It is no use to send it again."""
        self.is_general = is_general
        """Other letters would not be taken either."""


def relay_of(url: str, sender: str | None) -> Relay:
    """The relay that `smtp[s]://USER:PASSWORD@HOST:PORT` names; nothing of the URL is told in a refusal."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Refused("smtp_url") from None
    if parts.scheme not in PORTS or not host or parts.path.strip("/") or parts.query or parts.fragment:
        raise Refused("smtp_url")
    if sender is None:
        raise Refused("mail_from")
    return Relay(
        host=host,
        port=port or PORTS[parts.scheme],
        sender=check_address(sender),
        is_tls=parts.scheme == "smtps",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def check_address(address: str) -> str:
    """An address to which mail can go: one, without a name, in plain letters."""
    if len(address) > MAX_ADDRESS_CHARACTERS or not _ADDRESS.fullmatch(address):
        raise Refused("mail_address")
    return address


def letter(to: str, subject: str, text: str, unsubscribe: str | None = None) -> EmailMessage:
    """A letter in the spoken language; with an address where one click ends such letters (RFC 8058)."""
    message = EmailMessage(policy=_POLICY)
    message["To"] = check_address(to)
    message["Subject"] = subject
    message["Date"] = format_datetime(localtime())
    message["Auto-Submitted"] = "auto-generated"
    if unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text, cte="quoted-printable")
    message["Content-Language"] = spoken()
    return message


class Mailer:
    """Hands letters to a relay."""

    def __init__(self, relay: Relay) -> None:
        """Nothing is connected until there is something to send."""
        self.relay = relay

    async def send(self, message: EmailMessage) -> None:
        """Send a letter; returns when the relay has it, NotSentError if it has not."""
        sender = self.relay.sender
        message["From"] = sender
        message["Message-ID"] = make_msgid(domain=sender.partition("@")[2])
        await asyncio.to_thread(self._send, message)

    def _send(self, message: EmailMessage) -> None:
        try:
            server = self._connected()
        except (smtplib.SMTPException, OSError) as error:
            raise NotSentError(type(error).__name__, is_general=True) from None
        try:
            server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            is_final = all(code >= 500 for code, _ in error.recipients.values())
            raise NotSentError(type(error).__name__, is_final=is_final) from None
        except smtplib.SMTPResponseException as error:
            raise NotSentError(type(error).__name__) from None
        except (smtplib.SMTPException, OSError) as error:
            raise NotSentError(type(error).__name__, is_general=True) from None
        finally:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()

    def _connected(self) -> smtplib.SMTP:
        relay, context = self.relay, self._context()
        if relay.is_tls:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                relay.host, relay.port, timeout=MAX_RELAY_WAIT_SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(relay.host, relay.port, timeout=MAX_RELAY_WAIT_SECONDS)
        try:
            self._greet(server, context)
        except BaseException:
            server.close()
            raise
        return server

    def _greet(self, server: smtplib.SMTP, context: ssl.SSLContext) -> None:
        """EHLO, STARTTLS, login; the password is never sent unencrypted to another machine."""
        relay = self.relay
        server.ehlo_or_helo_if_needed()
        is_safe = relay.is_tls or relay.is_here
        if not relay.is_tls and server.has_extn("starttls"):
            server.starttls(context=context)
            server.ehlo()
            is_safe = True
        if relay.user:
            if not is_safe:
                raise smtplib.SMTPNotSupportedError("the relay does not offer TLS")
            server.login(relay.user, relay.password)

    def _context(self) -> ssl.SSLContext:
        """A relay on this machine often has a certificate that nobody else vouches for."""
        context = ssl.create_default_context()
        if self.relay.is_here:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context
