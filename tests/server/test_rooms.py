"""Rooms on a real store, without a server: what happens when something goes wrong in the middle."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.rooms import room as rooms_room
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import commands, table_log
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.workers.bots import Bots

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.storage.store import Store
    from elbowroom.server.tables.entries import LogRow


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Rooms]:
    store: Store = store_for(f"sqlite:///{file}")
    await store.start()
    rooms = Rooms(store, Bots(), ServerTime(lambda: 1000.0))
    try:
        yield rooms
    finally:
        await rooms.stop()
        await rooms.bots.stop()
        await store.stop()


async def begun(rooms: Rooms) -> Room:
    """A table for two at which Ann gave her seat to Cy."""
    room = await rooms.open_table(TableSettings(2), "ann")
    await room.do("ann", "1", commands.Join("Ann"))
    await room.do("bob", "1", commands.Join("Bob", invite=room.table.invite))
    await room.write(lambda table, _seed: commands.move_seat(table, 0, "ann", "cy"))
    return room


async def act(room: Room) -> None:
    """The first thing that may be done, by whoever decides."""
    seat = room.table.to_move
    assert seat is not None
    person = room.table.seats[seat].person
    assert person is not None
    game = room.table.running
    await room.do(person, f"a{room.table.seq}", commands.Act(seat, game.text_of(game.legal()[0])))


async def test_forgetting_one_who_gave_a_seat_away_leaves_the_game_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "a.db") as rooms:
            room = await begun(rooms)
            await act(room)
            await room.forget("ann")
            assert "Ann" not in await rooms.store.position(room.id)
            await act(room)
            table_id, history = room.id, list(room.table.running.history)
        async with opened(tmp_path / "a.db") as rooms:
            room = await rooms.room(table_id)
            assert not room.table.is_recovered
            assert room.table.running.history == history
            assert room.table.seats[0].person == "cy"
            assert b"Ann" not in msgspec.json.encode(room.rows)

    await story()


async def test_forgetting_can_be_begun_again_after_it_was_broken_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "a.db") as rooms:
            room = await begun(rooms)
            await rooms.store.redact(room.id, anonymised_rows(room.rows, "cy"))
            table_id = room.id
        async with opened(tmp_path / "a.db") as rooms:
            room = await rooms.room(table_id)
            assert not room.table.is_recovered
            await room.forget("cy")
            assert room.table.seats[0].is_computer, "somebody plays on"

    await story()


async def test_what_is_stored_is_acknowledged_even_if_nobody_can_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path / "a.db") as rooms:
            room = await begun(rooms)
            viewer = Subscriber("bob")
            room.subscribers.add(viewer)
            with monkeypatch.context() as patch:
                patch.setattr(rooms_room, "UpdateBuilder", None)
                await act(room)
            assert viewer.is_gone, "they come back and read it from the log"
            assert room.table.seq == len(await rooms.store.rows(room.id))
            await act(room)

    await story()


async def test_a_commit_that_nobody_waits_for_any_more_is_told_when_it_lands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_room, "RETRY_SECONDS", 0.05)

    async def story() -> None:
        async with opened(tmp_path / "a.db") as rooms:
            room = await begun(rooms)
            viewer = Subscriber("bob")
            room.subscribers.add(viewer)
            held, append = asyncio.Event(), rooms.store.append

            async def slow(*addition: Any) -> None:  # noqa: ANN401 - what `append` takes
                async def later() -> None:
                    await held.wait()
                    await append(*addition)

                await asyncio.shield(asyncio.create_task(later()))

            monkeypatch.setattr(rooms.store, "append", slow)
            before = room.table.seq
            asking = asyncio.create_task(act(room))
            await asyncio.sleep(0.02)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await asyncio.sleep(0.2)
            held.set()
            async with asyncio.timeout(10):
                await viewer.queue.get()
            assert room.table.seq == before + 1

    await story()


async def test_nobody_is_matched_with_himself_and_a_bad_name_leaves_no_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "a.db") as rooms:
            wish = TableSettings(2, is_open=True)
            await rooms.open_table(wish, "host")
            join = commands.Join("Ann")
            found = await asyncio.gather(*(rooms.quick_match(wish, "ann", join) for _ in range(4)))
            for table_id in set(found):
                assert (await rooms.room(table_id)).table.status == "open"
            before = len(await rooms.store.open_tables())
            with pytest.raises(Refused):
                await rooms.quick_match(TableSettings(3, is_open=True), "bob", commands.Join(""))
            assert len(await rooms.store.open_tables()) == before

    await story()


async def test_a_full_log_still_allows_leaving_returning_pausing_and_talking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path / "a.db") as rooms:
        room = await begun(rooms)
        monkeypatch.setattr(table_log, "MAX_ENTRIES", 1)
        allowed: tuple[commands.AnyCommand, ...] = (
            commands.Pause(1),
            commands.Resume(1),
            commands.Leave(1),
            commands.Return(1),
            commands.Say("We play on."),
        )
        for number, command in enumerate(allowed):
            await room.do("bob", f"c{number}", command)
        await act(room)
        with pytest.raises(Refused, match="only what its game needs"):
            await room.do("bob", "undo", commands.Undo(1))


async def test_what_another_process_wrote_is_read_as_soon_as_the_database_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody tells of it again: whoever watches here would wait until the next move."""
    monkeypatch.setattr(rooms_room, "RETRY_SECONDS", 0.01)
    async with opened(tmp_path / "a.db") as here, opened(tmp_path / "a.db") as there:
        written = await begun(there)
        room = await here.room(written.id)
        await act(written)
        read, failures = here.store.rows, [1, 2, 3]

        async def rows(table: str, after: int = 0) -> list[LogRow]:
            if failures:
                failures.pop()
                raise Unavailable("a connection of before")
            return await read(table, after)

        monkeypatch.setattr(here.store, "rows", rows)
        room.wake_up(written.table.seq)
        while room.table.seq < written.table.seq:  # noqa: ASYNC110 - nobody tells when it is read
            await asyncio.sleep(0.01)
        assert not failures
