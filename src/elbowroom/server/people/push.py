"""Web push: notices to browsers, through the services that their makers run (RFC 8030, 8188, 8291, 8292)."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import HOUR_SECONDS
from elbowroom.server.people.throttle import Throttle
from elbowroom.server.storage.schema import DEVICES, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx
    from sqlalchemy import ColumnElement, Row

    from elbowroom.server.people.push_delivery import PrivateKey, PushDelivery, Resolve
    from elbowroom.server.storage.people_db import PeopleDb

MAX_DEVICES: Final = 8
"""How many browsers of a person get notices: those that were added last."""
MAX_NEW_DEVICES_PER_HOUR: Final = 20
"""How often a person may add a browser."""
GONE_STATUSES: Final = (404, 410)
SETTING_NAME: Final = "vapid"
"""The name under which the database keeps our private key."""

_LABEL: Final = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
HOST_NAME: Final = re.compile(rf"({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?", re.ASCII)

_LOG: Final = logging.getLogger(__name__)


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a notice to a browser is encrypted with."""

    p256dh: str
    auth: str


class PushDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that takes notices, as it describes itself (PushSubscription)."""

    endpoint: str
    keys: Keys
    expires: float | None = msgspec.field(default=None, name="expirationTime")


class Notice(msgspec.Struct, frozen=True):
    """What a browser is told: that it is its owner's turn at a table."""

    table: str
    kind: str = "turn"


class NotDeliveredError(Exception):
    """A notice did not get to its browser."""


def contact_of(sender: str | None, public_url: str) -> str:
    """Whom a push service can complain to: the sender of our mail, or whoever runs the site."""
    if sender is not None:
        return f"mailto:{sender}"
    host = urlsplit(public_url).hostname or ""
    return f"https://{host if HOST_NAME.fullmatch(host) else 'localhost'}"


class Push:
    """Sends notices to browsers, and keeps which browsers want them.

    The contact (mailto: or https:) tells push services whom to complain to.
    """

    def __init__(
        self,
        people_db: PeopleDb,
        contact: str,
        now: Callable[[], float],
        resolve: Resolve | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._people_db = people_db
        self._contact = contact
        self._now = now
        self._resolve = resolve
        self._transport = transport
        self._additions = Throttle(MAX_NEW_DEVICES_PER_HOUR, HOUR_SECONDS)
        self._loading: asyncio.Task[PushDelivery] | None = None
        self._own_key: PrivateKey | None = None

    async def stop(self) -> None:
        """Close all connections."""
        if self._loading is not None:
            await (await self._loading).stop()

    async def key(self) -> str:
        """The public key by which browsers know our notices."""
        return (await self._delivery()).public_key(await self._key())

    async def add(self, person: str, device: PushDevice) -> None:
        """Send a person's notices to this browser too."""
        if not self._additions.take(person):
            raise Refused("too_fast")
        await (await self._delivery()).check(device.endpoint, device.keys)
        chosen = {
            "person": person,
            "p256dh": device.keys.p256dh,
            "auth": device.keys.auth,
            "made_at": self._now(),
        }
        row = self._people_db.insert(DEVICES).values(endpoint=device.endpoint, **chosen)
        theirs = select(DEVICES.c.endpoint).where(DEVICES.c.person == person)
        newest = theirs.order_by(DEVICES.c.made_at.desc(), DEVICES.c.endpoint).limit(MAX_DEVICES)
        async with self._people_db.begin() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["endpoint"], set_=chosen))
            kept = list((await connection.execute(newest)).scalars())
            surplus = (DEVICES.c.person == person) & DEVICES.c.endpoint.not_in(kept)
            await connection.execute(delete(DEVICES).where(surplus))

    async def remove(self, person: str, endpoint: str) -> None:
        """Send no more notices to this browser."""
        (await self._delivery()).check_endpoint(endpoint)
        await self._forget((DEVICES.c.person == person) & (DEVICES.c.endpoint == endpoint))

    async def tell(self, person: str, table_id: str) -> None:
        """Tell all browsers of a person that it is their turn."""
        query = select(DEVICES).where(DEVICES.c.person == person)
        async with self._people_db.read() as connection:
            devices = (await connection.execute(query)).all()
        text = msgspec.json.encode(Notice(table_id))
        await asyncio.gather(*(self._tell(device, text) for device in devices))

    async def _tell(self, device: Row[Any], text: bytes) -> None:
        delivery, keys = await self._delivery(), Keys(device.p256dh, device.auth)
        try:
            status = await delivery.send(device.endpoint, keys, text, await self._key())
        except NotDeliveredError as error:
            _LOG.info("a notice was not pushed", extra={"cause": str(error)})
            return
        if status in GONE_STATUSES:
            await self._forget(DEVICES.c.endpoint == device.endpoint)
        elif not 200 <= status < 300:
            _LOG.info("a notice was not pushed", extra={"status": status})

    async def _key(self) -> PrivateKey:
        """Our private key, made once for all processes."""
        delivery = await self._delivery()
        if self._own_key is None:
            row = self._people_db.insert(SETTINGS).values(name=SETTING_NAME, value=delivery.new_key())
            kept = select(SETTINGS.c.value).where(SETTINGS.c.name == SETTING_NAME)
            async with self._people_db.begin() as connection:
                await connection.execute(row.on_conflict_do_nothing())
                self._own_key = delivery.load_key((await connection.execute(kept)).scalar_one())
        return self._own_key

    async def _forget(self, which: ColumnElement[bool]) -> None:
        async with self._people_db.begin() as connection:
            await connection.execute(delete(DEVICES).where(which))

    async def _delivery(self) -> PushDelivery:
        """What delivers notices; its libraries take long to import, so a thread does it when it is needed."""
        if self._loading is None:
            self._loading = asyncio.create_task(asyncio.to_thread(self._load_delivery))
        return await asyncio.shield(self._loading)

    def _load_delivery(self) -> PushDelivery:
        from elbowroom.server.people.push_delivery import PushDelivery, resolve  # noqa: PLC0415 - few need it

        return PushDelivery(self._contact, self._now, self._resolve or resolve, self._transport)
