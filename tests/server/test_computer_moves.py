"""A computer's turn up to the next chance is one command: whatever happens, all of it is stored, and once."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.agents import agent_named
from elbowroom.engine.actions import is_chance
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from elbowroom.server.desk.local_table import LocalTable
from elbowroom.server.rooms import room as rooms_room
from elbowroom.server.rooms.computer_moves import Attention, computer_move
from elbowroom.server.rooms.metrics import Metrics
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import ServerTime
from elbowroom.server.rooms.subscriber import Subscriber
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import commands, computer_choices, entries
from elbowroom.server.tables.checkpoints import ENTRIES_PER_CHECKPOINT, Checkpoints, due_checkpoints
from elbowroom.server.tables.computer_moves import FALLBACK_LEVEL
from elbowroom.server.tables.settings import Clock, TableSettings, check_settings
from elbowroom.server.tables.table import Table
from elbowroom.server.tables.table_log import TableLog
from elbowroom.server.workers.bot_process import BotProcess
from elbowroom.server.workers.bots import Bots
from elbowroom.server.workers.messages import ChooseActions, ChosenActions, FindHints
from elbowroom.server.workers.worker import NoReplyError
from tests.server.clients import KNOWN_SEED, Client, Server
from tests.server.play import join
from tests.server.tables import SEED, Played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from elbowroom.server.rooms.room import Room
    from elbowroom.server.tables.entries import LogRow

MAX_SECONDS = 60.0
"""Seconds after which a test has failed."""
SETTINGS = TableSettings(2, computers=("easy",))
"""An easy computer decides by the position in which it is asked, so that two games can be compared."""


def asked(position: str, seat: int, level: str = "easy") -> list[str]:
    """What a bot process without a memory answers."""
    reply = BotProcess().answer(ChooseActions("somebody", position, level, seat))
    assert isinstance(reply, ChosenActions)
    return reply.actions


@pytest.mark.parametrize("level", ["trap:Agent", "trap", "expert:trap.py"])
def test_a_server_never_loads_code_that_somebody_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """Neither when a table is opened or begun, nor in a process for computer players that is asked so."""
    (tmp_path / "trap.py").write_text("open('sprung', 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    position = new_game(2, seed=1).to_text()
    for request in (ChooseActions("ann", position, level, 0), FindHints("ann", position, level)):
        with pytest.raises(Refused) as refused:
            BotProcess().answer(request)
        assert refused.value.code == "unknown_agent"
    with pytest.raises(Refused) as refused:
        check_settings(TableSettings(2, computers=(level,)))
    assert refused.value.code == "unknown_level"
    played = Played(TableSettings(2))
    with pytest.raises(Refused) as refused:
        played.do("ann", commands.Start(level=level))
    assert refused.value.code == "unknown_level"
    assert not (tmp_path / "sprung").exists()


class SilentBots(Bots):
    """Bot processes that give no answer."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_levels: list[str] = []

    async def actions(self, *question: Any, **_: Any) -> list[str]:  # noqa: ANN401 - as its original
        self.asked_levels.append(question[2])
        raise NoReplyError


class BrokenChoices(computer_choices.ComputerChoices):
    """Computers of a device that fail."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def actions(self, *question: Any) -> list[str]:  # noqa: ANN401 - as its original
        self.asked.append(question[2])
        raise ValueError(question)


async def test_without_an_answer_of_any_level_a_room_and_a_desk_play_on_in_the_same_way() -> None:
    played, chance = Played(SETTINGS).sit("ann"), Random(1)
    while not played.table.waits_for_computer:
        played.act_at_random(chance)
    bots, choices, table = SilentBots(), BrokenChoices(), played.table
    write = await computer_move("t", table, Attention.WATCHED, "", bots, Metrics())
    there = write(table, SEED)
    here = LocalTable("t", TableLog(list(played.log), table, Checkpoints()), SEED).play(choices, 0.0)
    assert here == there
    assert bots.asked_levels == choices.asked == ["easy", FALLBACK_LEVEL]
    (acted, *_) = there
    assert isinstance(acted, entries.Acted)
    assert acted.actions[0] == table.running.legal()[-1]


@pytest.mark.parametrize("level", ["gentle", "easy", "normal", "hard"])
@pytest.mark.parametrize("players", [2, 4])
def test_who_answers_for_a_turn_decides_as_who_is_asked_for_each_decision(level: str, players: int) -> None:
    """Asked decision by decision, an agent gets the position as text each time."""
    single, turns = new_game(players, seed=players), new_game(players, seed=players)
    agents = [agent_named(level, seat) for seat in range(players)]
    while (seat := single.to_move) is not None:
        single.apply(agents[seat].choose(Game.from_text(single.to_text()).clone()))
    process, answers = BotProcess(), 0
    while (seat := turns.to_move) is not None:
        reply = process.answer(ChooseActions(f"table {seat}", turns.to_text(), level, seat))
        assert isinstance(reply, ChosenActions)
        for action in reply.actions:
            turns.apply(action)
        answers += 1
    assert turns.history == single.history
    assert answers < sum(not is_chance(action) for action in single.history) / 2


def test_an_answer_ends_with_chance_with_the_turn_or_with_another_player() -> None:
    game, ends = new_game(3, seed=5), set[str]()
    while (seat := game.to_move) is not None:
        turn = game.turn
        *before, last = asked(game.to_text(), seat)
        for action in before:
            shown = len(game.history)
            game.apply(action)
            assert not any(map(is_chance, game.history[shown:])), "nothing is revealed in between"
            assert (game.to_move, game.turn) == (seat, turn)
        game.apply(last)
        if is_chance(game.history[-1]):
            ends.add("chance")
        elif game.turn != turn:
            ends.add("turn")
        else:
            assert game.to_move != seat, "nobody ends early"
            ends.add("another player")
    assert ends == {"chance", "turn", "another player"}


def test_who_is_slow_answers_with_what_has_been_chosen_and_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The greedy agent decides by the position alone, so the parts make what it would have done at once."""
    game = new_game(2, seed=3)
    while len(whole := asked(game.to_text(), game.to_move or 0, "greedy")) < 3:
        for action in whole:
            game.apply(action)
    monkeypatch.setattr(computer_choices, "MAX_CHOOSING_SECONDS", -1.0)
    parts = []
    for _ in whole:
        (action,) = asked(game.to_text(), game.to_move or 0, "greedy")
        parts.append(action)
        game.apply(action)
    assert parts == whole


class HeldBots(Bots):
    """Bots that think until they are let go; `asked_for` holds the positions that they were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_for: asyncio.Queue[str] = asyncio.Queue()
        self._answers = asyncio.Semaphore(0)
        self.levels: list[tuple[str, int]] = []
        """Level and rank of each request."""
        self.sources: list[str] = []
        """For whom each of them was."""

    async def actions(
        self,
        player: str,
        position: str,
        level: str,
        content: tuple[str, ...],
        seed: int,
        *,
        source: str = "",
        rank: int = 0,
        is_show: bool = False,
    ) -> list[str]:
        """Answer as an easy computer does, when it is time."""
        del player, content, is_show
        self.levels.append((level, rank))
        self.sources.append(source)
        self.asked_for.put_nowait(position)
        await self._answers.acquire()
        return asked(position, seed)

    def release(self, answers: int = 1) -> None:
        """Let this many answers through."""
        for _ in range(answers):
            self._answers.release()


class Times:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@asynccontextmanager
async def opened(folder: Path, bots: Bots | None = None, times: Times | None = None) -> AsyncIterator[Rooms]:
    store = store_for(f"sqlite:///{folder / 'elbowroom.db'}")
    await store.start()
    times = times or Times()
    rooms = Rooms(store, bots or Bots(), ServerTime(times, times), SEED)
    try:
        async with asyncio.timeout(MAX_SECONDS):
            yield rooms
    finally:
        await rooms.stop()
        await rooms.bots.stop()
        await store.stop()


async def begun(rooms: Rooms, settings: TableSettings = SETTINGS, *people: str) -> Room:
    """A table at which these people sit, Ann if nobody is named."""
    room = await rooms.open_table(settings, "ann")
    for person in people or ("ann",):
        await room.do(person, "join", commands.Join(person.title(), f"n{person}", invite=room.table.invite))
    return room


async def act(room: Room) -> None:
    """The first thing that a person may do who is to decide."""
    seat, game = room.table.to_move, room.table.running
    assert seat is not None
    person = room.table.seats[seat].person
    assert person is not None
    await room.do(person, f"a{room.table.seq}", commands.Act(seat, game.text_of(game.legal()[0])))


async def act_until(room: Room, max_entries: int = 10**6) -> None:
    """Act for the people until the log is that long or the game is over."""
    while room.table.status == "running" and room.table.seq < max_entries:
        if room.table.waits_for_computer:
            await asyncio.sleep(0.001)
        else:
            await act(room)


async def computer_asked(room: Room, bots: HeldBots) -> None:
    """Act for the people until a computer thinks."""
    while not room.table.waits_for_computer:
        await act(room)
    await bots.asked_for.get()


async def asked_again(room: Room, bots: HeldBots) -> None:
    """Let one answer through, and wait until a computer thinks again."""
    asked = len(bots.sources)
    bots.release()
    while len(bots.sources) == asked:
        if room.table.waits_for_computer:
            await asyncio.sleep(0)
        else:
            await act(room)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must happen; the test's time limit ends the wait."""
    while not condition():  # noqa: ASYNC110 - what it waits for knows of no event
        await asyncio.sleep(0)


async def settled() -> None:
    """Let everything happen that can happen now."""
    await asyncio.sleep(0.05)


@cache
def undisturbed(seed: str = SEED, nonce: str = "nann") -> list[int]:
    """The history of a game between Ann, who does the first thing that she may, and an easy computer."""
    played = Played(SETTINGS)
    played.write(commands.decide(played.table, commands.Join("Ann", nonce), "ann", seed))
    while played.table.status == "running":
        game, seat = played.table.running, played.table.to_move
        assert seat is not None
        if played.table.waits_for_computer:
            texts = asked(game.to_text(), seat)
            played.write(commands.act(played.table, seat, texts, "computer", seed))
        else:
            played.write(commands.act(played.table, seat, [game.text_of(game.legal()[0])], "person", seed))
    return played.table.running.history


def acted(rows: Sequence[LogRow]) -> list[entries.Acted]:
    return [row.entry for row in rows if isinstance(row.entry, entries.Acted)]


async def test_several_actions_of_a_computer_are_one_entry_and_one_update(tmp_path: Path) -> None:
    async with opened(tmp_path) as rooms:
        room = await begun(rooms)
        spectator = Subscriber(None)
        room.subscribers.add(spectator)
        await act_until(room, max_entries=60)
        computers = [entry for entry in acted(room.rows) if entry.by == "computer"]
        assert max(len(entry.actions) for entry in computers) > 5
        assert room.table.running.history == undisturbed()[: len(room.table.running.history)]
        told = [
            msgspec.json.decode(spectator.queue.get_nowait() or b"") for _ in range(spectator.queue.qsize())
        ]
        updates = [message["seq"] for message in told if message["type"] == "patch"]
        assert updates == [row.seq for row in room.rows[-len(updates) :]], "one for each entry"


async def test_who_takes_their_seat_back_while_a_computer_thinks_decides_themselves(tmp_path: Path) -> None:
    bots = HeldBots()
    async with opened(tmp_path, bots) as rooms:
        room = await begun(rooms, TableSettings(2), "ann", "bob")
        seat = room.table.to_move
        assert seat is not None
        person = str(room.table.seats[seat].person)
        await room.do(person, "leave", commands.Leave(seat))
        position = await bots.asked_for.get()
        await room.do(person, "return", commands.Return(seat))
        bots.release()
        await settled()
        assert acted(room.rows) == []
        assert room.table.running.to_text() == position
        await act(room)
        assert [entry.by for entry in acted(await rooms.store.rows(room.id))] == ["person"]


async def test_while_the_clocks_stand_still_a_computer_does_nothing_and_later_everything_once(
    tmp_path: Path,
) -> None:
    bots = HeldBots()
    async with opened(tmp_path, bots) as rooms:
        room = await begun(rooms)
        await computer_asked(room, bots)
        before, history = room.table.seq, list(room.table.running.history)
        await room.do("ann", "pause", commands.Pause(0))
        bots.release()
        await settled()
        assert room.table.seq == before + 1
        assert room.table.running.history == history, "all of it waits"
        await room.do("ann", "resume", commands.Resume(0))
        bots.release(1000)
        await act_until(room)
        assert room.table.running.history == undisturbed()


async def test_a_word_while_a_computer_thinks_costs_it_nothing(tmp_path: Path) -> None:
    bots = HeldBots()
    async with opened(tmp_path, bots) as rooms:
        room = await begun(rooms)
        await computer_asked(room, bots)
        await room.do("ann", "word", commands.Say("Take your time."))
        bots.release(1000)
        await act_until(room)
        assert bots.asked_for.qsize() == len([1 for entry in acted(room.rows) if entry.by == "computer"]) - 1
        assert room.table.running.history == undisturbed()


async def test_a_clock_that_runs_out_while_a_computer_thinks_leads_to_one_move(tmp_path: Path) -> None:
    """Ann leaves, comes back with no time left, and loses her turn to a computer, which was asked twice."""
    bots, times = HeldBots(), Times()
    async with opened(tmp_path, bots, times) as rooms:
        room = await begun(rooms, TableSettings(2, clock=Clock("turn", 60)), "ann", "bob")
        seat = room.table.to_move
        assert seat is not None
        person = str(room.table.seats[seat].person)
        await room.do(person, "leave", commands.Leave(seat))
        position = await bots.asked_for.get()
        times.now += 100.0
        await room.do(person, "return", commands.Return(seat))
        bots.release()
        assert await bots.asked_for.get() == position, "the first answer was not stored"
        kinds = [entries.kind_of(row.entry) for row in room.rows[-3:]]
        assert kinds == ["tookover", "handedback", "tookover"]
        bots.release()
        await bots.asked_for.get()
        assert [entry.by for entry in acted(room.rows)] == ["computer"]
        assert room.table.running.history == Table.from_log(await rooms.store.rows(room.id)).running.history


async def test_computers_play_first_where_somebody_watches_and_simply_where_all_people_left(
    tmp_path: Path,
) -> None:
    bots = HeldBots()
    async with opened(tmp_path, bots) as rooms:
        room = await begun(rooms, TableSettings(2, computers=("expert",)))
        ann = Subscriber("ann")
        room.enter(ann)
        await computer_asked(room, bots)
        assert bots.levels[-1] == ("expert", 0), "somebody watches"
        room.leave(ann)
        bots.release()
        await computer_asked(room, bots)
        assert bots.levels[-1] == ("expert", 1), "Ann may come back, nobody waits"
        await room.do("ann", "leave", commands.Leave(0))
        bots.release(3)
        while bots.levels[-1] != ("gentle", 2):
            await bots.asked_for.get()
        asked = len(bots.levels)
        room.enter(Subscriber(None))
        bots.release(3)
        while len(bots.levels) < asked + 3:
            await bots.asked_for.get()
        assert bots.levels[-1] == ("gentle", 2), "a stranger who watches changes nothing"
        await room.do("ann", "return", commands.Return(0))
        room.enter(ann)
        bots.release(1000)
        while bots.levels[-1] != ("expert", 0):  # as soon as Ann is back, it is the game that was agreed on
            await act_until(room, room.table.seq + 1)


async def test_computers_think_for_the_address_of_a_player_who_is_there(tmp_path: Path) -> None:
    bots = HeldBots()
    async with opened(tmp_path, bots) as rooms:
        room = await begun(rooms, TableSettings(2, computers=("easy",)))
        ann = Subscriber("ann", source="198.51.100.1")
        for subscriber in (
            Subscriber(None, source="203.0.113.7"),
            ann,
            Subscriber("eve", source="203.0.113.7"),
        ):
            room.enter(subscriber)
        await computer_asked(room, bots)
        assert bots.sources[-1] == "198.51.100.1", "and not for those who watch"
        room.leave(ann)
        await asked_again(room, bots)
        assert bots.sources[-1] == "203.0.113.7"
        for subscriber in list(room.subscribers):
            room.leave(subscriber)
        await asked_again(room, bots)
        assert bots.sources[-1] == "ann", "who opened the table"


async def test_two_processes_that_think_about_one_turn_store_it_once(tmp_path: Path) -> None:
    bots = HeldBots()
    async with opened(tmp_path, bots) as rooms:
        other = Rooms(rooms.store, bots, ServerTime(Times(), Times()))
        room = await begun(rooms)
        await computer_asked(room, bots)
        twin = await other.room(room.id)
        await bots.asked_for.get()
        bots.release(1000)
        await act_until(room)
        await twin.read_on()
        await other.stop()
        rows = await rooms.store.rows(room.id)
        assert rows == room.rows == twin.rows
        assert room.table.running.history == undisturbed()


async def test_a_commit_of_which_nobody_heard_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every third commit of a computer is stored, but the answer of the database is lost."""
    monkeypatch.setattr(rooms_room, "RETRY_SECONDS", 0.01)
    async with opened(tmp_path) as rooms:
        room = await begun(rooms)
        append, commits = rooms.store.append, 0

        async def lost(table: str, rows: Sequence[LogRow], *rest: Any) -> None:  # noqa: ANN401 - as `append` takes it
            nonlocal commits
            await append(table, rows, *rest)
            commits += getattr(rows[0].entry, "by", "") == "computer"
            if commits % 3 == 2:
                commits += 1
                raise Unavailable("the connection is gone")

        monkeypatch.setattr(rooms.store, "append", lost)
        await act_until(room)
        assert commits > 10
        assert room.table.running.history == undisturbed()


@pytest.mark.process
async def test_a_bot_process_that_is_killed_in_the_middle_is_replaced_and_nothing_is_doubled(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as rooms:
        room = await begun(rooms)
        (worker,) = rooms.bots._bot_processes
        playing = asyncio.create_task(act_until(room))
        killed: set[int] = set()

        def is_thinking() -> bool:
            process = worker._process
            return worker._queue.is_taken and process is not None and process.pid not in killed

        def has_answered() -> bool:
            process = worker._process
            return not worker._queue.is_taken and process is not None and process.pid not in killed

        while len(killed) < 5:
            await until(is_thinking)
            assert worker._process is not None
            killed.add(worker._process.pid)
            os.kill(worker._process.pid, signal.SIGKILL)
            await until(has_answered)  # two failures in a row would let a computer decide without thinking
        await playing
        assert room.rows == await rooms.store.rows(room.id)
    helped = 0
    for count, row in enumerate(room.rows):
        if isinstance(row.entry, entries.Acted) and row.entry.by == "computer":
            game, chosen = Table.from_log(room.rows[:count]).running, list[str]()
            answers = [asked(game.to_text(), row.entry.seat, level) for level in ("easy", FALLBACK_LEVEL)]
            for action in row.entry.actions:
                if not is_chance(action):
                    chosen.append(game.text_of(action))
                game.apply(action)
            assert chosen in answers
            helped += chosen != answers[0]
    assert helped <= len(killed), "only who was killed is helped out"


@pytest.mark.process
def test_a_server_that_is_killed_while_computers_think_goes_on_where_it_was(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    join(ann, table, "Ann")
    moments = iter([0.0, 0.005, 0.01, 0.02, 0.04, 0.08])
    while (state := ann.get(f"/api/tables/{table}").json())["status"] == "running":
        if state["decision"] is None:
            continue
        action = state["decision"]["legal"][0]
        answer = ann.do(table, {"do": "act", "seat": 0, "action": action["text"]})
        if answer.status_code == 429:
            continue
        assert answer.status_code == 200, answer.text
        if action["ends_turn"] and (moment := next(moments, None)) is not None:
            time.sleep(moment)
            server.kill()
            server.start()
    history = read_record(ann.get(f"/api/tables/{table}/record").text).history
    server.stop()
    assert next(moments, None) is None, "it was killed at all of them"
    assert history == undisturbed(KNOWN_SEED, "nAnn")
    assert_checkpoints_are_right(f"sqlite:///{tmp_path / 'elbowroom.db'}", table)


def assert_checkpoints_are_right(url: str, table: str) -> None:
    """Each was stored with its entry, and is the table that the log leads to."""

    async def read() -> tuple[list[LogRow], dict[int, str]]:
        store = store_for(url)
        await store.start()
        try:
            return await store.rows(table), await store.checkpoints(table)
        finally:
            await store.stop()

    rows, stored = asyncio.run(read())
    due = range(ENTRIES_PER_CHECKPOINT, len(rows) + 1, ENTRIES_PER_CHECKPOINT)
    assert stored == due_checkpoints(Table.from_log(rows[:seq]) for seq in due)
    assert stored
