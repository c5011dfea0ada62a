"""The show game: there is always one, it goes on while somebody watches, and delays nobody."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms import room as rooms_room
from elbowroom.server.rooms.retention import REMOVE_SHOW_AFTER_SECONDS, Retention
from elbowroom.server.rooms.show_games import SHOW_SETTINGS, ShowGames
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.people_db import PeopleDb
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.computer_names import COMPUTER_NAMES
from elbowroom.server.tables.entries import SHOW_HOST, LogRow
from elbowroom.server.tables.listing import listing_of
from elbowroom.server.tables.table import Table
from elbowroom.server.workers.bots import Bots
from tests.server.houses import House, house
from tests.server.tables import SEED

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.rooms.room import Room

MAX_SECONDS = 60.0


def show_table() -> Table:
    opened = entries.Opened(SHOW_SETTINGS, fairness.commitment(SEED), SHOW_HOST)
    return Table(LogRow(1, 0.0, opened))


def test_two_experts_sit_at_a_show_game_and_nobody_else_can() -> None:
    table = show_table()
    assert [seat.level for seat in table.seats] == ["expert", "expert"]
    assert {seat.name for seat in table.seats} <= set(COMPUTER_NAMES)
    with pytest.raises(Refused, match="seat"):
        commands.decide(table, commands.Join(name="Ann"), "ann", SEED)
    for entry in commands.start_show(table, SEED):
        table.add(LogRow(table.seq + 1, 0.0, entry))
    assert (table.status, table.is_show, table.waits_for_computer) == ("running", True, True)
    assert commands.start_show(table, SEED) == []
    assert listing_of(table).due is None, "no process opens its room by itself"


def subscriber() -> Subscriber:
    """Somebody who watches."""
    return Subscriber(None)


async def moved(room: Room, since: int) -> None:
    """Wait until a table has moved on."""
    async with asyncio.timeout(MAX_SECONDS):
        while room.table.seq <= since:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)


async def shown(here: House) -> str:
    """The show game that one finds on Watch, as soon as there is one."""
    async with asyncio.timeout(MAX_SECONDS):
        while True:
            listed = (await here.stranger.get("/api/tables/running")).json()
            if listed:
                assert [table["is_show"] for table in listed] == [True]
                return str(listed[0]["table"])
            await asyncio.sleep(0.02)


@pytest.mark.process
async def test_there_is_one_show_game_and_after_it_another(tmp_path: Path) -> None:
    async with house(tmp_path, has_show_games=True) as here:
        first = await shown(here)
        await ShowGames(here.rooms).ensure_show_game()
        assert await shown(here) == first, "one is enough"
        assert (await here.stranger.get("/api/tables/finished")).json() == []
        room = await here.rooms.room(first)
        await room.write(lambda _table, seed: [entries.Finished(seed)])
        assert await shown(here) != first
        finished = (await here.stranger.get("/api/tables/finished")).json()
        assert [(table["table"], table["is_show"]) for table in finished] == [(first, True)]


@pytest.mark.process
async def test_a_host_may_do_without(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await ShowGames(here.rooms).ensure_show_game()
        assert (await here.stranger.get("/api/tables/running")).json() == []


@pytest.mark.process
async def test_a_show_game_goes_on_only_while_somebody_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_room, "SHOW_PAUSE_SECONDS", 0.0)
    async with house(tmp_path) as here:
        await ShowGames(here.rooms).ensure_show_game()
        [(table_id, _)] = await here.rooms.store.hosted_by(SHOW_HOST)
        room = await here.rooms.room(table_id)
        await asyncio.sleep(0.2)
        assert room.table.seq == 2, "nobody watches"
        watcher = subscriber()
        for _ in range(2):  # they come, go, and come again
            before = room.table.seq
            room.enter(watcher)
            await moved(room, before)
            room.leave(watcher)
            assert room._player is not None
            async with asyncio.timeout(MAX_SECONDS):
                await room._player
            assert room.table.status == "running"
            assert not room._lets_computer_play


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system knows no such priority")
async def test_the_show_game_has_a_process_of_its_own_with_the_lowest_priority() -> None:
    bots = Bots()
    table = show_table()
    for entry in commands.start_show(table, SEED):
        table.add(LogRow(table.seq + 1, 0.0, entry))
    position = table.running.to_text()
    await bots.actions("show", position, "easy", (), 0, is_show=True)
    await bots.actions("person", position, "easy", (), 0)
    show, person = bots._show_process._process, bots._bot_processes[0]._process
    assert show is not None
    assert person is not None
    priorities = [os.getpriority(os.PRIO_PROCESS, process.pid) for process in (show, person)]
    assert priorities[0] == 19
    assert priorities[1] < 19
    await bots.end_show()
    assert bots._show_process._process is None
    assert bots._bot_processes[0]._process is person
    await bots.stop()


@pytest.mark.process
async def test_old_show_games_are_removed_and_other_finished_games_are_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await ShowGames(here.rooms).ensure_show_game()
        [(table_id, _)] = await here.rooms.store.hosted_by(SHOW_HOST)
        await (await here.rooms.room(table_id)).write(lambda _table, seed: [entries.Finished(seed)])
        at = (await here.rooms.room(table_id)).table.changed_at
        people_db = PeopleDb(f"sqlite:///{tmp_path / 'elbowroom.db'}")
        await people_db.start()
        for age, left in ((-1, 1), (1, 0)):
            later = at + REMOVE_SHOW_AFTER_SECONDS + age
            await Retention(here.rooms, people_db, lambda later=later: later).sweep()  # type: ignore[misc]
            assert len(await here.rooms.store.hosted_by(SHOW_HOST)) == left
        await people_db.stop()
