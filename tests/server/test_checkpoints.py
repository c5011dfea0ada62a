"""Checkpoints: the table from any of them is the table from the whole log, and they never outlive the log."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom import __version__
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import RULES_VERSION
from elbowroom.server.rooms.recovery import load_table
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.storage import queries, store
from elbowroom.server.storage.store import Conflict
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.anonymise import anonymised_rows
from elbowroom.server.tables.checkpoints import (
    CHECKPOINT_VERSION,
    COPIED_FIELDS,
    ENTRIES_PER_CHECKPOINT,
    FORMAT,
    Checkpoints,
    due_checkpoints,
)
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.listing import listing_of, position_of
from elbowroom.server.tables.log_replay import replay_log
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.settings import Clock, TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.log_lines import log_lines_since
from elbowroom.server.views.table_view import table_view
from elbowroom.server.workers.bots import Bots
from tests.server.halls import Hall, hall
from tests.server.tables import SEED, Played, two

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.rooms.room import Room

PEOPLE = ("ann", "bob", "cy", "dee")
FROM_THE_FIRST_ENTRY = {
    "settings",
    "commitment",
    "rules_version",
    "proof",
    "is_local",
    "opened_at",
    "versions",
}
OF_THE_LAST_ENTRY = {"steps", "takes_back", "skips_game"}


def eventful(seed: int, players: int, entries_wanted: int = 230) -> Played:
    """A game in which people act, undo, talk, pause, leave, return, and one is forgotten in the middle."""
    chance = random.Random(seed)
    clock = chance.choice([Clock(), Clock("turn", 60), Clock("bank", 600, 20)])
    played = Played(TableSettings(players, clock=clock)).sit(*PEOPLE[:players])
    now = 0.0
    while len(played.log) < entries_wanted:
        now += chance.uniform(0, 3)
        if len(played.log) == 120:
            forget(played, PEOPLE[players - 1], now)
        elif chance.random() < 0.5 and not played.table.is_paused and played.table.status == "running":
            played.act_at_random(chance, now)
        else:
            with_luck(played, chance, now)
    return played


def with_luck(played: Played, chance: random.Random, now: float) -> None:
    """Something that somebody may want to do, if it is allowed."""
    seat = chance.randrange(len(played.table.seats))
    wishes: list[commands.AnyCommand] = [
        commands.Undo(seat),
        commands.Undo(seat),
        commands.Pause(seat),
        commands.Resume(seat),
        commands.Leave(seat),
        commands.Return(seat),
        commands.Say("Well played", "Somebody"),
    ]
    person = played.table.seats[seat].person or "somebody"
    with suppress(Refused):
        played.do(person, chance.choice(wishes), now)


def forget(played: Played, person: str, now: float) -> None:
    """Rewrite the log without a person."""
    redacted = {row.seq: row for row in anonymised_rows(played.log, person)}
    played.log = [redacted.get(row.seq, row) for row in played.log]
    played.table = Table.from_log(played.log)
    seats = [number for number, seat in enumerate(played.table.seats) if seat.is_free]
    played.write([entries.Forgotten(seats, was_host=not played.table.host)], now)


def told(table: Table) -> dict[str, Any]:
    """Everything that anybody could learn of a table, and all that it needs to go on."""
    game = table.game
    people = (None, *PEOPLE)
    views = {
        f"{person} {protocol}": msgspec.to_builtins(table_view("t", table, person, protocol=protocol))
        for person in people
        for protocol in (1, 2)
    }
    fields = {name: getattr(table, name) for name in {*vars(table)} - {"game", "steps"}}
    steps = [(step.text, step.events) for step in table.steps]
    played = None if game is None else (game.to_text(), game.history, game.names, game.opening)
    return {**views, **fields, "steps": steps, "game": played, "deadline": table.deadline()}


def made(rows: Sequence[LogRow]) -> Checkpoints:
    """The checkpoints of a log, each from a replay of all that came before it."""
    due = range(ENTRIES_PER_CHECKPOINT, len(rows) + 1, ENTRIES_PER_CHECKPOINT)
    return Checkpoints(due_checkpoints(Table.from_log(rows[:seq]) for seq in due))


@pytest.mark.parametrize("seed", range(12))
def test_the_table_from_a_checkpoint_is_the_table_from_the_whole_log(seed: int) -> None:
    played = eventful(seed, players=2 + seed % 3)
    stored = made(played.log)
    assert list(stored.states) == [50, 100, 150, 200]
    kinds = {entries.kind_of(row.entry) for row in played.log}
    assert {"acted", "undone", "said", "pauseasked", "tookover", "forgotten"} <= kinds
    for number in stored.states:
        alone = Checkpoints({number: stored.states[number]})
        for seq in {*range(number + 1, number + 4), number + 30, number + ENTRIES_PER_CHECKPOINT}:
            if seq <= len(played.log):
                assert told(alone.table_at(played.log, seq)) == told(Table.from_log(played.log[:seq]))


def test_an_undo_goes_back_to_before_a_checkpoint() -> None:
    undos = 0
    for seed in range(5):
        played, chance = two(), random.Random(seed)
        while played.table.status == "running":
            played.act_at_random(chance)
            seat = played.table.to_move
            if played.table.seq % ENTRIES_PER_CHECKPOINT == 0 and played.table.undoable and seat is not None:
                played.do(str(played.table.seats[seat].person), commands.Undo(seat))
                table = made(played.log).table_at(played.log, played.table.seq)
                assert told(table) == told(Table.from_log(played.log))
                undos += 1
    assert undos > 3


def test_nothing_that_a_table_holds_is_forgotten_by_a_checkpoint() -> None:
    assert {*vars(two().table)} == {*COPIED_FIELDS, "game"} | FROM_THE_FIRST_ENTRY | OF_THE_LAST_ENTRY


async def test_a_recovered_log_is_replayed_from_its_recovery_on() -> None:
    played = Played(TableSettings(4)).sit(*PEOPLE)
    chance = random.Random(1)
    while len(played.log) < 70:
        played.act_at_random(chance)
    position, left = played.table.running.to_text(), played.table.seconds_left
    played.log.append(LogRow(71, 1000.0, entries.Recovered("2", position, left)))
    played.table = Table.from_log(played.log)
    while len(played.log) < 120:
        played.act_at_random(chance, 1000.0)
    loaded = at_once(replay_log(played.log))
    assert list(loaded.checkpoints.states) == [50, 100]
    for seq in (40, 60, 70, 71, 72, 99, 100, 101, 120):
        table = loaded.checkpoints.table_at(played.log, seq)
        assert told(table) == told(Table.from_log(played.log[:seq]))
    assert loaded.table.is_recovered


async def test_a_part_of_a_log_that_cannot_be_replayed_does_not_keep_the_rest_from_being_replayed() -> None:
    played = eventful(1, 2, 130)
    position, left = played.table.running.to_text(), played.table.seconds_left
    broken = next(row for row in played.log[70:] if isinstance(row.entry, entries.Acted))
    played.log[broken.seq - 1] = msgspec.structs.replace(broken, entry=entries.Acted(0, [0]))
    played.log.append(LogRow(len(played.log) + 1, 1000.0, entries.Recovered("2", position, left)))
    loaded = at_once(replay_log(played.log))
    assert list(loaded.checkpoints.states) == [50]
    assert told(loaded.table) == told(Table.from_log(played.log))
    with pytest.raises(Refused):
        loaded.checkpoints.table_at(played.log, 120)


@pytest.mark.parametrize("since", [0, 1, 49, 50, 51, 120, 129, 130, 500])
async def test_log_lines_are_the_same_from_a_checkpoint(since: int) -> None:
    rows = eventful(2, 3, 130).log
    whole = at_once(log_lines_since(rows, 0, Checkpoints()))
    expected = [line for line in whole if line.seq > since]
    assert at_once(log_lines_since(rows, since, made(rows))) == expected


class AddCounter:
    """Counts entries that tables replay, and how many at most while no other task had a turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entries = self.longest = self._row = 0
        add = Table.add

        def counted(table: Table, row: LogRow) -> None:
            self.entries += 1
            self._row += 1
            self.longest = max(self.longest, self._row)
            add(table, row)

        monkeypatch.setattr(Table, "add", counted)

    async def watch(self) -> None:
        """Have a turn whenever there is one."""
        while True:
            self._row = 0
            await asyncio.sleep(0)


async def test_a_log_without_checkpoints_is_replayed_in_pieces_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = eventful(4, 3)
    async with hall(url) as place:
        await place.keep("t", played)
        counter = AddCounter(monkeypatch)
        watching = asyncio.create_task(counter.watch())
        first = await load_table(place.store, "t", lambda: 0.0)
        assert counter.entries >= len(played.log) - 1
        assert counter.longest <= ENTRIES_PER_CHECKPOINT
        counter.entries = 0
        again = await load_table(place.store, "t", lambda: 0.0)
        assert counter.entries <= ENTRIES_PER_CHECKPOINT
        watching.cancel()
        assert told(first.table) == told(again.table) == told(played.table)
        assert first.checkpoints.states == again.checkpoints.states == made(played.log).states


async def test_no_look_back_replays_more_than_fifty_entries(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = eventful(5, 2)
    async with hall(url) as place:
        await place.keep("t", played)
        room = await place.rooms.room("t")
        counter = AddCounter(monkeypatch)
        for seq in (1, 2, 50, 51, 100, 149, 229):
            counter.entries = 0
            assert room.log.table_at(seq).seq == seq
            assert counter.entries <= ENTRIES_PER_CHECKPOINT


async def act(room: Room, chance: random.Random) -> None:
    seat, game = room.table.to_move, room.table.running
    assert seat is not None
    text = game.text_of(chance.choice(game.legal()))
    await room.do(str(room.table.seats[seat].person), f"a{room.table.seq}", commands.Act(seat, text))


async def begun(rooms: Rooms, entries_wanted: int) -> Room:
    """A table at which all people have played for a while."""
    rooms._known_seed = SEED
    room = await rooms.open_table(TableSettings(len(PEOPLE)), "ann")
    for person in PEOPLE:
        join = commands.Join(person.title(), f"n{person}", invite=room.table.invite)
        await room.do(person, "join", join)
    chance = random.Random(9)
    while room.table.seq < entries_wanted:
        await act(room, chance)
    return room


async def test_checkpoints_are_stored_with_their_entries(url: str) -> None:
    async with hall(url) as place:
        room = await begun(place.rooms, 99)
        assert list(await place.store.checkpoints(room.id)) == [50]
        await act(room, random.Random(1))
        stored = await place.store.checkpoints(room.id)
        assert stored == made(await place.store.rows(room.id)).states == room.log.checkpoints.states


async def test_entries_that_come_second_store_no_checkpoint(url: str) -> None:
    played = eventful(6, 2, 50)
    async with hall(url) as place:
        await place.keep("t", played)
        listing, position = listing_of(played.table), position_of(played.table)
        with pytest.raises(Conflict):
            await place.store.append("t", played.log[-1:], listing, position, {50: "late"})
        assert await place.store.checkpoints("t") == {}


async def test_checkpoints_of_another_version_are_not_read_but_replaced(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = eventful(7, 2, 110)
    async with hall(url) as place:
        await place.keep("t", played)
        with monkeypatch.context() as before:
            before.setattr(store, "CHECKPOINT_VERSION", "0 before")
            await place.store.keep_checkpoints("t", 110, {50: "{}", 100: "{}"})
            before.setattr(queries, "CHECKPOINT_VERSION", "0 before")
            assert await place.store.checkpoints("t") == {50: "{}", 100: "{}"}
        assert await place.store.checkpoints("t") == {}
        await load_table(place.store, "t", lambda: 0.0)
        assert await place.store.checkpoints("t") == made(played.log).states


def damaged(state: str) -> str:
    return state[: len(state) // 2]


def led_astray(state: str) -> str:
    """The same checkpoint, with another game in it."""
    found = msgspec.json.decode(state)
    found["game"]["position"] = two().table.running.to_text()
    return msgspec.json.encode(found).decode()


@pytest.mark.parametrize("spoil", [damaged, led_astray])
async def test_the_log_is_the_truth_whatever_a_checkpoint_says(file: str, spoil: Any) -> None:  # noqa: ANN401
    played = eventful(8, 2, 110)
    async with hall(file) as place:
        await place.keep("t", played)
        states = {seq: spoil(state) for seq, state in made(played.log).states.items()}
        await place.store.keep_checkpoints("t", 110, states)
        loaded = await load_table(place.store, "t", lambda: 0.0)
        assert told(loaded.table) == told(played.table)
        assert not loaded.table.is_recovered
        assert await place.store.checkpoints("t") == made(played.log).states


async def test_checkpoints_of_a_log_that_went_on_are_not_kept(url: str) -> None:
    played = eventful(9, 2, 60)
    async with hall(url) as place:
        await place.keep("t", played)
        for head in (59, 61):
            await place.store.keep_checkpoints("t", head, {50: "made too late"})
        await place.store.keep_checkpoints("nowhere", 60, {50: "of nothing"})
        assert await place.store.checkpoints("t") == {}


async def everything(place: Hall, table: str) -> str:
    """All that is stored of a table in its log and its checkpoints, without the players' numbers."""
    stored = await place.store.checkpoints(table), await place.store.rows(table)
    return msgspec.json.encode(stored).decode().replace("nbob", "").lower()


async def test_a_forgotten_person_is_in_no_checkpoint(url: str) -> None:
    async with hall(url) as place:
        room = await begun(place.rooms, 120)
        assert '"bob"' in (await place.store.checkpoints(room.id))[50].lower()
        await room.forget("bob")
        assert "bob" not in await everything(place, room.id)
        stored = await place.store.checkpoints(room.id)
        assert stored == made(await place.store.rows(room.id)).states == room.log.checkpoints.states
        assert list(stored) == [50, 100], "they are made again at once"
        assert all("bob" not in name.lower() for name in room.log.table_at(60).running.names)


async def test_a_checkpoint_that_another_process_stores_while_a_person_is_forgotten_goes_too(
    url: str,
) -> None:
    """It was made from the log as it was, and stored after that was rewritten."""
    async with hall(url) as place:
        other = Rooms(place.store, Bots(), ServerTime(lambda: 0.0))
        room = await begun(place.rooms, 99)
        twin = await other.room(room.id)
        redact = place.store.redact

        async def redact_and_act(table: str, rows: Sequence[LogRow]) -> None:
            await redact(table, rows)
            await act(twin, random.Random(2))
            assert '"bob"' in (await place.store.checkpoints(table))[100].lower()

        place.store.redact = redact_and_act  # type: ignore[method-assign]
        await room.forget("bob")
        await other.stop()
        assert room.table.seq == 101
        stored = await place.store.checkpoints(room.id)
        assert list(stored) == [50, 100]
        assert "bob" not in str(stored).replace("nbob", "").lower()


async def test_a_removed_table_takes_its_checkpoints_with_it(url: str) -> None:
    async with hall(url) as place:
        room = await begun(place.rooms, 60)
        await place.store.remove(room.id)
        assert await place.store.checkpoints(room.id) == {}


def test_the_version_of_checkpoints_names_format_program_and_rules() -> None:
    """What was made by another program or with other rules must not be read."""
    assert CHECKPOINT_VERSION.split() == [str(FORMAT), __version__, str(RULES_VERSION)]
