"""Metrics of a server for Prometheus: what it counts and times of its own work."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

STORE_BUCKETS_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
BOT_BUCKETS_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)

disable_created_metrics()  # type: ignore[no-untyped-call] # written without types


class Metrics:
    """The metrics of one server; each has its own, so that several servers can run in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=self.registry)
        self.sockets = Gauge(
            "elbowroom_sockets", "Connections to tables that are open.", registry=self.registry
        )
        self.commands = Counter(
            "elbowroom_commands",
            "Commands of people, by outcome: ack, or the code of the refusal.",
            ["outcome"],
            registry=self.registry,
        )
        self.differing_views = Counter(
            "elbowroom_differing_views",
            "Clients that found another table by a check than their patches had led to.",
            registry=self.registry,
        )
        self.stored_seconds = self._seconds("elbowroom_stored_seconds", "From a command to its commit.")
        self.sent_seconds = self._seconds(
            "elbowroom_told_seconds", "From a command until it is on its way to all."
        )
        self.bot_seconds = self._seconds(
            "elbowroom_thought_seconds", "How long computers think.", BOT_BUCKETS_SECONDS
        )
        self.requests = Counter(
            "elbowroom_requests",
            "Requests by route and status.",
            ["route", "status"],
            registry=self.registry,
        )
        self.open_reports = Gauge(
            "elbowroom_open_reports",
            "Reported lines about which no administrator has decided yet.",
            registry=self.registry,
        )
        self.waiting_tests = Gauge(
            "elbowroom_waiting_tests", "Balance tests that are not done.", registry=self.registry
        )
        self.test_games = Counter(
            "elbowroom_test_games", "Test games of creations that were played.", registry=self.registry
        )
        self.open_complaints = Gauge(
            "elbowroom_open_complaints",
            "Creations, comments and tips that people complained of and nobody has decided about yet.",
            registry=self.registry,
        )
        self.waiting_creations = Gauge(
            "elbowroom_waiting_creations",
            "Publications that wait for a moderator.",
            registry=self.registry,
        )
        self.errors = Counter("elbowroom_errors", "Errors that nobody expected.", registry=self.registry)

    @contextmanager
    def command(self) -> Iterator[None]:
        """Count the outcome of a command."""
        outcome = "internal"
        try:
            yield
            outcome = "ack"
        except Refused as refused:
            outcome = refused.code
            raise
        except Unavailable:
            outcome = "unavailable"
            raise
        finally:
            self.commands.labels(outcome).inc()

    def _seconds(self, name: str, text: str, buckets: tuple[float, ...] = STORE_BUCKETS_SECONDS) -> Histogram:
        return Histogram(name, text, buckets=buckets, registry=self.registry)
