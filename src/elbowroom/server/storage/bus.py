"""Redis as a second channel by which server processes wake each other up; no game depends on it."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from elbowroom.server.storage.store import CLOCK_SLACK_SECONDS, Unavailable, retry_seconds

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

CHANNEL: Final = "elbowroom"
MAX_REDIS_WAIT_SECONDS: Final = 5.0
"""Seconds to wait for an answer of Redis."""
HEARTBEAT_SECONDS: Final = 30.0
"""After this silence a listener checks whether Redis is there."""
MAX_UNSENT_WAKE_UPS: Final = 1024
"""When Redis is slow, older wake-ups are dropped."""

_LOG: Final = logging.getLogger(__name__)
_WAKE_UP: Final = re.compile(rb"(.+) (\d{1,9}) (\S+)")


class Bus:
    """A channel of Redis on which processes tell each other what they wrote."""

    def __init__(self, url: str) -> None:
        """Name the Redis; ValueError if the URL names none."""
        self._redis = Redis.from_url(
            url,
            socket_timeout=MAX_REDIS_WAIT_SECONDS,
            socket_connect_timeout=MAX_REDIS_WAIT_SECONDS,
            retry=Retry(NoBackoff(), 1),
        )
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MAX_UNSENT_WAKE_UPS)
        self._sender: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to send; Redis need not be there yet."""
        self._sender = asyncio.create_task(self._send())

    async def stop(self) -> None:
        """Close all connections."""
        if self._sender is not None:
            self._sender.cancel()
            with suppress(asyncio.CancelledError):
                await self._sender
        await self._redis.aclose()

    def tell(self, table: str, head: int, origin: str) -> None:
        """Tell the other processes that a table has changed; returns at once."""
        if self._unsent.full():
            self._unsent.get_nowait()
        self._unsent.put_nowait(f"{table} {head} {origin}")

    async def wake_ups(
        self, origin: str, changed: Callable[[float], Awaitable[list[tuple[str, int]]]]
    ) -> AsyncGenerator[tuple[str, int]]:
        """Wake-ups by other processes, without end; after each subscribe, also what `changed` meanwhile."""
        heard_at, failures = time.time(), 0
        while True:
            try:
                async with aclosing(self._messages()) as messages:
                    async for message in messages:
                        if message["type"] == "subscribe":
                            for missed in await changed(heard_at - CLOCK_SLACK_SECONDS):
                                yield missed
                        elif wake_up := _wake_up(message, origin):
                            yield wake_up
                        heard_at, failures = time.time(), 0
            except (OSError, RedisError, Unavailable) as error:
                if not failures:
                    _LOG.warning("the bus is not heard", extra={"cause": type(error).__name__})
                failures += 1
                await asyncio.sleep(retry_seconds(failures))

    async def _messages(self) -> AsyncGenerator[dict[str, Any]]:
        """What Redis says, until the connection is lost."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            is_asked = False
            while True:
                message = await channel.get_message(timeout=HEARTBEAT_SECONDS)
                if message is not None:
                    yield message
                elif is_asked:
                    raise RedisError("no answer")
                else:
                    await channel.ping()
                is_asked = message is None

    async def _send(self) -> None:
        """Send the wake-ups; what cannot be sent is found in the database."""
        while True:
            wake_ups = [await self._unsent.get()]
            while not self._unsent.empty():
                wake_ups.append(self._unsent.get_nowait())
            with suppress(OSError, RedisError):
                async with self._redis.pipeline(transaction=False) as together:
                    for wake_up in wake_ups:
                        together.publish(CHANNEL, wake_up)
                    await together.execute()


def _wake_up(message: dict[str, Any], origin: str) -> tuple[str, int] | None:
    """The table and the number that somebody else tells of."""
    match = _WAKE_UP.fullmatch(message["data"]) if message["type"] == "message" else None
    if match is None or match[3] == origin.encode():
        return None
    return match[1].decode(errors="replace"), int(match[2])
