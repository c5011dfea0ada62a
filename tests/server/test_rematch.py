"""Playing again is decided in one place: a table of a server and one of a device give the same answers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.desk.local_table import PERSON
from elbowroom.server.rooms.replay_tables import open_replay
from elbowroom.server.tables import commands
from elbowroom.server.tables.record_export import shown_record
from elbowroom.server.tables.settings import TableSettings
from tests.server.desks import Device, Shelf
from tests.server.halls import Hall, hall, played_out
from tests.server.tables import Played

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

pytestmark = pytest.mark.process
SETTINGS = TableSettings(players=2, computers=("easy",))


def of_host() -> Played:
    return Played(SETTINGS, host=PERSON).sit(PERSON)


def record() -> str:
    return shown_record(played_out(of_host()).table)


async def waiting_there(at: Hall) -> str:
    await at.keep("t", Played(TableSettings(players=2), host=PERSON).sit(PERSON))
    return "t"


def waiting_here(device: Device) -> str:
    return device.open({"players": 2}, "Ann")


async def running_there(at: Hall) -> str:
    await at.keep("t", of_host())
    return "t"


def running_here(device: Device) -> str:
    return device.open({"players": 2, "computers": ["easy"]}, "Ann")


async def over_there(at: Hall) -> str:
    await at.keep("t", played_out(of_host()))
    return "t"


def over_here(device: Device) -> str:
    table, chance = running_here(device), random.Random(1)
    while device.step(table, chance):
        pass
    return table


async def closed_there(at: Hall) -> str:
    table = Played(TableSettings(players=2), host=PERSON).sit(PERSON)
    table.do(PERSON, commands.Close())
    await at.keep("t", table)
    return "t"


def closed_here(device: Device) -> str:
    table = waiting_here(device)
    assert device.send(table, {"do": "close"})["type"] == "ack"
    return table


async def replay_there(at: Hall) -> str:
    return await open_replay(at.rooms, record(), PERSON, 0.0)


def replay_here(device: Device) -> str:
    table: str = device.result("import", record=record())["table"]
    return table


async def without_seat_there(at: Hall) -> str:
    await at.keep("t", Played(TableSettings(players=2), host=PERSON).sit("bob"))
    return "t"


def without_seat_here(device: Device) -> str:
    return device.open({"players": 2, "computers": ["easy"]})


@pytest.mark.parametrize(
    ("there", "here", "code"),
    [
        (waiting_there, waiting_here, "table_status"),
        (running_there, running_here, "table_status"),
        (over_there, over_here, None),
        (closed_there, closed_here, None),
        (replay_there, replay_here, "not_your_table"),
        (without_seat_there, without_seat_here, "not_your_table"),
    ],
)
async def test_a_room_and_a_desk_agree_who_may_play_again_and_when(
    file: str, there: Callable[[Hall], Awaitable[str]], here: Callable[[Device], str], code: str | None
) -> None:
    device = Device(Shelf())
    table = here(device)
    async with hall(file) as at:
        room = await at.rooms.room(await there(at))
        if code is not None:
            with pytest.raises(Refused) as refused:
                await at.rooms.rematch(room, PERSON)
            answer = device.ask("rematch", table=table)["refused"]
            assert (answer["code"], refused.value.code) == (code, code)
            assert answer.get("params", {}) == refused.value.params
            return
        again = await at.rooms.rematch(room, PERSON)
        assert await at.rooms.rematch(room, PERSON) == again
        theirs = (await at.rooms.room(again)).table
    again_here = device.result("rematch", table=table)["table"]
    assert device.result("rematch", table=table)["table"] == again_here
    ours = device.desk._tables[again_here].table
    assert (ours.settings, ours.host) == (theirs.settings, theirs.host)
    assert (ours.is_local, theirs.is_local) == (True, False)
