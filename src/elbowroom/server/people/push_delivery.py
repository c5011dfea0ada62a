"""Delivery of web push messages: encryption, signature, and the way to the push service of a browser's maker.

The browser tells the address of that service, so anybody may. We speak only https, only to public addresses,
to the very address that was checked, and follow no redirect.
Only `push` imports this, when the first browser asks for notices: the libraries take long to load.
"""

from __future__ import annotations

import asyncio
import re
import socket
from base64 import b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped] # written without types
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from py_vapid import Vapid02  # type: ignore[import-untyped] # written without types

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import DAY_SECONDS, HOUR_SECONDS
from elbowroom.server.people.push import HOST_NAME, NotDeliveredError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elbowroom.server.people.push import Keys

    Resolve = Callable[[str], Awaitable[list[str]]]

HTTPS_PORT: Final = 443
MAX_ENDPOINT_CHARACTERS: Final = 1024
MAX_HOST_CHARACTERS: Final = 253
MAX_ADDRESSES: Final = 3
"""How many addresses of a service are tried."""
MAX_PUSH_WAIT_SECONDS: Final = 10.0
"""How long to wait for a name to be found, and for a message to be taken."""
TIME_TO_LIVE_SECONDS: Final = DAY_SECONDS
"""How long a service keeps a message for a browser that is not running."""
SIGNATURE_SECONDS: Final = 12 * HOUR_SECONDS
PUBLIC_KEY_BYTES: Final = 65
SECRET_BYTES: Final = 16

_PRINTABLE: Final = re.compile(r"[!-~]+", re.ASCII)
_UNICAST: Final = IPv6Network("2000::/3")
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as networks without IPv4 see them."""
_RESOLVERS: Final = ThreadPoolExecutor(4, "names")

PrivateKey = ec.EllipticCurvePrivateKey


def host_of(endpoint: str) -> str:
    """The name of the service in an endpoint; refused if it is not plain https to a name."""
    try:
        parts, as_httpx_reads = urlsplit(endpoint), httpx.URL(endpoint)
        port = parts.port
    except (ValueError, httpx.InvalidURL):
        raise Refused("push_endpoint") from None
    host = parts.hostname or ""
    is_plain = len(endpoint) <= MAX_ENDPOINT_CHARACTERS and _PRINTABLE.fullmatch(endpoint) is not None
    is_https = parts.scheme == "https" and port in (None, HTTPS_PORT)
    is_unambiguous = as_httpx_reads.raw_host == host.encode()
    is_bare = parts.netloc.lower() in (host, f"{host}:{HTTPS_PORT}") and not parts.fragment
    is_name = len(host) <= MAX_HOST_CHARACTERS and HOST_NAME.fullmatch(host) is not None
    if not (is_plain and is_https and is_unambiguous and is_bare and is_name):
        raise Refused("push_endpoint")
    return host


def is_public(address: str) -> bool:
    """Whether an address is on the internet, and not in this machine or its network."""
    parsed: IPv4Address | IPv6Address = ip_address(address)
    if isinstance(parsed, IPv6Address):
        if parsed in _TRANSLATED:
            parsed = IPv4Address(int(parsed) & 0xFFFF_FFFF)
        elif parsed not in _UNICAST or parsed.sixtofour is not None or parsed.teredo is not None:
            return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


async def resolve(host: str) -> list[str]:
    """The addresses of a name; in a few threads of its own, so that a slow name delays only other notices."""
    loop = asyncio.get_running_loop()
    ask = partial(socket.getaddrinfo, host, HTTPS_PORT, type=socket.SOCK_STREAM)
    async with asyncio.timeout(MAX_PUSH_WAIT_SECONDS):
        answers = await loop.run_in_executor(_RESOLVERS, ask)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))


class PushDelivery:
    """Sends messages to browsers."""

    def __init__(
        self,
        contact: str,
        now: Callable[[], float],
        resolve: Resolve,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._contact = contact
        self._now = now
        self._resolve = resolve
        self._client = httpx.AsyncClient(
            transport=transport,
            timeout=MAX_PUSH_WAIT_SECONDS,
            # A connection belongs to the name that was checked, and is used once.
            limits=httpx.Limits(max_keepalive_connections=0),
            follow_redirects=False,
            trust_env=False,
        )

    async def stop(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    @staticmethod
    def new_key() -> str:
        """A new private key, as text."""
        key = ec.generate_private_key(ec.SECP256R1())
        return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()

    @staticmethod
    def load_key(text: str) -> PrivateKey:
        """The private key in a text."""
        key = load_pem_private_key(text.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        return key

    @staticmethod
    def public_key(key: PrivateKey) -> str:
        """The public key that belongs to a private one, as browsers want it."""
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    @staticmethod
    def check_endpoint(endpoint: str) -> None:
        """Refuse what is not plain https to a name."""
        host_of(endpoint)

    async def check(self, endpoint: str, keys: Keys) -> None:
        """Refuse an endpoint that we would not send to, and keys that no browser has made."""
        check_keys(keys)
        await self._addresses(host_of(endpoint))

    async def send(self, endpoint: str, keys: Keys, text: bytes, own_key: PrivateKey) -> int:
        """Send a message to the first address that can be reached; the status of the response."""
        try:
            async with asyncio.timeout(MAX_PUSH_WAIT_SECONDS):
                return await self._send(endpoint, keys, text, own_key)
        except (httpx.HTTPError, TimeoutError, Refused) as error:
            raise NotDeliveredError(type(error).__name__) from error

    async def _send(self, endpoint: str, keys: Keys, text: bytes, own_key: PrivateKey) -> int:
        host = host_of(endpoint)
        *others, last = await self._addresses(host)
        headers = self._headers(host, own_key)
        body = encrypted(text, keys)
        for address in others:
            with suppress(httpx.ConnectError):
                return await self._post(endpoint, host, address, headers, body)
        return await self._post(endpoint, host, last, headers, body)

    async def _post(
        self, endpoint: str, host: str, address: str, headers: dict[str, str], body: bytes
    ) -> int:
        """Post to an address as if it had been found by its name just now; the response is not read."""
        target = httpx.URL(endpoint).copy_with(host=address)
        names = {"sni_hostname": host}
        async with self._client.stream(
            "POST", target, headers=headers, content=body, extensions=names
        ) as response:
            return response.status_code

    async def _addresses(self, host: str) -> list[str]:
        """The addresses of a service; refused if one of them is not public, or if there are none."""
        try:
            addresses = await self._resolve(host)
        except (OSError, UnicodeError):
            raise Refused("push_endpoint") from None
        if not addresses or not all(is_public(address) for address in addresses):
            raise Refused("push_endpoint")
        return addresses[:MAX_ADDRESSES]

    def _headers(self, host: str, own_key: PrivateKey) -> dict[str, str]:
        expires_at = int(self._now()) + SIGNATURE_SECONDS
        claims = {"aud": f"https://{host}", "sub": self._contact, "exp": expires_at}
        return {
            "host": host,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TIME_TO_LIVE_SECONDS),
            "urgency": "normal",
            **Vapid02(own_key).sign(claims),
        }


def encrypted(text: bytes, keys: Keys) -> bytes:
    """A text that only the browser with these keys can read."""
    once = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        text, private_key=once, dh=_decoded(keys.p256dh), auth_secret=_decoded(keys.auth)
    )
    return body


def check_keys(keys: Keys) -> None:
    """Refuse what no browser has made."""
    try:
        point, secret = _decoded(keys.p256dh), _decoded(keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refused("push_keys") from None
    if len(point) != PUBLIC_KEY_BYTES or len(secret) != SECRET_BYTES:
        raise Refused("push_keys")


def _decoded(text: str) -> bytes:
    bare = text.rstrip("=")
    return b64decode(bare + "=" * (-len(bare) % 4), altchars="-_", validate=True)
