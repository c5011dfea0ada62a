"""Plays the balance tests that wait, one at a time, while no person waits for a computer at any process.

Each batch of games is stored before the next begins. So a crash loses one batch at most, and any process
goes on with the test when the lease of the one that played it has run out.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.balance_queue import (
    fail,
    finish,
    lease,
    queued_tests,
    release,
    store_batch,
    stored_batches,
)
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.workers.messages import (
    BalanceGames,
    BalanceTestReport,
    PlayBalanceGames,
    SumUpBalanceGames,
)
from elbowroom.server.workers.worker import NoReplyError, Worker
from elbowroom.server.workers.worker_loop import LOWEST_PRIORITY

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.server.community.balance_queue import LeasedTest
    from elbowroom.server.rooms.busy_bots import BusyBots
    from elbowroom.server.rooms.metrics import Metrics
    from elbowroom.server.storage.people_db import PeopleDb

MODULE: Final = "elbowroom.server.workers.balance_process"
MAX_ANSWER_SECONDS: Final = 240.0
"""A process that takes longer is killed, before its lease runs out. It limits its CPU time itself, and gets
only the time that nobody else needs."""
MAX_ATTEMPTS: Final = 3
"""A batch whose process died this many times is too heavy."""
CHECK_SECONDS: Final = 15.0
"""Seconds between two looks for tests that other processes queued."""
PAUSE_SECONDS: Final = 0.2
"""Seconds between two looks whether people still wait for a computer."""

_LOG: Final = logging.getLogger(__name__)


class BalanceTester:
    """Takes balance tests from the queue and has their games played in a process of its own."""

    def __init__(
        self, people_db: PeopleDb, busy_bots: BusyBots, metrics: Metrics, now: Callable[[], float]
    ) -> None:
        self._people_db = people_db
        self._busy_bots = busy_bots
        self._metrics = metrics
        self._now = now
        self._name = secrets.token_hex(8)
        self._worker = Worker(MODULE, MAX_ANSWER_SECONDS, arguments=(LOWEST_PRIORITY,))
        self._held: LeasedTest | None = None
        self._attempts: dict[tuple[str, int], int] = {}
        """By test and number of games: how often the process died over the next batch."""
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin with what waits."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop at once; whoever starts next goes on after the last batch that was stored."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._worker.kill()
        with suppress(Unavailable):
            await self._let_go()

    def wake(self) -> None:
        """A test was queued: look for it soon."""
        self._woken.set()

    async def _work(self) -> None:
        while True:
            try:
                is_idle = not await self.work_once()
            except Unavailable:
                is_idle = True
            except Exception:  # noqa: BLE001 - its lease runs out; meanwhile others have their turn
                _LOG.exception("a balance test could not go on")
                self._held, is_idle = None, True
            if is_idle:
                await self._worker.kill()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), CHECK_SECONDS)
                self._woken.clear()

    async def work_once(self) -> bool:
        """Play the next test until it ends or somebody waits for a computer; false if nothing waits."""
        await self._let_go()
        if self._busy_bots.is_busy:
            await asyncio.sleep(PAUSE_SECONDS)
            return True
        now = self._now()
        async with self._people_db.read() as connection:
            queue = await queued_tests(connection, now)
        self._metrics.waiting_tests.set(len(queue))
        waiting = [test for test in queue if test.leased_until <= now]
        if not waiting:
            return False
        async with self._people_db.begin() as connection:
            self._held = await lease(connection, waiting[0], self._name, now)
        while self._held is not None and not self._busy_bots.is_busy:
            self._held = await self._play_on(self._held)
        await self._let_go()
        return True

    async def _let_go(self) -> None:
        if self._held is not None:
            async with self._people_db.begin() as connection:
                await release(connection, self._held)
            self._held = None

    async def _play_on(self, test: LeasedTest) -> LeasedTest | None:
        """Play a batch and store it; None if the test has ended, or is another's by now."""
        attempt = test.digest, test.played
        try:
            batch = await self._worker.ask(
                PlayBalanceGames(test.text, test.wanted, test.played), BalanceGames
            )
            if batch.games == 0:
                await self._sum_up(test)
                return None
            async with self._people_db.begin() as connection:
                stored = await store_batch(connection, test, batch, self._now())
            self._attempts.pop(attempt, None)
            self._metrics.test_games.inc(batch.games)
            return stored  # noqa: TRY300 - what else is refused or dies is told below
        except NoReplyError:
            self._attempts[attempt] = self._attempts.get(attempt, 0) + 1
            if self._attempts[attempt] < MAX_ATTEMPTS:
                return test
            del self._attempts[attempt]
            failure = Refused("test_too_heavy").refusal
        except Refused as refused:
            failure = refused.refusal
        async with self._people_db.begin() as connection:
            await fail(connection, test, failure, self._now())
        return None

    async def _sum_up(self, test: LeasedTest) -> None:
        async with self._people_db.read() as connection:
            batches = await stored_batches(connection, test.digest)
        request = SumUpBalanceGames(test.text, test.wanted, batches)
        report = await self._worker.ask(request, BalanceTestReport)
        async with self._people_db.begin() as connection:
            await finish(connection, test, report, self._now())
