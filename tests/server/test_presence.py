"""Presence: everybody at a table knows who else is there, is told when it changes, and only then."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.server.rooms import presence as presence_module
from elbowroom.server.rooms.presence import LocalPresence, PresenceTracker, local_presence, presence
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.tables.settings import TableSettings
from tests.server.clients import Client, Server
from tests.server.halls import hall
from tests.server.play import join
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.rooms.room import Room
    from tests.server.clients import Line


def heard(subscriber: Subscriber) -> list[dict[str, Any]]:
    """All that waits to be sent to somebody."""
    found = []
    while not subscriber.queue.empty():
        message = subscriber.queue.get_nowait()
        assert message is not None
        found.append(json.loads(message))
    return found


def told(seats: list[bool], watching: int) -> dict[str, Any]:
    return {"type": "presence", "seats": seats, "watching": watching}


def test_a_crowd_counts_people_and_not_their_connections() -> None:
    table = two().table
    subscribers = [Subscriber(person) for person in ("ann", "ann", "eve", "eve", "dan", None, None)]
    assert local_presence(table, subscribers) == LocalPresence("10", 4)
    assert local_presence(table, []) == LocalPresence("00", 0)
    assert local_presence(table, []).is_empty


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are gathered only until everybody had their turn."""
    monkeypatch.setattr(presence_module, "GATHER_SECONDS", 0.0)


async def settled(subscriber: Subscriber, *seats: bool) -> list[dict[str, Any]]:
    """What somebody hears until they know that these are there."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["seats"] != list(seats):
        message = await subscriber.queue.get()
        assert message is not None
        found.append(json.loads(message))
    return found


async def test_who_comes_and_goes_is_told_to_all_who_are_there(file: str, quick: None) -> None:
    """At once to the one who comes; computers are always there; what does not change is not told."""
    del quick
    async with hall(file) as here:
        await here.keep("t", Played(TableSettings(players=3, computers=("easy",))).sit("ann", "bob"))
        await here.rooms.start()
        room = await here.rooms.room("t")
        ann, again, bob, eve = (Subscriber(person) for person in ("ann", "ann", "bob", None))
        room.enter(ann)
        assert heard(ann) == [told([True, False, True], 0)]
        room.enter(again)
        assert heard(again) == [told([True, False, True], 0)]
        room.enter(bob)
        assert await settled(ann, True, True, True) == [told([True, True, True], 0)]
        room.leave(again)
        room.leave(bob)
        assert await settled(ann, True, False, True) == [told([True, False, True], 0)]
        room.enter(eve)
        assert heard(eve) == [told([True, False, True], 1)]
        room.leave(ann)
        assert await settled(eve, False, False, True) == [told([False, False, True], 1)]


async def test_a_crowd_that_comes_at_once_is_one_change(file: str) -> None:
    async with hall(file) as here:
        await here.keep("t", two())
        room = await here.rooms.room("t")
        first = Subscriber(None)
        room.enter(first)
        heard(first)
        for _ in range(50):
            room.enter(Subscriber(None))
        await here.rooms._presence_tracker._tell(is_due=False)
        assert heard(first) == [told([False, False], 51)]


class Broadcasts:
    """What two processes hear of each other."""

    def __init__(self, here: PresenceTracker, there: PresenceTracker) -> None:
        self.sent = 0
        for one, other, name in ((here, there, "here"), (there, here, "there")):
            one._store.broadcast = self._to(other, name)  # type: ignore[method-assign]

    def _to(self, other: PresenceTracker, name: str) -> Any:  # noqa: ANN401 - a method of a store
        async def broadcast(words: str) -> None:
            self.sent += 1
            assert len(words) <= presence_module.MAX_BROADCAST_BYTES + 100
            other.hear_broadcast(name, words)

        return broadcast


async def test_processes_tell_each_other_and_forget_one_that_is_silent(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(file) as here, hall(file) as there:
        await here.keep("t", two())
        rooms: list[Room] = [await process.rooms.room("t") for process in (here, there)]
        ours, theirs = (process.rooms._presence_tracker for process in (here, there))
        broadcasts = Broadcasts(ours, theirs)
        ann, bob = Subscriber("ann"), Subscriber("bob")
        rooms[0].enter(ann)
        await ours._tell(is_due=False)
        rooms[1].enter(bob)
        assert heard(bob) == [told([True, True], 0)], "ann was heard of before"
        await theirs._tell(is_due=False)
        await ours._tell(is_due=False)
        assert heard(ann) == [told([True, False], 0), told([True, True], 0)]
        sent = broadcasts.sent
        await ours._tell(is_due=False)
        assert broadcasts.sent == sent, "nothing has changed"
        await ours._tell(is_due=True)
        assert broadcasts.sent == sent + 1, "now and then it is told again"
        rooms[1].leave(bob)
        await theirs._tell(is_due=False)
        await ours._tell(is_due=False)
        assert heard(ann) == [told([True, False], 0)]
        rooms[1].enter(bob)
        await theirs._tell(is_due=False)
        await ours._tell(is_due=False)
        assert heard(ann) == [told([True, True], 0)]
        monkeypatch.setattr(presence_module, "FORGET_SECONDS", -1.0)
        await ours._tell(is_due=True)
        assert heard(ann) == [told([True, False], 0)], "it died, and cannot tell"
        assert json.loads(presence(rooms[0])) == told([True, False], 0)


def test_many_tables_fit_into_few_whispers() -> None:
    words = [f"{number:016}:11:0" for number in range(1000)]
    broadcasts = presence_module._joined(words)
    assert " ".join(broadcasts).split() == words
    assert len(broadcasts) == 4
    assert all(len(broadcast.encode()) < 8000 for broadcast in broadcasts)


async def until(line: Line, *seats: bool) -> None:
    """Listen until these are there."""
    while (message := await line.hear())["type"] != "presence" or message["seats"] != list(seats):
        pass


@pytest.mark.process
async def test_presence_reaches_people_at_other_processes(tmp_path: Path, database: str) -> None:
    """By way of PostgreSQL, after the snapshot, and without a number of the log."""
    servers = [Server(tmp_path, "--database", database).start() for _ in range(2)]
    ann, bob = (Client(server) for server in servers)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(bob, table, "Bob")

    async def story() -> None:
        async with ann.at(table) as left:
            first = [await left.hear(), await left.hear()]
            assert [message["type"] for message in first] == ["update", "presence"]
            assert first[1].keys() == {"type", "seats", "watching"}
            assert first[1]["seats"] == [True, False]
            async with bob.at(table) as right:
                await asyncio.gather(until(left, True, True), until(right, True, True))
            await until(left, True, False)

    await story()
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log()
