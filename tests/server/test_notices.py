"""Notices: who is to decide in a slow game hears of it once, by mail and by push, and nobody else does."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import ssl
from base64 import urlsafe_b64encode
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default as modern
from html import escape
from typing import TYPE_CHECKING, Any

import http_ece  # type: ignore[import-untyped] # written without types
import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02  # type: ignore[import-untyped] # written without types
from sqlalchemy import select, update

from elbowroom.cli import cli
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import BASE, say, spoken
from elbowroom.server.people.mail import Mailer, NotSentError, Relay, check_address, letter, relay_of
from elbowroom.server.people.mail_addresses import LINK_SECONDS, Addresses
from elbowroom.server.people.notices import (
    FORGET_SECONDS,
    MAIL_SECONDS,
    RETRY_SECONDS,
    Notifier,
    turn_began_at_seq,
)
from elbowroom.server.people.push import (
    MAX_DEVICES,
    MAX_NEW_DEVICES_PER_HOUR,
    Keys,
    Push,
    PushDevice,
    contact_of,
)
from elbowroom.server.people.push_delivery import host_of, is_public, resolve
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.schema import ACCOUNTS, DEVICES, LOG, NOTICES
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.settings import Clock, TableSettings
from tests.server.clients import PATIENCE, Client, Server, free_port
from tests.server.halls import Hall, hall
from tests.server.tables import Played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from email.message import EmailMessage
    from pathlib import Path

pytestmark = pytest.mark.process
URL = "https://games.example"
PUBLIC = "93.184.216.34"
ENDPOINT = "https://push.example.org/send/abc?x=1"
KEYS = ["k" * 64]
WORD = "a secret"


class Time:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now


async def rows(at: Hall, table: Any) -> list[Any]:  # noqa: ANN401 - a table of the schema
    async with at.people_db.read() as connection:
        return list((await connection.execute(select(table))).all())


class Letterbox:
    """Takes letters as a relay does, or refuses them."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refusal: dict[str, str] = {}
        """What is answered to whom, instead of taking their letter."""
        self.secret: tuple[bytes, bytes] | None = None
        """Who came in."""
        self.was_safe: list[bool] = []

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, to: str, _options: Any) -> str:  # noqa: ANN401, N802
        if to in self.refusal:
            return self.refusal[to]
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:  # noqa: ANN401, N802
        found = message_from_bytes(envelope.content, policy=modern)
        assert [found["To"]] == envelope.rcpt_tos
        self.letters.append(found)
        self.raw.append(envelope.content)
        self.was_safe.append(session.ssl is not None)
        return "250 OK"

    def login(self, _server: Any, _session: Any, _envelope: Any, _way: str, data: Any) -> AuthResult:  # noqa: ANN401
        self.secret = (data.login, data.password)
        return AuthResult(success=True)


@contextmanager
def relay(box: Letterbox, host: str = "127.0.0.1", **options: Any) -> Iterator[Relay]:  # noqa: ANN401
    """A real SMTP server."""
    controller = Controller(box, hostname=host, port=free_port(), **options)
    controller.start()
    try:
        yield Relay(host, controller.port, "games@games.example")
    finally:
        controller.stop()


@pytest.fixture
def box() -> Letterbox:
    return Letterbox()


@pytest.fixture
def mailer(box: Letterbox) -> Iterator[Mailer]:
    with relay(box) as found:
        yield Mailer(found)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("certificates"))


class Certificates:
    """An authority that vouches for one name and one address, and files for servers that have them."""

    def __init__(self, folder: Path) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a test")])
        now = datetime.now(UTC)
        names = x509.SubjectAlternativeName([x509.DNSName("push.example.org")])
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(1)
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, SHA256())
        )
        self.file = folder / "own.pem"
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self.file.write_bytes(secret + made.public_bytes(Encoding.PEM))

    def server(self) -> ssl.SSLContext:
        """For who has the name."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file)
        return context

    def client(self) -> ssl.SSLContext:
        """For who trusts the authority."""
        return ssl.create_default_context(cafile=str(self.file))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail.example", ("mail.example", 587, False, "", "")),
        ("smtps://mail.example", ("mail.example", 465, True, "", "")),
        ("smtp://ann:p%40ss@localhost:25", ("localhost", 25, False, "ann", "p@ss")),
        ("smtp://[::1]:2525/", ("::1", 2525, False, "", "")),
    ],
)
def test_a_relay_is_named_by_a_url(url: str, expected: tuple[object, ...]) -> None:
    found = relay_of(url, "games@games.example")
    assert (found.host, found.port, found.is_tls, found.user, found.password) == expected


@pytest.mark.parametrize(
    "url",
    ["mail.example", "http://secret@mail.example", "smtp://", "smtp://ann:secret@h:port", "smtp://h/secret"],
)
def test_what_names_no_relay_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(Refused) as refused:
        relay_of(url, "games@games.example")
    assert refused.value.code == "smtp_url"
    assert "secret" not in str(refused.value)


def test_a_relay_needs_to_know_from_whom_mail_comes_and_keeps_its_password() -> None:
    with pytest.raises(Refused, match="mail-from"):
        relay_of("smtp://localhost", None)
    with pytest.raises(Refused):
        relay_of("smtp://localhost", "nobody")
    assert "secret" not in repr(relay_of("smtp://ann:secret@localhost", "a@b.example"))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@b.example",
        "ann@example",
        "ann@b.example\n",
        "ann@b.example\r\nBcc: all@b.example",
        "ann@b.example, bob@b.example",
        "Ann <ann@b.example>",
        "ann @b.example",
        "ann@b..example",
        "a..n@b.example",
        "ann@[127.0.0.1]",
        "ann@-b.example",
        "ann@b.example\x00",
        "änn@b.example",
        "ann@b.example>",
        f"{'a' * 250}@b.example",
    ],
)
def test_what_is_no_plain_address_gets_no_letter(address: str) -> None:
    with pytest.raises(Refused, match="no mail address"):
        check_address(address)
    with pytest.raises(Refused, match="no mail address"):
        letter(address, "Hello", "How are you?")


def test_nobody_writes_a_header_of_ours() -> None:
    with pytest.raises(ValueError, match="Header"):
        letter("ann@b.example", "Hello\r\nBcc: all@b.example", "How are you?")


async def test_a_letter_arrives_as_it_was_written(box: Letterbox, mailer: Mailer) -> None:
    link = f"{URL}/unsubscribe?token={'x' * 200}"
    await mailer.send(letter("ann@b.example", "Grüße", "Zwölf Boxkämpfer\n.\nund mehr\n", link))
    [found] = box.letters
    assert found["From"] == "games@games.example"
    assert found["Subject"] == "Grüße"
    assert found.get_content().splitlines() == ["Zwölf Boxkämpfer", ".", "und mehr"]
    assert found["Message-ID"].endswith("@games.example>")
    assert found["Auto-Submitted"] == "auto-generated"
    # Programs look for these two lines, and do not put folded ones together.
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in box.raw[0]
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in box.raw[0]


async def test_tls_is_used_when_it_is_offered_and_a_relay_here_needs_no_certificate(
    box: Letterbox, certificates: Certificates
) -> None:
    tls = certificates.server()
    with relay(box, tls_context=tls, authenticator=box.login, auth_required=True) as found:
        known = Relay(found.host, found.port, found.sender, user="ann", password=WORD)
        await Mailer(known).send(letter("ann@b.example", "Hello", "How are you?"))
    assert box.secret == (b"ann", WORD.encode())
    assert box.was_safe == [True]


async def test_a_relay_that_speaks_tls_from_the_beginning(box: Letterbox, certificates: Certificates) -> None:
    with relay(box, ssl_context=certificates.server()) as found:
        await Mailer(Relay(found.host, found.port, found.sender, is_tls=True)).send(
            letter("ann@b.example", "Hello", "How are you?")
        )
    assert len(box.letters) == 1


async def test_a_relay_elsewhere_must_prove_its_name_and_no_password_goes_there_in_the_clear(
    box: Letterbox, certificates: Certificates
) -> None:
    """127.0.0.2 is on this machine too, but the mailer does not know it."""
    message = letter("ann@b.example", "Hello", "How are you?")
    with relay(box, "127.0.0.2", tls_context=certificates.server()) as found:
        with pytest.raises(NotSentError, match="SSLCertVerificationError") as error:
            await Mailer(found).send(message)
        assert error.value.is_general
    with relay(box, "127.0.0.2", authenticator=box.login, auth_require_tls=False) as found:
        known = Relay(found.host, found.port, found.sender, user="ann", password=WORD)
        with pytest.raises(NotSentError, match="NotSupported"):
            await Mailer(known).send(letter("ann@b.example", "Hello", "How are you?"))
    assert box.letters == []
    assert box.secret is None


async def test_trouble_with_mail_says_of_what_kind_it_is_and_not_with_whom(box: Letterbox) -> None:
    box.refusal = {"gone@b.example": "550 nobody here", "later@b.example": "450 greylisted"}
    with relay(box) as found:
        kinds = []
        for address in ("gone@b.example", "later@b.example"):
            with pytest.raises(NotSentError) as error:
                await Mailer(found).send(letter(address, "Hello", "How are you?"))
            kinds.append((error.value.is_final, error.value.is_general))
            assert "b.example" not in str(error.value)
            assert error.value.__cause__ is None
    assert kinds == [(True, False), (False, False)]
    with pytest.raises(NotSentError) as error:
        await Mailer(found).send(letter("ann@b.example", "Hello", "How are you?"))
    assert (error.value.is_final, error.value.is_general) == (False, True)


def token_in(found: EmailMessage) -> str:
    [token] = re.findall(r"token=(\S+)", found.get_content())
    return str(token)


async def account(at: Hall, person: str = "ann") -> tuple[str | None, bool, bool]:
    """Address, whether it is confirmed, whether mail is wanted."""
    [row] = [row for row in await rows(at, ACCOUNTS) if row.person == person]
    return row.email, row.is_confirmed, row.wants_mail


async def test_an_address_is_used_only_after_its_owner_has_confirmed_it(
    url: str, box: Letterbox, mailer: Mailer
) -> None:
    async with hall(url) as at:
        await at.register("ann")
        addresses = Addresses(at.people_db, mailer, KEYS, URL, Time())
        assert await addresses.ask("ann", "ann@b.example") is False
        assert await account(at) == ("ann@b.example", False, False)
        token = token_in(box.letters[0])
        assert f"{URL}/api/account/email/confirm?token={token}" in box.letters[0].get_content()
        await addresses.confirm(token)
        assert await account(at) == ("ann@b.example", True, True)
        await addresses.unsubscribe(addresses.unsubscribe_link("ann").partition("token=")[2])
        assert await account(at) == ("ann@b.example", True, False)
        assert await addresses.ask("ann", "ann@b.example") is True
        assert await account(at) == ("ann@b.example", True, True)
        await addresses.remove("ann")
        assert await account(at) == (None, False, False)
    assert len(box.letters) == 1


async def test_all_mail_is_in_the_language_of_the_page_where_it_was_asked_for(
    url: str, box: Letterbox, mailer: Mailer
) -> None:
    """Also the turn letter, also after asking again in another language; who has none reads English."""
    time, played = Time(), slow("ann", "bob")
    async with hall(url) as at, notifying(at, time, mailer) as notifier:
        await at.register("ann")
        await at.register("bob", "bob@b.example")
        addresses = Addresses(at.people_db, mailer, KEYS, URL, time)
        await addresses.ask("ann", "ann@b.example", "de")
        [asked] = box.letters
        assert asked["Subject"] == say("mail_confirm_subject", language="de")
        assert asked["Content-Language"] == "de"
        assert spoken() == BASE
        await addresses.confirm(token_in(asked))
        await at.keep("t1", played)
        await notifier.look()
        after = played.table.seq
        pass_turn(played)
        await at.keep("t1", played, after)
        await notifier.look()
        turns = {found["To"]: found for found in box.letters[1:]}
        german, english = turns["ann@b.example"], turns["bob@b.example"]
        assert german["Subject"] == say("mail_turn_subject", games=1, language="de")
        assert english["Subject"] == say("mail_turn_subject", games=1, language=BASE)
        assert (german["Content-Language"], english["Content-Language"]) == ("de", BASE)
        assert await addresses.ask("ann", "ann@b.example", BASE) is True
        assert {row.person: row.language for row in await rows(at, ACCOUNTS)} == {"ann": BASE, "bob": ""}
        await addresses.remove("ann")
        assert {row.language for row in await rows(at, ACCOUNTS)} == {""}


async def test_a_language_that_is_not_offered_any_more_is_english(
    file: str, box: Letterbox, mailer: Mailer
) -> None:
    async with hall(file) as at, notifying(at, Time(), mailer) as notifier:
        for person in ("ann", "bob"):
            await at.register(person, f"{person}@b.example")
        async with at.people_db.begin() as connection:
            await connection.execute(update(ACCOUNTS).values(language="tlh"))
        await at.keep("t1", slow("ann", "bob"))
        await notifier.look()
    assert [found["Subject"] for found in box.letters] == [say("mail_turn_subject", games=1, language=BASE)]


async def test_a_link_holds_for_one_address_of_one_person_and_for_two_days(
    file: str, box: Letterbox, mailer: Mailer
) -> None:
    async with hall(file) as at:
        await at.register("ann")
        time = Time()
        addresses = Addresses(at.people_db, mailer, KEYS, URL, time)
        await addresses.ask("ann", "typo@b.example")
        await addresses.ask("ann", "ann@b.example")
        old, new = (token_in(found) for found in box.letters)
        unsubscribe = addresses.unsubscribe_link("ann").partition("token=")[2]
        strange = Addresses(at.people_db, mailer, ["x" * 64], URL, time).unsubscribe_link("ann")
        for token in (old, unsubscribe, new[:-1] + "?", "", "x" * 5000, strange.partition("token=")[2]):
            with pytest.raises(Refused, match="link"):
                await addresses.confirm(token)
        for token in (new, strange.partition("token=")[2], "ann"):
            with pytest.raises(Refused, match="link"):
                await addresses.unsubscribe(token)
        time.now += LINK_SECONDS + 1
        with pytest.raises(Refused, match="link"):
            await addresses.confirm(new)
        assert await account(at) == ("ann@b.example", False, False)


async def test_nobody_is_flooded_and_guests_and_servers_without_mail_are_told_so(
    file: str, box: Letterbox, mailer: Mailer
) -> None:
    async with hall(file) as at:
        addresses = Addresses(at.people_db, mailer, KEYS, URL, Time())
        for person in ("ann", "bob", "cat", "dan"):
            await at.register(person)
        for person in ("ann", "bob", "cat"):
            await addresses.ask(person, "victim@b.example")
        with pytest.raises(Refused) as refused:
            await addresses.ask("dan", "VICTIM@b.example")
        assert refused.value.code == "too_fast"
        for number in range(2):
            await addresses.ask("ann", f"a{number}@b.example")
        with pytest.raises(Refused) as refused:
            await addresses.ask("ann", "a3@b.example")
        assert refused.value.code == "too_fast"
        with pytest.raises(Refused) as refused:
            await addresses.ask("guest", "guest@b.example")
        assert refused.value.code == "no_account"
        with pytest.raises(Refused) as refused:
            await Addresses(at.people_db, None, KEYS, URL, Time()).ask("dan", "dan@b.example")
        assert refused.value.code == "no_mail"
    assert len(box.letters) == 5


EVIL_ENDPOINTS = [
    "",
    "push.example.org",
    "http://push.example.org/x",
    "ftp://push.example.org/x",
    "file:///etc/passwd",
    "https://",
    "https:///x",
    "https://localhost/x",
    "https://localhost./x",
    "https://intranet/x",
    "https://push.example.org./x",
    "https://push.example.org:8443/x",
    "https://push.example.org:22/x",
    "https://push.example.org:0443/x",
    "https://push.example.org:/x",
    "https://push.example.org:99999/x",
    "https://ann@push.example.org/x",
    "https://ann:secret@push.example.org/x",
    "https://push.example.org@10.0.0.1/x",
    "https://push.example.org\\@10.0.0.1/x",
    "https://push.example.org\t/x",
    "https://push.example.org\r\nHost: 10.0.0.1/x",
    " https://push.example.org/x",
    "https://push.example.org/x\nX: y",
    "https://push.example.org/x y",
    "https://push.example.org/x#fragment",
    "https://push.example.org/\x00",
    "https://127.0.0.1/x",
    "https://127.1/x",
    "https://2130706433/x",
    "https://0x7f000001/x",
    "https://0177.0.0.1/x",
    "https://0x7f.1/x",
    "https://1.2.3.4/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://[fe80::1%25eth0]/x",
    "https://[2606:2800:220:1::1]/x",
    "https://push_.example.org/x",
    "https://-push.example.org/x",
    "https://push..example.org/x",
    "https://.example.org/x",
    "https://púsh.example.org/x",
    "https://127。0。0。1/x",
    "https://①②⑦.0.0.1/x",
    "https://push.example.org/ü",
    "https://%6c%6f%63alhost/x",
    f"https://{'a' * 64}.example.org/x",
    f"https://{'a.' * 130}org/x",
    f"https://push.example.org/{'x' * 1100}",
]


@pytest.mark.parametrize("endpoint", EVIL_ENDPOINTS)
def test_an_endpoint_is_plain_https_to_a_name(endpoint: str) -> None:
    with pytest.raises(Refused) as refused:
        host_of(endpoint)
    assert refused.value.code == "push_endpoint"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA==",
        "https://web.push.apple.com:443/QGx",
        "https://db5p.notify.windows.com/w/?token=BQ%2bA",
        "https://xn--psh-hoa.example.org/x",
    ],
)
def test_endpoints_of_browsers_are_taken(endpoint: str) -> None:
    assert host_of(endpoint) in endpoint


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104 - an evil one
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:93.184.216.34",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::5db8:d822",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:5db8:d822::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "4000::1",
    ],
)
def test_addresses_that_are_not_of_the_world_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", [PUBLIC, "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"]
)
def test_addresses_of_the_world_are_known(address: str) -> None:
    assert is_public(address)


async def test_names_are_looked_up_as_the_machine_does() -> None:
    found = await resolve("localhost")
    assert found
    assert not any(is_public(address) for address in found)


class Browser:
    """What a browser keeps to itself, and what it tells."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen letters."

    def device(self, endpoint: str = ENDPOINT) -> PushDevice:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PushDevice(endpoint, Keys(_word(point), _word(self._secret)))

    def read(self, body: bytes) -> object:
        """What a notice says."""
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret)
        return json.loads(text)


def _word(found: bytes) -> str:
    return urlsafe_b64encode(found).rstrip(b"=").decode()


class Service:
    """A push service that speaks TLS, on this machine."""

    def __init__(self, status: int = 201, headers: str = "") -> None:
        self.status = status
        self.headers = headers
        self.taken: list[tuple[dict[str, str], bytes]] = []
        """Headers (with the first line) and body of every request."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {"line": head[0]} | {
            name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:-2])
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.taken.append((headers, body))
        writer.write(f"HTTP/1.1 {self.status} So\r\n{self.headers}content-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()


class Detour(httpx.AsyncHTTPTransport):
    """Leads what is sent to public addresses to a service on this machine, and notes where it was to go."""

    def __init__(self, port: int, verify: ssl.SSLContext, unreachable: frozenset[str] = frozenset()) -> None:
        super().__init__(verify=verify)
        self._port = port
        self._unreachable = unreachable
        self.aims: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        aim = request.url.host
        self.aims.append(aim)
        assert is_public(aim)
        if aim in self._unreachable:
            raise httpx.ConnectError("no way")
        request.url = request.url.copy_with(host="127.0.0.1", port=self._port)
        return await super().handle_async_request(request)


class Names:
    """Says which addresses names have, now."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self.asked: list[str] = []

    async def __call__(self, host: str) -> list[str]:
        self.asked.append(host)
        if not self.addresses:
            raise OSError("unknown")
        return self.addresses


@asynccontextmanager
async def pushing(
    at: Hall,
    service: Service,
    certificates: Certificates,
    names: Names | None = None,
    unreachable: frozenset[str] = frozenset(),
) -> AsyncIterator[tuple[Push, Detour]]:
    """Push to a service on this machine, which answers to a public address."""
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=certificates.server())
    detour = Detour(server.sockets[0].getsockname()[1], certificates.client(), unreachable)
    push = Push(at.people_db, "mailto:games@games.example", Time(), names or Names(PUBLIC), detour)
    try:
        yield push, detour
    finally:
        await push.stop()
        server.close()
        await server.wait_closed()


async def test_a_notice_can_be_read_by_the_browser_alone_and_is_signed_by_us(
    url: str, certificates: Certificates
) -> None:
    browser, service = Browser(), Service()
    async with hall(url) as at, pushing(at, service, certificates) as (push, detour):
        await push.add("ann", browser.device())
        await push.tell("ann", "tableid")
        key = await push.key()
        again = Push(at.people_db, "mailto:x@y.example", Time())
        assert await again.key() == key
        await again.stop()
    [(headers, body)] = service.taken
    assert browser.read(body) == {"table": "tableid", "kind": "turn"}
    assert b"tableid" not in body
    assert headers["line"] == "POST /send/abc?x=1 HTTP/1.1"
    assert headers["host"] == "push.example.org"
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
    assert "tableid" not in repr(headers)
    assert Vapid02.verify(headers["authorization"])
    assert headers["authorization"].endswith(f",k={key}")
    assert detour.aims == [PUBLIC]


async def test_notices_go_to_all_browsers_of_a_person_and_to_nobody_else(
    file: str, certificates: Certificates
) -> None:
    browsers, service = [Browser() for _ in range(3)], Service()
    async with hall(file) as at, pushing(at, service, certificates) as (push, _):
        for number, (person, browser) in enumerate(zip(("ann", "ann", "bob"), browsers, strict=True)):
            await push.add(person, browser.device(f"https://push.example.org/{number}"))
        await push.tell("ann", "t1")
        assert sorted(headers["line"].split()[1] for headers, _ in service.taken) == ["/0", "/1"]
        await push.remove("bob", "https://push.example.org/0")
        await push.remove("ann", "https://push.example.org/0")
        service.taken.clear()
        await push.tell("ann", "t1")
        assert [headers["line"].split()[1] for headers, _ in service.taken] == ["/1"]


@pytest.mark.parametrize(
    ("status", "is_kept"), [(404, False), (410, False), (201, True), (500, True), (302, True)]
)
async def test_a_browser_that_is_gone_is_forgotten_and_nobody_is_followed(
    file: str, certificates: Certificates, status: int, is_kept: bool
) -> None:
    service = Service(status, "location: https://10.0.0.1/steal\r\n")

    async def story() -> None:
        async with hall(file) as at, pushing(at, service, certificates) as (push, detour):
            await push.add("ann", Browser().device())
            await push.tell("ann", "t1")
            assert (len(await rows(at, DEVICES)) == 1) == is_kept
            assert detour.aims == [PUBLIC]
        assert len(service.taken) == 1

    await story()


async def test_an_address_is_looked_at_each_time_before_it_is_spoken_to(
    file: str, certificates: Certificates, caplog: pytest.LogCaptureFixture
) -> None:
    """A name may lead to the world today and to our cellar tomorrow."""
    service, names = Service(), Names("10.0.0.1")
    caplog.set_level(logging.INFO)
    async with hall(file) as at, pushing(at, service, certificates, names) as (push, detour):
        for addresses in (["10.0.0.1"], [PUBLIC, "127.0.0.1"], ["::1", PUBLIC], []):
            names.addresses = addresses
            with pytest.raises(Refused) as refused:
                await push.add("ann", Browser().device())
            assert refused.value.code == "push_endpoint"
        names.addresses = [PUBLIC]
        await push.add("ann", Browser().device())
        for addresses in (["169.254.169.254"], [PUBLIC, "::ffff:127.0.0.1"], []):
            names.addresses = addresses
            await push.tell("ann", "t1")
        assert detour.aims == []
        assert len(await rows(at, DEVICES)) == 1
    assert service.taken == []
    assert "push.example.org" not in caplog.text


async def test_a_service_without_a_certificate_for_its_name_gets_nothing(
    file: str, certificates: Certificates
) -> None:
    service = Service()
    async with hall(file) as at, pushing(at, service, certificates) as (push, detour):
        await push.add("ann", Browser().device("https://other.example.org/x"))
        await push.tell("ann", "t1")
        assert detour.aims == [PUBLIC]
    assert service.taken == []


async def test_of_several_addresses_the_first_that_can_be_reached_is_taken(
    file: str, certificates: Certificates
) -> None:
    six = "2606:2800:220:1:248:1893:25c8:1946"
    service, names = Service(), Names(six, PUBLIC)
    async with (
        hall(file) as at,
        pushing(at, service, certificates, names, frozenset({six})) as (push, detour),
    ):
        await push.add("ann", Browser().device())
        await push.tell("ann", "t1")
        assert detour.aims == [six, PUBLIC]
    assert len(service.taken) == 1


async def test_what_is_no_key_of_a_browser_is_refused(file: str) -> None:
    good = Browser().device().keys
    zero, short = _word(b"\x04" + b"\0" * 64), _word(b"\x04abc")
    async with hall(file) as at:
        push = Push(at.people_db, "mailto:games@games.example", Time(), Names(PUBLIC))
        for p256dh, auth in (
            (zero, good.auth),
            (short, good.auth),
            ("", good.auth),
            ("ä" * 87, good.auth),
            (good.p256dh, ""),
            (good.p256dh, _word(b"short")),
            (good.p256dh, good.auth + "!"),
        ):
            with pytest.raises(Refused) as refused:
                await push.add("ann", PushDevice(ENDPOINT, Keys(p256dh, auth)))
            assert refused.value.code == "push_keys"
        await push.stop()
        assert await rows(at, DEVICES) == []


async def test_a_person_has_a_few_browsers_and_one_browser_has_one_person(url: str) -> None:
    async with hall(url) as at:
        time = Time()
        push = Push(at.people_db, "mailto:games@games.example", time, Names(PUBLIC))
        for number in range(MAX_NEW_DEVICES_PER_HOUR):
            time.now += 1
            await push.add("ann", Browser().device(f"https://push.example.org/{number}"))
        kept = {row.endpoint for row in await rows(at, DEVICES)}
        first = MAX_NEW_DEVICES_PER_HOUR - MAX_DEVICES
        assert kept == {
            f"https://push.example.org/{number}" for number in range(first, MAX_NEW_DEVICES_PER_HOUR)
        }
        with pytest.raises(Refused) as refused:
            await push.add("ann", Browser().device())
        assert refused.value.code == "too_fast"
        await push.add("bob", Browser().device(f"https://push.example.org/{first}"))
        await push.stop()
        owners = {row.endpoint: row.person for row in await rows(at, DEVICES)}
        assert owners[f"https://push.example.org/{first}"] == "bob"


@pytest.mark.parametrize(
    "site", ["", URL, "http://localhost:8710", "http://myhost", "http://[::1]:1", "https://1.2.3.4"]
)
def test_every_service_is_told_whom_to_complain_to(site: str) -> None:
    for sender in (None, "games@games.example"):
        claims = {"aud": "https://push.example.org", "sub": contact_of(sender, site)}
        key = ec.generate_private_key(ec.SECP256R1())
        assert Vapid02.verify(Vapid02(key).sign(claims)["Authorization"])


DAYS = Clock("turn", 3 * 86_400)


def slow(*people: str, title: str = "", clock: Clock = DAYS) -> Played:
    """A game with days for a move, at which these people sit."""
    return Played(TableSettings(players=len(people), clock=clock, title=title)).sit(*people)


def mover(played: Played) -> str:
    found = played.table.mover
    assert found is not None
    assert found.person is not None
    return found.person


def pass_turn(played: Played) -> None:
    """Let whoever is to decide play until it is another's turn."""
    before, chance = mover(played), random.Random(1)
    while mover(played) == before:
        played.act_at_random(chance)


def test_a_turn_begins_with_the_start_or_with_the_last_act_of_another() -> None:
    played = slow("ann", "bob")
    first = mover(played)
    start = played.table.seq
    assert turn_began_at_seq(played.log, first) == start
    played.act_at_random(random.Random(1))
    played.do(first, commands.Say("hello"))
    assert mover(played) == first
    assert turn_began_at_seq(played.log, first) == start
    pass_turn(played)
    second = mover(played)
    acted = played.table.seq
    played.do(first, commands.Say("your turn"))
    assert turn_began_at_seq(played.log, second) == acted


def test_who_holds_several_seats_is_told_when_it_is_another_persons_act_that_ends() -> None:
    played = Played(TableSettings(players=3, clock=DAYS)).sit("ann", "ann", "bob")
    while mover(played) != "bob":
        pass_turn(played)
    pass_turn(played)
    since = played.table.seq
    assert mover(played) == "ann"
    chance = random.Random(1)
    while mover(played) == "ann":
        assert turn_began_at_seq(played.log, "ann") == since
        played.act_at_random(chance)


def test_a_seat_that_moved_counts_for_who_has_it_now() -> None:
    played = slow("ann", "bob")
    first = mover(played)
    played.act_at_random(random.Random(1))
    seq = played.table.seq
    seat = played.table.to_move
    assert seat is not None
    played.write([entries.Moved(seat, "cat")])
    assert mover(played) == "cat"
    assert turn_began_at_seq(played.log, first) < seq
    assert turn_began_at_seq(played.log, "cat") == seq


class Post:
    """Takes whatever is pushed, wherever it goes."""

    def __init__(self) -> None:
        self.taken: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.taken.append(request)
        return httpx.Response(201)


@asynccontextmanager
async def notifying(
    at: Hall, time: Time, mailer: Mailer | None = None, post: Post | None = None
) -> AsyncIterator[Notifier]:
    """A notifier that looks when the test wants it."""
    addresses = Addresses(at.people_db, mailer, KEYS, URL, time)
    transport = httpx.MockTransport(post or Post())
    push = Push(at.people_db, "mailto:games@games.example", time, Names(PUBLIC), transport)
    try:
        yield Notifier(at.people_db, at.rooms, push, addresses, URL, time)
    finally:
        await push.stop()


async def subscribe(at: Hall, person: str) -> None:
    push = Push(at.people_db, "mailto:games@games.example", Time(), Names(PUBLIC))
    await push.add(person, Browser().device(f"https://push.example.org/{person}"))
    await push.stop()


async def test_two_processes_tell_once_of_each_turn(url: str, box: Letterbox, mailer: Mailer) -> None:
    time, post, played = Time(), Post(), slow("ann", "bob", title="A quiet game")
    first = mover(played)
    async with (
        hall(url) as one,
        hall(url) as other,
        notifying(one, time, mailer, post) as here,
        notifying(other, time, mailer, post) as there,
    ):
        for person in ("ann", "bob"):
            await one.register(person, f"{person}@b.example")
            await subscribe(one, person)
        await one.keep("t1", played)
        for _ in range(3):
            await asyncio.gather(here.look(), there.look())
        assert [found["To"] for found in box.letters] == [f"{first}@b.example"]
        assert [request.url.path for request in post.taken] == [f"/{first}"]
        # Acts of one's own and talk are no news.
        after = played.table.seq
        played.act_at_random(random.Random(1))
        played.do("ann", commands.Say("hello"))
        await one.keep("t1", played, after)
        time.now += MAIL_SECONDS
        await asyncio.gather(here.look(), there.look())
        assert (len(box.letters), len(post.taken)) == (1, 1)
        # The turn of another is.
        after = played.table.seq
        pass_turn(played)
        await one.keep("t1", played, after)
        await asyncio.gather(here.look(), there.look())
        second = "bob" if first == "ann" else "ann"
        assert [found["To"] for found in box.letters[1:]] == [f"{second}@b.example"]
        assert [request.url.path for request in post.taken[1:]] == [f"/{second}"]
    assert "A quiet game (2 players)" in box.letters[0].get_content()
    assert f"{URL}/t/t1\n" in box.letters[0].get_content().replace("\r\n", "\n")


async def test_letters_are_gathered_so_that_one_comes_every_few_hours(
    url: str, box: Letterbox, mailer: Mailer
) -> None:
    time = Time()
    games = {}
    for number in range(8):
        played = slow("ann", "bob", title=f"Game {number}")
        if mover(played) == "bob":
            pass_turn(played)
        games[f"t{number}"] = played
    async with hall(url) as at, notifying(at, time, mailer) as notifier:
        await at.register("ann", "ann@b.example")
        for number in range(2):
            await at.keep(f"t{number}", games[f"t{number}"])
        await notifier.look()
        for number in range(2, 8):
            await at.keep(f"t{number}", games[f"t{number}"])
            time.now += MAIL_SECONDS / 8
            await notifier.look()
        assert [found["Subject"] for found in box.letters] == ["It is your turn in 2 games"]
        time.now += MAIL_SECONDS / 2
        await notifier.look()
        # All wait and all were told: nothing new.
        time.now += MAIL_SECONDS * 2
        await notifier.look()
    assert [found["Subject"] for found in box.letters] == [
        "It is your turn in 2 games",
        "It is your turn in 8 games",
    ]
    for number in range(8):
        assert f"Game {number} " in box.letters[1].get_content()


async def test_only_slow_games_of_people_who_are_away_and_want_it_are_told(
    url: str, box: Letterbox, mailer: Mailer
) -> None:
    time, post = Time(), Post()
    played = slow("ann", "bob")
    first = mover(played)
    async with hall(url) as at, notifying(at, time, mailer, post) as notifier:
        await at.register(first, f"{first}@b.example")
        await at.keep("quick", slow("ann", "bob", clock=Clock("turn", 60)))
        await at.keep("free", slow("ann", "bob", clock=Clock()))
        closed = slow("ann", "bob")
        closed.write([entries.Closed("admin")])
        await at.keep("closed", closed)
        await notifier.look()
        assert (box.letters, post.taken) == ([], [])
        await at.keep("t1", played)
        room = await at.rooms.room("t1")
        viewer = Subscriber(first)
        room.subscribers.add(viewer)
        await notifier.look()
        assert box.letters == []
        room.subscribers.discard(viewer)
        for wish in ({"wants_mail": False}, {"wants_mail": True, "is_confirmed": False}):
            async with at.people_db.begin() as connection:
                await connection.execute(update(ACCOUNTS).values(wish))
            await notifier.look()
        assert box.letters == []
        assert await rows(at, NOTICES) == []
        async with at.people_db.begin() as connection:
            await connection.execute(update(ACCOUNTS).values(is_confirmed=True))
        await notifier.look()
        assert len(box.letters) == 1
    assert post.taken == []


async def test_one_log_that_cannot_be_read_keeps_nobody_else_from_being_told(
    file: str, box: Letterbox, mailer: Mailer
) -> None:
    async with hall(file) as at, notifying(at, Time(), mailer) as notifier:
        for number in range(2):
            played = slow(f"ann{number}", f"bob{number}")
            await at.keep(f"t{number}", played)
            await at.register(mover(played), f"{mover(played)}@b.example")
        async with at.people_db.begin() as connection:
            strange = {"body": '{"kind": "levitated"}'}
            await connection.execute(
                update(LOG).where(LOG.c.table_id == "t0", LOG.c.seq == 2).values(strange)
            )
        for _ in range(2):
            await notifier.look()
    assert len(box.letters) == 2


async def test_mail_that_was_not_taken_is_tried_again_and_its_log_names_nobody(
    url: str, box: Letterbox, mailer: Mailer, caplog: pytest.LogCaptureFixture
) -> None:
    time, played = Time(), slow("ann", "bob")
    address = f"{mover(played)}@b.example"
    async with hall(url) as at, notifying(at, time, mailer) as notifier:
        await at.register(mover(played), address)
        await at.keep("t1", played)
        box.refusal = {address: "451 later"}
        await notifier.look()
        assert await rows(at, NOTICES) == []
        box.refusal = {}
        await notifier.look()
        assert box.letters == []
        time.now += RETRY_SECONDS + 1
        await notifier.look()
        assert len(box.letters) == 1
    assert "not sent" in caplog.text
    assert "b.example" not in caplog.text


async def test_an_address_where_nobody_lives_is_not_tried_again_for_the_same_turn(
    file: str, box: Letterbox, mailer: Mailer
) -> None:
    time, played = Time(), slow("ann", "bob")
    address = f"{mover(played)}@b.example"
    async with hall(file) as at, notifying(at, time, mailer) as notifier:
        await at.register(mover(played), address)
        await at.keep("t1", played)
        box.refusal = {address: "550 nobody"}
        await notifier.look()
        box.refusal = {}
        time.now += MAIL_SECONDS * 2
        await notifier.look()
    assert box.letters == []


async def test_while_the_relay_is_away_nobody_is_forgotten(file: str, box: Letterbox) -> None:
    time = Time()
    with relay(box) as gone:
        pass
    async with hall(file) as at:
        for number in range(3):
            played = slow(f"ann{number}", f"bob{number}")
            await at.keep(f"t{number}", played)
            await at.register(mover(played), f"{mover(played)}@b.example")
        async with notifying(at, time, Mailer(gone)) as notifier:
            for _ in range(4):
                await notifier.look()
        assert await rows(at, NOTICES) == []
        with relay(box) as back:
            async with notifying(at, time, Mailer(back)) as notifier:
                await notifier.look()
    assert len(box.letters) == 3


async def test_what_was_told_long_ago_is_forgotten(file: str, mailer: Mailer) -> None:
    time, played = Time(), slow("ann", "bob")
    async with hall(file) as at, notifying(at, time, mailer) as notifier:
        await at.register(mover(played), "ann@b.example")
        await at.keep("t1", played)
        await notifier.look()
        after = played.table.seq
        pass_turn(played)
        await at.keep("t1", played, after)
        time.now += FORGET_SECONDS + 1
        await notifier.look()
        assert await rows(at, NOTICES) == []


async def test_the_notifier_looks_by_itself_and_a_database_that_is_away_does_not_end_it(
    file: str, box: Letterbox, mailer: Mailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elbowroom.server.people.notices.CHECK_SECONDS", 0.01)
    played = slow("ann", "bob")
    async with hall(file) as at, notifying(at, Time(), mailer) as notifier:
        await at.people_db.stop()
        await notifier.start()
        await asyncio.sleep(0.05)
        await at.people_db.start()
        await at.register(mover(played), "ann@b.example")
        await at.keep("t1", played)
        while not box.letters:  # noqa: ASYNC110 - another thread takes the letters
            await asyncio.sleep(0.01)
        await notifier.stop()


async def test_a_server_that_stops_finishes_what_it_has_promised_and_begins_nothing(
    file: str, box: Letterbox, mailer: Mailer
) -> None:
    """Else those would never be told of whom it is written that they are."""
    async with hall(file) as at, notifying(at, Time(), mailer) as notifier:
        for number in range(3):
            played = slow(f"ann{number}", f"bob{number}")
            await at.keep(f"t{number}", played)
            await at.register(mover(played), f"{mover(played)}@b.example")
        await notifier.start()
        while not await rows(at, NOTICES):  # noqa: ASYNC110 - a database knows of no event
            await asyncio.sleep(0)
        await notifier.stop()
        promised = len(await rows(at, NOTICES))
    assert promised == len(box.letters)


def test_a_person_asks_for_mail_gets_it_and_ends_it_with_one_click(
    tmp_path: Path, box: Letterbox, mailer: Mailer
) -> None:
    smtp = f"smtp://127.0.0.1:{mailer.relay.port}"
    options = ("--data", str(tmp_path), "--smtp", smtp, "--mail-from", "games@games.example")
    server = Server(tmp_path, *options).start()
    try:
        guest = Client(server)
        refused = guest.post("/api/account/email", {"email": "ann@b.example"})
        assert (refused.status_code, refused.json()["code"]) == (422, "no_account")
        made = guest.post("/api/account", {"name": "Ann", "password": "a long password"})
        ann = Client(server, made.json()["token"])
        assert ann.post("/api/account/email", {"email": "nonsense"}).json()["code"] == "mail_address"
        assert ann.post("/api/account/email", {"email": "ann@b.example"}).status_code == 202
        [link] = re.findall(r"http\S+", box.letters[0].get_content())
        assert link.startswith(server.url)
        # A robot opens the link; then a person presses the button.
        page = httpx.get(link, timeout=PATIENCE)
        assert page.headers["content-type"].startswith("text/html")
        assert "<script" not in page.text
        assert ann.get("/api/account").json()["is_confirmed"] is False
        [action] = re.findall(r'action="([^"]+)"', page.text)
        assert httpx.post(httpx.URL(link).join(action), timeout=PATIENCE).status_code == 200
        assert ann.get("/api/account").json()["is_confirmed"] is True

        bob = Client(server)
        table = ann.open(players=2, clock={"kind": "turn", "seconds": 86_400})
        invite = ann.get(f"/api/tables/{table}").json()["invite"]
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            joined = person.do(table, {"do": "join", "name": name, "nonce": f"n{name}", "invite": invite})
            assert joined.status_code == 200, joined.text
        _play_until_anns_turn(ann, bob, table)
        server.stop()
        server.start()
        _wait(lambda: len(box.letters) == 2)
        unsubscribe = box.letters[1]["List-Unsubscribe"].strip("<>")
        form = {"List-Unsubscribe": "One-Click"}
        assert ann.get("/api/account").json()["wants_mail"] is True
        assert httpx.get(unsubscribe, timeout=PATIENCE).status_code == 200
        assert ann.get("/api/account").json()["wants_mail"] is True
        assert httpx.post(unsubscribe, data=form, timeout=PATIENCE).status_code == 200
        assert ann.get("/api/account").json()["wants_mail"] is False
        wrong = httpx.post(unsubscribe + "x", data=form, timeout=PATIENCE)
        assert (wrong.status_code, wrong.json()["code"]) == (422, "link_void")
        browser = {"accept": "text/html,*/*;q=0.8", "accept-language": "de"}
        told = httpx.post(unsubscribe + "x", data=form, headers=browser, timeout=PATIENCE)
        assert told.status_code == 422
        assert escape(say("refusal_link_void", language="de")) in told.text
        assert told.headers["vary"] == "accept-language"
        assert "b.example" not in server.log()
    finally:
        server.stop()


def _play_until_anns_turn(ann: Client, bob: Client, table: str) -> None:
    while (state := bob.get(f"/api/tables/{table}").json())["to_move"] != 0:
        action = state["decision"]["legal"][0]["text"]
        assert bob.do(table, {"do": "act", "seat": 1, "action": action}).status_code == 200
    assert ann.get(f"/api/tables/{table}").json()["decision"] is not None


def _wait(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        asyncio.run(asyncio.sleep(0.1))
    raise AssertionError("it did not happen")


def test_browsers_come_and_go_through_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        ann = Client(server)
        key = ann.get("/api/push/key").json()["key"]
        assert len(key) == 87
        device = Browser().device()
        keys = {"p256dh": device.keys.p256dh, "auth": device.keys.auth}
        for endpoint in (*EVIL_ENDPOINTS[::8], "https://localhost.localdomain/x"):
            body = {"endpoint": endpoint, "expirationTime": None, "keys": keys}
            refused = ann.post("/api/push", body)
            assert (refused.status_code, refused.json()["code"]) == (422, "push_endpoint"), endpoint
        gone = httpx.request(
            "DELETE",
            f"{server.url}/api/push",
            json={"endpoint": ENDPOINT},
            headers=ann.headers,
            timeout=PATIENCE,
        )
        assert gone.status_code == 200
        assert httpx.post(f"{server.url}/api/push", json={}, timeout=PATIENCE).status_code == 401
        odd = httpx.request(
            "DELETE",
            f"{server.url}/api/push",
            json={"endpoint": "\0"},
            headers=ann.headers,
            timeout=PATIENCE,
        )
        assert odd.status_code == 422
        void = ann.post("/api/account/email/confirm", {"token": "x"})
        assert (void.status_code, void.json()["code"]) == (422, "link_void")
        page = httpx.get(
            f"{server.url}/api/account/email/confirm", params={"token": '"><script>'}, timeout=PATIENCE
        )
        assert "<script" not in page.text
    finally:
        server.stop()


def test_a_password_of_the_relay_is_not_told_when_the_server_does_not_start(tmp_path: Path) -> None:
    env = {"ELBOWROOM_SERVE_SMTP": "smtp://ann:hidden@mail.example:x"}
    options = ["serve", "--data", str(tmp_path), "--mail-from", "a@b.example"]
    done = CliRunner().invoke(cli, options, env=env)
    assert isinstance(done.exception, Refused)
    assert done.exception.code == "smtp_url"
    assert "hidden" not in f"{done.exception}{done.output}"
