"""Redis as one more way by which server processes wake each other; no game depends on it."""

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

from elbowroom.server.storage.store import SLACK, Unavailable, pause_after

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

CHANNEL: Final = "elbowroom"
PATIENCE: Final = 5.0
"""Seconds to wait for an answer of Redis."""
HEARTBEAT: Final = 30.0
"""Seconds of silence after which a listener asks whether Redis is there."""
MOST_UNSAID: Final = 1024
"""So many hints may wait for a Redis that is slow; older ones are dropped."""

_LOG: Final = logging.getLogger(__name__)
_HINT: Final = re.compile(rb"(.+) (\d{1,9}) (\S+)")


class Bus:
    """A channel of Redis on which processes tell each other what they wrote."""

    def __init__(self, url: str) -> None:
        """Name the Redis; ValueError if the URL names none."""
        self._redis = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),
        )
        self._unsaid: asyncio.Queue[str] = asyncio.Queue(MOST_UNSAID)
        self._speaker: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Be ready to tell; Redis need not be there yet."""
        self._speaker = asyncio.create_task(self._speak())

    async def stop(self) -> None:
        """Close all connections."""
        if self._speaker is not None:
            self._speaker.cancel()
            with suppress(asyncio.CancelledError):
                await self._speaker
        await self._redis.aclose()

    def tell(self, table: str, head: int, origin: str) -> None:
        """Tell the other processes that a table has changed; nobody waits for it."""
        if self._unsaid.full():
            self._unsaid.get_nowait()
        self._unsaid.put_nowait(f"{table} {head} {origin}")

    async def wake_ups(
        self, origin: str, changed: Callable[[float], Awaitable[list[tuple[str, int]]]]
    ) -> AsyncGenerator[tuple[str, int]]:
        """What all others tell, for ever; what may have been missed, the database is asked for."""
        heard_at, failures = time.time(), 0
        while True:
            try:
                async with aclosing(self._messages()) as messages:
                    async for message in messages:
                        if message["type"] == "subscribe":
                            for missed in await changed(heard_at - SLACK):
                                yield missed
                        elif hint := _hint(message, origin):
                            yield hint
                        heard_at, failures = time.time(), 0
            except (OSError, RedisError, Unavailable) as error:
                if not failures:
                    _LOG.warning("the bus is not heard", extra={"cause": type(error).__name__})
                failures += 1
                await asyncio.sleep(pause_after(failures))

    async def _messages(self) -> AsyncGenerator[dict[str, Any]]:
        """What Redis says, until the connection is lost."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            is_asked = False
            while True:
                message = await channel.get_message(timeout=HEARTBEAT)
                if message is not None:
                    yield message
                elif is_asked:
                    raise RedisError("no answer")
                else:
                    await channel.ping()
                is_asked = message is None

    async def _speak(self) -> None:
        """Tell what is to be told; what cannot be told now is found in the database."""
        while True:
            words = [await self._unsaid.get()]
            while not self._unsaid.empty():
                words.append(self._unsaid.get_nowait())
            with suppress(OSError, RedisError):
                async with self._redis.pipeline(transaction=False) as together:
                    for word in words:
                        together.publish(CHANNEL, word)
                    await together.execute()


def _hint(message: dict[str, Any], origin: str) -> tuple[str, int] | None:
    """The table and the number that somebody else tells of."""
    found = _HINT.fullmatch(message["data"]) if message["type"] == "message" else None
    if found is None or found[3] == origin.encode():
        return None
    return found[1].decode(errors="replace"), int(found[2])
