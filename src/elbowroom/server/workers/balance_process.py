"""A process that plays the test games of creations, a batch at a time, and sums them up.

Run as `python -m elbowroom.server.workers.balance_process`. A malicious creation might keep it busy for ever,
so it has limits of memory and time; it may be killed at any time, as every batch is stored by who asked.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.arena.balance import (
    MAX_DECISIONS,
    MIN_DEALS,
    VARIANTS,
    BalancePlan,
    BalanceResult,
    content_of,
    own_entries,
    play_balance_game,
)
from elbowroom.arena.balance_report import BalanceRow, balance_report
from elbowroom.arena.map_balance import MapPlan, MapResult, map_report, own_map, play_map_game
from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.messages import (
    BalanceGames,
    BalanceRequest,
    BalanceTestReport,
    PlayBalanceGames,
)
from elbowroom.server.workers.worker_loop import limited_time, serve_requests

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.server.workers.messages import WorkerReply

MAX_BATCH_GAMES: Final = 50
BATCH_SECONDS: Final = 1.0
"""CPU time after which a batch has no further game, so that people who come meanwhile do not wait long."""
MAX_WORK_SECONDS: Final = 20.0
"""CPU time for one request. A game of the normal computer takes 0.02 to 0.1 s."""
MAX_RULE_CHARACTERS: Final = 200


class _TestPlan:
    """The test games of a text, whether it is a map or has races and powers."""

    def __init__(self, text: str, games: int) -> None:
        self.map_plan = MapPlan(text, games) if own_map(text) is not None else None
        if self.map_plan is None:
            self.plan = balance_plan(text, games)
        self.games: list[Any] = (self.map_plan or self.plan).game_list()
        self.kind: type[MapResult | BalanceResult] = BalanceResult if self.map_plan is None else MapResult

    def play(self, place: int) -> MapResult | BalanceResult:
        """Play the game at a place of the list."""
        game = self.games[place]
        return play_balance_game(game) if self.map_plan is None else play_map_game(game)

    def report(self, results: Iterable[Any]) -> BalanceTestReport:
        """Sum up."""
        if self.map_plan is not None:
            return BalanceTestReport([], [map_report(self.map_plan, results)])
        rows = balance_report(self.plan, results).to_json()["rows"]
        return BalanceTestReport(msgspec.convert(rows, list[BalanceRow]), [])


def balance_plan(text: str, games: int) -> BalancePlan:
    """So many games in all, shared by the entries of a file; each has at least so many that they tell."""
    sources = (("creation", text),)
    entries = max(1, len(own_entries(content_of(sources))))
    return BalancePlan(sources, games=max(games // entries, MIN_DEALS * len(VARIANTS)))


@lru_cache(maxsize=4)
def _plan(text: str, games: int) -> _TestPlan:
    return _TestPlan(text, games)


def answer(request: BalanceRequest) -> WorkerReply:
    """The reply to a request, or the end of this process when it takes too long."""
    with limited_time(MAX_WORK_SECONDS):
        plan = _plan(request.text, request.games)
        if isinstance(request, PlayBalanceGames):
            return _played(plan, request.first)
        decoder = msgspec.json.Decoder(list[plan.kind])  # type: ignore[name-defined]
        return plan.report(result for batch in request.batches for result in decoder.decode(batch))


def _played(plan: _TestPlan, first: int) -> BalanceGames:
    """The next games; refused if one of them does not end, or breaks a rule of the program."""
    results: list[MapResult | BalanceResult] = []
    end = time.process_time() + BATCH_SECONDS
    for place in range(first, min(first + MAX_BATCH_GAMES, len(plan.games))):
        result = plan.play(place)
        if result.violation:
            broken = result.violation.partition("\n")[0]
            raise Refused("test_rule_broken", rule=broken[:MAX_RULE_CHARACTERS])
        if not result.is_over:
            raise Refused("test_endless", decisions=MAX_DECISIONS)
        results.append(result)
        if time.process_time() > end:
            break
    return BalanceGames(len(results), msgspec.json.encode(results).decode())


if __name__ == "__main__":
    serve_requests(BalanceRequest, answer)
