"""The bus: servers with one database wake each other through Redis too, and no game depends on it."""

from __future__ import annotations

import asyncio
import shutil
import signal
import socket
import sys
import time
from contextlib import aclosing, asynccontextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, Self

import pytest
from redis.asyncio import Redis

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage import bus as buses
from elbowroom.server.storage import postgres
from elbowroom.server.storage.bus import Bus
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables import entries
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import Listing
from tests.conftest import MAX_TEST_SECONDS
from tests.programs import Program, start_program
from tests.server.clients import Client, Server
from tests.server.play import join, play

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator
    from pathlib import Path

    from elbowroom.server.storage.store import Store

pytestmark = pytest.mark.process

FAKE = "from fakeredis import TcpFakeServer; TcpFakeServer(('127.0.0.1', {port})).serve_forever()"


class RedisServer:
    """A Redis in a process of its own, without anything on the disk."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "redis.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: Program | None = None

    def start(self) -> None:
        program = shutil.which("redis-server")
        own = [program or "", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        fake = [sys.executable, "-c", FAKE.format(port=self.port)]
        self._process = start_program(own if program else fake, self._log)
        end = time.monotonic() + MAX_TEST_SECONDS
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < end, "no Redis"
            time.sleep(0.02)

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that does not run yet."""
    found = RedisServer(tmp_path)
    yield found
    found.kill()


@asynccontextmanager
async def opened(url: str, bus: str) -> AsyncIterator[Store]:
    store = store_for(url, bus)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


class Listener:
    """Hears the wake-ups of a store."""

    def __init__(self, store: Store) -> None:
        self.heard: list[tuple[str, int]] = []
        self._task = asyncio.create_task(self._listen(store))

    async def _listen(self, store: Store) -> None:
        async with aclosing(store.wake_ups()) as hints:
            async for hint in hints:
                self.heard.append(hint)

    async def hears(self, table: str, seq: int) -> None:
        while (table, seq) not in self.heard:
            assert not self._task.done()
            await asyncio.sleep(0.01)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


def row(seq: int) -> LogRow:
    return LogRow(seq, 1000.0 + seq, entries.Acted(0, [7]))


def listing() -> Listing:
    return Listing("open", True, False, 3, 2, "A quiet game", "ann", ("ann",), time.time())


@pytest.fixture
def is_deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores do not hear what PostgreSQL tells by itself."""
    monkeypatch.setattr(postgres, "CHANNEL", "elsewhere")


async def is_subscribed(server: RedisServer, listeners: int = 2) -> None:
    """Wait until so many listen."""
    async with Redis.from_url(server.url) as client:
        while (await client.pubsub_numsub(buses.CHANNEL))[0][1] < listeners:  # noqa: ASYNC110 - it knows no event
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("is_deaf")
async def test_stores_wake_each_other_through_redis_and_not_themselves(
    database: str, server: RedisServer
) -> None:
    server.start()
    async with (
        opened(database, server.url) as one,
        opened(database, server.url) as two,
        Listener(one) as first,
        Listener(two) as second,
    ):
        await is_subscribed(server)
        await one.create("a table", row(1), "seed", listing())
        await second.hears("a table", 1)
        await one.append("a table", [row(2), row(3)], listing())
        await second.hears("a table", 3)
        await two.append("a table", [row(4)], listing())
        await first.hears("a table", 4)
        assert set(first.heard) == {("a table", 4)}
        assert set(second.heard) == {("a table", 1), ("a table", 3)}


@pytest.mark.usefixtures("is_deaf")
async def test_what_is_not_stored_is_not_told(database: str, server: RedisServer) -> None:
    server.start()
    async with (
        opened(database, server.url) as one,
        opened(database, server.url) as two,
        Listener(two) as listener,
    ):
        await is_subscribed(server, 1)
        await one.create("table", row(1), "seed", listing())
        with pytest.raises(ValueError, match="gap"):
            await one.append("table", [row(7)], listing())
        await one.append("table", [row(2)], listing())
        await listener.hears("table", 2)
        assert set(listener.heard) == {("table", 1), ("table", 2)}


@pytest.mark.usefixtures("is_deaf")
async def test_a_redis_that_is_killed_stops_no_command_and_what_was_missed_is_heard_of_later(
    database: str, server: RedisServer
) -> None:
    server.start()
    async with (
        opened(database, server.url) as one,
        opened(database, server.url) as two,
        Listener(two) as listener,
    ):
        await is_subscribed(server, 1)
        await one.create("table", row(1), "seed", listing())
        await listener.hears("table", 1)
        server.kill()
        for seq in range(2, 6):
            await one.append("table", [row(seq)], listing())
        await asyncio.to_thread(server.start)
        await listener.hears("table", 5)
        await is_subscribed(server, 1)
        await one.append("table", [row(6)], listing())
        await listener.hears("table", 6)


async def test_without_redis_postgresql_wakes_alone(database: str, server: RedisServer) -> None:
    """Here Redis was never there."""
    async with (
        opened(database, server.url) as one,
        opened(database, server.url) as two,
        Listener(two) as listener,
    ):
        await one.create("table", row(1), "seed", listing())
        await listener.hears("table", 1)
        await one.append("table", [row(2)], listing())
        await listener.hears("table", 2)


async def test_stopping_the_store_ends_the_wake_ups(database: str, server: RedisServer) -> None:
    server.start()
    async with opened(database, server.url) as store:
        listener = Listener(store)
        await is_subscribed(server, 1)
    await listener._task


async def test_whatever_strangers_say_on_the_channel_does_no_harm(database: str, server: RedisServer) -> None:
    server.start()
    async with opened(database, server.url) as store, Listener(store) as listener:
        await is_subscribed(server, 1)
        async with Redis.from_url(server.url) as stranger:
            for word in (
                "",
                "hello",
                "a b",
                "a b c",
                "a -1 c",
                f"a {'9' * 5000} c",
                b"\xff 1 c",
                "table 3 other",
            ):
                await stranger.publish(buses.CHANNEL, word)
        await listener.hears("table", 3)


async def test_a_redis_that_never_answers_delays_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody listens at the port, and says nothing."""
    monkeypatch.setattr(buses, "MAX_UNSENT_WAKE_UPS", 3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"redis://127.0.0.1:{mute.getsockname()[1]}"
        async with opened(database, url) as one, opened(database, url) as two, Listener(two) as listener:
            await one.create("table", row(1), "seed", listing())
            for seq in range(2, 12):
                await asyncio.wait_for(
                    one.append("table", [row(seq)], listing()), buses.MAX_REDIS_WAIT_SECONDS
                )
            await listener.hears("table", 11)


async def test_a_listener_notices_that_its_redis_went_silent(
    server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is asked again for what changed whenever a new connection is made."""
    monkeypatch.setattr(buses, "HEARTBEAT_SECONDS", 0.1)
    server.start()
    asked: list[float] = []

    async def changed(since: float) -> list[tuple[str, int]]:
        asked.append(since)
        return [("table", len(asked))]

    bus = Bus(server.url)
    async with aclosing(bus.wake_ups("me", changed)) as hints:
        assert await anext(hints) == ("table", 1)
        process = server._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        again = asyncio.ensure_future(anext(hints))
        await asyncio.sleep(0.5)
        process.send_signal(signal.SIGCONT)
        assert await again == ("table", 2)
    await bus.stop()


@pytest.mark.parametrize("url", ["kafka://ann:secret@host", "host:6379", "", "redis://ann:secret@host:port"])
def test_any_other_url_is_refused_without_telling_its_password(url: str) -> None:
    with pytest.raises(Refused) as refused:
        store_for("postgresql://ann@host/name", url)
    assert refused.value.code == "bus_url"
    assert "secret" not in str(refused.value)


def test_a_bus_is_for_postgresql() -> None:
    with pytest.raises(Refused) as refused:
        store_for("sqlite:///elbowroom.db", "redis://host")
    assert refused.value.code == "bus_without_postgresql"


async def test_two_servers_with_a_bus_play_one_game_also_when_the_bus_is_gone(
    tmp_path: Path, database: str, server: RedisServer
) -> None:
    """The players of one game sit at different processes; in the middle Redis is killed."""
    server.start()
    options = ("--database", database, "--bus", server.url)
    processes = [Server(tmp_path, *options).start() for _ in range(2)]
    ann, bob = (Client(process) for process in processes)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")

    async def story() -> None:
        async with ann.at(table) as one, bob.at(table) as other:
            await asyncio.gather(play(one, Random(1), 30), play(other, Random(2), 30))
            server.kill()
            await asyncio.gather(play(one, Random(3)), play(other, Random(4)))
            for line in (one, other):
                numbers = [update["seq"] for update in line.updates]
                assert numbers == list(range(numbers[0], line.state["seq"] + 1))
                assert line.state["status"] == "over"

    await story()
    for process in processes:
        process.stop()
        assert "Traceback" not in process.log()


async def test_a_source_that_swallows_a_cancellation_ends_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres, "CANCEL_AGAIN_SECONDS", 0.01)
    swallowed = 0

    async def stubborn() -> AsyncGenerator[tuple[str, int]]:
        nonlocal swallowed
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                swallowed += 1
                if swallowed == 3:
                    raise
        yield "never", 1

    async def short() -> AsyncGenerator[tuple[str, int]]:
        await asyncio.sleep(0)
        yield "table", 1

    assert [wake_up async for wake_up in postgres._merged(short(), stubborn())] == [("table", 1)]
    assert swallowed == 3
