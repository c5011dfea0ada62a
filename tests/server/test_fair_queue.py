"""A fair queue: who asks for much waits behind those who ask for little."""

from __future__ import annotations

import asyncio

import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.workers.fair_queue import HALF_LIFE_SECONDS, FairQueue


class Times:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


class Line:
    """A queue with users who note when they had their turn."""

    def __init__(self, **limits: int) -> None:
        self.times = Times()
        self.queue = FairQueue(**limits, now=self.times)
        self.served: list[str] = []

    async def use(self, user: str, seconds: float = 1.0, rank: int = 0) -> None:
        """Wait for a turn, and use it for this time."""
        async with self.queue.turn(user, rank):
            self.served.append(user)
            self.times.now += seconds
            await asyncio.sleep(0)

    async def serve(self, *users: str | tuple[str, int]) -> list[str]:
        """Let all come while somebody has their turn; in which order they are served."""
        self.served = []
        async with self.queue.turn("first"):
            named = [(user, 0) if isinstance(user, str) else user for user in users]
            tasks = [asyncio.create_task(self.use(user, rank=rank)) for user, rank in named]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return self.served


async def test_who_has_used_least_comes_first() -> None:
    line = Line()
    assert await line.serve("eve", "eve", "eve", "ann", "bob") == ["eve", "ann", "bob", "eve", "eve"]
    assert await line.serve("eve", "ann") == ["ann", "eve"], "what was used before counts too"


async def test_a_lower_rank_comes_before_all_others() -> None:
    line = Line()
    assert await line.serve(("ann", 2), ("bob", 1), ("cy", 0), ("cy", 0)) == ["cy", "cy", "bob", "ann"]


async def test_what_was_used_is_forgotten_with_time() -> None:
    line = Line()
    await line.use("eve", 8.0)
    line.times.now += 3 * HALF_LIFE_SECONDS
    assert line.queue.used("eve") == pytest.approx(1.0)


async def test_only_so_many_wait() -> None:
    line = Line(max_waiting=3, max_waiting_per_user=2)
    async with line.queue.turn("first"):
        tasks = [asyncio.create_task(line.use(user)) for user in ("eve", "eve", "ann")]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await line.use("bob")
        assert refused.value.code == "crowded"
        tasks.pop().cancel()
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await line.use("eve")
        assert refused.value.code == "too_fast", "others may still come"
        tasks.append(asyncio.create_task(line.use("bob")))
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert line.served == ["eve", "bob", "eve"]


async def test_who_goes_away_gives_the_turn_to_the_next() -> None:
    line = Line()
    async with line.queue.turn("first"):
        gone, waiting = (asyncio.create_task(line.use(user)) for user in ("ann", "bob"))
        await asyncio.sleep(0)
    gone.cancel()  # the turn is Ann's already, but she has not taken it
    await waiting
    assert line.served == ["bob"]
    assert not line.queue.is_taken
