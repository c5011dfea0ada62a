"""The metrics of the server, for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.routing import Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import comes_directly_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client.metrics_core import Metric

    from elbowroom.server.rooms.rooms import Rooms

router = Router()


class RoomsCollector(Collector):
    """What the rooms know of themselves, read when the metrics are."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def collect(self) -> Iterator[Metric]:
        """Open rooms, and how often the store made something durable."""
        yield GaugeMetricFamily("elbowroom_rooms", "Tables that are open in this process.", len(self._rooms))
        commits = getattr(self._rooms.store, "commits", 0)
        yield CounterMetricFamily("elbowroom_commits", "Commits of the store.", commits)


@router.page("/metrics")
async def metrics(request: Request) -> Response:
    """All metrics, for a request that comes directly from a known address."""
    services = services_of(request)
    if not comes_directly_from(request, services.settings.metrics_from):
        raise Refused("metrics_from")
    return Response(
        generate_latest(services.rooms.metrics.registry),
        headers={"cache-control": "no-store", "content-type": CONTENT_TYPE_LATEST},
    )
