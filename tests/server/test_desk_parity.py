"""A desk and a room are the same table: the same commands lead to the same rows and the same messages."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from typing import TYPE_CHECKING

import msgspec
import pytest

from elbowroom.server.desk.local_table import PERSON, to_store
from elbowroom.server.rooms.continued_tables import open_continued
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables.entries import Opened, PersonalEntry
from elbowroom.server.tables.envelopes import Envelope
from elbowroom.server.tables.record_export import record_of
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table_log import NextRows
from elbowroom.server.workers.bots import Bots
from elbowroom.server.workers.messages import DrawBoard, PaintMap, PaintRandomMap
from elbowroom.server.workers.sandbox_pool import SandboxPool
from tests.server.desks import Device, Json, Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.tables.entries import LogRow

SEED = "33" * 32
OTHER_SEED = "44" * 32
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
        so_far = NextRows(list(room.rows), [room.table])
        self.device.shelf.store([json.loads(msgspec.json.encode(to_store(room.id, so_far, SEED)))])
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


@pytest.mark.process
async def test_a_desk_goes_on_with_a_record_as_a_room_does(tmp_path: Path) -> None:
    begun = Device(Shelf(), now=lambda: NOW)
    table = begun.open({"players": 2, "computers": ["easy"]}, "Ann", seed=OTHER_SEED)
    chance = random.Random(3)
    for _ in range(30):
        begun.step(table, chance)
    begun.play_computers(table)
    record = begun.result("record", table=table)
    store = store_for(f"sqlite:///{tmp_path / 'elbowroom.db'}")
    await store.start()
    rooms = Rooms(store, Bots(), ServerTime(lambda: NOW, lambda: 0.0), known_seed=SEED)
    try:
        read = await rooms.sandboxes.read_to_continue(record, None, PERSON)
        room = await open_continued(rooms, read, PERSON, NOW)
        local = begun.result("continue_record", record=record, seed=SEED)["table"]
        first, *rest = begun.desk._table(local).log.rows
        assert [comparable(row) for row in rest] == [comparable(row) for row in room.rows[1:]]
        opened = first.entry
        assert isinstance(opened, Opened)
        assert msgspec.structs.replace(opened, is_local=False, invite=room.table.invite) == room.rows[0].entry
        both, number = Both(room), 0
        while room.table.status == "running":
            number += 1
            state = both.device.state(room.id)
            action = chance.choice([action["text"] for action in state["decision"]["legal"]])
            await both.do(number, {"do": "act", "seat": 0, "action": action}, state["seq"])
        stored = await store.rows(room.id)
    finally:
        await rooms.bots.stop()
        await rooms.stop()
        await store.stop()
    own = both.device.desk._table(room.id)
    assert number > 5
    assert [comparable(row) for row in own.log.rows] == [comparable(row) for row in stored]
    assert comparable_patches(both.device.messages) == comparable_patches(both.heard)
    assert both.device.result("record", table=room.id) == record_of(room.table)


@pytest.mark.process
async def test_a_desk_says_of_maps_and_content_what_a_server_says() -> None:
    device, sandboxes = Device(Shelf()), SandboxPool()
    try:
        painted = await sandboxes.paint(PaintRandomMap(3, 7), "ann")
        assert device.result("paint_random_map", players=3, seed=7) == as_json(painted)
        check = await sandboxes.check_map(painted, "ann")
        assert device.result("check_painted_map", painted=as_json(painted)) == as_json(check)
        text = check.text or ""
        drawn = gzip.decompress(await sandboxes.draw(DrawBoard(text, "day"))).decode()
        assert device.result("draw_painted_map", map=text, theme="day") == drawn
        assert device.result("paint_map", map=text) == as_json(await sandboxes.paint(PaintMap(text), "ann"))
        assert device.result("check_content", content=[text]) == as_json(
            await sandboxes.describe((text,), "ann")
        )
    finally:
        await sandboxes.stop()


def as_json(value: object) -> object:
    return json.loads(msgspec.json.encode(value, enc_hook=str))
