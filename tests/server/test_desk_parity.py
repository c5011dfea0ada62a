"""A desk and a room are the same table: the same commands lead to the same rows and the same messages."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING

import msgspec
import pytest

from elbowroom.server.desk.local_table import PERSON, to_store
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables.entries import PersonalEntry
from elbowroom.server.tables.envelopes import Envelope
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table_log import NextRows
from elbowroom.server.workers.bots import Bots
from tests.server.desks import Device, Json, Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.tables.entries import LogRow

SEED = "33" * 32
NOW = 1000.0
MAX_SECONDS = 120.0
"""Seconds after which a test has failed."""


def comparable(row: LogRow) -> LogRow:
    """A row without its salt, which is drawn."""
    entry = row.entry
    if isinstance(entry, PersonalEntry):
        entry = msgspec.structs.replace(entry, salt="")
    return msgspec.structs.replace(row, entry=entry)


def comparable_patches(messages: Iterable[Json]) -> str:
    """The patches among messages as JSON, without heads of the chain, which cover the salts."""
    patches = [message for message in messages if message["type"] == "patch"]
    return json.dumps([message | {"chain": ""} for message in patches])


class Both:
    """A room and a desk with the same table."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.heard: list[Json] = []
        """What the room has sent."""
        subscriber = Subscriber(PERSON)
        subscriber.write = self._hear
        room.enter(subscriber)
        self.device = Device(Shelf(), now=lambda: NOW)
        first = NextRows(room.rows[:1], [room.log.table_at(1)])
        self.device.shelf.store([json.loads(msgspec.json.encode(to_store(room.id, first, SEED)))])
        self.device.load(room.id)

    async def do(self, number: int, cmd: Json, base: int | None = None) -> None:
        """Send a command to both."""
        envelope = {"id": f"c{number}", "cmd": cmd, "base": base}
        sent = msgspec.convert(envelope, Envelope)
        await self.room.do(PERSON, sent.id, sent.cmd, sent.base)  # type: ignore[arg-type]
        assert self.device.send(self.room.id, cmd, base, f"c{number}")["type"] == "ack"
        self.device.play_computers(self.room.id)
        async with asyncio.timeout(MAX_SECONDS):
            while (player := self.room._player) is not None and not player.done():
                await player

    def _hear(self, message: bytes) -> bool:
        self.heard.append(msgspec.json.decode(message))
        return True


@pytest.mark.process
@pytest.mark.parametrize("players", [2, 4])
async def test_a_desk_does_what_a_room_does(tmp_path: Path, players: int) -> None:
    store = store_for(f"sqlite:///{tmp_path / 'elbowroom.db'}")
    await store.start()
    rooms = Rooms(store, Bots(), ServerTime(lambda: NOW, lambda: 0.0), known_seed=SEED)
    try:
        room = await rooms.open_table(TableSettings(players, computers=("easy",) * (players - 1)), PERSON)
        both = Both(room)
        await both.do(-1, {"do": "join", "name": "Ann", "nonce": "n"})
        chance, number = random.Random(players), 0
        while room.table.status == "running":
            number += 1
            state = both.device.state(room.id)
            decision = state["decision"]
            if decision.get("can_undo") and number % 5 == 0:
                await both.do(number, {"do": "undo", "seat": 0}, state["seq"])
                continue
            if number == 11:
                await both.do(0, {"do": "say", "text": "hm"})
            action = chance.choice([action["text"] for action in decision["legal"]])
            await both.do(number, {"do": "act", "seat": 0, "action": action}, state["seq"])
        stored = await store.rows(room.id)
    finally:
        await rooms.bots.stop()
        await rooms.stop()
        await store.stop()
    own = both.device.desk._table(room.id)
    assert {type(row.entry).__name__ for row in stored} >= {"Joined", "Started", "Acted", "Undone", "Said"}
    assert [comparable(row) for row in own.log.rows] == [comparable(row) for row in stored]
    assert comparable_patches(both.device.messages) == comparable_patches(both.heard)
    assert own.log.checkpoints.states.keys() == room.log.checkpoints.states.keys()
