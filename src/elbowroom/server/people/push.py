"""Web push: a notice to a browser, through the service that its maker runs (RFC 8030, 8188, 8291, 8292).

Where a browser takes notices is told by the browser, so by anybody. We speak only https, only to public
addresses, to the very address that was looked at, and to nobody whom the answer would like to send us to.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from base64 import b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped] # written without types
import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from py_vapid import Vapid02  # type: ignore[import-untyped] # written without types
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.throttle import Throttle
from elbowroom.server.storage.schema import DEVICES, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import ColumnElement, Row

    from elbowroom.server.storage.registry import Registry

    Resolve = Callable[[str], Awaitable[list[str]]]

HTTPS: Final = 443
LONGEST_ENDPOINT: Final = 1024
LONGEST_NAME: Final = 253
MOST_DEVICES: Final = 8
"""So many browsers of one person get notices: those that were added last."""
MOST_ADDITIONS: Final = 20
"""So often in an hour a person may add a browser."""
MOST_ADDRESSES: Final = 3
"""So many addresses of a service are tried."""
PATIENCE: Final = 10.0
"""Seconds for a name to be found, and for a notice to be taken."""
KEPT: Final = 86_400
"""Seconds for which a service keeps a notice for a browser that is not running."""
GONE: Final = (404, 410)
POINT, SECRET = 65, 16
"""Bytes of a browser's public key and of its secret."""
SIGNED_FOR: Final = 12 * 3600
SETTING: Final = "vapid"

_LABEL: Final = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME: Final = re.compile(rf"({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?", re.ASCII)
_PLAIN: Final = re.compile(r"[!-~]+", re.ASCII)
_UNICAST: Final = IPv6Network("2000::/3")
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as networks without IPv4 see them."""

_FINDERS: Final = ThreadPoolExecutor(4, "names")
_log = logging.getLogger(__name__)


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a notice to a browser is encrypted with."""

    p256dh: str
    auth: str


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that takes notices, as it describes itself (PushSubscription)."""

    endpoint: str
    keys: Keys
    expires: float | None = msgspec.field(default=None, name="expirationTime")


class Notice(msgspec.Struct, frozen=True):
    """What a browser is told: that it is its owner's turn at a table."""

    table: str
    kind: str = "turn"


def host_of(endpoint: str) -> str:
    """The name of the service in an endpoint; refused if it is not plain https to a name."""
    try:
        found, again = urlsplit(endpoint), httpx.URL(endpoint)
        port = found.port
    except (ValueError, httpx.InvalidURL):
        raise Refused("push_endpoint") from None
    host = found.hostname or ""
    is_plain = len(endpoint) <= LONGEST_ENDPOINT and _PLAIN.fullmatch(endpoint) is not None
    is_direct = found.scheme == "https" and port in (None, HTTPS) and again.raw_host == host.encode()
    is_bare = found.netloc.lower() in (host, f"{host}:{HTTPS}") and not found.fragment
    if not (is_plain and is_direct and is_bare and len(host) <= LONGEST_NAME and _NAME.fullmatch(host)):
        raise Refused("push_endpoint")
    return host


def is_public(address: str) -> bool:
    """Whether an address belongs to the world and not to us, our network or our neighbours."""
    found: IPv4Address | IPv6Address = ip_address(address)
    if isinstance(found, IPv6Address):
        if found in _TRANSLATED:
            found = IPv4Address(int(found) & 0xFFFF_FFFF)
        elif found not in _UNICAST or found.sixtofour is not None or found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def contact_of(sender: str | None, public_url: str) -> str:
    """Whom a service can complain to: who sends our mail, or whoever runs the site."""
    if sender is not None:
        return f"mailto:{sender}"
    host = urlsplit(public_url).hostname or ""
    return f"https://{host if _NAME.fullmatch(host) else 'localhost'}"


async def resolve(host: str) -> list[str]:
    """The addresses of a name; a few threads are enough, and who lets them wait delays only other notices."""
    loop = asyncio.get_running_loop()
    ask = partial(socket.getaddrinfo, host, HTTPS, type=socket.SOCK_STREAM)
    async with asyncio.timeout(PATIENCE):
        found = await loop.run_in_executor(_FINDERS, ask)
    return list(dict.fromkeys(str(place[4][0]) for place in found))


class Push:
    """Sends notices to browsers."""

    def __init__(
        self,
        registry: Registry,
        contact: str,
        now: Callable[[], float],
        resolve: Resolve = resolve,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """The contact (mailto: or https:) tells services whom to complain to."""
        self._registry = registry
        self._contact = contact
        self._now = now
        self._resolve = resolve
        self._additions = Throttle(MOST_ADDITIONS, 3600.0)
        self._keys: ec.EllipticCurvePrivateKey | None = None
        self._client = httpx.AsyncClient(
            transport=transport,
            timeout=PATIENCE,
            # A connection belongs to the name that was vouched for, and is used once.
            limits=httpx.Limits(max_keepalive_connections=0),
            follow_redirects=False,
            trust_env=False,
        )

    async def stop(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def key(self) -> str:
        """The public key by which browsers know our notices."""
        return _public(await self._own_keys())

    async def add(self, person: str, device: Device) -> None:
        """Send a person's notices to this browser too."""
        if not self._additions.take(person):
            raise Refused("too_fast")
        _check_keys(device.keys)
        await self._addresses(host_of(device.endpoint))
        chosen = {
            "person": person,
            "p256dh": device.keys.p256dh,
            "auth": device.keys.auth,
            "made_at": self._now(),
        }
        row = self._registry.insert(DEVICES).values(endpoint=device.endpoint, **chosen)
        theirs = select(DEVICES.c.endpoint).where(DEVICES.c.person == person)
        newest = theirs.order_by(DEVICES.c.made_at.desc(), DEVICES.c.endpoint).limit(MOST_DEVICES)
        async with self._registry.begin() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["endpoint"], set_=chosen))
            kept = list((await connection.execute(newest)).scalars())
            surplus = (DEVICES.c.person == person) & DEVICES.c.endpoint.not_in(kept)
            await connection.execute(delete(DEVICES).where(surplus))

    async def remove(self, person: str, endpoint: str) -> None:
        """Send no more notices to this browser."""
        host_of(endpoint)
        await self._forget((DEVICES.c.person == person) & (DEVICES.c.endpoint == endpoint))

    async def tell(self, person: str, table_id: str) -> None:
        """Tell all browsers of a person that it is his turn."""
        query = select(DEVICES).where(DEVICES.c.person == person)
        async with self._registry.read() as connection:
            devices = (await connection.execute(query)).all()
        text = msgspec.json.encode(Notice(table_id))
        await asyncio.gather(*(self._tell(device, text) for device in devices))

    async def _tell(self, device: Row[Any], text: bytes) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._send(device, text)
        except (httpx.HTTPError, TimeoutError, Refused) as error:
            _log.info("a notice was not pushed", extra={"cause": type(error).__name__})
            return
        if status in GONE:
            await self._forget(DEVICES.c.endpoint == device.endpoint)
        elif not 200 <= status < 300:
            _log.info("a notice was not pushed", extra={"status": status})

    async def _send(self, device: Row[Any], text: bytes) -> int:
        """Send a notice to the first address that can be reached; returns the status of the answer."""
        host = host_of(device.endpoint)
        *others, last = await self._addresses(host)
        headers = await self._headers(host)
        body = _sealed(text, device.p256dh, device.auth)
        for address in others:
            with suppress(httpx.ConnectError):
                return await self._post(device.endpoint, host, address, headers, body)
        return await self._post(device.endpoint, host, last, headers, body)

    async def _post(
        self, endpoint: str, host: str, address: str, headers: dict[str, str], body: bytes
    ) -> int:
        """Post to an address as if it had been found by its name just now; the answer is not read."""
        target = httpx.URL(endpoint).copy_with(host=address)
        names = {"sni_hostname": host}
        async with self._client.stream(
            "POST", target, headers=headers, content=body, extensions=names
        ) as answer:
            return answer.status_code

    async def _addresses(self, host: str) -> list[str]:
        """The addresses of a service; refused if one of them is not public, or if there are none."""
        try:
            found = await self._resolve(host)
        except (OSError, UnicodeError):
            raise Refused("push_endpoint") from None
        if not found or not all(is_public(address) for address in found):
            raise Refused("push_endpoint")
        return found[:MOST_ADDRESSES]

    async def _headers(self, host: str) -> dict[str, str]:
        claims = {"aud": f"https://{host}", "sub": self._contact, "exp": int(self._now()) + SIGNED_FOR}
        return {
            "host": host,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT),
            "urgency": "normal",
            **Vapid02(await self._own_keys()).sign(claims),
        }

    async def _own_keys(self) -> ec.EllipticCurvePrivateKey:
        """Our keys, made once for all processes."""
        if self._keys is None:
            made = ec.generate_private_key(ec.SECP256R1())
            text = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
            row = self._registry.insert(SETTINGS).values(name=SETTING, value=text)
            kept = select(SETTINGS.c.value).where(SETTINGS.c.name == SETTING)
            async with self._registry.begin() as connection:
                await connection.execute(row.on_conflict_do_nothing())
                found = load_pem_private_key((await connection.execute(kept)).scalar_one().encode(), None)
            assert isinstance(found, ec.EllipticCurvePrivateKey)
            self._keys = found
        return self._keys

    async def _forget(self, which: ColumnElement[bool]) -> None:
        async with self._registry.begin() as connection:
            await connection.execute(delete(DEVICES).where(which))


def _sealed(text: bytes, p256dh: str, auth: str) -> bytes:
    """A text that only the browser with these keys can read."""
    once = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(text, private_key=once, dh=_decoded(p256dh), auth_secret=_decoded(auth))
    return sealed


def _check_keys(keys: Keys) -> None:
    """Refuse what no browser has made."""
    try:
        point, secret = _decoded(keys.p256dh), _decoded(keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refused("push_keys") from None
    if len(point) != POINT or len(secret) != SECRET:
        raise Refused("push_keys")


def _public(keys: ec.EllipticCurvePrivateKey) -> str:
    point = keys.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    bare = text.rstrip("=")
    return b64decode(bare + "=" * (-len(bare) % 4), altchars="-_", validate=True)
