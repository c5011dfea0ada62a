"""Bans: people, and whole ranges of addresses, who may only watch."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.people.admins import active_admins
from elbowroom.server.storage.schema import ACCOUNTS, ADDRESS_BANS, BANS

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

    from elbowroom.server.storage.people_db import PeopleDb

MIN_PREFIX_BITS: Final = {4: 8, 6: 16}
"""A network that is larger than this is a mistake."""


class Ban(msgspec.Struct, frozen=True):
    """Why and since when a person may only look on."""

    person: str
    name: str
    """Of the account, if there is one."""
    reason: str
    at: float


class AddressBan(msgspec.Struct, frozen=True):
    """Why and since when everybody from a network may only look on."""

    network: str
    reason: str
    at: float


async def ban(people_db: PeopleDb, person: str, reason: str, now: float) -> None:
    """Let a person only look on from now on; they are shown the reason.

    Refused for the last administrator who is not banned: nobody could lift it in the browser.
    """
    insertion = people_db.insert(BANS).values(person=person, reason=reason, at=now)
    kept = {"reason": insertion.excluded.reason, "at": insertion.excluded.at}
    async with people_db.begin() as connection:
        if await active_admins(connection) == {person}:
            raise Refused("last_admin")
        await connection.execute(insertion.on_conflict_do_update(index_elements=["person"], set_=kept))


async def unban(people_db: PeopleDb, person: str) -> bool:
    """Let a person take part again; False if they were not banned."""
    async with people_db.begin() as connection:
        deleted = await connection.execute(delete(BANS).where(BANS.c.person == person))
    return bool(deleted.rowcount)


async def all_bans(people_db: PeopleDb) -> list[Ban]:
    """Everybody who may only look on, newest first."""
    named = BANS.outerjoin(ACCOUNTS, ACCOUNTS.c.person == BANS.c.person)
    shown = select(BANS.c.person, ACCOUNTS.c.name, BANS.c.reason, BANS.c.at).select_from(named)
    async with people_db.read() as connection:
        rows = (await connection.execute(shown.order_by(BANS.c.at.desc()))).all()
    return [Ban(person, name or "", reason, at) for person, name, reason, at in rows]


def network_of(text: str) -> IPv4Network | IPv6Network | None:
    """The network, or the address, that a text names; None if it names none."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        return None


def holds(network: IPv4Network | IPv6Network, address: str) -> bool:
    """Whether an address belongs to a network; IPv4 that comes as IPv6 is IPv4."""
    try:
        parsed: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed) in network


async def ban_network(
    people_db: PeopleDb, network: IPv4Network | IPv6Network, reason: str, now: float
) -> None:
    """Let everybody from a network only look on from now on; refused for a very large one."""
    if network.prefixlen < MIN_PREFIX_BITS[network.version]:
        raise Refused("network_too_large", network=str(network), least=MIN_PREFIX_BITS[network.version])
    insertion = people_db.insert(ADDRESS_BANS).values(network=str(network), reason=reason, at=now)
    kept = {"reason": insertion.excluded.reason, "at": insertion.excluded.at}
    async with people_db.begin() as connection:
        await connection.execute(insertion.on_conflict_do_update(index_elements=["network"], set_=kept))


async def unban_network(people_db: PeopleDb, network: IPv4Network | IPv6Network) -> bool:
    """Let those from a network take part again; False if it was not banned."""
    async with people_db.begin() as connection:
        deleted = await connection.execute(delete(ADDRESS_BANS).where(ADDRESS_BANS.c.network == str(network)))
    return bool(deleted.rowcount)


async def all_address_bans(people_db: PeopleDb) -> list[AddressBan]:
    """All networks from which one may only look on, newest first."""
    async with people_db.read() as connection:
        rows = await connection.execute(select(ADDRESS_BANS).order_by(ADDRESS_BANS.c.at.desc()))
        return [AddressBan(**row) for row in rows.mappings()]


class BannedNetworks:
    """The banned networks as they were when this process last looked."""

    def __init__(self) -> None:
        self._reasons: dict[IPv4Network | IPv6Network, str] = {}

    async def refresh(self, people_db: PeopleDb) -> None:
        """Look again."""
        self._reasons = {
            network: ban.reason
            for ban in await all_address_bans(people_db)
            if (network := network_of(ban.network)) is not None
        }

    def reason(self, address: str) -> str | None:
        """Why whoever comes from an address may only look on; None if they may do all."""
        return next((reason for network, reason in self._reasons.items() if holds(network, address)), None)
