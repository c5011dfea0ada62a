"""What those who watch over the server ask: whether it is well, and how busy it is."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from elbowroom.rules.refusals import Refused
from elbowroom.server.doors import rest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from ipaddress import IPv4Network, IPv6Network

    from prometheus_client.metrics_core import Metric

    from elbowroom.server.rooms.rooms import Rooms

router = APIRouter(include_in_schema=False)
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""Headers by which a proxy is known."""


class RoomsCollector(Collector):
    """What the rooms know of themselves, asked when somebody wants to know."""

    def __init__(self, rooms: Rooms) -> None:
        """Of these rooms."""
        self._rooms = rooms

    def collect(self) -> Iterator[Metric]:
        """Open rooms, and how often the store made something durable."""
        yield GaugeMetricFamily("elbowroom_rooms", "Tables that are open in this process.", len(self._rooms))
        commits = getattr(self._rooms.store, "commits", 0)
        yield CounterMetricFamily("elbowroom_commits", "Commits of the store.", commits)


@router.get("/health")
async def health(request: Request) -> Response:
    """The same as /api/health."""
    return await rest.health(request)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The meters in the words of Prometheus, for those who ask directly from a known address."""
    if not _may_read(request, request.app.state.settings.metrics_from):
        raise Refused("metrics_from")
    return Response(
        generate_latest(rest.rooms_of(request).meters.registry),
        headers={"cache-control": "no-store", "content-type": CONTENT_TYPE_LATEST},
    )


def _may_read(request: Request, networks: Sequence[IPv4Network | IPv6Network]) -> bool:
    """Whether the one who asks is in these networks; behind a proxy everybody seems to be near."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    address = ip_address(request.client.host)
    return any(address in network for network in networks)
