"""The living room: whoever sits at this machine may open its server to the local network.

It stays open until the program ends. Only private addresses are used, so it is never opened to the internet.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

PROBES: Final = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")
"""Addresses to which this machine would send from its own addresses: the usual way out first."""


def local_addresses() -> list[str]:
    """The addresses of this machine in its local networks, the one of the usual way out first."""
    found = [*filter(None, map(source_address, PROBES))]
    with suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return only_local(found)


def only_local(addresses: Iterable[str]) -> list[str]:
    """Those addresses that only a local network reaches, each once."""
    parsed = {address: ip_address(address) for address in addresses}
    return [
        text
        for text, address in parsed.items()
        if address.is_private and not (address.is_loopback or address.is_link_local or address.is_unspecified)
    ]


def source_address(target: str) -> str | None:
    """The address from which this machine would send to a target; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((target, 9))
        return str(probe.getsockname()[0])
    return None


class LivingRoom:
    """Where phones in the same network reach this server, and how it is opened to them."""

    def __init__(self, hosts: list[str], port: int | None, reachable_at: tuple[str, ...] = ()) -> None:
        """`hosts` are the names under which the server may be addressed; its addresses are added to them."""
        self._hosts = hosts
        self._port = port
        self._open: list[str] = []
        self.urls: list[str] = list(reachable_at)
        self.listen: Callable[[str, int], Awaitable[None]] | None = None
        """Listens at an address and a port; set by the server that runs the application."""
        self.find_addresses: Callable[[], list[str]] = local_addresses

    @property
    def can_open(self) -> bool:
        """Whether it may be opened: the server listens on this machine alone, without a proxy."""
        return self._port is not None and self.listen is not None

    async def open(self) -> None:
        """Listen in all local networks of this machine, from now on."""
        if self._port is None or self.listen is None:
            raise Refused("not_at_this_machine")
        addresses = self.find_addresses()
        if not addresses:
            raise Refused("no_local_network")
        for address in addresses:
            if address not in self._open:
                await self.listen(address, self._port)
                self._open.append(address)
                self._hosts.append(address)
        # What this machine was called in a network that it has left leads nowhere.
        self.urls = [f"http://{address}:{self._port}" for address in addresses]
