"""A whole game read at once: at every number it is what a look at that number shows, and nothing more."""

from __future__ import annotations

import asyncio
import gzip
import random
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.server.rooms.turns import in_turns
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.settings import Clock, TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.game_replay import Replay, encoded_replay
from elbowroom.server.views.updates import moment
from tests.server.houses import house
from tests.server.patching import patched
from tests.server.tables import SEED, Played

if TYPE_CHECKING:
    from pathlib import Path

    from elbowroom.server.rooms.room import Room
    from tests.server.houses import House

PEOPLE = ("ann", "bob", "cy", "dora", "eve")
TABLE = "t"


def eventful(players: int, seed: int, acts: int) -> Played:
    """A game with undo, take-overs, a pause, chat, a seat that moves and a clock."""
    settings = TableSettings(players=players, clock=Clock(kind="bank", seconds=600, increment=5))
    played, chance = Played(settings).sit(*PEOPLE[:players]), random.Random(seed)
    for number in range(acts):
        seat, at = played.table.to_move, float(number)
        if seat is None:
            break
        if played.table.undoable and chance.random() < 0.3:
            person = played.table.seats[seat].person
            assert person is not None
            played.do(person, commands.Undo(seat), at)
        else:
            played.act_at_random(chance, at)
        if number == acts // 5:
            for asking, person in enumerate(PEOPLE[:players]):
                played.do(person, commands.Pause(asking), at)
            played.do("ann", commands.Resume(0), at + 0.5)
        if number == acts // 3:
            played.do("bob", commands.Leave(1), at)
            played.do("zoe", commands.Say("who plays?", name="Zoe"), at)
        if number == acts // 2:
            played.do("bob", commands.Return(1), at)
            played.do("ann", commands.Say("at last"), at)
            played.write([entries.Moved(1, "zoe")], at)
    return played


def replayed(log: list[LogRow], person: str | None) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(at_once(encoded_replay(TABLE, log, person)))
    return found


def states_of(replay: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The table at every number, by applying the patches."""
    state = replay["state"]
    states = {state["seq"]: state}
    for update in replay["updates"]:
        state = states[update["seq"]] = patched(state, update)
    return states


def looked_at(log: list[LogRow], seq: int, person: str | None) -> dict[str, Any]:
    """What a look at a number of the log shows."""
    table = Table.from_log(log[:seq])
    update = moment(TABLE, table, log[seq - 1], person, frozenset(), protocol=2)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(update, enc_hook=str))
    return found


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_a_replay_is_at_every_number_what_a_look_at_it_shows(players: int, seed: int) -> None:
    played = eventful(players, seed, acts=150)
    kinds = {type(row.entry) for row in played.log}
    assert {entries.Undone, entries.TookOver, entries.HandedBack, entries.PauseAsked, entries.Moved} < kinds
    for person in (*PEOPLE[:players], "zoe", None):
        replay = replayed(played.log, person)
        states = states_of(replay)
        assert list(states) == [row.seq for row in played.log]
        for seq, state in states.items():
            assert state == looked_at(played.log, seq, person)["state"], (seq, person)


def test_a_replay_of_a_game_that_is_over_shows_all_coins_and_of_a_running_one_only_ones_own() -> None:
    played = eventful(3, 4, acts=10**6)
    assert played.table.status == "over"
    begun = next(row.seq for row in played.log if isinstance(row.entry, entries.Acted))
    for person, own in (("ann", 0), (None, None)):
        states = states_of(replayed(played.log, person))
        for seq in range(begun, played.table.seq + 1):
            game = Table.from_log(played.log[:seq]).running
            coins = [player["coins"] for player in states[seq]["view"]["players"]]
            assert coins == [int(each) for each in game.state.coins[: game.setup.players]], (seq, person)
            assert states[seq]["decision"] == looked_at(played.log, seq, person)["state"]["decision"]
        running = states_of(replayed(played.log[:-2], person))[played.table.seq - 2]
        assert running["status"] == "running"
        shown = {player["seat"] for player in running["view"]["players"] if player["coins"] is not None}
        assert shown == ({own} if own is not None else set())


def test_a_replay_tells_events_and_undo_as_the_log_does_and_no_chat() -> None:
    played = eventful(3, 4, acts=120)
    for update in replayed(played.log, "ann")["updates"]:
        shown = looked_at(played.log, update["seq"], "ann")
        events = [event for step in update.get("steps", []) for event in step["events"]]
        assert (events, update.get("takes_back")) == (shown["events"], shown["takes_back"])
        assert (update["at"], update["what"]) == (shown["at"], shown["what"])
        assert not update.keys() & {"said", "state", "command"}
        if update["what"] == "said":
            assert update.keys() == {"type", "seq", "at", "what"}


def test_a_replay_is_of_the_type_that_the_schema_names() -> None:
    played = eventful(2, 5, acts=30)
    assert msgspec.convert(replayed(played.log, None), Replay).state.seq == 1


def test_a_recovered_game_whose_log_can_be_replayed_is_told_from_the_start() -> None:
    played = eventful(2, 6, acts=40)
    played.write([entries.Recovered("0", played.table.running.to_text(), [9.0, 9.0])], 50.0)
    for number in range(20):
        played.act_at_random(random.Random(number), 60.0 + number)
    states = states_of(replayed(played.log, "ann"))
    assert list(states) == [row.seq for row in played.log]
    assert all(state == looked_at(played.log, seq, "ann")["state"] for seq, state in states.items())


@pytest.mark.parametrize("recoveries", [1, 2])
def test_a_recovered_game_begins_where_its_log_can_be_replayed(recoveries: int) -> None:
    played = eventful(2, 7, acts=40)
    for _ in range(recoveries):
        unplayable = played.table.seq
        played.log[-1] = LogRow(unplayable, played.log[-1].at, entries.Acted(0, [1]))
        played.write([entries.Recovered("0", played.table.running.to_text(), [9.0, 9.0])], 50.0)
        for number in range(20):
            played.act_at_random(random.Random(number), 60.0 + number)
    with pytest.raises(Exception, match=r".*"):
        Table.from_log(played.log[:unplayable])
    for person in ("ann", None):
        states = states_of(replayed(played.log, person))
        assert list(states) == list(range(unplayable + 1, played.table.seq + 1))
        assert states[played.table.seq]["is_mended"]
        assert all(state == looked_at(played.log, seq, person)["state"] for seq, state in states.items())


async def test_other_tasks_go_on_while_a_replay_is_made() -> None:
    played, turns = eventful(3, 8, acts=150), count()

    async def go_on() -> None:
        while True:
            next(turns)
            await asyncio.sleep(0)

    other = asyncio.create_task(go_on())
    await in_turns(encoded_replay(TABLE, played.log, None))
    other.cancel()
    assert next(turns) >= len(played.log) // 10


async def keep(house: House, played: Played) -> Room:
    """Let a server have what was played, and put right its clock, which stood still until now."""
    store, (first, *rest) = house.rooms.store, played.log
    await store.create(TABLE, first, SEED, listing_of(Table(first)))
    await store.append(TABLE, rest, listing_of(played.table), position_of(played.table))
    room = await house.rooms.room(TABLE)
    await room._hold_clock_now()
    return room


async def test_the_server_tells_each_visitor_their_own_replay(tmp_path: Path) -> None:
    played = eventful(3, 9, acts=60)
    async with house(tmp_path) as server:
        room = await keep(server, played)
        for person, client in (("ann", server.person("ann")), (None, server.stranger)):
            answer = await client.get(f"/api/tables/{TABLE}/replay")
            assert answer.content == at_once(encoded_replay(TABLE, room.rows, person))
            for seq, state in states_of(answer.json()).items():
                shown = await client.get(f"/api/tables/{TABLE}/at/{seq}?protocol=2")
                assert shown.json()["state"] == state
        assert (await server.stranger.get("/api/tables/other/replay")).json()["code"] == "unknown_table"


async def test_a_replay_is_compressed_for_those_who_accept_it(tmp_path: Path) -> None:
    played = eventful(3, 9, acts=100)
    async with house(tmp_path) as server:
        await keep(server, played)
        path = f"/api/tables/{TABLE}/replay"
        plain = await server.stranger.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        async with server.stranger.stream("GET", path, headers={"accept-encoding": "br, gzip"}) as packed:
            body = b"".join([part async for part in packed.aiter_raw()])
        assert packed.headers["content-encoding"] == "gzip"
        assert {answer.headers["vary"] for answer in (plain, packed)} == {"accept-encoding"}
        assert {answer.headers["cache-control"] for answer in (plain, packed)} == {"no-store"}
        assert gzip.decompress(body) == plain.content
        assert len(body) < len(plain.content) / 5


async def test_replays_and_looks_at_the_log_have_one_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elbowroom.server.http.rate_limits.MAX_READS_PER_ADDRESS_PER_MINUTE", 3)
    async with house(tmp_path) as server:
        path = f"/api/tables/{(await server.table('ann', players=2))['table']}"
        asked = [f"{path}/log", f"{path}/replay", f"{path}/at/1", f"{path}/replay"]
        statuses = [(await server.stranger.get(one)).status_code for one in asked]
        assert statuses == [200, 200, 200, 429]
