"""A clock runs only while its player could have moved: not while time or the database misbehaves."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from elbowroom.server.rooms import rooms as rooms_module
from elbowroom.server.rooms.rooms import Rooms
from elbowroom.server.rooms.server_time import GRACE_SECONDS, MAX_LAG_SECONDS, MAX_STALL_SECONDS, ServerTime
from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.store import Unavailable
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.fairness import REVEAL_SECONDS, nonce_commitment
from elbowroom.server.tables.settings import Clock, TableSettings
from elbowroom.server.workers.bots import Bots
from tests.server.clients import Client, Server
from tests.server.play import join

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from elbowroom.server.rooms.room import Room

HOUR = 3600.0
TURN = 60.0
TICK = 0.25
MAX_SECONDS = 60.0


class Machine:
    """The clocks of a machine, which the test sets."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.steady = 500.0

    def pass_by(self, seconds: float) -> None:
        """Both clocks go on."""
        self.wall += seconds
        self.steady += seconds


class Ticking:
    """A server's time on such a machine."""

    def __init__(self, stored: float | None = None) -> None:
        self.machine = Machine()
        self.time = ServerTime(lambda: self.machine.wall, lambda: self.machine.steady)
        self.time.begin(stored)

    def run(self, seconds: float) -> None:
        """Let time pass while the program runs."""
        for _ in range(round(seconds / TICK)):
            self.machine.pass_by(TICK)
            self.time.tick()

    def measured(self, begun: float) -> float:
        """The seconds since a time of the server that a player pays for."""
        return self.time.now() - begun - self.time.jumped_since(begun)


def test_time_passes_like_that_of_the_machine() -> None:
    server = Ticking()
    begun = server.time.now()
    server.run(100)
    assert server.time.now() == pytest.approx(server.machine.wall)
    assert server.measured(begun) == pytest.approx(100)


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_changes_nothing_for_players(step: float) -> None:
    server = Ticking()
    begun = server.time.now()
    server.run(10)
    server.machine.wall += step
    server.run(10)
    now = server.time.now()
    assert 19 <= server.measured(begun) <= 20.1
    server.run(10)
    assert server.time.now() - now >= 8.9, "and it does not stand still afterwards"


def test_time_that_is_ahead_of_the_machine_lets_it_catch_up() -> None:
    server = Ticking()
    server.machine.wall -= 20
    server.run(300)
    assert server.time.now() - server.machine.wall <= MAX_LAG_SECONDS + TICK


def test_a_stopped_program_or_a_sleeping_machine_costs_nobody_time() -> None:
    server = Ticking()
    begun = server.time.now()
    server.run(5)
    server.machine.pass_by(20)  # stopped: the steady clock goes on
    assert server.measured(begun) <= 5 + MAX_STALL_SECONDS, "even before the first tick"
    server.run(5)
    server.machine.wall += 8 * HOUR  # asleep: it does not
    server.run(5)
    assert 15 <= server.measured(begun) <= 15 + MAX_STALL_SECONDS
    assert server.time.now() == pytest.approx(server.machine.wall, abs=MAX_LAG_SECONDS)
    assert server.time.grace_until > server.time.now()


def test_a_slow_database_costs_nobody_time() -> None:
    server = Ticking()
    begun = server.time.now()
    with server.time.writing():
        server.run(8)
    server.run(5)
    assert server.measured(begun) <= 5 + MAX_STALL_SECONDS
    with pytest.raises(Unavailable), server.time.writing():
        raise Unavailable
    server.run(60)
    assert server.measured(begun) <= 5 + MAX_STALL_SECONDS, "nor one that is away"
    server.time.database_is_back()
    server.run(10)
    assert 15 <= server.measured(begun) <= 15 + MAX_STALL_SECONDS
    assert server.time.now() == pytest.approx(server.machine.wall, abs=MAX_LAG_SECONDS)


def test_a_restart_begins_where_the_server_was_last_seen() -> None:
    machine = Machine()
    later = Ticking(machine.wall - HOUR)
    assert later.measured(machine.wall - HOUR) == 0.0
    assert later.time.now() == machine.wall
    ahead = Ticking(machine.wall + HOUR)
    assert ahead.time.now() == machine.wall + HOUR, "time never goes back"
    ahead.run(10)
    assert ahead.time.now() >= machine.wall + HOUR + 9


def test_the_first_start_is_no_jump() -> None:
    walls = iter((1_000.0, 1_001.0, 1_002.0, 1_003.0))
    assert ServerTime(lambda: next(walls), lambda: 5.0).begin(None) is None


def test_entries_of_another_process_are_not_from_the_future() -> None:
    server = Ticking()
    begun = server.time.now()
    server.time.hear(begun + 30)
    assert server.time.now() == begun + 30
    assert server.measured(begun) == 0.0


@asynccontextmanager
async def opened(folder: Path, machine: Machine) -> AsyncIterator[Rooms]:
    """Rooms on such a machine, whose time ticks at once."""
    store = store_for(f"sqlite:///{folder / 'elbowroom.db'}")
    await store.start()
    rooms = Rooms(store, Bots(), ServerTime(lambda: machine.wall, lambda: machine.steady))
    await rooms.start()
    try:
        async with asyncio.timeout(MAX_SECONDS):
            yield rooms
    finally:
        await rooms.stop()
        await rooms.bots.stop()
        await store.stop()


@pytest.fixture(autouse=True)
def quick_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(rooms_module, "KEEP_TIME_SECONDS", 0.01)
    monkeypatch.setattr(rooms_module, "CHECK_SECONDS", 0.05)


async def begun(rooms: Rooms) -> Room:
    """Ann and Bob play with a minute for each turn."""
    room = await rooms.open_table(TableSettings(2, clock=Clock("turn", int(TURN))), "ann")
    for person in ("ann", "bob"):
        await room.do(person, "join", commands.Join(person.title(), f"n{person}", invite=room.table.invite))
    return room


async def run(rooms: Rooms, machine: Machine, seconds: float) -> None:
    """Let time pass while the rooms tick, and no write takes a second."""
    time = rooms.time
    for _ in range(round(seconds)):
        machine.pass_by(1.0)
        await asyncio.sleep(0)
        await until(lambda: time._last_tick == machine.steady and not time._writes)


def kinds(room: Room) -> list[str]:
    return [entries.kind_of(row.entry) for row in room.rows]


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    while not holds():  # noqa: ASYNC110 - nobody is told
        await asyncio.sleep(0.01)


def seconds_to_go(room: Room, rooms: Rooms) -> float:
    """What the player to move has left."""
    deadline = room.table.deadline()
    assert deadline is not None
    return deadline - rooms.time.now()


@pytest.mark.parametrize(("wall", "steady"), [(HOUR, 0.0), (-HOUR, 0.0), (8 * HOUR, 0.0), (20.0, 20.0)])
async def test_nobody_is_taken_over_because_time_misbehaves(
    tmp_path: Path, wall: float, steady: float
) -> None:
    """Steps of the clock, a closed lid, a stopped program; and then the clock still runs out."""
    machine = Machine()
    async with opened(tmp_path, machine) as rooms:
        room = await begun(rooms)
        await run(rooms, machine, 10)
        machine.wall += wall
        machine.steady += steady
        await run(rooms, machine, 5)
        assert TURN - 20 <= seconds_to_go(room, rooms) <= TURN - 12
        assert "tookover" not in kinds(room)
        await run(rooms, machine, TURN + GRACE_SECONDS)
        room._ring()  # the loop's own time, by which the alarm is set, does not pass here
        await until(lambda: "tookover" in kinds(room))


@pytest.mark.parametrize("wall", [HOUR, 20.0])
async def test_nobody_loses_a_seat_because_time_misbehaves_while_numbers_are_told(
    tmp_path: Path, wall: float
) -> None:
    machine = Machine()
    async with opened(tmp_path, machine) as rooms:
        room = await rooms.open_table(TableSettings(2), "ann")
        for person in ("ann", "bob"):
            commitment = nonce_commitment(f"numberof{person}")
            join = commands.Join(person.title(), invite=room.table.invite, commitment=commitment)
            await room.do(person, "join", join)
        assert room.table.is_dealing
        await run(rooms, machine, 10)
        machine.wall += wall
        await run(rooms, machine, 5)
        room._ring()
        await run(rooms, machine, 1)
        assert room.table.is_dealing
        assert REVEAL_SECONDS - 20 <= seconds_to_go(room, rooms) <= REVEAL_SECONDS - 14
        for seat, person in enumerate(("ann", "bob")):
            await room.do(person, "reveal", commands.Reveal(seat, f"numberof{person}"))
        assert room.table.status == "running"
        assert "tookover" not in kinds(room)


async def test_a_charge_leaves_out_the_time_in_which_nobody_could_play(tmp_path: Path) -> None:
    machine = Machine()
    async with opened(tmp_path, machine) as rooms:
        room = await begun(rooms)
        await run(rooms, machine, 10)
        machine.wall += HOUR
        await run(rooms, machine, 10)
        seat, game = room.table.to_move, room.table.running
        assert seat is not None
        person = str(room.table.seats[seat].person)
        await room.do(person, "act", commands.Act(seat, game.text_of(game.legal()[0])))
        assert TURN - 22 <= room.table.seconds_left[seat] <= TURN - 18
        assert kinds(room).count("clockheld") == 1


async def test_the_time_in_which_a_server_was_away_is_not_counted(tmp_path: Path) -> None:
    machine = Machine()
    async with opened(tmp_path, machine) as rooms:
        room = await begun(rooms)
        await run(rooms, machine, 10)
        table_id = room.id
    machine.wall += 2 * HOUR
    async with opened(tmp_path, machine) as rooms:
        await until(lambda: len(rooms) == 1)
        room = await rooms.room(table_id)
        await until(lambda: "clockheld" in kinds(room))
        assert TURN - 12 <= seconds_to_go(room, rooms) <= TURN - 5
        await run(rooms, machine, 5)
        assert kinds(room).count("clockheld") == 1, "it is given back once"


async def test_a_game_goes_on_when_a_database_that_was_away_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    async with opened(tmp_path, machine) as rooms:
        room = await begun(rooms)
        await run(rooms, machine, 10)

        async def away(*_: object, **__: object) -> None:
            raise Unavailable

        with monkeypatch.context() as patch:
            for name in ("append", "check", "keep_server_time"):
                patch.setattr(rooms.store, name, away)
            await run(rooms, machine, 5 * TURN)
            room._ring()
        await run(rooms, machine, 5)
        assert "tookover" not in kinds(room)
        assert seconds_to_go(room, rooms) >= TURN - 22


@pytest.mark.process
def test_a_server_that_was_stopped_takes_nobody_over(tmp_path: Path) -> None:
    """The player had ten seconds; the server was stopped (SIGSTOP) for twenty-one."""
    server = Server(tmp_path).start()
    try:
        ann, bob = Client(server), Client(server)
        table = ann.open(players=2, clock={"kind": "turn", "seconds": 10})
        join(ann, table, "Ann")
        join(bob, table, "Bob")
        server.freeze(21)
        state = ann.get(f"/api/tables/{table}?protocol=2").json()
        mover = (ann, bob)[state["to_move"]]
        decision = mover.get(f"/api/tables/{table}?protocol=2").json()["decision"]
        act = {"do": "act", "seat": state["to_move"], "action": decision["legal"][0]["text"]}
        answer = mover.do(table, act)
        assert answer.status_code == 200, answer.text
        what = [line["what"] for line in ann.get(f"/api/tables/{table}/log").json()]
        assert "tookover" not in what
    finally:
        server.kill()
